// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A TCP proxy on loopback in front of one server, for what networks do to connections: it holds bytes back,
// is slow, cuts, refuses. It works on a thread of its own, so that a test may block meanwhile. When a method
// returns, the fault is there. Owner: the test.

#include "core/base/clock.h"
#include "core/values/connection/connection.h"

#include <QThread>

#include <functional>

namespace lockscope::test
{

class FaultProxy
{
public:
    enum class Direction { Both, ToServer, ToClient };

    // target: a port on 127.0.0.1. Ends the program if it cannot listen.
    explicit FaultProxy(quint16 target);
    ~FaultProxy();

    quint16 port() const { return m_port; }
    // The same server, through here.
    ConnectionSpec through(const ConnectionSpec &spec) const;

    // Connections stay, and new ones are taken, but nothing passes that way until flow(): a partition. What
    // was sent meanwhile, and the end of a connection, come then.
    void stall(Direction direction = Direction::Both);
    void delay(milliseconds eachWay); // 0ms: none
    void cut();                       // ends all connections; new ones are welcome
    void refuse();                    // and new ones are refused, until flow()
    void flow();                      // no faults
    int connections() const;          // now
    qint64 bytesHeld() const;         // by stall() or delay()

private:
    class Shell;
    void there(const std::function<void()> &run) const;

    QThread m_thread;
    Shell *m_shell; // over there
    quint16 m_port = 0;
};

} // namespace lockscope::test
