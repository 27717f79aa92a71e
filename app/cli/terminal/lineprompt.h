// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks for one line at the terminal, without echo for a password. The destructor restores the terminal. Main
// thread; does not block: the answer arrives through the event loop.

#include "app/cli/terminal/oneshot.h"
#include "core/base/outcome.h"

#include <memory>

namespace lockscope::cli
{

class LinePrompt
{
public:
    enum class Echo { Shown, Hidden };
    // Asks at once. answer receives the line, or what was typed before the end of input, and must outlive
    // this object.
    LinePrompt(const QString &question, Echo echo, OneShot<Outcome<QString>> *answer);
    ~LinePrompt();
    LinePrompt(const LinePrompt &) = delete;
    LinePrompt &operator=(const LinePrompt &) = delete;

    static bool possible(); // standard input and error are a terminal; never on Windows

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope::cli
