// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Spring Integration's RedisLockRegistry: a lock is named registryKey:path, and in pub/sub mode its waiters
// listen by pattern to registryKey-channel:*, or (6.4) to registryKey-channel. Where the registry's name ends
// cannot be told when there are several colons: all of them are tried. Pure; any thread.

#include "core/formats/strings/stringplan.h"

namespace lockscope
{

// A random UUID as Java writes it, under a name with a colon, and none of the libraries with a name of their
// own.
bool mayBeSpringLock(QByteArrayView key, QByteArrayView value);
// The channels that may be the lock's, two a colon of the name, at most sixteen. Empty: no such name.
std::vector<QByteArray> springChannels(QByteArrayView key);

enum class SpringDuty {
    Must, // who may not publish, frees nothing
    May,  // it may be another library's lock, whose waiters poll: then nobody needs to be told
};
// Release and force-release that tell the waiters.
StringActs springActs(const ActRequest &request, SpringDuty duty);

} // namespace lockscope
