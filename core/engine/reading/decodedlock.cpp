// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/decodedlock.h"

namespace lockscope
{

void describe(Lock &lock, const KeyReading &reading, Decoded decoded)
{
    lock.key = reading.key;
    lock.kind = decoded.kind;
    lock.libraries = decoded.libraries;
    lock.confidence = decoded.confidence;
    lock.type = reading.type;
    lock.holders = std::move(decoded.holders);
    lock.waiters.queued = std::move(decoded.queue);
    lock.waiters.queueIsCut = decoded.queueIsCut;
    lock.extras = std::move(decoded.extras);
    lock.lasting = decoded.lasting;
    lock.expiresAt.reset();
    if (decoded.ownDeadline)
        lock.expiresAt = decoded.deadline;
    else if (reading.ttl)
        lock.expiresAt = reading.readAt + boundedTtl(*reading.ttl, reading.readAt);
    lock.readAt = reading.readAt;
}

} // namespace lockscope
