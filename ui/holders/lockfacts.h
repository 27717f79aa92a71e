// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Facts about one lock as labelled lines. Call tick() while visible, for running times. GUI thread.

#include "ui/text/kinds.h"

#include <QWidget>

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

class LockFacts final : public QWidget
{
    Q_OBJECT
public:
    LockFacts(std::vector<LockFact> facts, const Kinds &kinds, QWidget *parent = nullptr);
    void showLock(const LockPtr &lock, Instant now); // Null: empty
    void tick(Instant now);
    void setLabel(LockFact fact, const QString &label);
    void setPast(bool past); // Past: nothing runs, no TTL is shown
    QString value(LockFact fact) const;

private:
    struct Row {
        LockFact fact{};
        QString name{};
        QLabel *label = nullptr;
        ElidedLabel *value = nullptr;
    };
    void showRow(const Row &row, Instant now);
    void showName(const Row &row);
    bool tells(LockFact fact) const;

    Kinds m_kinds;
    bool m_past = false;
    LockPtr m_lock;
    std::vector<Row> m_rows;
};

} // namespace lockscope
