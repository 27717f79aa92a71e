// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Listens to the wake-up channels of locks that somebody waits for, on connections of its own, opened when
// first needed: with the master of each lock, for a sharded message reaches nobody else. Owner: LockClient,
// on its thread; route must outlive it. What cannot be listened to is not heard: whoever waits asks now and
// then.

#include "core/base/wakeup.h"
#include "core/deployment/route.h"
#include "core/redis/session.h"

#include <QObject>

#include <map>
#include <memory>

namespace lockscope
{

class WakeUpChannels final : public QObject
{
    Q_OBJECT
public:
    explicit WakeUpChannels(Route &route) : m_route(route) {}
    ~WakeUpChannels() override { close(); }

    // Fires it with each message, when the channel is subscribed, and at once if it is already.
    void listen(const LockName &key, const QByteArray &channel, const std::shared_ptr<WakeUp> &wakeUp);
    void unlisten(const QByteArray &channel, const std::shared_ptr<WakeUp> &wakeUp);
    bool isHeard(const QByteArray &channel) const; // the server confirmed the subscription
    std::vector<const Session *> sessions() const;
    void close();

private:
    struct Channel {
        Session *session = nullptr;
        std::vector<std::weak_ptr<WakeUp>> wakeUps{};
        bool heard = false;
    };
    Session *listener(const LockName &key);
    void subscribe(Session &session, const QByteArray &channel);
    void onPushed(const Reply &message);

    Route &m_route;
    std::map<NodeId, std::unique_ptr<Session>> m_sessions;
    std::map<QByteArray, Channel> m_channels;
};

} // namespace lockscope
