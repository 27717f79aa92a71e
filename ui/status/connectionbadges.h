// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// In the tool bar: the environment, a button with the way out of read-only, and whether TLS is not verified.
// GUI thread.

#include "core/values/connection/connection.h"

#include <QWidget>

#include <optional>

class QAction;
class QToolButton;

namespace lockscope
{

class Badge;

class ConnectionBadges final : public QWidget
{
    Q_OBJECT
public:
    explicit ConnectionBadges(QAction *allowChanges, QWidget *parent = nullptr);
    void show(const std::optional<ConnectionSpec> &spec);
    using QWidget::show;

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    std::optional<ConnectionSpec> m_spec{};
    Badge *m_environment;
    QToolButton *m_readOnly;
    Badge *m_unverified;
};

} // namespace lockscope
