// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/blockingdot.h"

#include "core/engine/blocking/deadlocktext.h"

#include <QHash>
#include <QSet>

namespace lockscope
{

namespace
{

QByteArray quoted(const QString &text)
{
    QString escaped = text;
    escaped.replace(u'\\', QStringLiteral("\\\\")).replace(u'"', QStringLiteral("\\\""));
    return '"' + escaped.toUtf8() + '"';
}

// One node for each client, by what is known of it. A value that names no client is one of its lock only.
QByteArray partyName(const Party &party, const Lock &lock, const QByteArray &address = {})
{
    if (!party.key().isEmpty())
        return quoted(QStringLiteral("client ") + escapedText(party.key()));
    if (!address.isEmpty())
        return quoted(QStringLiteral("connection ") + escapedText(address));
    return quoted(QStringLiteral("holder of ") + escapedText(lock.key.bytes));
}

QByteArray lockName(const Lock &lock)
{
    return quoted(QStringLiteral("lock ") + escapedText(lock.key.bytes));
}

using WaitLooks = QHash<std::pair<size_t, size_t>, QByteArray>; // by lock and wait

WaitLooks looksOfDeadlocks(const BlockingReport &report)
{
    WaitLooks looks;
    for (const Deadlock &deadlock : report.deadlocks) {
        for (const DeadlockStep &step : deadlock.steps) {
            QByteArray &look = looks[{step.awaited, step.wait}];
            if (isCertain(deadlock))
                look = ", color=red";
            else if (look.isEmpty())
                look = ", color=orange, style=dashed";
        }
    }
    return looks;
}

QString waitLabel(const Wait &wait, Instant at)
{
    if (!mayStillWait(wait))
        return QStringLiteral("in its queue, no listener");
    if (wait.source == WaitSource::Queue)
        return QStringLiteral("waits for (in its queue)");
    const milliseconds ago = millisecondsBetween(wait.lastHeard.value_or(at), at);
    return QStringLiteral("waits for (last try heard %1 ago)").arg(humanDuration(ago));
}

// Each node once, and edges.
class Dot
{
public:
    void node(const QByteArray &name, const QString &label, const QByteArray &look = {})
    {
        if (!m_declared.contains(name))
            m_text += "    " + name + " [" + look + "label=" + quoted(label) + "];\n";
        m_declared.insert(name);
    }
    void edge(const QByteArray &from, const QByteArray &to, const QString &label, const QByteArray &look = {})
    {
        m_text += "    " + from + " -> " + to + " [label=" + quoted(label) + look + "];\n";
    }
    QByteArray take() { return m_text + "}\n"; }

private:
    QByteArray m_text = "digraph blocking {\n    rankdir=LR;\n    node [shape=ellipse];\n";
    QSet<QByteArray> m_declared{};
};

void addBlocked(Dot &dot, const BlockingReport &report, size_t place, const WaitLooks &looks)
{
    const BlockedLock &blocked = report.graph.locks[place];
    const QString key = escapedText(blocked.lock->key.bytes);
    const QByteArray lock = lockName(*blocked.lock);
    dot.node(lock, key, "shape=box, ");
    for (size_t i = 0; i < blocked.holderParties.size(); ++i) {
        const Holder &holder = blocked.lock->holders[qsizetype(i)];
        const QByteArray client = partyName(blocked.holderParties[i], *blocked.lock);
        dot.node(client, partyText(holder.id, blocked.lock->kind, clientAmong(*blocked.lock, holder.id)));
        dot.edge(lock, client, QStringLiteral("held by"));
    }
    for (size_t i = 0; i < blocked.waits.size(); ++i) {
        const Wait &wait = blocked.waits[i];
        const QByteArray client = partyName(blocked.waitParties[i], *blocked.lock, wait.client.address);
        dot.node(client, partyText(wait.id, blocked.lock->kind, wait.client));
        dot.edge(client, lock, waitLabel(wait, report.at),
                 mayStillWait(wait) ? looks.value({place, i}) : ", style=dashed");
    }
    if (blocked.unnamed > 0) {
        const QByteArray others = quoted(QStringLiteral("waiters of ") + key);
        dot.node(others, QStringLiteral("at least %1 more, not identified").arg(blocked.unnamed),
                 "style=dashed, ");
        dot.edge(others, lock, {}, ", style=dashed");
    }
}

// Closed semaphores and latches, and free locks.
void addUnheld(Dot &dot, const Lock &lock)
{
    const QString key = escapedText(lock.key.bytes);
    const QByteArray waiters = quoted(QStringLiteral("waiters of ") + key);
    const WaiterCount count = lock.waiters.count();
    const QString figure = count.isExact() ? QStringLiteral("%1") : QStringLiteral("at least %1");
    dot.node(lockName(lock), QStringLiteral("%1 (no known holder)").arg(key), "shape=box, style=dashed, ");
    dot.node(waiters, figure.arg(count.least), "style=dashed, ");
    dot.edge(waiters, lockName(lock), {}, ", style=dashed");
}

} // namespace

QByteArray blockingDot(const BlockingReport &report)
{
    const WaitLooks looks = looksOfDeadlocks(report);
    Dot dot;
    for (size_t place = 0; place < report.graph.locks.size(); ++place)
        addBlocked(dot, report, place, looks);
    for (const std::vector<LockPtr> *free : {&report.graph.unheld, &report.graph.changingHands}) {
        for (const LockPtr &lock : *free)
            addUnheld(dot, *lock);
    }
    return dot.take();
}

} // namespace lockscope
