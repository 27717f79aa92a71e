// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/quorumtext.h"

#include "core/base/tr.h"

#include <algorithm>

namespace lockscope
{

namespace
{

void tellQuorum(const Quorum &quorum, Instant at, QStringList &facts)
{
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
    if (const int away = quorum.nodes - quorum.reachable; away > 0)
        facts += Tr::tr("%n node(s) did not answer: what they have is not known", nullptr, away);
    if (quorum.unsure > 0)
        facts += Tr::tr("%n node(s) name an id that may be the same client's or another's", nullptr,
                        quorum.unsure);
    if (quorum.restarted > 0)
        facts += Tr::tr("%n node(s) started since the lock was taken, and may have forgotten it", nullptr,
                        quorum.restarted);
    if (quorum.validUntil)
        facts +=
            Tr::tr("valid for %1 more, the clock drift taken off")
                .arg(humanDuration(std::max(millisecondsBetween(at, *quorum.validUntil), milliseconds(0))));
}

} // namespace

QStringList quorumFacts(const Lock &lock, Instant at)
{
    QStringList facts;
    if (lock.quorum())
        tellQuorum(*lock.quorum(), at, facts);
    return facts;
}

Words noQuorum(const Lock &lock, Instant)
{
    const Quorum &quorum = *lock.quorum();
    const QString sentence =
        quorum.atMost() > quorum.agreeing
            ? Tr::tr("Held on at most %1 of %2 nodes: no majority has it").arg(quorum.atMost())
            : Tr::tr("Held on %1 of %2 nodes only: no majority has it").arg(quorum.agreeing);
    return {sentence.arg(quorum.nodes),
            Tr::tr("It is the rest of an attempt that failed, or of a lock that lost nodes. If a client "
                   "works under it, another one may get a majority beside it; otherwise it ends by "
                   "itself when its time is over")};
}

Words quorumLost(const Lock &lock, Instant)
{
    const Quorum &quorum = *lock.quorum();
    const QString sentence =
        quorum.atMost() > quorum.agreeing
            ? Tr::tr("The lock was lost: its owner had a majority, and has %1 of %2 nodes now at most")
                  .arg(quorum.atMost())
            : Tr::tr("The lock was lost: its owner had a majority, and has %1 of %2 nodes now")
                  .arg(quorum.agreeing);
    return {
        sentence.arg(quorum.nodes),
        Tr::tr("Stop what works under it, if it does not notice by itself: as soon as a majority of nodes "
               "answers, another client can take the lock. Bring back the nodes that are missing")};
}

Words quorumUnknown(const Lock &lock, Instant)
{
    const Quorum &quorum = *lock.quorum();
    if (quorum.reached())
        return {Tr::tr("A majority names one owner; %n more node(s) may name another: may be two holders",
                       nullptr, quorum.unsure),
                Tr::tr("The ids have only a thread number in common, which equal programs share, and were "
                       "not seen to be taken together. Compare them with the logs of the programs")};
    const QString sentence =
        quorum.unsure > 0
            ? Tr::tr("Whether it is held cannot be decided: may be two holders, at least %1 of %2 nodes "
                     "agree")
            : Tr::tr("Whether it is held cannot be decided: at least %1 of %2 nodes have it, and others did "
                     "not answer");
    return {sentence.arg(quorum.agreeing).arg(quorum.nodes),
            quorum.unsure > 0
                ? Tr::tr("The ids have only a thread number in common, which equal programs share, and were "
                         "not seen to be taken together. Compare them with the logs of the programs")
                : Tr::tr("Look from where all nodes can be reached before you act on it: a client that "
                         "reaches them may hold it by a majority")};
}

Words splitOwners(const Lock &, Instant)
{
    return {Tr::tr("A majority names one owner, and other nodes name another"),
            Tr::tr("The rest of an attempt that failed, as a rule: it ends by itself. If it stays, look "
                   "whether that client releases on all nodes after a failure")};
}

Words thinQuorum(const Lock &lock, Instant)
{
    const Quorum &quorum = *lock.quorum();
    if (quorum.atMost() > quorum.agreeing)
        return {Tr::tr("Held by a majority: %1 of %2 nodes, as many as are needed; %n did not answer",
                       nullptr, quorum.nodes - quorum.reachable)
                    .arg(quorum.agreeing)
                    .arg(quorum.nodes),
                Tr::tr("Bring back the nodes that are missing, or look from where they can be reached: "
                       "whether they have the lock is not known")};
    return {Tr::tr("Held by the smallest majority: if one more node is lost, the lock is lost"),
            Tr::tr("Bring back the nodes that are missing, and look why they do not have the lock")};
}

} // namespace lockscope
