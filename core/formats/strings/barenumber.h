// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a whole number without an expiry may be: the value of a lock without a token, a counter (INCR) and the
// free permits of a semaphore of Redisson look the same. Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

// The number, if a counter or a semaphore may have written the value: as INCR writes it, at least 0, and at
// most 15 digits, which is all that the scripts of acts accept.
std::optional<qint64> bareNumber(QByteArrayView value);
// The same of a key: a string without an expiry, to which no user's rule assigns a kind.
std::optional<qint64> bareNumber(const KeyReading &reading);
// The same of a holder of a lock that never expires and is not certainly one.
std::optional<qint64> bareNumber(const OwnerId &owner, const Lock &lock);

// A number that is more often a count than the value of a lock, which is mostly 1.
inline bool suggestsCount(qint64 number)
{
    return number != 1;
}
// A number above this is rather the id of a process or a job than the free permits of a semaphore.
inline constexpr qint64 MostFreePermits = 1'000;

// The lock has that kind among those that it may be as well.
bool mayBeOf(const Lock &lock, std::string_view kind);

} // namespace lockscope
