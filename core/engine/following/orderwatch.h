// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Gives an OrderTracker the events and reads of one master, waits until the events have caught up with each
// read, and puts the orders found into the table. Owner: the Follower, on the engine thread; the rest must
// outlive it.

#include "core/engine/blocking/ordertracker.h"
#include "core/engine/following/livefeed.h"
#include "core/engine/table/locktable.h"

#include <QPointer>

namespace lockscope
{

class OrderWatch final : public QObject
{
    Q_OBJECT
public:
    OrderWatch(const Registry &registry, LockTable &table, int database, QObject *parent = nullptr);

    // Forgets all: events may be missing. From now on they arrive again, if this feed has all that an
    // OrderTracker needs. Null: none arrive.
    void begin(LiveFeed *feed);
    void notePass(Instant began) { m_tracker.notePass(began); } // a complete one
    // Each keyspace event, in order, before the table knows of it.
    void noteEvent(const LockName &key, const QByteArray &event, Instant at);
    // After the table took them.
    void take(const std::vector<KeyReading> &readings, Instant askedAt);

signals:
    void tableTouched();
    void readWanted(const std::vector<lockscope::LockName> &keys);

private:
    QByteArray threadOf(const Lock &lock) const;
    static QCoro::Task<> confirm(QPointer<OrderWatch> self);

    const Registry &m_registry;
    LockTable &m_table;
    const int m_database;
    QPointer<LiveFeed> m_feed;
    OrderTracker m_tracker;
    bool m_confirming = false;
};

} // namespace lockscope
