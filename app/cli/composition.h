// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Wires everything for one command and runs it to its end. Requires a QCoreApplication; returns the exit
// status.

#include "app/cli/syntax/arguments.h"

namespace lockscope::cli
{

class Output;

int perform(const Arguments &arguments, Output &output);

} // namespace lockscope::cli
