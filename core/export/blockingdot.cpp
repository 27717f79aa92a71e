// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/blockingdot.h"

#include "core/engine/blocking/deadlocktext.h"

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
QByteArray partyName(const Party &party, const Lock &lock, const QByteArray &address)
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

// The locks and waits of deadlocks.
QSet<std::pair<size_t, size_t>> deadlockedWaits(const BlockingReport &report)
{
    QSet<std::pair<size_t, size_t>> waits;
    for (const Deadlock &deadlock : report.deadlocks) {
        for (const DeadlockStep &step : deadlock.steps)
            waits.insert({step.awaited, step.wait});
    }
    return waits;
}

} // namespace

QByteArray blockingDot(const BlockingReport &report)
{
    const QSet<std::pair<size_t, size_t>> deadlocked = deadlockedWaits(report);
    QByteArray dot = "digraph blocking {\n    rankdir=LR;\n    node [shape=ellipse];\n";
    for (size_t place = 0; place < report.graph.locks.size(); ++place) {
        const BlockedLock &blocked = report.graph.locks[place];
        const QByteArray lock = lockName(*blocked.lock);
        dot += "    " + lock + " [shape=box, label=" + quoted(escapedText(blocked.lock->key.bytes)) + "];\n";
        for (size_t i = 0; i < blocked.holderParties.size(); ++i) {
            const Holder &holder = blocked.lock->holders[qsizetype(i)];
            const QByteArray client = partyName(blocked.holderParties[i], *blocked.lock, {});
            dot += "    " + client + " [label=" + quoted(partyText(holder.id, {})) + "];\n";
            dot += "    " + lock + " -> " + client + " [label=\"held by\"];\n";
        }
        for (size_t i = 0; i < blocked.waits.size(); ++i) {
            const Wait &wait = blocked.waits[i];
            const QByteArray client = partyName(blocked.waitParties[i], *blocked.lock, wait.client.address);
            const char *colour = deadlocked.contains({place, i}) ? ", color=red" : "";
            dot += "    " + client + " [label=" + quoted(partyText(wait.id, wait.client)) + "];\n";
            dot += "    " + client + " -> " + lock + " [label=\"waits for\"" + colour + "];\n";
        }
        if (blocked.unnamed > 0) {
            const QString text = QString::number(blocked.unnamed);
            const QByteArray others =
                quoted(QStringLiteral("waiters of ") + escapedText(blocked.lock->key.bytes));
            dot += "    " + others +
                   " [style=dashed, label=" + quoted(text + QStringLiteral(" not identified")) + "];\n";
            dot += "    " + others + " -> " + lock + " [style=dashed];\n";
        }
    }
    return dot + "}\n";
}

} // namespace lockscope
