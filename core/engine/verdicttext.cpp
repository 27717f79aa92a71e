// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/rhythm.h"
#include "core/engine/verdict.h"

#include <QCoreApplication>

namespace lockscope
{

namespace
{

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Verdict)
};

QString since(Instant then, Instant at)
{
    return humanDuration(std::max(millisecondsBetween(then, at), milliseconds(0)));
}

QString heldFor(const Lock &lock, Instant at)
{
    const QString time = since(lock.heldSince, at);
    return lock.heldIsLowerBound ? Text::tr("at least %1").arg(time) : time;
}

QString left(const Lock &lock, Instant at)
{
    return humanDuration(std::max(millisecondsBetween(at, *lock.expiresAt), milliseconds(0)));
}

QStringList evidence(const Lock &lock, Instant at)
{
    QStringList facts;
    if (lock.held()) {
        facts += lock.holders.size() == 1
                     ? Text::tr("held for %1").arg(heldFor(lock, at))
                     : Text::tr("%n holder(s), held for %1", nullptr, int(lock.holders.size()))
                           .arg(heldFor(lock, at));
    } else {
        facts += Text::tr("free for %1").arg(heldFor(lock, at));
    }
    if (lock.expiresAt)
        facts += Text::tr("expires in %1").arg(left(lock, at));
    else if (lock.held())
        facts += Text::tr("no expiry set");
    if (lock.lease)
        facts += Text::tr("longest time to live seen: %1").arg(humanDuration(*lock.lease));
    if (lock.renewals.count > 0 && lock.renewals.lastAt) {
        facts += Text::tr("renewed %n time(s), last %1 ago", nullptr, int(lock.renewals.count))
                     .arg(since(*lock.renewals.lastAt, at));
        if (lock.renewals.period)
            facts += Text::tr("renewed every %1 so far").arg(humanDuration(*lock.renewals.period));
    }
    if (const qint64 missed = missedBeats(lock.renewals, at); missed > 0)
        facts += Text::tr("%n renewal(s) missed", nullptr, int(missed));
    if (lock.maxCount > 1)
        facts += Text::tr("hold count %1, at most %2").arg(lock.count()).arg(lock.maxCount);
    if (const qint64 waiting = lock.waiters.atLeast(); waiting > 0)
        facts += Text::tr("at least %n client(s) wait", nullptr, int(waiting));
    if (const Quorum *quorum = lock.quorum()) {
        facts += Text::tr("%1 of %2 nodes agree, %3 are needed")
                     .arg(quorum->agreeing)
                     .arg(quorum->nodes)
                     .arg(quorum->needed);
        if (const int away = quorum->nodes - quorum->reachable; away > 0)
            facts += Text::tr("%n node(s) cannot be reached", nullptr, away);
        if (quorum->restarted > 0)
            facts += Text::tr("%n node(s) started since the lock was taken, and may have forgotten it",
                              nullptr, quorum->restarted);
        if (quorum->validUntil)
            facts += Text::tr("valid for %1 more, the clock drift taken off")
                         .arg(humanDuration(
                             std::max(millisecondsBetween(at, *quorum->validUntil), milliseconds(0))));
    }
    if (lock.stale)
        facts += Text::tr("last read %1 ago").arg(since(lock.readAt, at));
    return facts;
}

struct Words {
    QString sentence{};
    QString advice{};
};

Words wordsOfDanger(const Lock &lock, Instant at, std::string_view code)
{
    if (code == "no-expiry")
        return {
            Text::tr("Nothing will ever end this hold: it has no expiry and is held for %1")
                .arg(heldFor(lock, at)),
            Text::tr(
                "Find the holder. If it is alive, give the lock an expiry as long as its work may take; "
                "if it is gone, force-release the lock. Then mend the code that takes it: set the key and "
                "its expiry in one command")};
    if (code == "renewal-overdue")
        return {Text::tr("The holder has stopped renewing: the last renewal was %1 ago, one was due every %2")
                    .arg(since(*lock.renewals.lastAt, at), humanDuration(*lock.renewals.period)),
                Text::tr(
                    "The holder has crashed, hangs, or cannot reach this server. Look for it before the lock "
                    "expires: after that another client may enter while it still works")};
    if (code == "about-to-expire")
        return {Text::tr("The holder used to renew, yet the lock expires in %1").arg(left(lock, at)),
                Text::tr("Look at the holder now: a long pause there lets two clients in at once")};
    return {
        Text::tr("The lock is free, yet clients have waited for %1").arg(heldFor(lock, at)),
        Text::tr("A wake-up message was lost, or its waiters are gone without unsubscribing. Wake them: that "
                 "changes nothing else")};
}

Words wordsOfQuorum(const Lock &lock)
{
    const Quorum &quorum = *lock.quorum();
    if (lock.verdict.code == "no-quorum")
        return {
            Text::tr("Held on %1 of %2 nodes only: by the rules of RedLock nobody holds it")
                .arg(quorum.agreeing)
                .arg(quorum.nodes),
            Text::tr("It is the rest of an attempt that failed, or of a lock that lost nodes. If a client "
                     "works under it, another one may get a majority beside it; otherwise it ends by "
                     "itself when its time is over")};
    if (lock.verdict.code == "split-owners")
        return {
            Text::tr("A majority names one owner, and other nodes name somebody else"),
            Text::tr("The rest of an attempt that failed, as a rule: it ends by itself. If it stays, look "
                     "whether that client releases on all nodes after a failure")};
    return {Text::tr("Held by the smallest majority: if one more node is lost, the lock is lost"),
            Text::tr("Bring back the nodes that are missing, and look why they do not have the lock")};
}

Words words(const Lock &lock, Instant at)
{
    const std::string_view code = lock.verdict.code;
    if (code == "no-quorum" || code == "split-owners" || code == "thin-quorum")
        return wordsOfQuorum(lock);
    if (code == "stale")
        return {Text::tr("Not known now: %1 is not reachable, this is what it said %2 ago")
                    .arg(escapedText(lock.node.bytes), since(lock.readAt, at)),
                Text::tr("Wait for the connection to come back, or look at the state of the node")};
    if (code == "count-grows")
        return {Text::tr("One owner has entered %1 times and given nothing back so far").arg(lock.count()),
                Text::tr("If this goes on growing, a path in the code takes the lock without releasing it")};
    if (code == "long-held")
        return {Text::tr("Held for %1").arg(heldFor(lock, at)),
                Text::tr("Fine if the work takes that long; otherwise ask the holder what it waits for")};
    if (code == "waited-for")
        return {lock.held() ? Text::tr("Held, and others wait for it")
                            : Text::tr("Closed for now, and clients wait for it"),
                QString()};
    if (code == "free")
        return {Text::tr("Free"), QString()};
    if (code == "healthy" && lock.renewals.count > 0)
        return {Text::tr("Healthy: held, and its holder renews it"), QString()};
    if (code == "healthy" && lock.expiresAt)
        return {Text::tr("Healthy: held, and expires in %1 at the latest unless renewed").arg(left(lock, at)),
                QString()};
    if (code == "healthy")
        return {Text::tr("Healthy"), QString()};
    return wordsOfDanger(lock, at, code);
}

} // namespace

VerdictText explainVerdict(const Lock &lock, Instant at)
{
    Words text = words(lock, at);
    return {std::move(text.sentence), evidence(lock, at), std::move(text.advice)};
}

} // namespace lockscope
