// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a release of a lock would do, as JSON. Pure.

#include "core/base/jsonwriter.h"
#include "core/values/act.h"

namespace lockscope
{

void writeEffect(JsonWriter &json, const ReleaseEffect &effect);               // the member "effect"
void writeNotices(JsonWriter &json, const std::vector<HolderNotice> &notices); // the member "notices"

} // namespace lockscope
