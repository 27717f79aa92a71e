// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks at the terminal for one line; a password without echo. The terminal is as it was once this is gone,
// however it ends. Main thread; waits for nothing itself: the answer comes from the event loop.

#include "app/cli/terminal/oneshot.h"
#include "core/base/outcome.h"

#include <memory>

namespace lockscope::cli
{

class LinePrompt
{
public:
    enum class Echo { Shown, Hidden };
    // Asks at once. The line that is typed, or nothing at its end, happens at answer, which must outlive
    // this.
    LinePrompt(const QString &question, Echo echo, OneShot<Outcome<QString>> *answer);
    ~LinePrompt();
    LinePrompt(const LinePrompt &) = delete;
    LinePrompt &operator=(const LinePrompt &) = delete;

    static bool possible(); // somebody sits at a terminal, and sees what is asked; not on Windows

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope::cli
