// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The exit statuses of the program. The numbers are a released interface. Pure.

#include "core/base/outcome.h"
#include "core/values/act.h"

namespace lockscope::cli
{

enum ExitStatus {
    Success = 0,
    LockSaidNo = 1,
    WrongUse = 2,
    NoConnection = 3,
    ServerRefused = 4,
    ProgramFailed = 5,
};

int exitStatus(const Failure &failure);
int exitStatus(const Receipt &receipt);
// The status of a program that a signal ended, as in shells.
inline int signalStatus(int signal)
{
    return 128 + signal;
}

} // namespace lockscope::cli
