// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One server with locks that clients wait for in each way: on a channel, in a queue, asleep on a list,
// and polling. Owner: its creator, on the thread of its event loop.

#include "core/redis/session.h"
#include "tests/support/fairqueue.h"
#include "tests/support/patience.h"

#include <QTest>
#include <QTimer>

#include <memory>
#include <vector>

namespace lockscope::test
{

class WaitedLocks
{
public:
    // isShared: there is a lock:hash in another database too, and one of its two clients waits for that one.
    explicit WaitedLocks(const ConnectionSpec &server, bool isShared = false)
        : m_sleeper(server), m_poller(server)
    {
        const QByteArray ann = "11111111-1111-4111-8111-111111111111";
        const QByteArray bob = "22222222-2222-4222-8222-222222222222";
        for (const int db : isShared ? std::vector{0, 1} : std::vector{0, 0}) {
            ConnectionSpec spec = server;
            spec.db = db;
            holdLock(spec, "lock:hash", ann + ":1");
            m_listeners.push_back(
                std::make_unique<Listener>(spec, QByteArrayLiteral("redisson_lock__channel:{lock:hash}")));
        }
        holdLock(server, "lock:fair", ann + ":2");
        for (const char *thread : {":7", ":8"})
            enqueue(server, "lock:fair", bob + thread);
        m_listeners.push_back(queueListener(server, "lock:fair", bob + ":7")); // the other one is gone
        VERIFY_OK(redisCli(server, {"SET", "lock:py", "aQm3X9kLr2VbT8nZw5YcE1dG", "EX", "600"}));
        VERIFY_OK(redisCli(server, {"SET", "lock:poll", QByteArray(32, 'a'), "PX", "600000"}));
        m_sleeper.open();
        m_poller.open();
        QTRY_VERIFY(m_sleeper.isReady() && m_poller.isReady());
        m_sleeper.call({"BLPOP", "lock-signal:py", "0"});
        QObject::connect(&m_polls, &QTimer::timeout, &m_polls, [this] {
            m_poller.call({"SET", "lock:poll", QByteArray(32, 'b'), "NX", "PX", "600000"});
        });
        m_polls.start(100);
    }

private:
    std::vector<std::unique_ptr<Listener>> m_listeners{};
    Session m_sleeper;
    Session m_poller;
    QTimer m_polls{};
};

} // namespace lockscope::test
