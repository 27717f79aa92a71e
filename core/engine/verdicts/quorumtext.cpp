// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/quorumtext.h"

#include "core/base/tr.h"
#include "core/engine/verdicts/quorum.h"

#include <algorithm>

namespace lockscope
{

namespace
{

void tellQuorum(const Lock &lock, Instant at, QStringList &facts)
{
    const Quorum &quorum = *lock.quorum();
    const QString agreeing = QString::number(quorum.agreeing);
    facts += quorum.atMost() > quorum.agreeing
                 ? Tr::tr("at least %1 and at most %2 of %3 nodes agree, %4 are needed")
                       .arg(agreeing)
                       .arg(quorum.atMost())
                       .arg(quorum.nodes)
                       .arg(quorum.needed)
                 : Tr::tr("%1 of %2 nodes agree, %3 are needed")
                       .arg(agreeing)
                       .arg(quorum.nodes)
                       .arg(quorum.needed);
    if (isOneClientAssumed(lock))
        facts += Tr::tr("assumed to be one client: the ids of these nodes share a thread number, and were "
                        "acquired or expire together");
    if (quorum.duplicates > 0)
        facts +=
            Tr::tr("%n address(es) lead to a server that is already counted", nullptr, quorum.duplicates);
    if (const int away = quorum.nodes - quorum.reachable; away > 0)
        facts += Tr::tr("%n node(s) did not answer; their state is unknown", nullptr, away);
    if (quorum.unsure > 0)
        facts += Tr::tr("%n node(s) have an id that may belong to the same client or to another", nullptr,
                        quorum.unsure);
    if (quorum.restarted > 0)
        facts += Tr::tr("%n node(s) started since the lock was acquired, and may have lost it", nullptr,
                        quorum.restarted);
    if (quorum.validUntil)
        facts +=
            Tr::tr("valid for %1 more (clock drift subtracted)")
                .arg(humanDuration(std::max(millisecondsBetween(at, *quorum.validUntil), milliseconds(0))));
}

// Also the copies without an expiry that nodes have which no longer answer.
bool hasEndlessCopy(const Lock &lock)
{
    return std::ranges::any_of(lock.extras->copies,
                               [](const Copy &copy) { return namesOwner(copy.state) && !copy.expiresAt; });
}

QString endOf(const std::optional<Instant> &end, Instant at)
{
    return end ? Tr::tr("expires in %1")
                     .arg(humanDuration(std::max(millisecondsBetween(at, *end), milliseconds(0))))
               : Tr::tr("no expiry");
}

// Which of the owners came first is not recorded. A copy that ends earlier was set or renewed earlier only if
// all have the same lease.
void tellSplit(const Lock &lock, Instant at, QStringList &facts)
{
    constexpr milliseconds Differs = std::chrono::seconds(1);
    std::optional<Instant> agreed, other;
    bool areTimed = true;
    for (const Copy &copy : lock.extras->copies) {
        if (!namesOwner(copy.state))
            continue;
        facts += Tr::tr("copy on %1: owner %2, %3")
                     .arg(escapedText(copy.node.bytes), shownOwner(copy.owner, lock.kind),
                          endOf(copy.expiresAt, at));
        areTimed = areTimed && copy.expiresAt && copy.state != CopyState::Unsure;
        std::optional<Instant> &latest = copy.state == CopyState::Held ? agreed : other;
        latest = std::max(latest, copy.expiresAt);
    }
    if (!areTimed || !agreed || !other || std::chrono::abs(*agreed - *other) < Differs)
        return;
    const QString apart =
        humanDuration(std::chrono::duration_cast<milliseconds>(std::chrono::abs(*agreed - *other)));
    facts +=
        *other < *agreed
            ? Tr::tr("the majority's copies expire %1 later: if all leases are the same, they were set or "
                     "renewed later (assumed)")
                  .arg(apart)
            : Tr::tr("the majority's copies expire %1 earlier: if all leases are the same, they were set "
                     "or renewed earlier (assumed)")
                  .arg(apart);
}

} // namespace

QStringList quorumFacts(const Lock &lock, Instant at)
{
    QStringList facts;
    if (lock.quorum())
        tellQuorum(lock, at, facts);
    if (lock.quorum() && lock.verdict.code == "split-owners")
        tellSplit(lock, at, facts);
    return facts;
}

Wording noQuorum(const Lock &lock, Instant)
{
    const Quorum &quorum = *lock.quorum();
    const QString sentence =
        quorum.owners > 1 ? Tr::tr("No quorum: the nodes name %1 owners, each on at most %2 of %3 nodes")
                                .arg(quorum.owners)
                                .arg(quorum.atMost())
        : quorum.atMost() > quorum.agreeing
            ? Tr::tr("No quorum: held on at most %1 of %2 nodes").arg(quorum.atMost())
            : Tr::tr("No quorum: held on only %1 of %2 nodes").arg(quorum.agreeing);
    if (lock.verdict.level == VerdictLevel::Info)
        return {sentence.arg(quorum.nodes), Tr::tr("It is being acquired or released node by node, or has "
                                                   "just lost nodes. The next few seconds show which")};
    return {
        sentence.arg(quorum.nodes),
        hasEndlessCopy(lock)
            ? Tr::tr("A failed attempt left it behind, or the lock has lost nodes. If a client works under "
                     "this lock, another client may get a majority at the same time; otherwise release it by "
                     "force: a copy without an expiry stays until then")
            : Tr::tr("A failed attempt left it behind, or the lock has lost nodes. If a client works under "
                     "this lock, another client may get a majority at the same time; otherwise it expires by "
                     "itself")};
}

Wording quorumLost(const Lock &lock, Instant)
{
    const Quorum &quorum = *lock.quorum();
    const QString sentence =
        quorum.atMost() > quorum.agreeing
            ? Tr::tr("Lock lost: its owner had a majority and now has at most %1 of %2 nodes")
                  .arg(quorum.atMost())
            : Tr::tr("Lock lost: its owner had a majority and now has %1 of %2 nodes").arg(quorum.agreeing);
    return {sentence.arg(quorum.nodes),
            quorum.isOutOfSight()
                ? Tr::tr("If the program has not noticed, stop its work: once a majority of nodes answers, "
                         "another client can acquire the lock. Restore the missing nodes")
                : Tr::tr("If the program has not noticed, stop its work: another client can acquire the lock "
                         "now. Find out why nodes lost it")};
}

// Of nodes whose ids may be two clients'.
static QString unsureAdvice(const Lock &lock)
{
    return isRedissonId(lock.owner())
               ? Tr::tr("The ids share only a thread number, as identical programs do, and were not seen "
                        "being acquired together. Compare them with the logs of the programs")
               : Tr::tr("Every client may write this value, so it does not say whether one client has these "
                        "nodes or several. Compare the times with the logs of the programs");
}

Wording quorumUnknown(const Lock &lock, Instant)
{
    const Quorum &quorum = *lock.quorum();
    if (quorum.reached())
        return {Tr::tr("A majority names one owner; %n more node(s) may name another: possibly two holders",
                       nullptr, quorum.unsure),
                unsureAdvice(lock)};
    const QString sentence =
        quorum.unsure > 0
            ? Tr::tr("Cannot tell whether it is held: possibly two holders, at least %1 of %2 nodes agree")
            : Tr::tr(
                  "Cannot tell whether it is held: at least %1 of %2 nodes have it, others did not answer");
    return {sentence.arg(quorum.agreeing).arg(quorum.nodes),
            quorum.unsure > 0 ? unsureAdvice(lock)
                              : Tr::tr("Before you act, connect from a machine that reaches all nodes: a "
                                       "client that reaches them may hold the lock by a majority")};
}

// The longest that a copy of another owner than the majority's lasts; nullopt: there is none with an expiry.
static std::optional<milliseconds> minorityLasts(const Lock &lock, Instant at)
{
    std::optional<milliseconds> longest;
    for (const Copy &copy : lock.extras->copies) {
        if (copy.state == CopyState::OtherOwner && copy.expiresAt)
            longest = std::max(longest.value_or(milliseconds(0)), millisecondsBetween(at, *copy.expiresAt));
    }
    return longest;
}

Wording splitOwners(const Lock &lock, Instant at)
{
    const std::optional<milliseconds> lasts = minorityLasts(lock, at);
    if (lasts && !hasEndlessCopy(lock))
        return {Tr::tr("A majority names one owner, and other nodes name another, which may still believe "
                       "that it holds the lock. Its copy expires in %1 unless it is renewed")
                    .arg(humanDuration(*lasts)),
                Tr::tr("Either a failed attempt left that copy behind, or its owner had the majority until "
                       "nodes lost the lock, as after a restart without persistence: then two clients work "
                       "at once. Compare the times with the logs of the two programs")};
    return {
        Tr::tr("A majority names one owner, and other nodes name another"),
        Tr::tr("Either a failed attempt left a copy behind, or its owner had the majority until nodes lost "
               "the lock: then two clients work at once. Compare the times with the logs of the two "
               "programs. A copy without an expiry stays until it is released")};
}

Wording thinQuorum(const Lock &lock, Instant)
{
    const Quorum &quorum = *lock.quorum();
    if (quorum.atMost() > quorum.agreeing)
        return {Tr::tr("Held by the smallest possible majority: %1 of %2 nodes; %n did not answer", nullptr,
                       quorum.nodes - quorum.reachable)
                    .arg(quorum.agreeing)
                    .arg(quorum.nodes),
                Tr::tr("Restore the missing nodes, or connect from a machine that reaches them: whether they "
                       "have the lock is unknown")};
    if (quorum.agreeing == quorum.nodes)
        return {Tr::tr("Held by all nodes, but losing one loses the lock"),
                Tr::tr("A group of %n node(s) survives no failure. Use three or five nodes", nullptr,
                       quorum.nodes)};
    return {Tr::tr("Held by the smallest possible majority: losing one more node loses the lock"),
            Tr::tr("Restore the missing nodes, and find out why they do not have the lock")};
}

} // namespace lockscope
