// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What reading a key after an act adds to the receipt. Pure functions; any thread.

#include "core/formats/format.h"
#include "core/values/act.h"

namespace lockscope
{

// Replaces holder and time left in the receipt by what was read. decoded: as the kind of the act; nullopt: it
// is not of that kind.
void noteReadBack(Receipt &receipt, const KeyReading &reading, const std::optional<Decoded> &decoded);
// The reply to an acquire was lost, and the lock is held under the id that was made for it: so it was done.
bool isAcquiredAsRead(const ActRequest &request, const Receipt &receipt);

} // namespace lockscope
