// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Refusals in the words of the command line: the engine says what is missing, this says which option gives
// it.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

// If an option would have prevented the refusal, names it in the remedy.
void nameOptions(const Run &run, const ActRequest &request, Receipt &receipt);

} // namespace lockscope::cli
