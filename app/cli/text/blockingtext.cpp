// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/blockingtext.h"

#include "app/cli/text/plaintext.h"
#include "core/engine/blocking/deadlocktext.h"
#include "core/engine/blocking/waitingtext.h"
#include "core/engine/verdicts/verdictevidence.h"

#include <QSet>

namespace lockscope::cli
{

namespace
{

constexpr int Deepest = 20;       // clients, one waiting for the other
constexpr size_t MostListed = 20; // deadlocks, and clients of one

QString indent(int depth)
{
    return QString(depth * 2, u' ');
}

QString bounded(const WaiterCount &count, const QString &text)
{
    if (!count.isKnown())
        return QStringLiteral("an unknown number of waiters");
    return count.isExact() ? text : QStringLiteral("at least %1").arg(text);
}

QString waitersText(const WaiterCount &direct, const WaiterCount &inAll)
{
    const QString waiters = bounded(direct, counted(direct.least, QStringLiteral("waiter")));
    return inAll.least > direct.least
               ? QStringLiteral("%1, %2 in all").arg(waiters, bounded(inAll, QString::number(inAll.least)))
               : waiters;
}

QString triesText(const Wait &wait)
{
    if (wait.attempts == 2)
        return QStringLiteral("twice");
    const QString times = QStringLiteral("%1 times").arg(wait.attempts);
    const std::optional<double> rate = triesPerSecond(wait);
    return rate ? QStringLiteral("%1 (%2 a second)").arg(times).arg(*rate, 0, 'g', 2) : times;
}

QString listensText(bool listens)
{
    return listens ? QStringLiteral("listens") : QStringLiteral("no listener");
}

QString howText(const Wait &wait, Instant at)
{
    QStringList parts;
    if (wait.source == WaitSource::Queue)
        parts += wait.isQueuedFor(at)
                     ? QStringLiteral("queued, first seen there %1").arg(agoText(*wait.queuedSince, at))
                     : QStringLiteral("queued");
    if (wait.attempts > 1)
        parts += QStringLiteral("heard to try %1, first %2, last %3")
                     .arg(triesText(wait), agoText(wait.firstHeard.value_or(at), at),
                          agoText(wait.lastHeard.value_or(at), at));
    else if (wait.attempts == 1 || wait.source == WaitSource::Probe)
        parts += QStringLiteral("heard to try once, %1").arg(agoText(wait.lastHeard.value_or(at), at));
    if (wait.mode != HoldMode::Exclusive)
        parts += QLatin1String(name(wait.mode));
    if (wait.alive)
        parts += listensText(*wait.alive);
    return parts.join(QStringLiteral(", "));
}

QString lockText(const Lock &lock, Instant at)
{
    QString text = QStringLiteral("%1, held for %2").arg(escapedText(lock.key.bytes), heldForText(lock, at));
    if (const qsizetype holders = holdersInTime(lock); lock.holders.size() > 1)
        text += QStringLiteral(" by %1").arg(counted(holders, QStringLiteral("holder")));
    text +=
        lock.expiresAt ? QStringLiteral(", %1 left").arg(leftText(lock, at)) : QStringLiteral(", no expiry");
    return text;
}

class Tree
{
public:
    Tree(const BlockingReport &report, const TextStyle &style) : m_report(report), m_style(style) {}

    QStringList lines(BlockersBy by)
    {
        if (by == BlockersBy::Process) {
            for (const BlockingProcess &process : blockingProcesses(m_report.graph))
                addProcess(process);
            return m_lines;
        }
        for (const Blocker &blocker : m_report.graph.blockers) {
            if (!m_shownClients.contains(blocker.party))
                addBlocker(blocker);
        }
        return m_lines;
    }

private:
    void addBlocker(const Blocker &blocker);
    void addProcess(const BlockingProcess &process);
    void addLocks(const Blocker &blocker, int depth, const QByteArray &thread = {});
    void addWaits(const BlockedLock &blocked, int depth);

    const BlockingReport &m_report;
    const TextStyle &m_style;
    QSet<size_t> m_shown; // locks
    QSet<QByteArray> m_shownClients;
    QStringList m_lines;
};

QString whoText(const OwnerId &owner, LockKind kind, const ClientInfo &client)
{
    return owner.isEmpty() && client == ClientInfo() ? QStringLiteral("unknown client")
                                                     : partyText(owner, kind, client);
}

void Tree::addBlocker(const Blocker &blocker)
{
    const QString who = whoText(blocker.owner, m_report.graph.kindOf(blocker), blocker.client);
    m_lines += QStringLiteral("%1  %2").arg(tinted(who, Tint::Title, m_style),
                                            waitersText(blocker.direct, blocker.inAll));
    addLocks(blocker, 1);
}

void Tree::addProcess(const BlockingProcess &process)
{
    const LockKind kind = m_report.graph.kindOf(m_report.graph.blockers[process.blockers.front()]);
    m_lines +=
        QStringLiteral("%1  %2").arg(tinted(whoText(process.id, kind, process.client), Tint::Title, m_style),
                                     waitersText(process.direct, process.inAll));
    for (size_t i = 0; i < process.blockers.size(); ++i)
        addLocks(m_report.graph.blockers[process.blockers[i]], 1, process.threads[i]);
}

// thread: that holds them, if the row above does not name it.
void Tree::addLocks(const Blocker &blocker, int depth, const QByteArray &thread)
{
    m_shownClients.insert(blocker.party);
    const QString by = thread.isEmpty() ? QString() : QStringLiteral("thread %1: ").arg(escapedText(thread));
    for (const size_t place : blocker.locks) {
        const BlockedLock &blocked = m_report.graph.locks[place];
        if (m_shown.contains(place)) {
            m_lines += indent(depth) + by +
                       QStringLiteral("%1 (see above)").arg(escapedText(blocked.lock->key.bytes));
            continue;
        }
        m_shown.insert(place);
        m_lines += indent(depth) + by + lockText(*blocked.lock, m_report.at);
        addWaits(blocked, depth + 1);
    }
}

void Tree::addWaits(const BlockedLock &blocked, int depth)
{
    for (size_t i = 0; i < blocked.waits.size(); ++i) {
        const Wait &wait = blocked.waits[i];
        m_lines += indent(depth) +
                   QStringLiteral("%1: %2").arg(partyText(wait.id, blocked.lock->kind, wait.client),
                                                howText(wait, m_report.at)) +
                   (blocked.isOnHoldersConnection(i)
                        ? QStringLiteral(", on the holder's connection: another of its threads, the holder "
                                         "itself, or another client of a proxy")
                        : QString());
        const Blocker *blocker = m_report.graph.blockerOf(blocked.waitParties[i]);
        if (blocker && depth < Deepest * 2)
            addLocks(*blocker, depth + 1);
    }
    if (blocked.unnamed > 0)
        m_lines += indent(depth) + QStringLiteral("at least %1, not identified")
                                       .arg(counted(blocked.unnamed, QStringLiteral("more waiter")));
    if (const QString unread = unreadQueueText(blocked.lock->waiters); !unread.isEmpty())
        m_lines += indent(depth) + unread;
}

QStringList deadlockLines(const Deadlock &deadlock, const DeadlockText &text, const TextStyle &style)
{
    const Tint tint = isCertain(deadlock) ? Tint::Alarm : Tint::Notice;
    QStringList lines{tinted(text.headline, tint, style)};
    for (const QString &step : text.steps.first(std::min(text.steps.size(), qsizetype(MostListed))))
        lines += indent(1) + step;
    if (text.steps.size() > qsizetype(MostListed))
        lines += indent(1) + QStringLiteral("… and %1 more").arg(text.steps.size() - qsizetype(MostListed));
    if (deadlock.behind > 0)
        lines += indent(1) +
                 QStringLiteral("%1 behind it").arg(counted(deadlock.behind, QStringLiteral("more waiter")));
    for (const QString &remark : text.remarks())
        lines += indent(1) + tinted(remark, Tint::Faint, style);
    return lines + QStringList(QString());
}

QStringList deadlocksText(const BlockingReport &report, const TextStyle &style)
{
    const size_t count = std::min(report.deadlocks.size(), MostListed);
    std::vector<Deadlock> listed(report.deadlocks.begin(), report.deadlocks.begin() + qsizetype(count));
    std::vector<DeadlockText> texts = deadlockTexts(report.graph, listed, report.at);
    const QStringList common = count > 1 ? takeCommon(texts) : QStringList();
    QStringList lines;
    for (size_t i = 0; i < count; ++i)
        lines += deadlockLines(listed[i], texts[i], style);
    if (report.deadlocks.size() > count)
        lines +=
            {QStringLiteral("%1 more deadlocks; --json lists them all").arg(report.deadlocks.size() - count),
             QString()};
    if (common.isEmpty())
        return lines;
    lines += QStringLiteral("All of these deadlocks");
    for (const QString &remark : common)
        lines += indent(1) + tinted(remark, Tint::Faint, style);
    return lines + QStringList(QString());
}

// Which of them wait for a lock, and for which, Redis does not show.
QStringList sleeperLines(const BlockingReport &report)
{
    if (!report.asleep || report.asleep->clients.empty() || report.asleep->locks == 0)
        return {};
    const std::vector<Asleep::Client> &all = report.asleep->clients;
    QStringList lines{
        QString(), QStringLiteral("%1 on a list and may wait for %2 whose waiters sleep, or for other data:")
                       .arg(all.size() == 1 ? QStringLiteral("1 client sleeps")
                                            : QStringLiteral("%1 clients sleep").arg(all.size()),
                            report.asleep->locks == 1
                                ? QStringLiteral("the held lock")
                                : QStringLiteral("one of %1 held locks").arg(report.asleep->locks))};
    for (size_t i = 0; i < std::min(all.size(), MostListed); ++i)
        lines += indent(1) + QStringLiteral("%1: %2 for at least %3")
                                 .arg(partyText({}, {}, all[i].client), escapedText(all[i].command),
                                      sinceText(all[i].since, report.at));
    if (all.size() > MostListed)
        lines += indent(1) + QStringLiteral("… and %1 more").arg(all.size() - MostListed);
    return lines;
}

// Who stands in the queue of a lock that no client is known to hold.
QStringList unheldLines(const WaitGraph &graph)
{
    QStringList lines;
    for (const LockPtr &lock : graph.unheld) {
        if (lock->waiters.queued.empty())
            continue;
        lines += (lock->isUndecided() ? QStringLiteral("%1, held or not: nodes that do not answer decide")
                                      : QStringLiteral("%1, not held"))
                     .arg(escapedText(lock->key.bytes));
        for (const QueuedWaiter &waiter : lock->waiters.queued) {
            const QString who = partyText(waiter.id, lock->kind, clientAmong(*lock, waiter.id));
            lines += indent(1) + (waiter.alive
                                      ? QStringLiteral("%1: queued, %2").arg(who, listensText(*waiter.alive))
                                      : QStringLiteral("%1: queued").arg(who));
        }
    }
    return lines;
}

QString keysText(const std::vector<LockPtr> &locks)
{
    constexpr size_t Most = 3;
    QStringList names;
    for (size_t i = 0; i < std::min(Most, locks.size()); ++i)
        names += escapedText(locks[i]->key.bytes);
    if (locks.size() > Most)
        names += QStringLiteral("…");
    return names.join(QStringLiteral(", "));
}

} // namespace

QStringList blockingText(const BlockingReport &report, BlockersBy by, const TextStyle &style)
{
    return deadlocksText(report, style) + Tree(report, style).lines(by) + unheldLines(report.graph) +
           sleeperLines(report);
}

QString blockingSummary(const BlockingReport &report, bool isProbed, bool isWhole)
{
    const WaitGraph &graph = report.graph;
    QStringList parts;
    if (!isWhole)
        parts += QStringLiteral("incomplete: not all locks could be read");
    if (!graph.locks.empty())
        parts += waitingText(graph);
    if (!graph.unheld.empty())
        parts +=
            QStringLiteral("clients wait for %1 that no client is known to hold: %2")
                .arg(counted(qint64(graph.unheld.size()), QStringLiteral("lock")), keysText(graph.unheld));
    if (!graph.changingHands.empty())
        parts += QStringLiteral("%1 free when read, less than 1 s after a hold ended: %2")
                     .arg(counted(qint64(graph.changingHands.size()), QStringLiteral("lock")),
                          keysText(graph.changingHands));
    if (parts.isEmpty())
        parts += QStringLiteral("no contended locks found");
    else if (graph.locks.empty() && graph.unheld.empty() && graph.changingHands.empty())
        parts += QStringLiteral("none that was read is known to be contended");
    QString line = parts.join(QStringLiteral("; "));
    if (graph.unseen.uncounted > 0)
        line += QStringLiteral("; how many clients wait is unknown for %1: this user may not count who "
                               "listens (PUBSUB) or not read the queue, or they may poll (spin locks)")
                    .arg(counted(graph.unseen.uncounted, QStringLiteral("held lock")));
    if (graph.elsewhere > 0)
        line += QStringLiteral(
                    "; some listening clients wait for %1 or for locks of the same names in another database")
                    .arg(counted(graph.elsewhere, QStringLiteral("held lock")));
    if (graph.unseen.unlinked > 0)
        line +=
            QStringLiteral("; deadlocks that involve %1 are not seen: neither ids nor connections show what "
                           "the holders wait for")
                .arg(counted(graph.unseen.unlinked, QStringLiteral("held lock")));
    if (!report.asleep)
        line += QStringLiteral("; which clients sleep on lists is unknown (CLIENT LIST)");
    line += isProbed
                ? QStringLiteral("; clients that slept the whole time cannot be heard")
                : QStringLiteral("; clients that poll, sleep on a list or share a channel (Spring) are not "
                                 "seen: --probe finds those that try while it listens");
    return line;
}

QStringList probeRemarks(const BlockingReport &report)
{
    if (report.probes.empty())
        return {QStringLiteral("not probed: no lock was held")};
    QStringList lines;
    for (const ProbeReport &probe : report.probes) {
        if (probe.stopped == ProbeStop::Lines || probe.stopped == ProbeStop::Bytes ||
            probe.stopped == ProbeStop::Cancelled)
            lines += QStringLiteral("%1: %2").arg(escapedText(probe.node.bytes), probeOutcome(probe));
    }
    return lines;
}

} // namespace lockscope::cli
