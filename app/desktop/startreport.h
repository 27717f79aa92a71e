// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Logs when each step of the start is reached, one line each, if the logging category "lockscope.start" is
// enabled (QT_LOGGING_RULES="lockscope.start=true"); otherwise it is not created. Times are ms of the steady
// clock, so that the calling program can subtract its own. Read by tests/bench/start. Owner: the main window;
// GUI thread.

#include <QObject>

namespace lockscope
{

class MainWindow;

class StartReport final : public QObject
{
    Q_OBJECT
public:
    static bool isWanted();
    static void note(const char *step);
    explicit StartReport(MainWindow &window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void notePainted(const char *step);

    MainWindow &m_window;
    bool m_windowPainted = false;
    bool m_locksPainted = false;
    bool m_filled = false;
};

} // namespace lockscope
