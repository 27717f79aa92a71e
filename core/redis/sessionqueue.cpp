// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/sessionqueue.h"

#include "core/base/tr.h"

#include <algorithm>

namespace lockscope
{

void SessionQueue::Delivery::perform(Session &session)
{
    switch (kind) {
    case Kind::Resume:
        if (const auto waiter = std::exchange(state->waiter, {}))
            waiter.resume();
        break;
    case Kind::Push:
        emit session.pushed(*push);
        break;
    case Kind::PushedAll:
        emit session.pushedAll();
        break;
    case Kind::Connection:
        emit session.connectionChanged(*connection);
        break;
    case Kind::Ready:
        emit session.ready();
        break;
    case Kind::Lost:
        emit session.lost(connection->reason);
        break;
    }
}

void SessionQueue::put(Waiting &&entry)
{
    Sent sent{.state = std::move(entry.state),
              .remaining = entry.batch.count(),
              .deadline = entry.deadline,
              .timeout = entry.timeout,
              .inPushMode = entry.inPushMode};
    sent.replies.items.reserve(size_t(entry.batch.count()));
    sent.replies.sentAt = now();
    m_sent.push_back(std::move(sent));
}

void SessionQueue::accept(Reply &&reply, qint64 bytes, Instant receivedAt)
{
    Sent &sent = m_sent.front();
    if (!sent.abandonedAt) {
        sent.replies.items.push_back(std::move(reply));
        sent.bytes += bytes;
        m_keptBytes += bytes;
    }
    if (--sent.remaining > 0)
        return;
    m_keptBytes -= std::exchange(sent.bytes, 0);
    if (!sent.abandonedAt) {
        sent.replies.receivedAt = receivedAt;
        resolve(std::move(sent.state), std::move(sent.replies));
    }
    m_sent.pop_front();
}

void SessionQueue::resolve(StatePtr state, Outcome<Replies> result)
{
    state->result = std::move(result);
    m_deliveries.push_back({.state = std::move(state)});
}

void SessionQueue::failAll(const Failure &lost, const Failure &notConnected)
{
    for (Sent &sent : m_sent) {
        if (!sent.abandonedAt)
            resolve(std::move(sent.state), lost);
    }
    m_sent.clear();
    m_keptBytes = 0;
    for (Waiting &waiting : m_waiting) {
        if (waiting.state)
            resolve(std::move(waiting.state), notConnected);
    }
    m_waiting.clear();
}

void SessionQueue::expireWaiting(Instant moment, const Failure &notConnected, std::optional<Instant> &next)
{
    for (auto it = m_waiting.begin(); it != m_waiting.end();) {
        if (it->deadline > moment) {
            if (it->state)
                next = std::min(next.value_or(it->deadline), it->deadline);
            ++it;
            continue;
        }
        Failure failure = notConnected;
        failure.text = Tr::tr("no connection within %1 ms; nothing was sent").arg(it->timeout.count());
        resolve(std::move(it->state), failure);
        it = m_waiting.erase(it);
    }
}

void SessionQueue::expireSent(Instant moment, const NodeId &node, std::optional<Instant> &next)
{
    for (Sent &sent : m_sent) {
        if (sent.abandonedAt)
            continue;
        if (sent.deadline > moment) {
            next = std::min(next.value_or(sent.deadline), sent.deadline);
            continue;
        }
        sent.abandonedAt = moment;
        sent.replies.items.clear();
        m_keptBytes -= std::exchange(sent.bytes, 0);
        resolve(std::move(sent.state),
                Failure{.kind = ErrorKind::TimedOut,
                        .text = Tr::tr("no response within %1 ms").arg(sent.timeout.count()),
                        .remedy = Tr::tr("the server may be busy or frozen, or the network slow"),
                        .node = node});
    }
}

std::optional<Instant> SessionQueue::expire(Instant moment, const NodeId &node, const Failure &notConnected)
{
    std::optional<Instant> next;
    expireWaiting(moment, notConnected, next);
    expireSent(moment, node, next);
    return next;
}

std::optional<Instant> SessionQueue::abandonedAt() const
{
    const auto abandoned =
        std::ranges::find_if(m_sent, [](const Sent &sent) { return sent.abandonedAt.has_value(); });
    return abandoned == m_sent.end() ? std::nullopt : abandoned->abandonedAt;
}

std::vector<SessionQueue::StatePtr> SessionQueue::takeAll()
{
    std::vector<StatePtr> states;
    for (Delivery &delivery : m_deliveries)
        states.push_back(std::move(delivery.state));
    for (Sent &sent : m_sent)
        states.push_back(std::move(sent.state));
    for (Waiting &waiting : m_waiting)
        states.push_back(std::move(waiting.state));
    m_deliveries.clear();
    m_sent.clear();
    m_keptBytes = 0;
    m_waiting.clear();
    return states;
}

void SessionQueue::cancel(const std::vector<StatePtr> &states, const Failure &cancelled)
{
    for (const StatePtr &state : states) {
        if (!state || (state->result && !state->waiter)) // none, or resumed already
            continue;
        state->result = cancelled;
        if (const auto waiter = std::exchange(state->waiter, {}))
            waiter.resume();
    }
}

std::optional<SessionQueue::Delivery> SessionQueue::nextDelivery()
{
    if (m_deliveries.empty())
        return {};
    std::optional<Delivery> next = std::move(m_deliveries.front());
    m_deliveries.pop_front();
    return next;
}

} // namespace lockscope
