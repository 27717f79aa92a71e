// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How to learn of changes on one server: from what is wanted and what the server allows, the best way, why no
// better one, and what the operator could do about it. Pure, any thread. Best first:
//   1. keyspace events, where exact events are wanted and the server has them on already: who switched them
//      on pays for them with each write, heard or not;
//   2. tracking of prefixes: every pattern begins with fixed bytes. Costs nothing for other keys;
//      else keyspace events, if they are on: for any pattern;
//   3. tracking of every key, filtered here: for patterns like *lock*. The server names each key that
//   changes,
//      once a turn of its loop (0.3 to 4 us each), so it is given up above MaxForeignKeys a second;
//   4. tracking of the keys we read: tells of known locks only, new ones are found by the next scan;
//   5. polling.

#include "core/base/clock.h"
#include "core/base/outcome.h"
#include "core/values/status.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace lockscope
{

struct FeedFacts {
    QList<QByteArray> patterns{}; // empty or "*": all keys
    int db = 0;
    bool exactWanted = false;                  // each change, where the server tells of it
    bool ownIdKnown = true;                    // CLIENT ID: where to redirect to
    bool tooManyChanges = false;               // of other keys, see 3
    std::optional<QByteArray> keyspaceFlags{}; // CONFIG GET notify-keyspace-events; nothing: not asked yet
    std::optional<Failure> connection{};       // there is no second connection
    std::optional<Failure> tracking{};         // CLIENT TRACKING was refused
    std::optional<Failure> invalidations{};    // SUBSCRIBE __redis__:invalidate was refused
    std::optional<Failure> events{};           // PSUBSCRIBE __keyspace@… was refused
    std::optional<Failure> config{};           // CONFIG GET was refused
};

struct FeedPlan {
    LiveMode mode = LiveMode::Polling;
    bool exact = false;
    bool askKeyspaceFlags = false;  // the decision needs them: ask, and plan again
    bool broadcast = false;         // CLIENT TRACKING … BCAST on the feed
    QList<QByteArray> prefixes{};   // of the broadcast; empty: every key
    bool trackKnownKeys = false;    // CLIENT TRACKING … REDIRECT on the session that reads
    QList<QByteArray> eventGlobs{}; // PSUBSCRIBE, with the channel's name in front
    bool subscribeToInvalidations() const { return broadcast || trackKnownKeys; }
    QString reason{};
    QString offer{};
};

inline constexpr int MaxForeignKeys = 5000; // a second, for three seconds
inline constexpr int MaxPrefixes = 64;      // the server compares each with every key that changes

FeedPlan planFeed(const FeedFacts &facts);

// Counts the changes of keys that are none of ours, in whole seconds.
class ForeignChanges
{
public:
    explicit ForeignChanges(Instant since = {}) : m_since(since) {}
    bool areTooMany(qsizetype keys, Instant at); // these came at this time

private:
    Instant m_since;
    qsizetype m_keys = 0;
    int m_busySeconds = 0;
};

// What the patterns begin with, sorted and without those that another one begins: Redis refuses overlapping
// prefixes, and 7.0 to 8.0 answer some of them with two replies. Patterns without a fixed beginning are left
// out.
QList<QByteArray> trackingPrefixes(const QList<QByteArray> &patterns);
bool allHavePrefixes(const QList<QByteArray> &patterns);

// K, and the classes that locks are made of: generic, string, hash, expired.
bool keyspaceFlagsSuffice(const QByteArray &flags);
// The flags to set so that they do, none of the present ones lost.
QByteArray wantedKeyspaceFlags(const QByteArray &present);

QByteArray keyspaceChannel(int db); // "__keyspace@0__:"
// A name no key has: with this prefix a broadcast tells of FLUSHALL only, which keyspace events do not tell
// of.
QByteArray flushOnlyPrefix();

} // namespace lockscope
