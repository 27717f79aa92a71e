// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Of which libraries a lock may be said to be, and what speaks for each: its name, a format that no other
// library writes, a script that ran on the server, the name of a client. A shape alone speaks for none: many
// programs write a UUID or a constant. Pure; any thread.

#include "core/engine/reading/scriptevidence.h"

namespace lockscope
{

// isTold: a user's rule, or the request, specifies the kind. scripts: those that the lock's server knows.
std::vector<LibraryClaim> libraryClaims(const Format &format, const Lock &lock, bool isTold,
                                        const ScriptEvidence &scripts);

} // namespace lockscope
