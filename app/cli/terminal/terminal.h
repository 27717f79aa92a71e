// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is behind a file descriptor: a terminal with colours and a width, or anything else.

#include "app/cli/text/texttable.h"

namespace lockscope::cli
{

struct Terminal {
    bool present = false;
    bool colour = false; // NO_COLOR and TERM=dumb are respected
    int width = 0;       // 0: not known, or no terminal
    bool utf8 = true;

    TextStyle style() const;
};

Terminal terminalAt(int descriptor);

} // namespace lockscope::cli
