// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Facts about one lock as labelled lines. Call tick() while visible, for running times. GUI thread.

#include "ui/text/kinds.h"

#include <QWidget>

#include <optional>
#include <vector>

class QGridLayout;
class QLabel;

namespace lockscope
{

class ElidedLabel;

enum class LockFact {
    Key,
    Kind,
    Owner,
    Count,
    Held,
    TimeToLive,
    Lease,
    Renewals,
    Waiters,
    ToGo,
    FencingToken,
    Node
};

// The clients that a probe heard try to acquire the lock, until it ended.
struct HeardWaiters {
    qint64 clients = 0;
    WallTime until{};
};

QString leaseFact(const Lock &lock); // "≥ 41 min 14 s" if it is a lower bound; lock.lease has a value

class LockFacts final : public QWidget
{
    Q_OBJECT
public:
    LockFacts(std::vector<LockFact> facts, const Kinds &kinds, QWidget *parent = nullptr);
    void showLock(const LockPtr &lock, Instant now);         // Null: empty
    void setHeard(const std::optional<HeardWaiters> &heard); // Of the lock shown, or to be shown next
    void setWhyUnread(const Failure *why);                   // Of its node, as setHeard(); null: not known
    void tick(Instant now);
    void setLabel(LockFact fact, const QString &label);
    void setPast(bool past); // Past: nothing runs; no TTL is shown, nor whether its node answers
    QString value(LockFact fact) const;

private:
    struct Row {
        LockFact fact{};
        QString name{};
        QLabel *label = nullptr;
        ElidedLabel *value = nullptr;
    };
    void showRow(const Row &row, Instant now);
    void showPast(const Row &row);
    void showName(const Row &row);
    bool tells(LockFact fact) const;
    QString textOf(LockFact fact, Instant now) const;

    Kinds m_kinds;
    bool m_past = false;
    QString m_refusal{}; // Why its node refuses; empty: it is unreachable
    LockPtr m_lock;
    std::optional<HeardWaiters> m_heard{};
    std::vector<Row> m_rows;
};

} // namespace lockscope
