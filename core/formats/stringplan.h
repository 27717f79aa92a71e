// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The acts on a lock that is one string key, for the families that differ only in what the value means.
// Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

// One exclusive hold by the value.
Decoded decodedString(const KeyReading &reading, LockKind kind,
                      const std::vector<std::string_view> &libraries, Confidence confidence);

// The plan of any act by the token scripts; makeOwner and the defaults come from the format. The family's own
// warnings are added by the caller.
Outcome<ActPlan> planString(const Format &format, const ActRequest &request, const Lock *seen);

} // namespace lockscope
