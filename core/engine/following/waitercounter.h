// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Counts the waiters on one node: the subscribers of the wake-up channels of known locks (PUBSUB NUMSUB, and
// from Redis 7.0 also SHARDNUMSUB; a client that is in both counts once), which waiters of a queue listen,
// and channels with subscribers whose lock is unknown (PUBSUB CHANNELS). A server counts only its own
// subscribers, but a waiter may be connected to a replica, or to any node of a cluster, so all are asked and
// the counts added. With many locks, other servers are asked only for channels that had subscribers there
// last time, and for the channel of the first in each queue. A waiter is known not to listen only if every
// server answered for its channel. A waiter that is new in a queue is looked for at once. Owned by the
// Follower, on the engine thread; node, registry and table must outlive it.

#include "core/deployment/otherservers.h"
#include "core/engine/table/locktable.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>

namespace lockscope
{

// The other servers of the deployment, and what all counters know about them.
struct OtherServers {
    std::function<std::vector<OtherServer>()> servers{};
    std::shared_ptr<QHash<NodeId, QSet<QByteArray>>> heard{}; // channels with subscribers, as last found
};

class WaiterCounter final : public QObject
{
    Q_OBJECT
public:
    WaiterCounter(Node &node, const Registry &registry, LockTable &table, QObject *parent = nullptr);

    void setOtherServers(OtherServers around) { m_around = std::move(around); } // default: none
    void start();              // counts a part of the locks every 2 s
    QCoro::Task<> countSome(); // counts the next part
    QCoro::Task<> countAll();
    QCoro::Task<> countOf(std::vector<LockName> keys);
    // Counts within a moment if it is unknown of a queued waiter whether it listens. A client subscribes only
    // after it has queued, so this count never concludes that a waiter does not listen.
    void countSoon(const LockName &key);
    QCoro::Task<> lookForChannels();
    // True if subscribers may wait for a lock in another database, because channels are common to all: a
    // subscriber uses another one, or theirs are unknown and another one has keys. As of the last count.
    bool mayBeOfAnotherDatabase() const { return m_sharing.isShared; }
    // How the own node refused the last count; nullopt: it did not.
    std::optional<ErrorKind> refusal() const { return m_refusal; }
    // A wake-up channel of this lock with a subscriber on any server; empty: none.
    QCoro::Task<QByteArray> listenedChannel(LockName key);
    // The channels with subscribers on which single waiters of this lock are woken, on all servers that
    // answer: also of waiters that are no longer in its queue.
    QCoro::Task<std::vector<QByteArray>> waiterChannels(LockName key);
    // For each channel: whether a client listens on it; nullopt: not every server answered.
    QCoro::Task<std::vector<std::optional<bool>>> areListenedTo(std::vector<QByteArray> names);

signals:
    void tableTouched();
    // A channel with subscribers belongs to this lock.
    void listenedTo(const lockscope::LockName &key, const QByteArray &channel);
    void unheard(const lockscope::LockName &key); // the last subscriber is gone

private:
    struct Question {
        LockName key{};
        std::vector<QueuedWaiter> queued{}; // those with a channel of their own
        std::vector<QByteArray> channels{}; // of each of them, then the lock's own
    };
    // A server and the channels to ask it for; which: their indexes among all channels. silent: the indexes
    // of those that it did not name among its channels with subscribers, as of `at`.
    struct Post {
        QPointer<Node> node{};
        bool sharded = false;
        std::vector<QByteArray> channels{};
        std::vector<size_t> which{};
        std::vector<size_t> silent{};
        Instant at{};
    };
    struct Channel {
        QByteArray name{};
        bool isUrgent = false; // every server is asked for it
    };
    struct Sum {
        std::optional<qint64> subscribed{}; // at least; nullopt: each server refused
        bool isWhole = true;                // each server was asked and answered

        bool hasSubscribers() const { return subscribed.value_or(0) > 0; }
        // nullopt: a client may listen on a server that did not answer.
        std::optional<bool> isListenedTo() const;
    };
    struct Both { // clients subscribed in both ways, as last counted
        Instant at{};
        bool isRefused = false; // never asked again
        std::optional<qint64> count{};
    };
    struct Sums {
        std::vector<Sum> of{};              // each channel
        std::optional<ErrorKind> refusal{}; // of the own node
        Instant at{};
    };
    std::vector<Post> postsFor(const std::vector<Channel> &channels, std::vector<Sum> &sums) const;
    static QCoro::Task<> leaveOutSilent(QPointer<WaiterCounter> self, Post *post);
    static QCoro::Task<Outcome<Sums>> sum(QPointer<WaiterCounter> self, std::vector<Channel> channels);
    // Clients of that server that may be subscribed in both ways; nullopt: unknown.
    static QCoro::Task<std::optional<qint64>> clientsOfBoth(QPointer<WaiterCounter> self,
                                                            QPointer<Node> node);
    struct Sharing { // whether other databases use the channels too
        Instant until{};
        bool isShared = false;
        bool isRefused = false; // CLIENT LIST; never asked again
    };
    static QCoro::Task<> learnSharing(QPointer<WaiterCounter> self);
    static QCoro::Task<> lookOn(QPointer<WaiterCounter> self, QPointer<Node> node);
    std::vector<LockName> nextRound();
    std::vector<Question> questionsFor(const std::vector<LockName> &keys) const;
    static bool isSharded(const Node &node) { return node.version().first >= 7; }
    enum class Finding { ListensOrNot, Listens }; // what may be concluded about a queued waiter
    static QCoro::Task<> count(QPointer<WaiterCounter> self, std::vector<LockName> keys,
                               Finding finding = Finding::ListensOrNot);
    static QCoro::Task<> countNew(QPointer<WaiterCounter> self);
    bool hasNewWaiter(const LockName &key) const;
    static QCoro::Task<> look(QPointer<WaiterCounter> self);
    void found(const QSet<QByteArray> &channels);

    Node &m_node;
    const Registry &m_registry;
    LockTable &m_table;
    OtherServers m_around;
    std::vector<LockName> m_round; // still to be counted in this round
    QHash<LockName, int> m_soon;   // -> remaining attempts
    QTimer m_soonTimer;
    QHash<NodeId, Both> m_both;
    std::optional<ErrorKind> m_refusal{};
    bool m_areChannelsMany = false; // listing channels with subscribers takes the server long
    QTimer m_timer;
    int m_ticks = 0;
    Sharing m_sharing;
};

} // namespace lockscope
