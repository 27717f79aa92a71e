// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Remembers events: in a ring in memory and, if enabled, in a file (historystore.h) that outlives the
// program. Answers the questions of plots, the timeline, one lock's history and past moments. Lives on its
// own thread, or on the engine's if there is only one; observe() connects it to an Engine. Call slots on its
// thread (queued from others); signals carry values. Owner: the composition in app/.

#include "core/config/observesettings.h"
#include "core/engine/engine.h"
#include "core/history/orders/lockorders.h"
#include "core/history/values/hold.h"

#include <QObject>

#include <memory>

namespace lockscope
{

// The state of the memory and the file.
struct HistoryStatus {
    std::optional<WallTime> since{}; // the start of the data; nullopt: there are none
    qint64 events = 0;               // written since open()
    qint64 gaps = 0;                 // since open(): events were missed, or a node was lost
    qint64 flushes = 0;              // since open(): a node was flushed or reloaded
    qint64 bytes = 0;                // size of the file; 0: none
    Failure failure{};               // why the file, if enabled, is not written; it is retried
    friend bool operator==(const HistoryStatus &, const HistoryStatus &) = default;
};

class History final : public QObject
{
    Q_OBJECT
public:
    // folder: contains one file per connection.
    explicit History(QString folder, QObject *parent = nullptr);
    ~History() override;

    // Follows the engine's signals, including opened and closed. Call before the engine is opened, on any
    // thread.
    void observe(Engine *engine);
    HistoryStatus status() const;
    // Writes all connections to this file, instead of one each in the folder. Call before open().
    void setFile(const QString &file);
    // Time until a failed file is retried, one minute by default. Call before open().
    void setRetryPeriod(milliseconds period);
    // For callers on its thread (cli, tests).
    std::vector<Tally> tallies(const HistoryRange &range, milliseconds step);
    HoldsAnswer holds(const HoldsQuery &query);
    LockEvents lockEvents(const LockName &key, size_t most);
    HistoryMoment moment(WallTime at, size_t most);
    // For whole minutes: all of the last hour, and older ones as far as their events are remembered.
    std::vector<Contention> contention(const HistoryRange &range, size_t most);
    OrdersAnswer orders();
    bool isContentionCut(const HistoryRange &range) const; // contention() lacks locks with waiters

public slots:
    void configure(const lockscope::HistorySettings &settings);
    // Starts anew in memory. name: selects the file; empty: no file. members: of a RedLock group, whose
    // events count when a majority of the nodes reports them. servers: serversUrl() the connection; a file of
    // that name with the history of others is set aside (setHistoryFileAside()); empty: unknown.
    void open(const QString &name, int members = 1, const QByteArray &servers = {});
    void close();
    // A saved connection was renamed: its file goes with it, also if it is open. If that fails, the file
    // keeps its name, and failed() says why.
    void rename(const QString &from, const QString &to);
    void take(const lockscope::LockDelta &delta);
    void takeNodes(const std::vector<lockscope::NodeStatus> &nodes);
    void takeLive(const lockscope::LiveStatus &live);
    void takeFailover(const lockscope::FailoverReport &report);
    void takeFindings(const lockscope::HealthReport &report);
    // Each is answered by a signal with the same id.
    void requestTallies(quint64 id, const lockscope::HistoryRange &range, lockscope::milliseconds step)
    {
        emit talliesReady(id, tallies(range, step));
    }
    void requestHolds(quint64 id, const lockscope::HoldsQuery &query);
    void requestLockEvents(quint64 id, const lockscope::LockName &key)
    {
        emit lockEventsReady(id, lockEvents(key, MostLockEvents));
    }
    void requestMoment(quint64 id, lockscope::WallTime at) { emit momentReady(id, moment(at, MomentMost)); }
    void requestContention(quint64 id, const lockscope::HistoryRange &range, qint64 most)
    {
        emit contentionReady(id, contention(range, size_t(std::max<qint64>(most, 0))));
    }
    void requestOrders(quint64 id) { emit ordersReady(id, orders()); }

signals:
    // The wall clock jumped while the history is open; later events use the new time.
    void clockSet(lockscope::milliseconds by);
    void opened();                               // later answers belong to the new connection
    void tallied(const lockscope::Tally &tally); // once a second, for the past second
    void statusChanged(const lockscope::HistoryStatus &status);
    void failed(const lockscope::Failure &why);                                  // rename()
    void talliesReady(quint64 id, const std::vector<lockscope::Tally> &tallies); // oldest first
    void holdsReady(quint64 id, const lockscope::HoldsAnswer &answer);
    void lockEventsReady(quint64 id, const lockscope::LockEvents &lockEvents);
    void momentReady(quint64 id, const lockscope::HistoryMoment &moment);
    // Highest demand first.
    void contentionReady(quint64 id, const std::vector<lockscope::Contention> &locks);
    void ordersReady(quint64 id, const lockscope::OrdersAnswer &answer);

private:
    static constexpr size_t MostLockEvents = 50'000;
    static constexpr size_t MomentMost = 250'000; // twice the intended number of locks, for several holders
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
