// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/strings/barenumber.h"

#include "core/formats/shapes.h"

#include <algorithm>

namespace lockscope
{

std::optional<qint64> bareNumber(QByteArrayView value)
{
    constexpr qsizetype MostDigits = 15;
    const std::optional<qint64> number = value.size() <= MostDigits ? decimal(value) : std::nullopt;
    return number && *number >= 0 ? number : std::nullopt;
}

std::optional<qint64> bareNumber(const KeyReading &reading)
{
    const bool isWhole = reading.type == ValueType::String && reading.size == reading.string.size();
    return isWhole && !reading.ttl && reading.ruled.name.empty() ? bareNumber(reading.string) : std::nullopt;
}

std::optional<qint64> bareNumber(const OwnerId &owner, const Lock &lock)
{
    const bool isOpen = lock.type == ValueType::String && lock.confidence != Confidence::Certain;
    return isOpen && !lock.expiresAt ? bareNumber(owner.bytes) : std::nullopt;
}

bool mayBeOf(const Lock &lock, std::string_view kind)
{
    const std::vector<LockKind> *others = lock.extras ? lock.extras->alternatives : nullptr;
    return others && std::ranges::find(*others, LockKind{kind}) != others->end();
}

} // namespace lockscope
