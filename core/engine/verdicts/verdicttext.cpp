// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/verdicttext.h"

#include "core/base/bytesize.h"
#include "core/base/tr.h"
#include "core/engine/verdicts/holdershare.h"
#include "core/engine/verdicts/quorumtext.h"
#include "core/engine/verdicts/renewals/renewalrhythm.h"
#include "core/engine/verdicts/verdictevidence.h"
#include "core/engine/verdicts/waitertext.h"
#include "core/formats/format.h"
#include "core/formats/strings/barenumber.h"

#include <algorithm>
#include <array>
#include <climits>

namespace lockscope
{

namespace
{

using WordingOf = Wording (*)(const Lock &lock, Instant at);

Wording stale(const Lock &lock, Instant at)
{
    return {Tr::tr("Unknown: %1 cannot be read. This is its state as last read, %2")
                .arg(escapedText(lock.node.bytes), agoText(lock.readAt, at)),
            Tr::tr("Check the connection and the server")};
}

// Not of the catalogue: no engine says so, but the window, of locks that it shows before it has read them.
Wording unread(const Lock &lock, Instant at)
{
    return {Tr::tr("Not read yet since this connection was opened. This is its state as last read, %1")
                .arg(agoText(lock.readAt, at)),
            Tr::tr("Wait until it has been read")};
}

Wording deadlock(const Lock &lock, Instant)
{
    return {
        Tr::tr("Deadlock of %n lock(s): its holder waits for another lock, whose holder in the end waits for "
               "this one",
               nullptr, int(lock.verdict.figure)),
        Tr::tr("They wait until a lease ends or a client gives up. To break it, release the lock whose work "
               "is easiest to repeat; then make all programs acquire these locks in the same order")};
}

bool isByProgram(LockKind kind)
{
    const Format *format = Registry::builtIn().find(kind.name);
    return !format || format->renewer() != Renewer::Library;
}

Wording noExpiry(const Lock &lock, Instant at)
{
    if (lock.verdict.figure > 0) // nodes of a group that do not agree on an owner
        return {
            Tr::tr("No expiry on %1 of %2 nodes: a client that holds none of these copies cannot get a "
                   "majority until they are deleted")
                .arg(lock.verdict.figure)
                .arg(lock.quorum() ? lock.quorum()->nodes : 0),
            Tr::tr("Find the clients that wrote them. If they are alive, let them release the lock; if they "
                   "are gone, release it by force. Then fix the code: set the key and its TTL in one "
                   "command")};
    const QString by = holderName(lock);
    const QString time = isHeldTimeKnown(lock, at) ? heldForText(lock, at) : QString();
    return {
        by.isEmpty()     ? (time.isEmpty() ? Tr::tr("No expiry") : Tr::tr("No expiry. Held for %1").arg(time))
        : time.isEmpty() ? Tr::tr("No expiry. Held by %1").arg(by)
                         : Tr::tr("No expiry. Held by %1 for %2").arg(by, time),
        lock.kind == LockKind{"untokened-lock"} && mayBeOf(lock, "counter-lock")
            ? Tr::tr("Find out what writes this key: a counter or the free permits of a semaphore look "
                     "the same, and a release by force deletes that number. If it is a lock, find its "
                     "holder, and set the key and its TTL in one command")
        : isByProgram(lock.kind)
            ? Tr::tr("Find the holder. If it is alive, set an expiry that covers its work; if it is gone, "
                     "release the lock by force. Then fix the code: set the key and its TTL in one "
                     "command")
            : Tr::tr("Find the holder. If it is alive, set an expiry that covers its work; if it is gone, "
                     "release the lock by force. Then find out what removed the expiry: the library of "
                     "this kind always sets one")};
}

// The renewals that the figure of the verdict points at.
const Renewals &renewalsMeant(const Lock &lock)
{
    const Renewals *own = lock.renewalsOf(qsizetype(std::max<qint64>(lock.verdict.figure - 1, 0)));
    return own ? *own : lock.renewals;
}

// The holder that the figure of the verdict points at; null: none. A verdict that was kept from before, while
// the server does not answer, may be about more holders.
const Holder *holderMeant(const Lock &lock)
{
    const qint64 figure = lock.verdict.figure;
    return figure > 0 && figure <= lock.holders.size() ? &lock.holders[qsizetype(figure) - 1] : nullptr;
}

Wording renewalOverdue(const Lock &lock, Instant at)
{
    const Renewals &renewals = renewalsMeant(lock);
    const QString last = sinceText(renewals.lastAt.value_or(at), at);
    const QString period = humanDuration(renewals.period.value_or(milliseconds(0)));
    const QString was = Tr::tr("Was renewed every %2, but not for the last %1").arg(last, period);
    if (lock.verdict.basis == Basis::Assumed && isByProgram(lock.kind) && namesItsHolder(lock))
        return {was,
                Tr::tr("Its owner may have crashed, or its program renewed it itself and is in the last part "
                       "of its work. Find out which before you act")};
    if (lock.verdict.basis == Basis::Assumed)
        return {was,
                Tr::tr("What looked like renewals may be a client that acquired the lock again each time. "
                       "Before you act, find out how its program uses the lock")};
    if (const Holder *holder = holderMeant(lock))
        return {Tr::tr("Holder %1 has stopped renewing: last renewal %2 ago, one expected every %3")
                    .arg(escapedText(holder->id.bytes), last, period),
                Tr::tr("This holder has crashed, hangs, or cannot reach this server. Other holders are not "
                       "affected: its hold expires by itself, or remove only this holder")};
    return {Tr::tr("The holder has stopped renewing: last renewal %1 ago, one expected every %2")
                .arg(last, period),
            Tr::tr("The holder has crashed, hangs, or cannot reach this server. Find it before the lock "
                   "expires: after that, another client can enter while it still works")};
}

Wording clientSilent(const Lock &lock, Instant at)
{
    return {Tr::tr("Its client has stopped renewing all of its %n lock(s) at once; this one %1 ago", nullptr,
                   int(lock.verdict.figure))
                .arg(sinceText(lock.renewals.lastAt.value_or(at), at)),
            Tr::tr("The problem is the client, not this lock: it has crashed, is paused, or cannot reach "
                   "this server. Check its process and its network before the locks expire")};
}

Wording clientGone(const Lock &lock, Instant at)
{
    const QString end = lock.expiresAt ? Tr::tr("the lock stays for another %1").arg(leftText(lock, at))
                                       : Tr::tr("no client is left to release the lock");
    return {lock.holders.size() == 1 ? Tr::tr("The client that holds it is no longer connected: %1").arg(end)
                                     : Tr::tr("The clients of %n holder(s) are no longer connected", nullptr,
                                              int(lock.verdict.figure)),
            Tr::tr("If its process is gone, release the lock by force, or wait until it expires. If the "
                   "process is alive, it has only lost its connection, and may still work under the lock")};
}

Wording renewedByNobody(const Lock &, Instant)
{
    return {Tr::tr("Still renewed, although the client that acquired it is no longer connected"),
            Tr::tr("Something else renews it: another connection of the same program, or a program that read "
                   "the owner id. Find out which before you release it: if nothing works under the lock, "
                   "these renewals keep it held forever")};
}

Wording readsExpired(const Lock &lock, Instant at)
{
    return {Tr::tr("No read hold has time left, but the key of the lock exists for another %1, so no client "
                   "may write")
                .arg(leftText(lock, at)),
            Tr::tr("A reader that was paused for longer than its lease may go on renewing the key. It is "
                   "deleted when one of these readers releases. If they are all gone, release it by force")};
}

Wording aboutToExpire(const Lock &lock, Instant at)
{
    if (lock.verdict.basis == Basis::Assumed)
        return {Tr::tr("Was renewed, and expires in %1 unless it is renewed again").arg(leftText(lock, at)),
                Tr::tr("Fine if the work is done by then; whether another renewal was due is unknown")};
    if (const Holder *holder = holderMeant(lock))
        return {Tr::tr("Holder %1 used to renew, but its hold is about to expire")
                    .arg(escapedText(holder->id.bytes)),
                Tr::tr("Check the holder now: a long pause there lets two clients in at once")};
    return {Tr::tr("The holder used to renew, but the lock expires in %1").arg(leftText(lock, at)),
            Tr::tr("Check the holder now: a long pause there lets two clients in at once")};
}

Wording replicaBehind(const Lock &lock, Instant at)
{
    return {Tr::tr("Losing %1 now would lose this lock: its replicas are %2 behind, and the lock was "
                   "acquired or renewed since")
                .arg(escapedText(lock.node.bytes), sinceText(replicatedUntil(lock), at)),
            Tr::tr("Check the replica and its link to the master. Do not fail over manually until it has "
                   "caught up: another client could acquire the lock while its holder works")};
}

Wording leaseAbsurd(const Lock &lock, Instant)
{
    const QString lease = humanDuration(lock.lease.value_or(milliseconds(0)));
    if (lock.verdict.figure > 0 && lock.verdict.basis == Basis::Assumed)
        return {Tr::tr("Its TTL grew from %1 to %2 under one owner")
                    .arg(humanDuration(milliseconds(lock.verdict.figure)), lease),
                Tr::tr("Its owner may have acquired it again with a longer lease. Otherwise check whether "
                       "the program mixes up seconds and milliseconds when it renews")};
    if (lock.verdict.figure > 0)
        return {Tr::tr("Its TTL grew from %1 to %2 under one owner")
                    .arg(humanDuration(milliseconds(lock.verdict.figure)), lease),
                Tr::tr("Check whether the program mixes up seconds and milliseconds when it renews: if its "
                       "holder crashes, the lock stays that long")};
    return {
        Tr::tr("Its TTL is %1: if its holder crashes, the lock stays that long").arg(lease),
        Tr::tr("Fine if intended; otherwise check whether the program mixes up seconds and milliseconds")};
}

Wording permitsOversold(const Lock &lock, Instant)
{
    const Permits permits = lock.permits().value_or(Permits());
    return {counted(lock.verdict.figure,
                    [](int n) { return Tr::tr("%n permit(s) too many are held: %1 of %2", nullptr, n); })
                .arg(permits.held.value_or(0))
                .arg(permits.total.value_or(0)),
            Tr::tr("More clients work at once than allowed: the semaphore does not protect its resource. "
                   "Check whether all programs use the same limit, and whether one takes permits without "
                   "counting them. If the limit was lowered, this ends when enough permits are released")};
}

Wording permitLeaked(const Lock &lock, Instant)
{
    const int leaked = int(lock.verdict.figure);
    if (const auto permits = lock.permits();
        permits && permits->overdue > 0 && lock.kind == LockKind{"npm-semaphore"})
        return {Tr::tr("%n permit(s) look expired by the clocks of their clients", nullptr, leaked),
                Tr::tr("If these clocks agree, their holders crashed or no longer refresh them, and the next "
                       "client takes these permits. If one is wrong, its permits may still be in use")};
    if (const auto permits = lock.permits(); permits && permits->overdue > 0)
        return {Tr::tr("%n expired permit(s) were never released", nullptr, leaked),
                Tr::tr("Their holders crashed, or work longer than they asked for; then more clients work "
                       "than there are permits. Find them; the next client can take these permits")};
    return {Tr::tr("%n permit(s) are held by clients that are no longer connected", nullptr, leaked),
            Tr::tr("If those processes are gone, release their permits one by one")};
}

Wording permitsUnderstated(const Lock &lock, Instant)
{
    if (lock.verdict.figure == 0)
        return {Tr::tr("Permits are held, but the count of free permits is gone: no client can acquire one"),
                Tr::tr("Its key was deleted. The next release creates it again, with that one permit only. "
                       "Find out what deletes it, and set the number of permits again when none is held")};
    const Permits permits = lock.permits().value_or(Permits());
    if (permits.available.value_or(0) < 0 && permits.held && permits.total)
        return {Tr::tr("%1 permits held, but only %2 exist").arg(*permits.held).arg(*permits.total),
                Tr::tr("This happens if the number of permits is lowered while they are held, and ends when "
                       "enough are released. Whether it was intended is unknown")};
    if (permits.available.value_or(0) < 0)
        return {Tr::tr("The number of free permits is negative: %1").arg(*permits.available),
                Tr::tr("Unknown which: the number of permits was lowered while they were held, which ends "
                       "when enough are released; or the counter was changed by other means")};
    return {counted(lock.verdict.figure,
                    [](int n) {
                        return Tr::tr("%n permit(s) missing: fewer are available than there should be",
                                      nullptr, n);
                    }),
            Tr::tr("Permits were removed while they were held, or a holder died without releasing. If none "
                   "is held, set the number of permits again")};
}

Wording pastItsTime(const Lock &, Instant)
{
    return {Tr::tr("Expired, but its key still exists: the next client takes it"),
            Tr::tr("Its last holder did not release it: it crashed, or worked longer than it had asked for. "
                   "The key does no harm")};
}

Wording companionsAlone(const Lock &lock, Instant at)
{
    const QString since = heldForText(lock, at);
    return {
        lock.waiters.isKnown()
            ? Tr::tr("Only companion keys have been left for %1: no holder, no waiters").arg(since)
            : Tr::tr("Only companion keys have been left for %1: no holder; waiters unknown").arg(since),
        Tr::tr("The lock may have been deleted manually, or a client died while waiting. These keys can be "
               "deleted while the lock is not in use")};
}

Wording countGrows(const Lock &lock, Instant)
{
    return {Tr::tr("One owner has entered %1 times and released nothing so far").arg(lock.count()),
            Tr::tr("If this keeps growing, some code path acquires the lock without releasing it")};
}

Wording longHeld(const Lock &lock, Instant at)
{
    const QString by = holderName(lock);
    return {by.isEmpty() ? Tr::tr("Held for %1").arg(heldForText(lock, at))
                         : Tr::tr("Held by %1 for %2").arg(by, heldForText(lock, at)),
            Tr::tr("Fine if the work takes that long; otherwise find out what the holder waits for")};
}

Wording closed(const Lock &lock, Instant)
{
    return {lock.permits() ? Tr::tr("No permit is free") : Tr::tr("The latch is closed: counts remain"),
            QString()};
}

Wording isFree(const Lock &lock, Instant)
{
    if (!recordsHolds(lock))
        return {Tr::tr("Permits are free; whether others are held is not recorded"), QString()};
    return {Tr::tr("Free"), QString()};
}

// One script may renew the shares of all holders, whichever of their clients sent it: also of one that died.
bool isRenewerKnown(const Lock &lock)
{
    for (qsizetype i = 0; i < lock.holders.size(); ++i) {
        const Renewals *renewals = lock.renewalsOf(i);
        if (!isOver(lock, lock.holders[i]) && (!renewals || renewals->count == 0))
            return false;
    }
    return true;
}

// Too late for its rhythm, but not yet late enough for a verdict.
std::optional<Wording> renewedUntil(const Lock &lock, Instant at)
{
    const Renewals &renewals = lock.renewals;
    if (renewals.count == 0 || !renewals.lastAt || lock.holders.size() != 1)
        return {};
    const auto last = Tr::tr("OK so far: held, renewed %n time(s), last %1", nullptr,
                             int(std::min<qint64>(renewals.count, INT_MAX)))
                          .arg(agoText(*renewals.lastAt, at));
    const std::optional<milliseconds> period = renewalPeriod(lock);
    if (period && at > *renewals.lastAt + *period + BeatSlack)
        return Wording{Tr::tr("%1; the next renewal was due %2: not judged yet")
                           .arg(last, agoText(*renewals.lastAt + *period, at)),
                       QString()};
    if (!period)
        return Wording{last, QString()};
    return {};
}

Wording healthy(const Lock &lock, Instant at)
{
    if (const std::optional<Wording> late = renewedUntil(lock, at))
        return *late;
    if (lock.renewals.count > 0 && !isRenewerKnown(lock))
        return {Tr::tr("Held and renewed; not every holder is known to renew"), QString()};
    const auto isOfTime = [&lock](const Holder &holder) { return !isOver(lock, holder); };
    if (lock.renewals.count > 0 && lock.holders.size() == 1) // by whom, a server does not tell
        return {Tr::tr("OK: held and renewed on time"), QString()};
    if (lock.renewals.count > 0) // of several, each may be late for a moment
        return {std::ranges::count_if(lock.holders, isOfTime) > 1 ? Tr::tr("OK: held; each hold is renewed")
                                                                  : Tr::tr("OK: held and renewed"),
                QString()};
    if (lock.expiresAt)
        return {Tr::tr("OK: held, expires in %1 unless renewed").arg(leftText(lock, at)), QString()};
    return {Tr::tr("OK"), QString()};
}

struct Entry {
    std::string_view code;
    WordingOf words;
};

constexpr std::array<Entry, 30> Catalogue{{
    {"stale", stale},
    {"quorum-lost", quorumLost},
    {"no-quorum", noQuorum},
    {"split-owners", splitOwners},
    {"quorum-unknown", quorumUnknown},
    {"thin-quorum", thinQuorum},
    {"deadlock", deadlock},
    {"no-expiry", noExpiry},
    {"client-gone", clientGone},
    {"client-silent", clientSilent},
    {"renewal-overdue", renewalOverdue},
    {"about-to-expire", aboutToExpire},
    {"permits-oversold", permitsOversold},
    {"permit-leaked", permitLeaked},
    {"permits-understated", permitsUnderstated},
    {"dead-head", deadHeadWording},
    {"replica-behind", replicaBehind},
    {"renewed-by-nobody", renewedByNobody},
    {"reads-expired", readsExpired},
    {"lease-absurd", leaseAbsurd},
    {"expired-with-waiters", expiredWithWaitersWording},
    {"free-but-waited-for", freeButWaitedForWording},
    {"count-grows", countGrows},
    {"long-held", longHeld},
    {"past-its-time", pastItsTime},
    {"companions-alone", companionsAlone},
    {"waited-for", waitedForWording},
    {"closed", closed},
    {"free", isFree},
    {"healthy", healthy},
}};

Wording wordingOf(const Lock &lock, Instant at)
{
    const auto entry = std::find_if(Catalogue.begin(), Catalogue.end(),
                                    [&lock](const Entry &known) { return known.code == lock.verdict.code; });
    Wording text = lock.verdict.code == "unread" ? unread(lock, at)
                   : entry == Catalogue.end()    ? Wording()
                                                 : entry->words(lock, at);
    if (lock.confidence == Confidence::Guess && lock.verdict.level > VerdictLevel::Ok) {
        text.sentence = Tr::tr("If this is a lock: %1").arg(text.sentence);
        if (!text.advice.isEmpty())
            text.advice = Tr::tr("First check whether this key is a lock: only its name or the shape of its "
                                 "value suggests it");
    }
    return text;
}

// What it was while its node answered, as of then. Its hold may have gone on since.
QStringList lastKnown(const Lock &lock)
{
    if (!lock.stale || !lock.lastKnown)
        return {};
    Lock before = lock;
    before.stale = false;
    before.verdict = *lock.lastKnown;
    before.heldIsLowerBound = true;
    return {Tr::tr("last known: %1").arg(wordingOf(before, lock.readAt).sentence)};
}

} // namespace

VerdictText explainVerdict(const Lock &lock, Instant at)
{
    Wording text = wordingOf(lock, at);
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
