// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A lock as it is known: what its keys say, and what was observed of it over time. Values; a Lock that left
// its maker is never changed again (it travels as LockPtr), so any thread may read it.

#include "core/base/clock.h"
#include "core/base/names.h"
#include "core/values/copy.h"

#include <QVarLengthArray>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lockscope
{

// The kind's name as cli.md fixes it ("rlock", "token-lock", …). Views a literal of the format that owns it.
struct LockKind {
    std::string_view name{};
    friend bool operator==(LockKind a, LockKind b) { return a.name == b.name; }
};

enum class ValueType { None, String, Hash, List, Set, SortedSet, Stream, Other };
enum class Confidence { Certain, Likely, Guess };
enum class HoldMode { Exclusive, Read, Write, Permit };
enum class VerdictLevel { Ok, Info, Warning, Critical };
// What a statement rests on: the server said so at that time; it follows from what was seen; or it is taken
// from a shape, a name or a habit, and may be wrong. What is not known is not stated.
enum class Basis { Seen, Concluded, Assumed };

// Who is behind an owner id, as far as it is known.
struct ClientInfo {
    QByteArray address{};               // empty: not known
    QByteArray name{};                  // of the connection, or the operator's alias
    QString learnt{};                   // how: "owner id", "alias", "CLIENT LIST", "MONITOR probe"
    std::optional<Instant> goneSince{}; // was connected, and is no more; then at the latest
    friend bool operator==(const ClientInfo &, const ClientInfo &) = default;
};

struct Holder {
    OwnerId id{};
    qint64 count = 1; // reentrancy
    HoldMode mode = HoldMode::Exclusive;
    std::optional<Instant> expiresAt{}; // own deadline, where the format has one; else the lock's
    QByteArray part{};                  // which part of the lock, where it has several (a value of a group)
    friend bool operator==(const Holder &, const Holder &) = default;
};

// The watchdog as observed. period and lastAt are known once two renewals, or one, were seen.
struct Renewals {
    qint64 count = 0;
    qint64 missed = 0;
    std::optional<milliseconds> period{};
    std::optional<Instant> lastAt{};
    friend bool operator==(const Renewals &, const Renewals &) = default;
};

// One place in the queue of a lock.
struct QueuedWaiter {
    OwnerId id{};
    std::optional<Instant> deadline{}; // after which others drop it from the queue
    std::optional<bool> alive{};       // whether somebody listens for it; absent: not known
    HoldMode mode = HoldMode::Exclusive;
    friend bool operator==(const QueuedWaiter &, const QueuedWaiter &) = default;
};

struct Waiters {
    std::optional<qint64>
        subscribed{}; // clients on the wake-up channel; absent: the format has none, or not asked
    std::vector<QueuedWaiter> queued{}; // in order, where the format has a queue
    friend bool operator==(const Waiters &, const Waiters &) = default;
    qint64 atLeast() const { return std::max<qint64>(subscribed.value_or(0), qint64(queued.size())); }
};

// Of a semaphore. available: that can be taken now, those past their time included; absent: not known.
struct Permits {
    std::optional<qint64> available{};
    std::optional<qint64> held{};
    std::optional<qint64> total{};
    qint64 overdue = 0; // past their time, yet not given back to the counter
    friend bool operator==(const Permits &, const Permits &) = default;
};

// What only some kinds of locks have; most have none of it.
struct LockExtras {
    std::optional<Permits> permits{};
    std::optional<qint64> fencingToken{}; // the last one given out
    std::optional<qint64> toGo{};         // latch: counts until it opens
    std::vector<LockName> companions{};   // the further keys it stands in, those that exist
    // Other kinds that this may be as well; lives for ever. Null: none.
    const std::vector<LockKind> *alternatives = nullptr;
    // Of a RedLock group: what each node says, in the order of the members, and what follows from it.
    std::vector<Copy> copies{};
    std::optional<Quorum> quorum{};
    friend bool operator==(const LockExtras &, const LockExtras &) = default;
};

using HolderClients = std::vector<std::pair<OwnerId, ClientInfo>>;

// How the last hold of a free lock ended; NotSeen: it was free when first seen.
enum class Ending { NotSeen, Released, Expired, Forced };

struct Verdict {
    VerdictLevel level = VerdictLevel::Ok;
    std::string_view code = "healthy"; // literal of the rule: "healthy", "no-expiry", "renewal-overdue", …
    qint64 figure = 0;                 // what its sentence counts, where it counts something (verdict.h)
    Basis basis = Basis::Seen;
    friend bool operator==(const Verdict &, const Verdict &) = default;
};

struct Lock {
    LockName key{};
    int db = 0;
    NodeId node{};
    std::optional<int> slot{};
    LockKind kind{};
    std::vector<std::string_view> const *libraries =
        nullptr; // of the format, most likely first; lives for ever
    Confidence confidence = Confidence::Guess;
    ValueType type = ValueType::None;
    QVarLengthArray<Holder, 1> holders{};
    std::optional<Instant> expiresAt{};  // nothing: no expiry
    std::optional<milliseconds> lease{}; // the largest time to live seen under this owner
    Instant heldSince{};                 // first seen, or the exact acquire
    bool heldIsLowerBound = true;
    qint64 maxCount = 1;            // the largest hold count seen under this owner
    Ending ended = Ending::NotSeen; // of the last hold, while it is free
    Renewals renewals{};
    Waiters waiters{};
    Verdict verdict{};
    std::shared_ptr<const LockExtras> extras{};     // null: none
    std::shared_ptr<const HolderClients> clients{}; // of the holders whose client is known; null: of none
    Instant readAt{};                               // when the server said all this
    bool lasting = false;                           // stays by design: no expiry is no fault
    bool stale = false;                             // its node is not reachable now

    bool held() const { return !holders.isEmpty(); }
    OwnerId owner() const { return holders.isEmpty() ? OwnerId{} : holders.front().id; }
    qint64 count() const { return holders.isEmpty() ? 0 : holders.front().count; }
    const std::vector<LockName> &companions() const;
    const Quorum *quorum() const { return extras && extras->quorum ? &*extras->quorum : nullptr; }
    std::optional<Permits> permits() const { return extras ? extras->permits : std::nullopt; }
};

using LockPtr = std::shared_ptr<const Lock>;

const char *name(ValueType type);
const char *name(Confidence confidence);
const char *name(HoldMode mode);
const char *name(VerdictLevel level);
const char *name(Basis basis);

} // namespace lockscope
