// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When each step of a start was reached: a line each, where the logging category "lockscope.start" is on
// (QT_LOGGING_RULES="lockscope.start=true"); else it is not made. The times are those of the steady clock, in
// ms: who called the program can subtract his own. Read by tests/bench/start. Owner: the composition; GUI
// thread.

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
