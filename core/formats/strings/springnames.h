// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Spring Integration's RedisLockRegistry names a lock registryKey:path. In pub/sub mode its waiters subscribe
// to the pattern registryKey-channel:*, or (6.4) to registryKey-channel. If the name has several colons, the
// end of registryKey is unknown, so all of them are tried. Pure; any thread.

#include "core/formats/strings/stringplan.h"

namespace lockscope
{

// True for a random UUID as Java writes it, under a name with a colon that has no other library's prefix.
bool mayBeSpringLock(QByteArrayView key, QByteArrayView value);
// The possible channels of the lock: two per colon in the name, at most sixteen. Empty: the name has none.
std::vector<QByteArray> springChannels(QByteArrayView key);

enum class SpringDuty {
    Must, // if publishing is not allowed, frees nothing
    May,  // may be another library's lock, whose waiters poll; publishing is optional
};
// Release and force-release that also notify the waiters.
StringActs springActs(const ActRequest &request, SpringDuty duty);

} // namespace lockscope
