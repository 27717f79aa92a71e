// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Fills a lock with what a format decoded from one read: kind, holders, queue, extras and expiry. The caller
// adds what only observation over time shows (lease, renewals, held since), the location and the verdict.
// Pure; any thread.

#include "core/engine/reading/scriptevidence.h"
#include "core/formats/format.h"

#include <QStringList>

namespace lockscope
{

// PEXPIRE accepts times that an Instant cannot represent. All of them end at one instant: an end that moved
// with each read would look like a renewal.
inline milliseconds boundedTtl(milliseconds ttl, Instant readAt)
{
    constexpr Instant LatestEnd(std::chrono::hours(24) * 36500);
    return std::min(ttl, std::chrono::duration_cast<milliseconds>(LatestEnd - readAt));
}

// A whole number that never expires under the name of a lock may be the free permits of a semaphore, and is
// read as that if it was one before (known; null: unknown), or if clients of this server use semaphores and
// it is not 1, which locks without a token have. nullopt: it is what the registry says.
std::optional<KeyReading> asSemaphore(const Registry &registry, const KeyReading &reading, const Lock *known,
                                      const ScriptEvidence &evidence);
// As the registry decodes it, or as such a semaphore.
std::pair<const Format *, std::optional<Decoded>> decodeAs(const Registry &registry,
                                                           const KeyReading &reading, const Lock *known,
                                                           const ScriptEvidence &evidence);
// A known lock that is to be read with all its companions each time.
inline bool needsCompanions(const Lock &known)
{
    return !known.companions().empty() || known.waiters.mayBeMore() ||
           known.kind == LockKind{"permit-semaphore"};
}
// True if companion keys may hold the lock without its main key, so events of that key are not enough.
bool standsBeside(const Registry &registry, const LockName &key);

// If companions could not be read, its waiters are not all known (areUnread), and it may be of another kind.
void describe(Lock &lock, const KeyReading &reading, Decoded decoded);
// The lock, if a part of it was read on the node that takes over its slot: its companions are there.
Lock withUnread(Lock lock, const KeyReading &part);
// Sentences about the companions that could not be read.
QStringList unreadLines(const KeyReading &reading, LockKind kind);
// Why the server refuses to show a companion. None: all could be read, or are on another node of a cluster.
std::optional<Failure> refusedCompanion(const KeyReading &reading, const NodeId &node);

// With its companion keys, as far as they can be read.
inline bool isWhole(const KeyReading &reading)
{
    return reading.companionsRead || !reading.companions.empty();
}

} // namespace lockscope
