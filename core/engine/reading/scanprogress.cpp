// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/scanprogress.h"

#include "core/base/tr.h"
#include "core/engine/reading/decodedlock.h"
#include "core/redis/slots.h"

#include <algorithm>

namespace lockscope
{

namespace
{

ScanPhase phaseOf(const ScanParts &parts)
{
    const auto count = [&parts](ScanPhase phase) {
        return size_t(std::count_if(parts.begin(), parts.end(),
                                    [phase](const ScanProgress &part) { return part.phase == phase; }));
    };
    if (count(ScanPhase::Idle) == parts.size())
        return ScanPhase::Idle;
    if (count(ScanPhase::Running) + count(ScanPhase::Idle) > 0)
        return ScanPhase::Running;
    if (count(ScanPhase::Failed) > 0)
        return ScanPhase::Failed;
    return count(ScanPhase::Stopped) > 0 ? ScanPhase::Stopped : ScanPhase::Complete;
}

// Higher means that more changes may be missed.
int weakness(LiveMode mode)
{
    switch (mode) {
    case LiveMode::KeyspaceEvents:
        return 0;
    case LiveMode::Tracking:
        return 1;
    case LiveMode::TrackingKnownKeys:
        return 2;
    case LiveMode::Polling:
        return 3;
    case LiveMode::Off:
        return 4;
    }
    return 4;
}

} // namespace

ScanProgress notScanned(const NodeId &node, Failure reason, Instant at)
{
    reason.node = node;
    return {.phase = ScanPhase::Failed,
            .startedAt = at,
            .endedAt = at,
            .nodes = {NodeScan{.node = node, .phase = ScanPhase::Failed, .failure = reason}},
            .failure = reason};
}

ScanProgress together(const ScanParts &parts)
{
    if (parts.size() == 1)
        return parts.front();
    ScanProgress whole;
    whole.phase = phaseOf(parts);
    std::optional<Instant> last;
    bool allEnded = !parts.empty();
    for (const ScanProgress &part : parts) {
        whole.keysSeen += part.keysSeen;
        whole.keysEstimated += part.keysEstimated;
        whole.locksFound += part.locksFound;
        whole.keysRefused += part.keysRefused;
        whole.nodes.insert(whole.nodes.end(), part.nodes.begin(), part.nodes.end());
        if (part.startedAt != Instant{} && (whole.startedAt == Instant{} || part.startedAt < whole.startedAt))
            whole.startedAt = part.startedAt;
        allEnded = allEnded && part.endedAt;
        if (part.endedAt && (!last || *part.endedAt > *last))
            last = part.endedAt;
        if (part.phase == ScanPhase::Failed && whole.failure.text.isEmpty())
            whole.failure = part.failure;
        if (part.keysRefused > 0 && whole.refusal.text.isEmpty())
            whole.refusal = part.refusal;
    }
    if (allEnded || (last && whole.phase != ScanPhase::Running && whole.phase != ScanPhase::Idle))
        whole.endedAt = last;
    return whole;
}

void Refusals::note(const std::vector<KeyReading> &locks, const NodeId &node)
{
    for (const KeyReading &lock : locks) {
        const auto refusal = refusedCompanion(lock, node);
        if (refusal && m_locks++ == 0)
            m_first = *refusal;
    }
}

void Refusals::moveTo(ScanProgress &progress)
{
    if (m_locks > 0 && progress.keysRefused == 0)
        progress.refusal = m_first;
    progress.keysRefused += std::exchange(m_locks, 0);
}

ScanProgress ofCluster(ScanProgress together, int slotsServed, const std::optional<Failure> &surplus)
{
    const bool isComplete = together.phase == ScanPhase::Complete;
    if (surplus && (isComplete || together.phase == ScanPhase::Failed)) {
        together.phase = ScanPhase::Failed;
        together.failure = *surplus;
    } else if (isComplete && slotsServed < SlotCount) {
        together.phase = ScanPhase::Failed;
        together.failure = {.kind = ErrorKind::ClusterDown,
                            .text = Tr::tr("no master serves %n slot(s)", nullptr, SlotCount - slotsServed)};
    }
    return together;
}

bool isWhole(const ScanProgress &progress)
{
    return progress.phase == ScanPhase::Complete && progress.keysRefused == 0;
}

LiveStatus weakest(const std::vector<std::pair<NodeId, LiveStatus>> &parts)
{
    if (parts.empty())
        return {};
    const auto worst = std::max_element(parts.begin(), parts.end(), [](const auto &a, const auto &b) {
        return weakness(a.second.mode) < weakness(b.second.mode);
    });
    LiveStatus whole = worst->second;
    const bool alike = std::all_of(parts.begin(), parts.end(),
                                   [&](const auto &part) { return part.second.mode == whole.mode; });
    if (!alike && !whole.reason.isEmpty())
        whole.reason = Tr::tr("%1: %2").arg(escapedText(worst->first.bytes), whole.reason);
    whole.gaps = 0;
    whole.missed.clear();
    whole.flushes.clear();
    for (const auto &[node, live] : parts) {
        whole.exact = whole.exact && live.exact;
        whole.gaps += live.gaps;
        for (const auto &[interrupted, times] : live.missed)
            whole.missed[interrupted] += times;
        for (const auto &[flushed, times] : live.flushes)
            whole.flushes[flushed] += times;
        if (whole.offer.isEmpty())
            whole.offer = live.offer;
    }
    return whole;
}

} // namespace lockscope
