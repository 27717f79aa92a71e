// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/feedpolicy.h"

#include "core/base/tr.h"
#include "core/redis/glob.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// What waited for its end is read without gathering. An event, however, is timed when it comes.
constexpr milliseconds TrackingPause{9};

bool meansAllKeys(const QList<QByteArray> &patterns)
{
    return patterns.isEmpty() || patterns.contains("*");
}

const Failure *firstOf(std::initializer_list<const std::optional<Failure> *> failures)
{
    for (const auto *failure : failures) {
        if (*failure)
            return &**failure;
    }
    return nullptr;
}

QString words(const Failure &failure)
{
    return failure.serverText.isEmpty() ? failure.text : escapedText(failure.serverText);
}

// Why tracking is impossible; empty: it is possible.
QString trackingHindrance(const FeedFacts &facts)
{
    if (const Failure *failure = firstOf({&facts.connection, &facts.tracking, &facts.invalidations}))
        return words(*failure);
    return facts.ownIdKnown ? QString() : Tr::tr("the server does not report the id of the connection");
}

QString keyspaceHindrance(const FeedFacts &facts)
{
    if (const Failure *failure = firstOf({&facts.connection, &facts.events, &facts.config}))
        return words(*failure);
    return keyspaceFlagsSuffice(facts.keyspaceFlags.value_or(QByteArray()))
               ? QString()
               : Tr::tr("keyspace events are disabled on this server");
}

QString listed(const QList<QByteArray> &prefixes)
{
    constexpr qsizetype most = 4;
    QStringList shown;
    for (const QByteArray &prefix : prefixes.first(std::min(most, prefixes.size())))
        shown += escapedText(prefix);
    if (prefixes.size() > most)
        shown += QStringLiteral("…");
    return shown.join(QLatin1String(", "));
}

QString prefixOffer()
{
    return Tr::tr("patterns with a fixed prefix, such as lock:*, cost the server nothing for other keys");
}

QString keyspaceOffer(const FeedFacts &facts)
{
    if (facts.config || facts.events || facts.connection)
        return {};
    return Tr::tr("CONFIG SET notify-keyspace-events %1 makes every event exact. It costs the server about "
                  "0.6 µs per write of these kinds, to any key")
        .arg(QString::fromLatin1(wantedKeyspaceFlags(facts.keyspaceFlags.value_or(QByteArray()))));
}

FeedPlan prefixPlan(const FeedFacts &facts)
{
    FeedPlan plan;
    plan.pause = TrackingPause;
    plan.mode = LiveMode::Tracking;
    plan.broadcast = true;
    plan.prefixes = trackingPrefixes(facts.patterns);
    plan.reason = Tr::tr("the server reports changes of keys that start with %1").arg(listed(plan.prefixes));
    if (facts.exactWanted)
        plan.offer = keyspaceOffer(facts);
    return plan;
}

FeedPlan keyspacePlan(const FeedFacts &facts, bool canTrack)
{
    FeedPlan plan;
    plan.mode = LiveMode::KeyspaceEvents;
    plan.exact = true;
    const QByteArray channel = keyspaceChannel(facts.db);
    for (const QByteArray &glob : meansAllKeys(facts.patterns) ? QList<QByteArray>{"*"} : facts.patterns)
        plan.eventGlobs += channel + glob;
    plan.broadcast = canTrack;
    if (canTrack)
        plan.prefixes = {flushOnlyPrefix()};
    const QByteArray flags = facts.keyspaceFlags.value_or(QByteArray());
    plan.tellsEachEnd = canTrack && (flags.contains('A') || flags.contains('e'));
    plan.reason = Tr::tr("keyspace events are enabled: every change is reported");
    return plan;
}

FeedPlan everyKeyPlan(const FeedFacts &facts)
{
    FeedPlan plan;
    plan.pause = TrackingPause;
    plan.mode = LiveMode::Tracking;
    plan.broadcast = true;
    plan.reason = meansAllKeys(facts.patterns)
                      ? Tr::tr("the server reports which keys change")
                      : Tr::tr("not every pattern has a fixed prefix: the server reports which keys change, "
                               "and Lockscope picks out the locks");
    plan.offer = prefixOffer();
    return plan;
}

FeedPlan knownKeysPlan(const FeedFacts &facts)
{
    FeedPlan plan;
    plan.pause = TrackingPause;
    plan.mode = LiveMode::TrackingKnownKeys;
    plan.trackKnownKeys = true;
    plan.prefixes = trackingPrefixes(facts.patterns);
    plan.broadcast = !plan.prefixes.isEmpty() && plan.prefixes.size() <= MaxPrefixes;
    const QString busy = Tr::tr("more than %1 other keys change per second").arg(MaxForeignKeys);
    plan.reason = plan.broadcast
                      ? Tr::tr("%1: new locks are reported if they start with %2, others are found by the "
                               "next scan; known locks are reported")
                            .arg(busy, listed(plan.prefixes))
                      : Tr::tr("%1: known locks are reported, new ones are found by the next scan").arg(busy);
    plan.offer = keyspaceOffer(facts).isEmpty() ? prefixOffer()
                                                : prefixOffer() + QLatin1String("; ") + keyspaceOffer(facts);
    return plan;
}

FeedPlan pollingPlan(const FeedFacts &facts)
{
    FeedPlan plan;
    plan.reason = Tr::tr("tracking: %1; events: %2").arg(trackingHindrance(facts), keyspaceHindrance(facts));
    if (facts.connection)
        plan.reason = Tr::tr("no second connection: %1").arg(words(*facts.connection));
    plan.offer = keyspaceOffer(facts);
    return plan;
}

FeedPlan askForFlags()
{
    FeedPlan plan;
    plan.askKeyspaceFlags = true;
    return plan;
}

} // namespace

FeedPlan planFeed(const FeedFacts &facts)
{
    const bool canTrack = trackingHindrance(facts).isEmpty();
    const bool allKeys = meansAllKeys(facts.patterns);
    const bool flagsAsked = facts.keyspaceFlags || facts.config || facts.connection;
    if (facts.exactWanted && flagsAsked && keyspaceHindrance(facts).isEmpty())
        return keyspacePlan(facts, canTrack);
    if (facts.exactWanted && !flagsAsked)
        return askForFlags();
    if (canTrack && !allKeys && allHavePrefixes(facts.patterns) &&
        trackingPrefixes(facts.patterns).size() <= MaxPrefixes)
        return prefixPlan(facts);
    if (!flagsAsked)
        return askForFlags();
    // For all keys a broadcast costs less: it merges the changes into one message per event loop.
    const bool broadcastWillDo = allKeys && canTrack && !facts.tooManyChanges;
    if (keyspaceHindrance(facts).isEmpty() && !broadcastWillDo)
        return keyspacePlan(facts, canTrack);
    if (canTrack && !facts.tooManyChanges)
        return everyKeyPlan(facts);
    if (canTrack)
        return knownKeysPlan(facts);
    return pollingPlan(facts);
}

bool ForeignChanges::areTooMany(qsizetype keys, Instant at)
{
    constexpr int patience = 3;
    m_keys += keys;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(at - m_since).count();
    if (seconds < 1)
        return false;
    m_busySeconds = m_keys > MaxForeignKeys * seconds ? m_busySeconds + 1 : 0;
    m_keys = 0;
    m_since = at;
    return m_busySeconds >= patience;
}

QList<QByteArray> trackingPrefixes(const QList<QByteArray> &patterns)
{
    QList<QByteArray> prefixes;
    for (const QByteArray &pattern : patterns) {
        if (const QByteArray prefix = literalPrefix(pattern); !prefix.isEmpty())
            prefixes += prefix;
    }
    std::sort(prefixes.begin(), prefixes.end());
    QList<QByteArray> reduced;
    for (const QByteArray &prefix : std::as_const(prefixes)) {
        if (reduced.isEmpty() || !prefix.startsWith(reduced.back()))
            reduced += prefix;
    }
    return reduced;
}

bool allHavePrefixes(const QList<QByteArray> &patterns)
{
    return std::none_of(patterns.begin(), patterns.end(),
                        [](const QByteArray &pattern) { return literalPrefix(pattern).isEmpty(); });
}

Command askKeyspaceFlags()
{
    return {"CONFIG", "GET", "notify-keyspace-events"};
}

Command trackReads(qint64 feedId)
{
    return {"CLIENT", "TRACKING", "ON", "REDIRECT", QByteArray::number(feedId)};
}

Command FeedPlan::broadcastCommand(qint64 feedId) const
{
    Command command{"CLIENT", "TRACKING", "ON", "REDIRECT", QByteArray::number(feedId), "BCAST"};
    for (const QByteArray &prefix : prefixes) {
        command.push_back("PREFIX");
        command.push_back(prefix);
    }
    return command;
}

bool keyspaceFlagsSuffice(const QByteArray &flags)
{
    const QByteArray classes = "g$hlszx"; // queues are lists; permits and some locks are sorted sets
    return flags.contains('K') &&
           (flags.contains('A') ||
            std::all_of(classes.begin(), classes.end(), [&](char wanted) { return flags.contains(wanted); }));
}

QByteArray wantedKeyspaceFlags(const QByteArray &present)
{
    QByteArray flags = present;
    for (const char wanted : QByteArray(present.contains('A') ? "K" : "K$ghlszxe")) {
        if (!flags.contains(wanted))
            flags += wanted;
    }
    return flags;
}

QByteArray keyspaceChannel(int db)
{
    return "__keyspace@" + QByteArray::number(db) + "__:";
}

QByteArray flushOnlyPrefix()
{
    return QByteArrayLiteral("\xff\xfe lockscope: told of flushes only");
}

bool isTrouble(const Failure &failure)
{
    return isPassing(failure.kind) || failure.kind == ErrorKind::Cancelled ||
           failure.kind == ErrorKind::Protocol;
}

EventSource sourceOf(LiveMode mode)
{
    switch (mode) {
    case LiveMode::Tracking:
    case LiveMode::TrackingKnownKeys:
        return EventSource::Tracking;
    case LiveMode::KeyspaceEvents:
        return EventSource::Keyspace;
    case LiveMode::Off:
    case LiveMode::Polling:
        break;
    }
    return EventSource::Poll;
}

} // namespace lockscope
