// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which client blocks which, as JSON. Pure.

#include "core/base/jsonwriter.h"
#include "core/engine/blocking/blockingreport.h"
#include "core/engine/reading/scanprogress.h"

namespace lockscope
{

// Writes an object.
void writeBlocking(JsonWriter &json, const BlockingReport &report, const ScanProgress &progress);

} // namespace lockscope
