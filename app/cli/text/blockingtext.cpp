// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/blockingtext.h"

#include "app/cli/text/plaintext.h"
#include "core/engine/blocking/deadlocktext.h"
#include "core/engine/verdicts/verdictevidence.h"

#include <QSet>

namespace lockscope::cli
{

namespace
{

constexpr int Deepest = 20; // clients, one waiting for the other

QString indent(int depth)
{
    return QString(depth * 2, u' ');
}

QString waitersText(qint64 direct, qint64 inAll)
{
    const QString waiters = counted(direct, QStringLiteral("waiter"));
    return inAll > direct ? QStringLiteral("%1, %2 in all").arg(waiters).arg(inAll) : waiters;
}

QString howText(const Wait &wait, Instant at)
{
    QStringList parts;
    if (wait.source == WaitSource::Queue)
        parts += QStringLiteral("queued");
    else if (wait.attempts > 1)
        parts += QStringLiteral("heard to try %1 times, last %2 ago")
                     .arg(wait.attempts)
                     .arg(sinceText(wait.lastHeard.value_or(at), at));
    else
        parts += QStringLiteral("heard to try once, %1 ago").arg(sinceText(wait.lastHeard.value_or(at), at));
    if (wait.mode != HoldMode::Exclusive)
        parts += QLatin1String(name(wait.mode));
    if (wait.alive)
        parts += *wait.alive ? QStringLiteral("listens") : QStringLiteral("no listener");
    return parts.join(QStringLiteral(", "));
}

QString lockText(const Lock &lock, Instant at)
{
    QString text = QStringLiteral("%1, held for %2").arg(escapedText(lock.key.bytes), heldForText(lock, at));
    text +=
        lock.expiresAt ? QStringLiteral(", %1 left").arg(leftText(lock, at)) : QStringLiteral(", no expiry");
    return text;
}

class Tree
{
public:
    Tree(const BlockingReport &report, const TextStyle &style) : m_report(report), m_style(style) {}

    QStringList lines()
    {
        for (const Blocker &blocker : m_report.graph.blockers) {
            if (!isShown(blocker))
                addBlocker(blocker);
        }
        return m_lines;
    }

private:
    bool isShown(const Blocker &blocker) const
    {
        return std::ranges::all_of(blocker.locks, [this](size_t lock) { return m_shown.contains(lock); });
    }
    void addBlocker(const Blocker &blocker);
    void addLocks(const Blocker &blocker, int depth);
    void addWaits(const BlockedLock &blocked, int depth);

    const BlockingReport &m_report;
    const TextStyle &m_style;
    QSet<size_t> m_shown; // locks
    QStringList m_lines;
};

void Tree::addBlocker(const Blocker &blocker)
{
    const QString who = blocker.owner.isEmpty() && blocker.client == ClientInfo()
                            ? QStringLiteral("unknown client")
                            : partyText(blocker.owner, blocker.client);
    m_lines += QStringLiteral("%1  %2").arg(tinted(who, Tint::Title, m_style),
                                            waitersText(blocker.direct, blocker.inAll));
    addLocks(blocker, 1);
}

void Tree::addLocks(const Blocker &blocker, int depth)
{
    for (const size_t place : blocker.locks) {
        const BlockedLock &blocked = m_report.graph.locks[place];
        if (m_shown.contains(place)) {
            m_lines +=
                indent(depth) + QStringLiteral("%1 (see above)").arg(escapedText(blocked.lock->key.bytes));
            continue;
        }
        m_shown.insert(place);
        m_lines += indent(depth) + lockText(*blocked.lock, m_report.at);
        addWaits(blocked, depth + 1);
    }
}

void Tree::addWaits(const BlockedLock &blocked, int depth)
{
    for (size_t i = 0; i < blocked.waits.size(); ++i) {
        const Wait &wait = blocked.waits[i];
        m_lines += indent(depth) +
                   QStringLiteral("%1: %2").arg(partyText(wait.id, wait.client), howText(wait, m_report.at));
        const Blocker *blocker = m_report.graph.blockerOf(blocked.waitParties[i]);
        if (blocker && depth < Deepest * 2)
            addLocks(*blocker, depth + 1);
    }
    if (blocked.unnamed > 0)
        m_lines +=
            indent(depth) +
            QStringLiteral("%1, not identified").arg(counted(blocked.unnamed, QStringLiteral("waiter")));
}

} // namespace

QStringList blockingText(const BlockingReport &report, const TextStyle &style)
{
    QStringList lines;
    for (const Deadlock &deadlock : report.deadlocks) {
        const bool isSure = deadlock.sameness == Sameness::Certain;
        lines += tinted(deadlockHeadline(deadlock), isSure ? Tint::Alarm : Tint::Warning, style);
        for (const QString &step : deadlockSteps(report.graph, deadlock))
            lines += indent(1) + step;
        if (deadlock.behind > 0)
            lines +=
                indent(1) +
                QStringLiteral("behind it: %1 more").arg(counted(deadlock.behind, QStringLiteral("waiter")));
        for (const QString &advice : deadlockAdvice(report.graph, deadlock, report.at))
            lines += indent(1) + tinted(advice, Tint::Faint, style);
        lines += QString();
    }
    return lines + Tree(report, style).lines();
}

QString blockingSummary(const BlockingReport &report, bool isProbed)
{
    const WaitGraph &graph = report.graph;
    QString line = graph.locks.empty() ? QStringLiteral("no held lock is seen to be waited for")
                                       : QStringLiteral("%1 for %2, %3 of them identified")
                                             .arg(counted(graph.waiters(), QStringLiteral("waiter")),
                                                  counted(qint64(graph.locks.size()), QStringLiteral("lock")))
                                             .arg(graph.named());
    if (isProbed)
        return line;
    return line + QStringLiteral("; clients that poll or block leave no trace: --probe finds them");
}

} // namespace lockscope::cli
