// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Badges in the tool bar: environment, read-only, TLS not verified. GUI thread.

#include "core/values/connection/connection.h"

#include <QWidget>

#include <optional>

namespace lockscope
{

class Badge;

class ConnectionBadges final : public QWidget
{
    Q_OBJECT
public:
    explicit ConnectionBadges(QWidget *parent = nullptr);
    void show(const std::optional<ConnectionSpec> &spec);
    using QWidget::show;

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    std::optional<ConnectionSpec> m_spec{};
    Badge *m_environment;
    Badge *m_readOnly;
    Badge *m_unverified;
};

} // namespace lockscope
