// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parts of Lockscope that are files of their own: the worker process, the clock of a sandbox's server.

#include "core/base/outcome.h"

namespace lockscope
{

// Beside the program that runs, or where they are installed. Unsupported: it is not there.
Outcome<QString> companionProgram(const char *name);

} // namespace lockscope
