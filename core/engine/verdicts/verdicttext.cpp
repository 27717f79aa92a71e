// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/verdicttext.h"

#include "core/base/tr.h"
#include "core/engine/verdicts/holdershare.h"
#include "core/engine/verdicts/quorumtext.h"
#include "core/engine/verdicts/verdictevidence.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

using Wording = Words (*)(const Lock &lock, Instant at);

Words stale(const Lock &lock, Instant at)
{
    return {Tr::tr("Not known now: %1 is not reachable, this is what it said %2 ago")
                .arg(escapedText(lock.node.bytes), sinceText(lock.readAt, at)),
            Tr::tr("Wait for the connection to come back, or look at the state of the node")};
}

Words noExpiry(const Lock &lock, Instant at)
{
    return {Tr::tr("No expiry: held for %1, and only a release ends it").arg(heldForText(lock, at)),
            Tr::tr("Find the holder. If it is alive, give the lock an expiry as long as its work may take; "
                   "if it is gone, force-release the lock. Then mend the code that takes it: set the key and "
                   "its expiry in one command")};
}

// The renewals that the figure of the verdict points at.
const Renewals &renewalsMeant(const Lock &lock)
{
    const Renewals *own = lock.renewalsOf(qsizetype(std::max<qint64>(lock.verdict.figure - 1, 0)));
    return own ? *own : lock.renewals;
}

QString holderMeant(const Lock &lock)
{
    return escapedText(lock.holders[qsizetype(lock.verdict.figure) - 1].id.bytes);
}

Words renewalOverdue(const Lock &lock, Instant at)
{
    const Renewals &renewals = renewalsMeant(lock);
    const QString last = sinceText(renewals.lastAt.value_or(at), at);
    const QString period = humanDuration(renewals.period.value_or(milliseconds(0)));
    if (lock.verdict.basis == Basis::Assumed)
        return {
            Tr::tr("Renewed every %2 so far, and not for %1").arg(last, period),
            Tr::tr(
                "What looked like renewals may be a client that took the lock anew each time. Find out how "
                "its program uses the lock before you do anything")};
    if (lock.verdict.figure > 0)
        return {
            Tr::tr("The holder %1 has stopped renewing: its last renewal was %2 ago, one was due every %3")
                .arg(holderMeant(lock), last, period),
            Tr::tr("The process of this holder has crashed, hangs, or cannot reach this server. The other "
                   "holders are not affected: its share ends by itself, or remove only that share")};
    return {Tr::tr("The holder has stopped renewing: the last renewal was %1 ago, one was due every %2")
                .arg(last, period),
            Tr::tr("The holder has crashed, hangs, or cannot reach this server. Look for it before the lock "
                   "expires: after that another client may enter while it still works")};
}

Words clientSilent(const Lock &lock, Instant at)
{
    return {Tr::tr("Its client has stopped renewing all of its %n lock(s) at once; this one %1 ago", nullptr,
                   int(lock.verdict.figure))
                .arg(sinceText(*lock.renewals.lastAt, at)),
            Tr::tr("It is not one lock that is stuck but the client: it has crashed, stands still in a long "
                   "pause, or "
                   "cannot reach this server. Look at its process and its network before the locks expire")};
}

Words clientGone(const Lock &lock, Instant at)
{
    const QString end = lock.expiresAt ? Tr::tr("the lock stays for %1 more").arg(leftText(lock, at))
                                       : Tr::tr("nobody is left to give the lock back");
    return {lock.holders.size() == 1
                ? Tr::tr("The client that holds it is not connected any more: %1").arg(end)
                : Tr::tr("The clients of %n holder(s) are not connected any more", nullptr,
                         int(lock.verdict.figure)),
            Tr::tr("If its process is gone, force-release the lock, or wait until it expires. If the process "
                   "lives, it has lost its connection, and may still work under the lock")};
}

Words renewedByNobody(const Lock &, Instant)
{
    return {
        Tr::tr("Renewed, although the client that took it is not connected any more"),
        Tr::tr("Somebody else renews it: another connection of the same program, or one that read the "
               "owner id. Find out who does before you release it: a lock that is renewed for nobody never "
               "ends")};
}

Words aboutToExpire(const Lock &lock, Instant at)
{
    if (lock.verdict.basis == Basis::Assumed)
        return {
            Tr::tr("Renewed before, and expires in %1 unless it is renewed again").arg(leftText(lock, at)),
            Tr::tr("Fine if the work is done by then: whether it was to be renewed again is not known")};
    if (lock.verdict.figure > 0)
        return {Tr::tr("The holder %1 used to renew, yet its share is nearly over").arg(holderMeant(lock)),
                Tr::tr("Look at the holder now: a long pause there lets two clients in at once")};
    return {Tr::tr("The holder used to renew, yet the lock expires in %1").arg(leftText(lock, at)),
            Tr::tr("Look at the holder now: a long pause there lets two clients in at once")};
}

Words replicaBehind(const Lock &lock, Instant at)
{
    return {Tr::tr("If %1 is lost now, this lock is lost: its replicas are %2 behind, and it was taken or "
                   "renewed since")
                .arg(escapedText(lock.node.bytes), sinceText(replicatedUntil(lock), at)),
            Tr::tr("Look at the replica and its link to the master. Do not fail over by hand until it has "
                   "caught up: another client could take the lock while its holder works")};
}

Words leaseAbsurd(const Lock &lock, Instant)
{
    const QString lease = humanDuration(lock.lease.value_or(milliseconds(0)));
    if (lock.verdict.figure > 0 && lock.verdict.basis == Basis::Assumed)
        return {
            Tr::tr("Its time to live grew from %1 to %2 under one owner")
                .arg(humanDuration(milliseconds(lock.verdict.figure)), lease),
            Tr::tr("Its owner may have taken it anew for longer. Otherwise look whether the program takes "
                   "seconds for milliseconds when it renews")};
    if (lock.verdict.figure > 0)
        return {
            Tr::tr("Its time to live grew from %1 to %2 under one owner")
                .arg(humanDuration(milliseconds(lock.verdict.figure)), lease),
            Tr::tr("Look whether the program takes seconds for milliseconds when it renews: if its holder "
                   "crashes, the lock stays for that long")};
    return {Tr::tr("Its time to live is %1: if its holder crashes, it stays for that long").arg(lease),
            Tr::tr("Fine if that is meant; otherwise look whether the program takes seconds for "
                   "milliseconds")};
}

Words permitsOversold(const Lock &lock, Instant)
{
    const Permits permits = lock.permits().value_or(Permits());
    return {
        Tr::tr("%n permit(s) more are held than there may be: %1 of %2", nullptr, int(lock.verdict.figure))
            .arg(permits.held.value_or(0))
            .arg(permits.total.value_or(0)),
        Tr::tr("More work at once than may: what the semaphore protects is not protected. Look whether all "
               "programs mean the same number, and whether one takes permits without counting them. If the "
               "number was lowered, it is over when enough are given back")};
}

Words permitLeaked(const Lock &lock, Instant)
{
    const int leaked = int(lock.verdict.figure);
    if (const auto permits = lock.permits(); permits && permits->overdue > 0)
        return {
            Tr::tr("%n permit(s) past their time were never given back", nullptr, leaked),
            Tr::tr("Their holders crashed, or work for longer than they asked for: then more work at once "
                   "than there are permits. Look for them; the permits are free for the next who asks")};
    return {Tr::tr("%n permit(s) are held by clients that are not connected any more", nullptr, leaked),
            Tr::tr("If those processes are gone, take their permits back one by one")};
}

Words permitsUnderstated(const Lock &lock, Instant)
{
    if (lock.verdict.figure == 0)
        return {Tr::tr("Permits are out, and the number of free ones is gone: nobody can take one"),
                Tr::tr("Its key was deleted. Who gives a permit back makes it anew, with that one only. "
                       "Look who deletes it, and set the number of permits anew when nobody holds one")};
    return {Tr::tr("%n permit(s) are missing: fewer can be taken than there should be", nullptr,
                   int(lock.verdict.figure)),
            Tr::tr("Permits were taken out of use while somebody held them, or a holder died without giving "
                   "them back. If nobody holds any, set the number of permits anew")};
}

Words deadHead(const Lock &lock, Instant)
{
    const QString first = escapedText(lock.waiters.queued.front().id.bytes);
    return {lock.held()
                ? Tr::tr("Who is first in the queue, %1, is not there any more: when the lock becomes "
                         "free, those behind it sleep")
                      .arg(first)
                : Tr::tr("Free, yet nobody takes it: who is first in the queue, %1, is not there any "
                         "more")
                      .arg(first),
            lock.held() ? Tr::tr("Remove that waiter from the queue")
                        : Tr::tr("Wake the waiters: that drops it from the queue, and the next one gets the "
                                 "lock")};
}

Words expiredWithWaiters(const Lock &lock, Instant at)
{
    return {
        Tr::tr("Free for %1 since it expired, yet clients wait: nobody is told of an expiry")
            .arg(heldForText(lock, at)),
        Tr::tr("They sleep until they look by themselves. Wake them: that changes nothing else. And find out "
               "why the last holder did not give it back")};
}

Words freeButWaitedFor(const Lock &lock, Instant at)
{
    return {
        Tr::tr("The lock is free, yet clients have waited for %1").arg(heldForText(lock, at)),
        Tr::tr("A wake-up message was lost, or its waiters are gone without unsubscribing. Wake them: that "
               "changes nothing else")};
}

Words pastItsTime(const Lock &, Instant)
{
    return {Tr::tr("Its time is over and its key is still there: whoever asks next takes it"),
            Tr::tr("Its last holder did not give it back: it crashed, or worked for longer than it had asked "
                   "for. The key does no harm")};
}

Words companionsAlone(const Lock &lock, Instant at)
{
    return {Tr::tr("Only what belongs to the lock is left, for %1: nobody holds it and nobody waits")
                .arg(heldForText(lock, at)),
            Tr::tr("Perhaps the lock was deleted by hand, or a client died while it waited. These keys may "
                   "be deleted "
                   "while nobody uses the lock")};
}

Words countGrows(const Lock &lock, Instant)
{
    return {Tr::tr("One owner has entered %1 times and given nothing back so far").arg(lock.count()),
            Tr::tr("If this goes on growing, a path in the code takes the lock without releasing it")};
}

Words longHeld(const Lock &lock, Instant at)
{
    return {Tr::tr("Held for %1").arg(heldForText(lock, at)),
            Tr::tr("Fine if the work takes that long; otherwise ask the holder what it waits for")};
}

Words waitedFor(const Lock &lock, Instant)
{
    return {lock.held() ? Tr::tr("Held, and others wait for it")
                        : Tr::tr("Closed for now, and clients wait for it"),
            QString()};
}

Words closed(const Lock &lock, Instant)
{
    return {lock.permits() ? Tr::tr("No permit is free")
                           : Tr::tr("The latch is closed: there are counts to go"),
            QString()};
}

Words isFree(const Lock &, Instant)
{
    return {Tr::tr("Free"), QString()};
}

Words healthy(const Lock &lock, Instant at)
{
    if (lock.renewals.count > 0)
        return {Tr::tr("Healthy: held, and its holder renews it"), QString()};
    if (lock.expiresAt)
        return {
            Tr::tr("Healthy: held, and expires in %1 at the latest unless renewed").arg(leftText(lock, at)),
            QString()};
    return {Tr::tr("Healthy"), QString()};
}

struct Entry {
    std::string_view code;
    Wording words;
};

constexpr std::array<Entry, 28> Catalogue{{
    {"stale", stale},
    {"quorum-lost", quorumLost},
    {"no-quorum", noQuorum},
    {"split-owners", splitOwners},
    {"quorum-unknown", quorumUnknown},
    {"thin-quorum", thinQuorum},
    {"no-expiry", noExpiry},
    {"client-gone", clientGone},
    {"client-silent", clientSilent},
    {"renewal-overdue", renewalOverdue},
    {"about-to-expire", aboutToExpire},
    {"permits-oversold", permitsOversold},
    {"permit-leaked", permitLeaked},
    {"permits-understated", permitsUnderstated},
    {"dead-head", deadHead},
    {"replica-behind", replicaBehind},
    {"renewed-by-nobody", renewedByNobody},
    {"lease-absurd", leaseAbsurd},
    {"expired-with-waiters", expiredWithWaiters},
    {"free-but-waited-for", freeButWaitedFor},
    {"count-grows", countGrows},
    {"long-held", longHeld},
    {"past-its-time", pastItsTime},
    {"companions-alone", companionsAlone},
    {"waited-for", waitedFor},
    {"closed", closed},
    {"free", isFree},
    {"healthy", healthy},
}};

Words wordsOf(const Lock &lock, Instant at)
{
    const auto entry = std::find_if(Catalogue.begin(), Catalogue.end(),
                                    [&lock](const Entry &known) { return known.code == lock.verdict.code; });
    Words text = entry == Catalogue.end() ? Words() : entry->words(lock, at);
    if (lock.confidence == Confidence::Guess && lock.verdict.level > VerdictLevel::Ok) {
        text.sentence = Tr::tr("If this is a lock: %1").arg(text.sentence);
        if (!text.advice.isEmpty())
            text.advice =
                Tr::tr("Find out first whether this key is a lock: only its name or the shape of its "
                       "value says so");
    }
    return text;
}

// What it was while its node answered, as of then.
QStringList lastKnown(const Lock &lock)
{
    if (!lock.stale || !lock.lastKnown)
        return {};
    Lock before = lock;
    before.stale = false;
    before.verdict = *lock.lastKnown;
    return {Tr::tr("last known: %1").arg(wordsOf(before, lock.readAt).sentence)};
}

} // namespace

VerdictText explainVerdict(const Lock &lock, Instant at)
{
    Words text = wordsOf(lock, at);
    return {std::move(text.sentence), lastKnown(lock) + verdictEvidence(lock, at), std::move(text.advice)};
}

std::vector<std::string_view> verdictCodes()
{
    std::vector<std::string_view> codes;
    for (const Entry &entry : Catalogue)
        codes.push_back(entry.code);
    return codes;
}

} // namespace lockscope
