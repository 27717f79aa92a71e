// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Subscribes to the wake-up channels of locks that are waited for, on its own connections, opened on demand
// to the master of each lock, as sharded messages reach only its subscribers. If a subscription fails,
// isHeard() stays false and waiters must poll. Owned by LockClient, on its thread; route must outlive it.

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

    // Fires wakeUp on each message and when the subscription is confirmed; at once if it already exists.
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
