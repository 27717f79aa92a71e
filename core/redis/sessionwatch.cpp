// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tr.h"
#include "core/redis/sessionprivate.h"
#include "core/redis/transport/reconnectpolicy.h"

#include <algorithm>

namespace lockscope
{

void SessionPrivate::watchUntil(Instant deadline)
{
    if (m_watchDue && *m_watchDue <= deadline)
        return;
    m_watchDue = deadline;
    const auto left = std::chrono::ceil<milliseconds>(deadline - now());
    m_watchTimer.start(std::max(left, milliseconds(0)));
}

void SessionPrivate::checkDeadlines()
{
    const Instant moment = now();
    m_watchDue.reset();
    expireWaiting(moment);
    expireSent(moment);
    if (const auto problem = silence(moment))
        drop(*problem);
    else
        deliver();
}

void SessionPrivate::expireWaiting(Instant moment)
{
    for (auto it = m_waiting.begin(); it != m_waiting.end();) {
        if (it->deadline > moment) {
            if (it->state)
                watchUntil(it->deadline);
            ++it;
            continue;
        }
        Failure failure = notConnected();
        failure.text = Tr::tr("no connection within %1 ms, nothing was sent").arg(it->timeout.count());
        resolve(std::move(it->state), failure);
        it = m_waiting.erase(it);
    }
}

void SessionPrivate::expireSent(Instant moment)
{
    for (Sent &sent : m_sent) {
        if (sent.abandonedAt)
            continue;
        if (sent.deadline > moment) {
            watchUntil(sent.deadline);
            continue;
        }
        sent.abandonedAt = moment;
        sent.replies.items.clear();
        resolve(std::move(sent.state),
                Failure{.kind = ErrorKind::TimedOut,
                        .text = Tr::tr("no answer within %1 ms; whether the server did it is not known")
                                    .arg(sent.timeout.count()),
                        .remedy = Tr::tr("the server may be busy or frozen, or the network slow"),
                        .node = m_node});
    }
}

// An abandoned command, or a subscription on which even PING is not answered: the connection is reset when
// nothing at all arrives for one more command timeout.
std::optional<Failure> SessionPrivate::silence(Instant moment)
{
    std::optional<Instant> resetAt;
    const auto abandoned = std::find_if(m_sent.begin(), m_sent.end(),
                                        [](const Sent &sent) { return sent.abandonedAt.has_value(); });
    if (abandoned != m_sent.end())
        resetAt = resetMoment(*abandoned->abandonedAt, m_lastReceived, m_spec.commandTimeout);
    if (m_link.phase == LinkPhase::Ready && m_pushMode) {
        const Instant silentAt = std::max(m_lastReceived, m_readySince) + m_spec.commandTimeout;
        if (!m_healthAskedAt && silentAt <= moment) {
            m_healthAskedAt = moment;
            Batch ping;
            ping.add({"PING", HealthMark});
            write(ping.wire());
        }
        const Instant due = m_healthAskedAt ? *m_healthAskedAt + m_spec.commandTimeout : silentAt;
        if (m_healthAskedAt)
            resetAt = resetAt ? std::min(*resetAt, due) : due;
        else
            watchUntil(due);
    }
    if (!resetAt)
        return {};
    if (*resetAt > moment) {
        watchUntil(*resetAt);
        return {};
    }
    return Failure{
        .kind = ErrorKind::TimedOut,
        .text = Tr::tr("the server has been silent for more than %1 ms").arg(m_spec.commandTimeout.count()),
        .node = m_node};
}

} // namespace lockscope
