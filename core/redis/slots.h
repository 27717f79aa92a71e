// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The slot of a key among the 16384 of a cluster: CRC16 (XMODEM) of its hash tag, else of the whole key, as
// in the Redis Cluster specification. Pure; any thread.

#include "core/values/status.h"

#include <QByteArrayView>

namespace lockscope
{

constexpr int SlotCount = 16384;

int slotOf(QByteArrayView key);
bool contains(const std::vector<SlotRange> &ranges, int slot);
int slotsIn(const std::vector<SlotRange> &ranges);
int slotsInBoth(const std::vector<SlotRange> &a, const std::vector<SlotRange> &b);

} // namespace lockscope
