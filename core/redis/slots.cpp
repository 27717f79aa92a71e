// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/slots.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

constexpr std::array<quint16, 256> makeTable()
{
    std::array<quint16, 256> table{};
    for (int byte = 0; byte < 256; ++byte) {
        auto crc = quint16(byte << 8);
        for (int bit = 0; bit < 8; ++bit)
            crc = quint16((crc & 0x8000) ? (crc << 1) ^ 0x1021 : crc << 1);
        table[size_t(byte)] = crc;
    }
    return table;
}

quint16 crc16(QByteArrayView bytes)
{
    static constexpr auto Table = makeTable();
    quint16 crc = 0;
    for (const char byte : bytes)
        crc = quint16((crc << 8) ^ Table[size_t(((crc >> 8) ^ quint8(byte)) & 0xff)]);
    return crc;
}

} // namespace

int slotOf(QByteArrayView key)
{
    const qsizetype open = key.indexOf('{');
    const qsizetype close = open < 0 ? -1 : key.indexOf('}', open + 1);
    const bool tagged = close > open + 1; // an empty tag does not count
    return crc16(tagged ? key.sliced(open + 1, close - open - 1) : key) % SlotCount;
}

bool contains(const std::vector<SlotRange> &ranges, int slot)
{
    return std::any_of(ranges.begin(), ranges.end(),
                       [slot](SlotRange range) { return range.first <= slot && slot <= range.last; });
}

int slotsIn(const std::vector<SlotRange> &ranges)
{
    int count = 0;
    for (const SlotRange range : ranges)
        count += range.last - range.first + 1;
    return count;
}

int slotsInBoth(const std::vector<SlotRange> &a, const std::vector<SlotRange> &b)
{
    int count = 0;
    for (const SlotRange one : a) {
        for (const SlotRange other : b)
            count += std::max(0, std::min(one.last, other.last) - std::max(one.first, other.first) + 1);
    }
    return count;
}

} // namespace lockscope
