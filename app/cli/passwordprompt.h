// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks at the terminal for a password, without echo. The terminal is as it was once this is gone, however it
// ends. Main thread; waits for nothing itself: the answer comes from the event loop.

#include "app/cli/moment.h"
#include "core/values/outcome.h"

#include <termios.h>

#include <QSocketNotifier>

#include <memory>

namespace lockscope::cli
{

class PasswordPrompt
{
public:
    // Asks at once. The line that is typed, or nothing at its end, happens at answer, which must outlive
    // this.
    PasswordPrompt(const QString &question, Moment<Outcome<QString>> *answer);
    ~PasswordPrompt();
    PasswordPrompt(const PasswordPrompt &) = delete;
    PasswordPrompt &operator=(const PasswordPrompt &) = delete;

    static bool possible(); // somebody sits at a terminal, and sees what is asked

private:
    void readLine();

    int m_terminal = -1;
    termios m_before{};
    QByteArray m_typed;
    Moment<Outcome<QString>> *m_answer;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace lockscope::cli
