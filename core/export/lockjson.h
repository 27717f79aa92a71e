// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock as JSON. Pure: the time is a parameter.

#include "core/base/jsonwriter.h"
#include "core/engine/reading/lockdetail.h"
#include "core/engine/verdicts/verdicttext.h"

namespace lockscope
{

// As an object. text: of its verdict, at the same time.
void writeLock(JsonWriter &json, const Lock &lock, const VerdictText &text, Instant at);
// The lock of a closer look: also raw value, companions, copies, explanation. detail.lock must be there.
void writeDetail(JsonWriter &json, const LockDetail &detail, Instant at);

} // namespace lockscope
