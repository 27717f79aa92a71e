// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A pipe that child processes do not inherit. Avoids pipe2(), which not every Unix has. False: see errno.

#include <fcntl.h>
#include <unistd.h>

#include <array>

namespace lockscope::cli
{

inline bool openPipe(std::array<int, 2> &ends)
{
    if (::pipe(ends.data()) != 0)
        return false;
    for (const int end : ends)
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    return true;
}

} // namespace lockscope::cli
