// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps the table up to date for one master. It first subscribes to events, then scans, then reads each
// changed key; it reads each lock again at its expiry, and scans again after a gap and from time to time.
// While the node is unreachable, its locks are stale, never absent. Owned by Site, on the engine thread;
// node, registry and table must outlive it.

#include "core/deployment/node.h"
#include "core/engine/following/duereads.h"
#include "core/engine/following/engineoptions.h"
#include "core/engine/following/followedkeys.h"
#include "core/engine/following/livefeed.h"
#include "core/engine/following/lockstream.h"
#include "core/engine/following/orderwatch.h"
#include "core/engine/following/rereader.h"
#include "core/engine/following/waitercounter.h"
#include "core/engine/owners/clientregistry.h"
#include "core/engine/reading/scanner.h"
#include "core/engine/table/locktable.h"

#include <QObject>
#include <QTimer>

namespace lockscope
{

class Follower final : public QObject
{
    Q_OBJECT
public:
    using Owns = FollowedKeys::Owns;
    Follower(Node &node, const Registry &registry, LockTable &table, EngineOptions options, Owns owns = {},
             QObject *parent = nullptr);
    ~Follower() override;

    void start(); // from now on, whenever the node is ready
    void rescan();
    void stopScan()
    {
        m_scanWanted = false;
        m_scanner.stop();
    }
    // One complete pass, including the waiters of the locks found; waits for a running pass first. stream:
    // receives the locks, which are then not kept in the table; null: the table keeps them.
    QCoro::Task<ScanProgress> scan(std::shared_ptr<LockStream> stream = {});
    Rereader &reader() { return m_reader; }
    // A wake-up channel of this lock with subscribers; empty: none known.
    QByteArray listened(const LockName &key) const { return m_reader.listened(key); }
    // Only subscribers show this lock, and they may wait for one of the same name in another database: it is
    // none.
    bool mayBeWaitedForElsewhere(const KeyReading &reading) const
    {
        return m_waiters.mayBeOfAnotherDatabase() && FollowedKeys::isOnlyListenedTo(reading);
    }
    bool isOf(const Node &node) const { return &m_node == &node; }
    WaiterCounter &waiters() { return m_waiters; }
    ClientRegistry &clients() { return m_clients; }
    // A client listens on a channel of this lock, which this node owns.
    void noteListened(const LockName &key, const QByteArray &channel);
    void schedule(const LockName &key) // sets its next deadline after another component applied a read
    {
        setDeadline(key);
        m_due.start();
    }

    void scheduleAll(); // after other thresholds were set in the table

    const ScanProgress &progress() const { return m_progress; }
    const LiveStatus &live() const { return m_live; }

signals:
    void tableTouched(); // the table may hold a delta
    void scanChanged(const lockscope::ScanProgress &progress);
    void liveChanged(const lockscope::LiveStatus &live);
    void passed(const lockscope::ScanProgress &progress); // the table has the results of the pass
    // Reads of keys that changed or were due, after the table was updated.
    void read(const std::vector<lockscope::KeyReading> &readings);
    // Locks that were expected on this node, which does not own them: another node may have them.
    void strayed(const std::vector<lockscope::LockName> &keys);
    // This node serves a lock of another node: which of them owns it is to be asked.
    void servedBeside(const lockscope::LockName &key);
    // A channel with subscribers here belongs to a lock on another node.
    void listenedElsewhere(const lockscope::LockName &key, const QByteArray &channel);

private:
    void onReady();
    void beginOrders();
    void noteClock()
    {
        if (const auto &clock = m_node.clock())
            m_table.setClock(m_node.status().node, clock->wall, clock->at);
    }
    void onSilence();
    void onGap();
    bool takeLive(const LiveStatus &status);
    void onFeedStarted(const LiveStatus &status);
    void armRescan();
    void afterPass();
    void rescanWithin(milliseconds pause);
    void apply(KeyReading reading, EventSource source); // call m_due.start() after it
    void noteForeign(const KeyReading &reading);
    void setDeadline(const LockName &key);
    void onUnheard(const LockName &key); // no client subscribes to its channel any more
    void countLocks(ScanProgress &progress) const;
    void rereadLater(const std::vector<LockName> &keys, const Failure &why);
    void noteRefused(const LockName &key, const Failure &why);
    static QCoro::Task<> askEvidence(QPointer<Follower> self);
    static QCoro::Task<ScanProgress> runScan(QPointer<Follower> self,
                                             std::shared_ptr<LockStream> stream = {});
    static QCoro::Task<> finishPass(QPointer<Follower> self);
    static QCoro::Task<> scanAgain(QPointer<Follower> self);

    Node &m_node;
    const Registry &m_registry;
    LockTable &m_table;
    const EngineOptions m_options;
    const FollowedKeys m_keys;
    Scanner m_scanner;
    Rereader m_reader;
    WaiterCounter m_waiters;
    ClientRegistry m_clients;
    OrderWatch m_orders;
    std::unique_ptr<LiveFeed> m_feed;
    ScanProgress m_progress;
    LiveStatus m_live;
    DueReads m_due;
    std::unique_ptr<StreamedPass> m_streamed; // of the running pass, if its locks are streamed
    QSet<LockName> m_metByScan;               // to be read with companions before the pass counts
    Refusals m_refusals;
    const std::shared_ptr<MissingKeys> m_missing = std::make_shared<MissingKeys>();
    QTimer m_rescanTimer;
    int m_failedPasses = 0; // in succession
    bool m_started = false;
    bool m_scanning = false;
    bool m_scanWanted = false; // another pass after the running one
    WakeUps m_nextToScan;      // calls of scan() that wait for the running pass to end
    bool m_gapMet = false;     // a gap during the running pass: another pass follows after a rest
};

} // namespace lockscope
