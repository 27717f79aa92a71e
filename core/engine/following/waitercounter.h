// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who waits on one node: counts the subscribers of the wake-up channels of known locks (PUBSUB NUMSUB, and
// SHARDNUMSUB from Redis 7.0 on: the two count different subscribers), tells which waiters of a queue listen,
// and finds channels with subscribers whose lock nobody knows yet (PUBSUB CHANNELS). A server counts its own
// subscribers only, and a waiter may be connected to any server of the deployment: to a replica, and of a
// cluster to any node. So all are asked, and their counts are added up. Of many locks the further servers are
// asked only for channels that had subscribers there when last looked at. Owner: Follower, on the engine
// thread; node, registry and table must outlive it.

#include "core/deployment/node.h"
#include "core/engine/table/locktable.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace lockscope
{

// The other servers of the deployment, and what is known of them by all its censuses.
struct OtherServers {
    struct Server {
        QPointer<Node> node{};
        bool isReplica = false; // of the census' own node: shard channels may be listened to there too
    };
    std::function<std::vector<Server>()> servers{};
    std::shared_ptr<QHash<NodeId, QSet<QByteArray>>> heard{}; // channels with subscribers, as found last
};

class WaiterCounter final : public QObject
{
    Q_OBJECT
public:
    WaiterCounter(Node &node, const Registry &registry, LockTable &table, QObject *parent = nullptr);

    void setOtherServers(OtherServers around) { m_around = std::move(around); } // else there are none
    void start();                              // from now on, a part of the locks every 2 s
    QCoro::Task<> countSome(bool all = false); // the next part of them, or every one
    QCoro::Task<> countOf(std::vector<LockName> keys);
    QCoro::Task<> lookForChannels();
    // A wake-up channel of this lock that somebody listens on, anywhere; empty: none.
    QCoro::Task<QByteArray> listenedChannel(LockName key);

signals:
    void tableTouched();
    // The lock that a channel with subscribers belongs to.
    void listenedTo(const lockscope::LockName &key, const QByteArray &channel);
    void unheard(const lockscope::LockName &key); // nobody listens for it any more

private:
    struct Question {
        LockName key{};
        std::vector<QByteArray> channels{}; // of each waiter in the queue, then the lock's own
        size_t queued = 0;
    };
    // One server, and the channels it is asked for; which: their places among all.
    struct Post {
        QPointer<Node> node{};
        bool sharded = false;
        std::vector<QByteArray> channels{};
        std::vector<size_t> which{};
    };
    struct Sum {
        std::vector<std::optional<qint64>> counts{}; // of all channels; nothing: refused
        Instant at{};
        bool whole = true; // every server answered
    };
    std::vector<Post> postsFor(const std::vector<QByteArray> &channels) const;
    static QCoro::Task<Outcome<Sum>> sum(QPointer<WaiterCounter> self, std::vector<QByteArray> channels);
    static QCoro::Task<> lookOn(QPointer<WaiterCounter> self, QPointer<Node> node);
    QList<QByteArray> channelPatterns() const;
    std::vector<LockName> nextRound(qsizetype most);
    std::vector<Question> questionsFor(const std::vector<LockName> &keys) const;
    static bool isSharded(const Node &node) { return node.version().first >= 7; }
    static QCoro::Task<> count(QPointer<WaiterCounter> self, std::vector<LockName> keys);
    static QCoro::Task<> look(QPointer<WaiterCounter> self);
    void found(const QSet<QByteArray> &channels);

    Node &m_node;
    const Registry &m_registry;
    LockTable &m_table;
    OtherServers m_around;
    std::vector<LockName> m_round; // still to be counted in this round
    QTimer m_timer;
    int m_ticks = 0;
};

} // namespace lockscope
