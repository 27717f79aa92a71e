// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a family decoded of one reading, written into a lock: its kind, holders, queue, extras and end. What
// only observation over time tells (lease, renewals, since when it is held), where it lives, and the verdict
// are the caller's. Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

void describe(Lock &lock, const KeyReading &reading, Decoded decoded);

} // namespace lockscope
