// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Wires the parts for one command and runs it to its end: the only place that knows them all. Needs the
// application object; returns the exit status.

#include "app/cli/syntax/arguments.h"

namespace lockscope::cli
{

class Output;

int perform(const Arguments &arguments, Output &output);

} // namespace lockscope::cli
