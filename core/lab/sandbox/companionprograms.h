// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Parts of Lockscope in separate files: the worker process and the clock for sandbox servers.

#include "core/base/outcome.h"

namespace lockscope
{

// Next to the running program, or where they are installed. Unsupported if missing.
Outcome<QString> companionProgram(const char *name);

} // namespace lockscope
