// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Base of the parts of the main window: the parent for their dialogs, and signals for messages that the
// window shows in one place. Owner: the main window; GUI thread.

#include "core/base/outcome.h"

#include <QWidget>

#include <functional>

namespace lockscope
{

// Returns true if the connection may close now. Otherwise asks the user and calls `then` once they agree.
// going: the text of the button that proceeds. why: an open dialog cannot continue; empty: because another
// connection is opened, or none.
using MayLeave =
    std::function<bool(const QString &going, const std::function<void()> &then, const QString &why)>;

class WindowController : public QObject
{
    Q_OBJECT
public:
    explicit WindowController(QWidget *window) : m_window(window) {}

signals:
    void failed(const lockscope::Failure &failure); // For a message box
    void told(const QString &text, int timeout);    // For the status bar; timeout in milliseconds

protected:
    QWidget *window() const { return m_window; }

private:
    QWidget *m_window;
};

} // namespace lockscope
