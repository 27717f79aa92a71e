// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ordered work of a session: batches that wait for the connection; batches that were sent, each of which
// keeps its place until its last reply, even if abandoned; and signals to emit once decoding is done. Owned
// by the session, on the same thread. Only cancel() and Delivery::perform() run foreign code.

#include "core/redis/session.h"

#include <deque>

namespace lockscope
{

struct PendingReplies::State {
    std::optional<Outcome<Replies>> result{};
    std::coroutine_handle<> waiter{};
};

class SessionQueue
{
public:
    using StatePtr = std::shared_ptr<PendingReplies::State>;
    // Requested while connecting, not sent yet.
    struct Waiting {
        StatePtr state{}; // null: a subscription
        Batch batch{};
        Instant deadline{};
        milliseconds timeout{0};
        bool inPushMode = false;
    };
    struct Delivery {
        enum class Kind { Resume, Push, PushedAll, Connection, Ready, Lost };
        Kind kind = Kind::Resume;
        StatePtr state{};
        std::unique_ptr<Reply> push{};                 // Push
        std::unique_ptr<ConnectionState> connection{}; // Connection, Lost
        // Resumes the coroutine or emits the signal. Either may delete the session.
        void perform(Session &session);
    };

    void wait(Waiting &&entry) { m_waiting.push_back(std::move(entry)); }
    std::deque<Waiting> takeWaiting() { return std::exchange(m_waiting, {}); }
    void put(Waiting &&entry); // it was sent

    bool isEmpty() const { return m_sent.empty(); } // nothing awaits replies
    // Whether the next reply belongs to a batch and not to a subscription.
    bool expectsReply() const { return !m_sent.empty() && !m_sent.front().inPushMode; }
    void accept(Reply &&reply, qint64 bytes, Instant receivedAt);
    qint64 keptBytes() const { return m_keptBytes; } // of replies whose batch is not complete

    void failAll(const Failure &lost, const Failure &notConnected);
    // Fails entries past their deadline. Returns the next deadline; nullopt: none.
    std::optional<Instant> expire(Instant moment, const NodeId &node, const Failure &notConnected);
    std::optional<Instant> abandonedAt() const; // when the oldest abandoned batch was given up
    std::vector<StatePtr> takeAll();
    // Resumes those still waiting. The queue may be gone after the first one.
    static void cancel(const std::vector<StatePtr> &states, const Failure &cancelled);

    void tell(Delivery &&delivery) { m_deliveries.push_back(std::move(delivery)); }
    std::optional<Delivery> nextDelivery();

private:
    struct Sent {
        StatePtr state{};
        Replies replies{};
        qint64 bytes = 0; // of the replies
        int remaining = 0;
        Instant deadline{};
        milliseconds timeout{0};
        std::optional<Instant> abandonedAt{}; // set: its replies are dropped
        bool inPushMode = false;              // PING in push mode
    };
    void resolve(StatePtr state, Outcome<Replies> result);
    void expireWaiting(Instant moment, const Failure &notConnected, std::optional<Instant> &next);
    void expireSent(Instant moment, const NodeId &node, std::optional<Instant> &next);

    std::deque<Sent> m_sent;
    qint64 m_keptBytes = 0;
    std::deque<Waiting> m_waiting;
    std::deque<Delivery> m_deliveries;
};

} // namespace lockscope
