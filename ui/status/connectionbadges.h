// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// In the tool bar: the environment, a button that says whether changes are allowed and toggles it, and
// whether TLS is not verified. GUI thread.

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
    explicit ConnectionBadges(QAction *allowChanges, QWidget *parent = nullptr); // toggles read-only
    // isSandbox: anything is allowed there, so nothing is said of that.
    void show(const std::optional<ConnectionSpec> &spec, bool isSandbox);
    using QWidget::show;

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void showWhetherReadOnly();

    std::optional<ConnectionSpec> m_spec{};
    bool m_isSandbox = false;
    Badge *m_environment;
    QToolButton *m_readOnly;
    Badge *m_unverified;
};

} // namespace lockscope
