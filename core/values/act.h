// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asking for a change of a lock, and the fact of what came of it. Values; any thread.

#include "core/values/actkind.h"
#include "core/values/lock.h"

#include <QString>
#include <QStringList>

namespace lockscope
{

enum class ActResult { Done, OwnerChanged, AlreadyGone, NotAcquired, Refused, Unknown };

struct ActRequest {
    ActKind act = ActKind::Wake;
    LockName key{};
    QByteArray kind{}; // acquire: name of the format; else empty = recognise it from the key
    OwnerId owner{};   // acquire, renew, release, remove-share: who; acquire: empty = made as the format does
    bool ownerIsNew = false; // acquire: made for this act, so there is no hold of his that it could prolong
    HoldMode mode = HoldMode::Exclusive; // acquire, release, remove-share: Read or Write of a read-write lock
    QByteArray part{};                   // of a lock with several parts: which
    std::optional<OwnerId> expectedOwner{}; // force-release: nothing = any owner
    std::optional<qint64> expectedCount{};  // force-release: what the screen showed; nothing = any
    // Force-release of a lock with several holders: all of them, as the screen showed them; count 0 = any.
    // Nothing and no expectedOwner = whoever. With an expectedOwner alone, he must be the only one.
    std::vector<Holder> expectedHolders{};
    std::optional<milliseconds> lease{}; // acquire, renew: nothing = the format's default
    milliseconds wait{0};                // acquire
    bool watchdog = false;               // acquire: keep renewing while this program lives
    QString reason{};                    // why; goes into the audit
    QString confirmedName{}; // what a person typed to go on, where production asks for it (confirmationFor)
    int series = 0;          // one of so many acts that are asked for at once; 0: alone
    // Force-release: the longest time to live that the lock can have, if it is the one that was shown; more
    // left means that it was taken anew. -1 ms: it was shown without an expiry. Nothing: any.
    std::optional<milliseconds> longestTtl{};
    bool dryRun = false; // plan only
    // The plan tells people what it does. False, where nobody will read that: it may be left out, for it
    // costs more than the act.
    bool withTexts = true;
    // In a RedLock group: every node must agree, as a MultiLock asks; else the majority.
    bool everyNode = false;
};

// What the old holder will notice of an act, and when: each library has its own way.
struct HolderNotice {
    enum class When { NextRenewal, AtUnlock, Soon, Never, Unknown };
    QByteArray library{};
    QByteArray releases{}; // of the library; empty: all
    When when = When::Unknown;
    QString text{}; // "its watchdog stops silently within 10 s; unlock() throws IllegalMonitorStateException"

    QString line() const; // "redis-py 2.10.0+, at unlock: release() raises LockNotOwnedError"
};

// What would be done: shown before, and by --dry-run.
struct ActPlan {
    ActKind act = ActKind::Wake;
    LockName key{};
    LockKind kind{};
    QByteArray script{}; // name of the Lua file
    std::vector<QByteArray> keys{};
    std::vector<QByteArray> args{};
    std::vector<QByteArray> channels{}; // wake-up messages go here
    // For people; see ActRequest::withTexts.
    QStringList steps{};                 // what the script does, a sentence each
    QStringList commands{};              // the redis-cli lines that do the same, to copy
    QStringList warnings{};              // what follows; what cannot be made safe
    std::vector<HolderNotice> notices{}; // most likely library first
};

// What one node of a RedLock group answered.
struct NodeReceipt {
    NodeId node{};
    ActResult result = ActResult::Unknown;
    std::optional<OwnerId> foundOwner{};
    std::optional<milliseconds> ttl{};
    milliseconds took{0};
    Failure failure{}; // Refused and Unknown
};

struct Receipt {
    ActKind act = ActKind::Wake;
    ActResult result = ActResult::Unknown;
    LockName key{};
    LockKind kind{};
    OwnerId owner{};                     // who was meant
    std::optional<OwnerId> foundOwner{}; // who holds it now, as read back; nothing: nobody
    qint64 foundCount = 0;
    std::optional<milliseconds> ttl{}; // left after the act; nothing: none or no lock
    qint64 woken = 0;                  // clients that got the wake-up message
    // Force-release that woke somebody: until the lock was seen taken again, this long at most. Nothing: it
    // was not, as long as it was looked at.
    std::optional<milliseconds> nextAfter{};
    bool unchanged = false; // done, yet nothing had to change: it expires sooner than asked
    NodeId node{};
    Failure failure{}; // for Refused and Unknown: by whom and why
    ActPlan plan{};
    bool dryRun = false;
    WallTime at{};
    std::vector<NodeReceipt> nodes{}; // of a RedLock group, in the order of its members; else empty
    // RedLock: what was left of the lease when it was taken, the time that took and the drift taken off.
    std::optional<milliseconds> validity{};
    // Acquire with a lease, Done: until then the server cannot have ended the lease, by this machine's clock.
    std::optional<Instant> validUntil{};

    QString line() const; // "lock:a: released; held now by …"
};

// The receipt of an act of which nothing was sent.
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
    // Under one name there may be several: permits, for reading, by several owner ids.
    bool isSameHold(const OwnHolding &other) const;
};

const char *name(ActResult result);        // "done", "owner-changed", …
const char *name(HolderNotice::When when); // "next-renewal", "at-unlock", …

} // namespace lockscope
