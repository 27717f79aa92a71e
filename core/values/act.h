// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A request to change a lock, and its outcome. Values; any thread.

#include "core/values/actkind.h"
#include "core/values/lock.h"

#include <QString>
#include <QStringList>

#include <algorithm>

namespace lockscope
{

enum class ActResult { Done, OwnerChanged, AlreadyGone, NotAcquired, Refused, Unknown };

struct ActRequest {
    ActKind act = ActKind::Wake;
    LockName key{};
    QByteArray kind{};       // acquire: name of the format; else empty: recognised from the key
    OwnerId owner{};         // acquire, renew, release, remove-share; acquire: empty = made by the format
    bool ownerIsNew = false; // acquire: made for this act, so it holds nothing that the act could extend
    HoldMode mode = HoldMode::Exclusive; // acquire, release, remove-share: Read or Write of a read-write lock
    QByteArray part{};                   // which part of a lock with several parts
    std::optional<OwnerId> expectedOwner{}; // force-release: nullopt = any owner
    std::optional<qint64> expectedCount{};  // force-release: the count that was shown; nullopt = any
    // Force-release with several holders: all holders as they were shown; count 0 = any. If empty: any
    // holders, or with expectedOwner, that owner must be the only holder.
    std::vector<Holder> expectedHolders{};
    std::optional<milliseconds> lease{}; // acquire, renew: nullopt = default of the format
    milliseconds wait{0};                // acquire
    bool watchdog = false;               // acquire: renew while this program runs
    QString reason{};                    // recorded in the audit
    QString confirmedName{};             // what the user typed to confirm on production (confirmationFor)
    int series = 0;                      // number of acts in a bulk action; 0: a single act
    // Force-release: the longest TTL possible for the hold that was shown. A longer one means that the lock
    // was taken again. -1 ms: it was shown without an expiry. nullopt: any.
    std::optional<milliseconds> longestTtl{};
    bool dryRun = false; // plan only
    // Whether the plan needs its texts. False if they will not be read: making them costs more than the act.
    bool withTexts = true;
    // Whether the plan needs its effect on the waiters. Costs a look at the whole table.
    bool withEffect = false;
    // In a RedLock group: every node must agree, as for a MultiLock; otherwise a majority.
    bool everyNode = false;
};

// What the old holder will notice, and when. This differs between libraries.
struct HolderNotice {
    enum class When { NextRenewal, AtUnlock, Soon, Never, Unknown };
    QByteArray library{};
    QByteArray releases{}; // of the library; empty: all
    When when = When::Unknown;
    QString because{}; // what speaks for the library; empty: none is named
    QString text{}; // "its watchdog stops silently within 10 s; unlock() throws IllegalMonitorStateException"

    QString line() const; // "redis-py 2.10.0+, at unlock: release() raises LockNotOwnedError"
};

// Which of the clients that wait for a lock go on when it ends. Unknown: it depends on what each asks for.
enum class GoesOn : quint8 { None, One, Several, Readers, WriterOrReaders, All, Unknown };
// Which of them is next. FirstInQueue, LongestAsleep (on a list): it is certain. Otherwise all of them try
// again, and it is unknown which succeeds: clients that listen on a channel, track the key, block on a list
// in unknown order, or poll.
enum class NextWaiter : quint8 { None, FirstInQueue, LongestAsleep, Listening, Tracking, Asleep, Polling };
// Why another lock is taken for one of the same client: it has the same owner id, the id names the same
// client or process, both are held from the same connection, or both are renewed at the same times.
enum class Kinship : quint8 { SameOwner, SameClient, SameConnection, SameTimes };

struct OtherLock {
    LockName key{};
    Kinship kinship = Kinship::SameOwner;
    QString learnt{};        // SameConnection: from what its connection is known, as in ClientInfo
    bool isTogether = false; // SameOwner: acquired in the same moment, so perhaps a part of one MultiLock
    friend bool operator==(const OtherLock &, const OtherLock &) = default;
};

// Which waiters proceed when a lock, or a share of it, is released, and what its holder keeps.
// releaseeffect.h estimates from it how long they would wait otherwise.
struct ReleaseEffect {
    GoesOn goesOn = GoesOn::None;
    NextWaiter next = NextWaiter::None;
    qint64 several = 0;       // GoesOn::Several: at most so many
    qint64 left = 0;          // holds, other holders or counts that remain
    bool endsSeveral = false; // it ends several holds, by force
    qint64 leftByOne = 0;     // then: holds that remain if one of them is released; 0: that frees a waiter
    std::vector<QueuedWaiter> queue{}; // in their order
    bool queueIsCut = false;           // it is longer
    bool queueIsUnread = false;        // Waiters::areUnread
    bool dropsDead = false;            // the act takes dead waiters out of the queue
    std::optional<qint64> listening{}; // clients; nullopt: unknown
    bool mayListenForAnother = false;  // Waiters::mayBeElsewhere
    std::vector<milliseconds> holds{}; // how long earlier holds of this lock were seen to last; ascending
    // One holder has it, and the rest is about its hold. False: there are several, or permits.
    bool isOneHold = false;
    std::optional<Instant> heldSince{}; // nullopt: its beginning was not seen
    std::optional<Instant> expiresAt{}; // if it was not renewed so far, or will not be any more
    bool clientIsGone = false;
    bool isDeadlocked = false;
    std::vector<OtherLock> others{}; // of the same client; they stay held. Truncated
    bool allAreRead = false;         // false: it may hold more
    Instant at{};                    // when all this was so
    friend bool operator==(const ReleaseEffect &, const ReleaseEffect &) = default;
};

// What an act would do: shown before it, and by --dry-run.
struct ActPlan {
    ActKind act = ActKind::Wake;
    LockName key{};
    LockKind kind{};
    QByteArray script{}; // name of the Lua file
    std::vector<QByteArray> keys{};
    std::vector<QByteArray> args{};
    std::vector<QByteArray> channels{}; // where wake-up messages are published
    // See ActRequest::withTexts.
    QStringList steps{};                   // one sentence each
    QStringList commands{};                // equivalent redis-cli lines, to copy
    QStringList warnings{};                // consequences, and what cannot be made safe
    std::vector<HolderNotice> notices{};   // most likely library first
    std::optional<ReleaseEffect> effect{}; // see ActRequest::withEffect; nullopt: it releases nothing
};

struct NodeReceipt {
    NodeId node{};
    ActResult result = ActResult::Unknown;
    std::optional<OwnerId> foundOwner{};
    OwnerId asked{}; // whose hold the node was asked to change; empty: none was named
    std::optional<milliseconds> ttl{};
    milliseconds took{0};
    Failure failure{};        // for Refused and Unknown
    bool isLostSince = false; // it was done, but the hold was gone when it was read back
    // An acquire without a majority: what this node granted, or may have granted, is not known to be given
    // back.
    bool mayRemain = false;
};

struct Receipt {
    ActKind act = ActKind::Wake;
    ActResult result = ActResult::Unknown;
    LockName key{};
    LockKind kind{};
    OwnerId owner{};                     // of the request
    std::optional<OwnerId> foundOwner{}; // the holder as read back; nullopt: free
    qint64 foundCount = 0;
    std::optional<milliseconds> ttl{}; // after the act; nullopt: no expiry or no lock
    qint64 woken = 0;                  // clients that got the wake-up message, of the server that sent it
    // Woken is 0: whether a client listens for it elsewhere; nothing: unknown.
    std::optional<bool> isHeardElsewhere{};
    OwnerId wokenWaiter{};          // of a queue: the first that is not dead, to whom the message was sent
    std::vector<OwnerId> dropped{}; // dead waiters that were taken out of the queue
    // Force-release that woke waiters: the lock was taken again within this time. nullopt: not seen.
    std::optional<milliseconds> nextAfter{};
    bool unchanged = false; // done, but nothing to change: it already expires sooner
    // Acquire, renew: done, but when it was read back, it was free or another client's.
    bool isLostSince = false;
    bool isDone() const { return result == ActResult::Done && !isLostSince; }
    NodeId node{};
    // For Refused and Unknown; for NotAcquired on a RedLock group, why there was no majority.
    Failure failure{};
    ActPlan plan{};
    bool dryRun = false;
    WallTime at{};
    std::vector<NodeReceipt> nodes{}; // of a RedLock group, in the order of its members
    // RedLock: what was left of the lease when it was acquired, less the time that took and the clock drift.
    std::optional<milliseconds> validity{};
    // Acquire with a lease, Done: the lease is valid until then by this machine's clock.
    std::optional<Instant> validUntil{};

    // Nodes were asked for different ids, each for that of its own copy.
    bool asksSeveralIds() const
    {
        const auto isAnother = [this](const NodeReceipt &node) { return node.asked != nodes.front().asked; };
        return std::ranges::any_of(nodes, isAnother);
    }
    // Of a RedLock group: another owner than was meant, if most nodes have it, and how many.
    std::optional<std::pair<OwnerId, qsizetype>> majorityOfOther() const;
    QString line() const; // "lock:a: released; held now by …"
};

// The receipt of an act that was not sent.
Receipt refusedReceipt(const ActRequest &request, const Failure &why, const NodeId &node = {});

// A lock that this program acquired and holds.
struct OwnHolding {
    LockName key{};
    LockKind kind{};
    OwnerId owner{};
    HoldMode mode = HoldMode::Exclusive;
    QByteArray part{};
    qint64 count = 1;
    bool renewed = false; // by a watchdog of this program
    WallTime since{};
    friend bool operator==(const OwnHolding &, const OwnHolding &) = default;
    // One name may have several holds: permits, readers, several owner ids.
    bool isSameHold(const OwnHolding &other) const;
};

const char *name(ActResult result);        // "done", "owner-changed", …
const char *name(HolderNotice::When when); // "next-renewal", "at-unlock", …
const char *name(GoesOn goesOn);           // "none", "writer-or-readers", …
const char *name(NextWaiter next);         // "first-in-queue", "listening", …
const char *name(Kinship kinship);         // "same-owner", …

} // namespace lockscope
