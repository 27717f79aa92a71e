// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who waits on one node: counts the subscribers of the wake-up channels of known locks (PUBSUB NUMSUB, and
// SHARDNUMSUB from Redis 7.0 on: the two count different subscribers), tells which waiters of a queue listen,
// and finds channels with subscribers whose lock nobody knows yet (PUBSUB CHANNELS). All of it per node: who
// subscribed to a replica is not seen here. Owner: Follower, on the engine thread; node, registry and table
// must outlive it.

#include "core/deployment/node.h"
#include "core/engine/locktable.h"

#include <QObject>
#include <QTimer>

namespace lockscope
{

class WaiterCensus final : public QObject
{
    Q_OBJECT
public:
    WaiterCensus(Node &node, const Registry &registry, LockTable &table, QObject *parent = nullptr);

    void start();                              // from now on, a part of the locks every 2 s
    QCoro::Task<> countSome(bool all = false); // the next part of them, or every one
    QCoro::Task<> countOf(std::vector<LockName> keys);
    QCoro::Task<> lookForChannels();

signals:
    void tableTouched();
    // The lock that a channel with subscribers belongs to.
    void listenedTo(const lockscope::LockName &key, const QByteArray &channel);

private:
    struct Question {
        LockName key{};
        std::vector<QByteArray> channels{}; // of each waiter in the queue, then the lock's own
        size_t queued = 0;
    };
    std::vector<LockName> nextRound(qsizetype most);
    std::vector<Question> questionsFor(const std::vector<LockName> &keys) const;
    bool isSharded() const { return m_node.version().first >= 7; }
    static QCoro::Task<> count(QPointer<WaiterCensus> self, std::vector<LockName> keys);
    static QCoro::Task<> look(QPointer<WaiterCensus> self);
    void found(const std::vector<Reply> &channels);

    Node &m_node;
    const Registry &m_registry;
    LockTable &m_table;
    std::vector<LockName> m_round; // still to be counted in this round
    QTimer m_timer;
    int m_ticks = 0;
};

} // namespace lockscope
