// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/wakeupchannels.h"

namespace lockscope
{

void WakeUpChannels::close()
{
    for (const auto &[node, session] : m_sessions)
        session->close();
}

std::vector<const Session *> WakeUpChannels::sessions() const
{
    std::vector<const Session *> sessions;
    for (const auto &[node, session] : m_sessions)
        sessions.push_back(session.get());
    return sessions;
}

// The connection for messages about this key. Null: no server owns the key now.
Session *WakeUpChannels::listener(const LockName &key)
{
    const Session *acting = m_route.acting(key);
    if (!acting)
        return nullptr;
    auto &session = m_sessions[acting->node()];
    if (session)
        return session.get();
    ConnectionSpec spec = acting->spec();
    spec.readOnly = true;
    session = std::make_unique<Session>(spec);
    Session *made = session.get();
    QObject::connect(made, &Session::pushed, this, [this](const Reply &message) { onPushed(message); });
    QObject::connect(made, &Session::ready, this, [this, made] {
        for (const auto &[name, channel] : m_channels) {
            if (channel.session == made)
                subscribe(*made, name);
        }
    });
    QObject::connect(made, &Session::lost, this, [this, made] {
        for (auto &[name, channel] : m_channels)
            channel.heard = channel.heard && channel.session != made;
    });
    made->open();
    return made;
}

void WakeUpChannels::subscribe(Session &session, const QByteArray &channel)
{
    session.subscribe({"SUBSCRIBE", channel});
    if (m_route.isCluster()) // servers before 7.0 refuse it and have no sharded messages
        session.subscribe({"SSUBSCRIBE", channel});
}

void WakeUpChannels::listen(const LockName &key, const QByteArray &channel,
                            const std::shared_ptr<WakeUp> &wakeUp)
{
    Channel &entry = m_channels[channel];
    entry.wakeUps.push_back(wakeUp);
    const bool wasListened = entry.session;
    if (!wasListened) // retried also for waiters that came while no server owned the key
        entry.session = listener(key);
    if (wasListened)
        wakeUp->fire(); // already subscribed: try at once
    else if (entry.session && entry.session->isReady())
        subscribe(*entry.session, channel);
}

void WakeUpChannels::unlisten(const QByteArray &channel, const std::shared_ptr<WakeUp> &wakeUp)
{
    const auto entry = m_channels.find(channel);
    if (entry == m_channels.end())
        return;
    std::erase_if(entry->second.wakeUps, [&wakeUp](const auto &weak) { return weak.lock() == wakeUp; });
    if (!entry->second.wakeUps.empty())
        return;
    Session *session = entry->second.session;
    m_channels.erase(entry);
    if (!session || !session->isReady())
        return;
    session->subscribe({"UNSUBSCRIBE", channel});
    if (m_route.isCluster())
        session->subscribe({"SUNSUBSCRIBE", channel});
}

bool WakeUpChannels::isHeard(const QByteArray &channel) const
{
    const auto entry = m_channels.find(channel);
    return entry != m_channels.end() && entry->second.heard;
}

// {"subscribe"|"message", channel, …}, with a leading s if sharded. Both a confirmation and a message mean
// "try now". A server cancels a sharded subscription when the slot moves.
void WakeUpChannels::onPushed(const Reply &message)
{
    if (message.items.size() < 3 || message.items[0].bytes == "unsubscribe")
        return;
    const auto entry = m_channels.find(message.items[1].bytes);
    if (entry == m_channels.end())
        return;
    entry->second.heard = message.items[0].bytes != "sunsubscribe";
    const auto wakeUps = entry->second.wakeUps; // fire() may call unlisten()
    for (const auto &weak : wakeUps) {
        if (const auto wakeUp = weak.lock())
            wakeUp->fire();
    }
}

} // namespace lockscope
