// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/inspector.h"

#include "core/engine/blocking/deadlocktext.h"
#include "core/engine/blocking/party.h"
#include "core/engine/blocking/releaseeffect.h"
#include "core/engine/reading/decodedlock.h"
#include "core/engine/reading/libraryclaims.h"
#include "core/engine/table/continuity.h"
#include "core/engine/table/renewalgroups.h"
#include "core/engine/verdicts/holdershare.h"
#include "core/formats/holdernotices.h"
#include "core/formats/strings/barenumber.h"
#include "core/redis/slots.h"
#include "core/values/kindname.h"

#include <algorithm>

namespace lockscope
{

namespace
{

qint64 shownSize(const KeyReading &reading)
{
    if (reading.type == ValueType::Hash)
        return qint64(reading.fields.size());
    if (reading.type == ValueType::String)
        return reading.string.size();
    return qint64(reading.members.size());
}

// refusal: of the count.
QString unseenWaiters(const Format &format, const Lock &lock, const ScriptEvidence &evidence,
                      std::optional<ErrorKind> refusal)
{
    if (lock.waiters.isKnown())
        return {};
    if (isPartlyRead(lock))
        return Inspector::tr("unknown: not all keys of this lock could be read");
    if (lock.stale && format.waiting() == WaitMode::Subscribe)
        return Inspector::tr("unknown: not counted since the lock could last be read");
    switch (format.waiting()) {
    case WaitMode::Subscribe:
        if (refusal)
            return refusal == ErrorKind::NoPerm ? Inspector::tr("unknown: this user may not run PUBSUB")
                                                : Inspector::tr("unknown: the server refuses PUBSUB");
        return evidence.mayBeSpun(lock) ? Inspector::tr("unknown: no client listens. Spin lock clients, "
                                                        "which this server may have, poll and leave no trace")
                                        : Inspector::tr("unknown: not counted yet");
    case WaitMode::Poll:
        if (mayBeOf(lock, "python-redis-lock"))
            return Inspector::tr(
                "unknown: clients of this kind poll, and those of python-redis-lock block on a "
                "list; neither leaves a trace");
        return format.mayShareChannel()
                   ? Inspector::tr(
                         "unknown: clients of this kind poll, or listen to a channel or pattern that "
                         "many locks share")
                   : Inspector::tr("unknown: clients that wait for this kind poll and leave no trace");
    case WaitMode::Sleep:
        return Inspector::tr(
            "unknown: clients of this kind block in a command, and the server does not report for which key");
    case WaitMode::Track:
        return Inspector::tr("unknown: clients of this kind are notified of key changes, and the server does "
                             "not report which key they wait for");
    case WaitMode::Nobody:
        break;
    }
    return Inspector::tr("none: clients do not wait for a lock of this kind");
}

// What the lock names, and all that the reading fits.
std::vector<LockKind> alternativesOf(const Registry &registry, const Lock &lock, const KeyReading &reading)
{
    std::vector<LockKind> kinds;
    if (lock.extras && lock.extras->alternatives)
        kinds = *lock.extras->alternatives;
    for (const LockKind kind : registry.alternatives(reading)) {
        if (std::ranges::find(kinds, kind) == kinds.end())
            kinds.push_back(kind);
    }
    std::erase(kinds, lock.kind);
    return kinds;
}

Failure closed(const LockName &key)
{
    return {
        .kind = ErrorKind::Cancelled, .text = Inspector::tr("the connection was closed"), .key = key.bytes};
}

} // namespace

Inspector::Inspector(Deployment &deployment, const Registry &registry, LockTable &table,
                     FollowerOf followerOf)
    : m_deployment(deployment), m_registry(registry), m_table(table), m_followerOf(std::move(followerOf))
{
}

QCoro::Task<Outcome<KeyLookup>> Inspector::lookAt(QPointer<Inspector> self, LockName key)
{
    const QPointer<Follower> follower(self->m_followerOf(key));
    QByteArray listened = follower ? follower->listened(key) : QByteArray();
    auto looked = co_await lookUp(&self->m_deployment, self->m_registry, key, listened);
    if (!self)
        co_return closed(key);
    // Clients may wait for the lock although its key is missing.
    if (looked.ok() && looked->reading.type == ValueType::None && listened.isEmpty() && follower) {
        listened = co_await follower->waiters().listenedChannel(key);
        if (!self)
            co_return closed(key);
        looked->reading.listened = listened;
        if (!listened.isEmpty() && follower)
            follower->noteListened(key, listened);
    }
    if (looked.ok() && follower && follower->mayBeWaitedForElsewhere(looked->reading))
        looked->reading.listened.clear();
    // What a bare number may be depends on the scripts that clients of the server use.
    if (looked.ok() && isOpenNumber(self->m_registry, looked->reading)) {
        if (Session *reading = self->m_deployment.reading(key)) {
            const auto scripts = co_await reading->call(ScriptEvidence::question(self->m_registry));
            if (!self)
                co_return closed(key);
            if (scripts)
                self->m_table.setEvidence(looked->node, ScriptEvidence::from(self->m_registry, *scripts));
        }
    }
    if (looked.ok())
        if (isOfOwner(self->m_deployment, looked->reading, looked->node))
            self->m_table.apply(looked->reading, looked->node, self->m_deployment.spec().db,
                                EventSource::Poll);
    co_return looked;
}

// The feed has read the main key since this read began, and the table keeps the later read.
bool Inspector::wasOvertaken(const KeyReading &reading) const
{
    const LockPtr kept = m_table.find(reading.key);
    return kept && kept->readAt > reading.readAt && kept->companions().empty() && !reading.companions.empty();
}

QCoro::Task<Outcome<LockDetail>> Inspector::inspect(LockName key)
{
    const QPointer<Inspector> self(this);
    Outcome<KeyLookup> looked = co_await lookAt(self, key);
    for (int again = 0; again < 2 && self && looked && wasOvertaken(looked->reading); ++again)
        looked = co_await lookAt(self, key);
    if (!self)
        co_return closed(key);
    if (!looked)
        co_return looked.failure();
    Outcome<Reply> scripts = closed(key);
    if (Session *reading = m_deployment.reading(key)) {
        Command question = ScriptEvidence::question(m_registry);
        scripts = co_await reading->call(std::move(question));
    }
    if (!self)
        co_return closed(key);
    if (scripts) // what can be counted of waiters depends on it
        m_table.setEvidence(looked->node, ScriptEvidence::from(m_registry, *scripts));
    co_await askForClients(self, key);
    if (!self)
        co_return closed(key);
    std::vector<Copy> all = co_await copies(key);
    if (!self)
        co_return closed(key);
    m_table.judge(now());
    LockDetail detail = detailOf(*looked, scripts);
    if (detail.lock)
        detail.deadlock = deadlockOf(*detail.lock);
    detail.copies = std::move(all);
    if (const LockPtr &lock = detail.lock; lock && detail.copies.empty()) // there are no replicas
        detail.copies = {copyOn(lock->node, *lock)};
    co_return detail;
}

QCoro::Task<> Inspector::askForClients(QPointer<Inspector> self, LockName key)
{
    Follower *follower = self->m_followerOf(key);
    if (!follower)
        co_return;
    follower->schedule(key);
    co_await follower->waiters().countOf(std::vector(1, key));
    if (Follower *still = self ? self->m_followerOf(key) : nullptr)
        co_await still->clients().askFor(key);
}

QCoro::Task<Outcome<LockDetail>> Inspector::inspectKept(LockName key)
{
    const QPointer<Inspector> self(this);
    co_await askForClients(self, key);
    if (!self)
        co_return closed(key);
    m_table.judge(now());
    LockDetail detail{.lock = m_table.find(key)};
    if (detail.lock)
        findRelated(detail);
    co_return detail;
}

LockDetail Inspector::detailOf(const KeyLookup &looked, const Outcome<Reply> &scripts) const
{
    const KeyReading &reading = looked.reading;
    LockDetail detail{.lock = m_table.find(reading.key),
                      .typeFound = reading.type,
                      .size = reading.size,
                      .rawString = reading.string,
                      .rawFields = reading.fields,
                      .rawMembers = reading.members};
    detail.rawTruncated = reading.size > shownSize(reading);
    for (const KeyReading &companion : reading.companions) {
        if (companion.type != ValueType::None && companion.size != RefusedSize)
            detail.companions.push_back(companion.key);
    }
    detail.reading = std::make_shared<const KeyReading>(reading);
    if (!detail.lock)
        return detail;
    const ScriptEvidence evidence = scripts ? ScriptEvidence::from(m_registry, *scripts) : ScriptEvidence();
    const std::optional<KeyReading> semaphore = asSemaphore(m_registry, reading, detail.lock.get(), evidence);
    const Format *format =
        semaphore ? m_registry.find(kindName(semaphore->ruled)) : m_registry.decode(reading).first;
    if (format) {
        if (semaphore && detail.lock->confidence == Confidence::Guess && evidence.semaphores())
            detail.explanation +=
                tr("Assumed to be a semaphore, because clients of this server use Redisson's "
                   "semaphores: a counter, or a lock whose value is a number, looks the same");
        detail.explanation += format->explain(semaphore.value_or(reading));
        detail.explanation += unreadLines(reading, format->kind()) + evidence.explain(*format);
        detail.libraries = libraryClaims(*format, *detail.lock, format->claims(reading.key.bytes), evidence);
        for (const LibraryClaim &claim : detail.libraries) {
            if (const QString note = libraryNote(claim.library, reading.key.bytes); !note.isEmpty())
                detail.explanation += note;
        }
        if (detail.lock->held())
            detail.notices =
                holderNotices(*detail.lock, format->kind(), ActKind::ForceRelease, detail.libraries);
        Follower *follower = m_followerOf(reading.key);
        detail.unseenWaiters = unseenWaiters(*format, *detail.lock, evidence,
                                             follower ? follower->waiters().refusal() : std::nullopt);
        detail.alternatives = alternativesOf(m_registry, *detail.lock, reading);
        findRelated(detail);
    }
    return detail;
}

// The table judges whether it is in one; here is how.
QStringList Inspector::deadlockOf(const Lock &lock) const
{
    if (lock.verdict.code != "deadlock")
        return {};
    const WaitGraph graph = waitGraph(m_registry, m_table.queued());
    for (const Deadlock &deadlock : findDeadlocks(graph, Sameness::Certain)) {
        const auto isOfIt = [&](const DeadlockStep &step) {
            return graph.locks[step.held].lock->key == lock.key;
        };
        if (std::ranges::any_of(deadlock.steps, isOfIt))
            return deadlockSteps(graph, deadlock);
    }
    return {};
}

bool Inspector::hasReadAll() const
{
    const std::vector<Deployment::Shard> &shards = m_deployment.shards();
    int covered = 0;
    for (const Deployment::Shard &shard : shards)
        covered += slotsIn(shard.slotRanges);
    const bool isServed = !m_deployment.isCluster() || covered == SlotCount;
    return !shards.empty() && isServed && std::ranges::all_of(shards, [this](const Deployment::Shard &shard) {
        return m_table.hasReadAll(shard.master);
    });
}

void Inspector::findRelated(LockDetail &detail) const
{
    detail.sameOwner = sameOwnerAs(*detail.lock);
    findSameClient(detail);
    findSameConnection(detail);
}

std::vector<LockName> Inspector::sameOwnerAs(const Lock &lock) const
{
    std::vector<LockName> others;
    if (!namesItsHolder(lock))
        return others;
    m_table.forEach([&](const LockPtr &other) {
        if (others.size() < size_t(MostOtherLocks) && other->key != lock.key &&
            other->owner() == lock.owner())
            others.push_back(other->key);
    });
    std::sort(others.begin(), others.end());
    return others;
}

// Preselects cheaply, as the table may hold a million locks.
void Inspector::findSameClient(LockDetail &detail) const
{
    const Lock &lock = *detail.lock;
    if (!lock.held())
        return;
    const auto told = [this](const Lock &one) { return clientTold(m_registry, one); };
    const QByteArray client = told(lock);
    std::vector<LockPtr> candidates{detail.lock};
    m_table.forEach([&](const LockPtr &other) {
        if (other->key == lock.key || !other->held())
            return;
        const bool mayBe = client.isEmpty() ? other->renewals.period && lock.renewals.period
                                            : other->owner().bytes.contains(client);
        if (mayBe)
            candidates.push_back(other);
    });
    for (RenewalGroup &group : renewalGroups(candidates, told)) {
        if (std::find(group.locks.begin(), group.locks.end(), lock.key) == group.locks.end())
            continue;
        std::erase_if(group.locks, [&](const LockName &key) {
            return key == lock.key || (namesItsHolder(lock) && m_table.find(key)->owner() == lock.owner());
        });
        group.locks.resize(std::min(group.locks.size(), size_t(MostOtherLocks)));
        detail.sameClient = std::move(group.locks);
        detail.sameClientByBeat = group.client.isEmpty();
    }
    std::sort(detail.sameClient.begin(), detail.sameClient.end());
}

// Few locks have a known client.
void Inspector::findSameConnection(LockDetail &detail) const
{
    const Lock &lock = *detail.lock;
    const auto connection = [](const Lock &one, const Holder &holder) {
        const ClientInfo *client = clientOf(one, holder.id);
        return client && !client->goneSince ? connectionOf(client->address) : QByteArray();
    };
    const QByteArray own = lock.held() ? connection(lock, lock.holders.front()) : QByteArray();
    if (own.isEmpty())
        return;
    const auto isListed = [&detail](const LockName &key) {
        return std::ranges::count(detail.sameOwner, key) + std::ranges::count(detail.sameClient, key) > 0;
    };
    m_table.forEach([&](const LockPtr &other) {
        if (!other->clients || other->key == lock.key || isListed(other->key))
            return;
        const auto its = std::ranges::find_if(other->holders, [&](const Holder &holder) {
            return holder.id != lock.owner() && connection(*other, holder) == own;
        });
        if (its != other->holders.end() && detail.sameConnection.size() < size_t(MostOtherLocks))
            detail.sameConnection.push_back({.key = other->key,
                                             .kinship = Kinship::SameConnection,
                                             .learnt = clientOf(*other, its->id)->learnt});
    });
    std::sort(detail.sameConnection.begin(), detail.sameConnection.end(),
              [](const OtherLock &a, const OtherLock &b) { return a.key < b.key; });
}

Copy Inspector::copyOn(const NodeId &id, const Lock &lock) const
{
    const Node *node = m_deployment.node(id);
    Copy copy{.node = id,
              .role = node ? node->status().role : QByteArray(),
              .state = lock.held() ? CopyState::Held : CopyState::Missing,
              .owner = lock.owner(),
              .count = lock.count(),
              .expiresAt = lock.expiresAt};
    if (lock.stale)
        copy.state = CopyState::Unreachable;
    return copy;
}

QCoro::Task<Copy> Inspector::readCopy(QPointer<Inspector> self, NodeId id, LockName key)
{
    Copy copy{.node = id, .state = CopyState::Unreachable};
    Node *node = self->m_deployment.node(id);
    if (!node)
        co_return copy;
    copy.role = node->status().role;
    copy.why = node->status().connection.reason;
    if (!node->isReady())
        co_return copy;
    const auto readings = co_await readLocks(&node->reading(), self->m_registry, wholeLock(key));
    if (!self || !readings.ok()) {
        if (!readings.ok())
            copy.why = readings.failure();
        co_return copy;
    }
    const LockPtr known = self->m_table.find(key);
    const auto decoded = decodeAs(self->m_registry, readings->front(), known.get(), {}).second;
    copy.state = CopyState::Missing;
    if (!decoded || decoded->holders.empty())
        co_return copy;
    copy.state = CopyState::Held;
    copy.owner = decoded->holders.front().id;
    copy.count = decoded->holders.front().count;
    copy.expiresAt = decoded->holders.front().expiresAt;
    if (!copy.expiresAt && readings->front().ttl)
        copy.expiresAt = readings->front().readAt + *readings->front().ttl;
    co_return copy;
}

QCoro::Task<std::vector<Copy>> Inspector::copies(LockName key)
{
    const QPointer<Inspector> self(this);
    std::vector<Copy> copies;
    const Deployment::Shard *found = m_deployment.shardOf(key);
    if (!found || found->replicas.empty())
        co_return copies;
    const Deployment::Shard shard = *found;
    std::vector<QCoro::Task<Copy>> readings;
    readings.push_back(readCopy(self, shard.master, key));
    for (const NodeId &replica : shard.replicas)
        readings.push_back(readCopy(self, replica, key));
    for (QCoro::Task<Copy> &reading : readings)
        copies.push_back(co_await reading);
    if (!self)
        co_return copies;
    const Copy &master = copies.front();
    for (const NodeStatus &status : m_deployment.statuses()) {
        for (Copy &copy : copies) {
            if (copy.node == status.node && status.replica)
                copy.lag = status.replica->lag;
        }
    }
    for (Copy &copy : copies) {
        if (copy.state == CopyState::Held && master.state == CopyState::Held && copy.owner != master.owner)
            copy.state = CopyState::OtherOwner;
    }
    co_return copies;
}

} // namespace lockscope
