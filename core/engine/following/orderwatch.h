// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Passes the events and reads of one master to an OrderTracker, waits until the events have caught up with
// each read, and adds the orders found to the table. Owner: the Follower, on the engine thread; registry and
// table must outlive it.

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

    // Forgets everything, because events may be missing, and starts again with this feed if it has all events
    // that an OrderTracker needs. Null: there is no feed.
    void begin(LiveFeed *feed);
    void notePass(Instant began) { m_tracker.notePass(began); } // a complete pass
    // Each keyspace event, in order, before the table knows of it.
    void noteEvent(const LockName &key, const QByteArray &event, Instant at);
    // After the table applied them. askedAt: when they were requested.
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
