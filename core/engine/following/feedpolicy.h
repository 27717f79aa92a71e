// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chooses how to learn of changes on one server, from the options and from what the server allows. Also
// explains why there is no better way, and what the operator can do about it. Pure, any thread. Best first:
//  1. keyspace events, if exact events are wanted and they are enabled: the server pays for them with each
//     write, whether or not a client listens;
//  2. tracking of prefixes, if every pattern begins with fixed bytes. Costs nothing for other keys.
//     Otherwise keyspace events, if enabled: they work with any pattern;
//  3. tracking of every key, filtered by Lockscope, for patterns like *lock*. The server sends each changed
//  key
//     once per turn of its event loop (0.3 to 4 us each), so this stops above MaxForeignKeys per second;
//  4. tracking of the keys we read: reports known locks only, new ones are found by the next scan;
//  5. polling.

#include "core/base/clock.h"
#include "core/base/outcome.h"
#include "core/redis/reply.h"
#include "core/values/events.h"
#include "core/values/status.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace lockscope
{

struct FeedFacts {
    QList<QByteArray> patterns{}; // empty or "*": all keys
    int db = 0;
    bool exactWanted = false;                  // report each change, if the server does
    bool ownIdKnown = true;                    // CLIENT ID, the target of REDIRECT
    bool tooManyChanges = false;               // of keys outside the patterns, see 3
    std::optional<QByteArray> keyspaceFlags{}; // CONFIG GET notify-keyspace-events; nullopt: not asked yet
    std::optional<Failure> connection{};       // why there is no second connection
    std::optional<Failure> tracking{};         // CLIENT TRACKING was refused
    std::optional<Failure> invalidations{};    // SUBSCRIBE __redis__:invalidate was refused
    std::optional<Failure> events{};           // PSUBSCRIBE __keyspace@… was refused
    std::optional<Failure> config{};           // CONFIG GET was refused
};

struct FeedPlan {
    LiveMode mode = LiveMode::Polling;
    bool exact = false;
    bool askKeyspaceFlags = false;  // ask for keyspaceFlags, then plan again
    bool broadcast = false;         // CLIENT TRACKING … BCAST on the feed
    QList<QByteArray> prefixes{};   // of the broadcast; empty: every key
    bool trackKnownKeys = false;    // CLIENT TRACKING … REDIRECT on the session that reads
    QList<QByteArray> eventGlobs{}; // for PSUBSCRIBE, including the channel name
    milliseconds pause{0};          // between reads of invalidation messages, which are collected meanwhile
    bool tellsEachEnd = false;      // events report every end of a key, except by SWAPDB
    bool subscribeToInvalidations() const { return broadcast || trackKnownKeys; }
    Command broadcastCommand(qint64 feedId) const; // feedId: the client that receives the messages
    QString reason{};
    QString offer{};
};

inline constexpr int MaxForeignKeys = 5000; // per second, for three seconds
inline constexpr int MaxPrefixes = 64;      // the server compares each one with every changed key

// A failure of the connection: it does not show what the server allows, and is not one of these facts.
bool isTrouble(const Failure &failure);

FeedPlan planFeed(const FeedFacts &facts);
Command askKeyspaceFlags();
Command trackReads(qint64 feedId); // on the session that reads

// Counts the changes of keys that match no pattern, in whole seconds.
class ForeignChanges
{
public:
    explicit ForeignChanges(Instant since = {}) : m_since(since) {}
    bool areTooMany(qsizetype keys, Instant at); // keys: how many arrived at `at`

private:
    Instant m_since;
    qsizetype m_keys = 0;
    int m_busySeconds = 0;
};

// The fixed beginnings of the patterns, sorted, without those covered by another. Redis refuses overlapping
// prefixes, and 7.0 to 8.0 answer some with two replies. Skips patterns without a fixed beginning.
QList<QByteArray> trackingPrefixes(const QList<QByteArray> &patterns);
bool allHavePrefixes(const QList<QByteArray> &patterns);

// True if K and the classes that locks need are set: generic, string, hash, list, set, sorted set, expired.
bool keyspaceFlagsSuffice(const QByteArray &flags);
// `present` plus the flags that are missing.
QByteArray wantedKeyspaceFlags(const QByteArray &present);

QByteArray keyspaceChannel(int db); // "__keyspace@0__:"
// No key has this prefix, so a broadcast with it reports only FLUSHALL, for which there is no keyspace event.
QByteArray flushOnlyPrefix();

// The source of changes in this mode.
EventSource sourceOf(LiveMode mode);

} // namespace lockscope
