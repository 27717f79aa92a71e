// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Fills a lock with what a format decoded from one read: kind, holders, queue, extras and expiry. The caller
// adds what only observation over time shows (lease, renewals, held since), the location and the verdict.
// Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

void describe(Lock &lock, const KeyReading &reading, Decoded decoded);

} // namespace lockscope
