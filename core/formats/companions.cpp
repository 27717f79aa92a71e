// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/formats/redissonnames.h"

namespace lockscope
{

bool Registry::isCompanion(QByteArrayView key)
{
    if (isRedissonCompanion(key))
        return true;
    if (key.startsWith("lock-signal:")) // python-redis-lock: its wake-up list
        return true;
    if (key.startsWith("uniquejobs:")) { // sidekiq-unique-jobs: lists of all locks, not locks
        const QByteArrayView rest = key.sliced(11);
        return rest == "digests" || rest == "expiring_digests" || rest == "changelog" ||
               rest == "heartbeat" || rest.startsWith("working:") || rest.startsWith("heartbeat:") ||
               rest.endsWith(":QUEUED") || rest.endsWith(":PRIMED") || rest.endsWith(":INFO");
    }
    if (key.startsWith("SEMAPHORE:")) // redis-semaphore: the set of keys around one semaphore
        return key.endsWith(":EXISTS") || key.endsWith(":VERSION") || key.endsWith(":release_locks");
    return key == "symfony_check_support_time" || key.startsWith("nextid:");
}

} // namespace lockscope
