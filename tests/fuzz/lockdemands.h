// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What must hold of each lock that was decoded, whatever its keys contain.

#include "core/formats/format.h"

namespace lockscope::fuzz
{

// Its moments, its verdicts and their texts, its JSON, and the plan of each act.
void demandSound(const Format &format, const KeyReading &reading, const Decoded &decoded);

} // namespace lockscope::fuzz
