// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the parts of the main window have in common: the window that their dialogs belong to, and signals for
// what the window shows in one place. Owner: the main window; GUI thread.

#include "core/base/outcome.h"

#include <QWidget>

#include <functional>

namespace lockscope
{

// True if the connection may end now. Otherwise the user is asked first; then runs once they agree.
// going: the button that goes on.
using MayLeave = std::function<bool(const QString &going, const std::function<void()> &then)>;

class WindowController : public QObject
{
    Q_OBJECT
public:
    explicit WindowController(QWidget *window) : m_window(window) {}

signals:
    void failed(const lockscope::Failure &failure); // for a message box
    void told(const QString &text, int timeout);    // for the status bar; timeout in milliseconds

protected:
    QWidget *window() const { return m_window; }

private:
    QWidget *m_window;
};

} // namespace lockscope
