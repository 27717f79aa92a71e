// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock as JSON. Pure: the time is a parameter.

#include "core/base/jsonwriter.h"
#include "core/engine/reading/lockdetail.h"
#include "core/engine/verdicts/verdicttext.h"

namespace lockscope
{

// Writes an object. text: of the verdict at the same time.
void writeLock(JsonWriter &json, const Lock &lock, const VerdictText &text, Instant at);
// Also writes raw value, companions, copies and explanation. detail.lock must not be null.
void writeDetail(JsonWriter &json, const LockDetail &detail, Instant at);

} // namespace lockscope
