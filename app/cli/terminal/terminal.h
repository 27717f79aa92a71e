// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The properties of a file descriptor: a terminal with colours and a width, or something else.

#include "app/cli/text/texttable.h"

namespace lockscope::cli
{

struct Terminal {
    bool present = false;
    bool colour = false; // off with NO_COLOR or TERM=dumb
    int width = 0;       // 0: unknown, or no terminal
    bool utf8 = true;

    TextStyle style() const;
};

Terminal terminalAt(int descriptor);

} // namespace lockscope::cli
