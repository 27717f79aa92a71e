// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Wires and runs one command to its end. Requires a QCoreApplication; returns the exit status.

#include "app/cli/syntax/arguments.h"

namespace lockscope::cli
{

class Output;

int perform(const Arguments &arguments, Output &output);

} // namespace lockscope::cli
