// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A TCP proxy on loopback in front of one server that simulates network faults: it stalls, delays, cuts and
// refuses connections. Runs on its own thread, so a test may block. A fault is active when its method
// returns. Owner: the test.

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
    // The same server, through the proxy.
    ConnectionSpec through(const ConnectionSpec &spec) const;

    // A partition: connections stay and new ones are accepted, but no data passes in that direction until
    // flow(). It then delivers the data and closures that it held back.
    void stall(Direction direction = Direction::Both);
    void delay(milliseconds eachWay); // 0ms: none
    void cut();                       // Closes all connections; new ones are accepted
    void refuse();                    // Closes all connections and refuses new ones until flow()
    void flow();                      // Ends all faults
    void turn(quint16 target);        // New connections go there, as with an address that moves
    int connections() const;          // The current number
    qint64 bytesHeld() const;         // By stall() or delay()

private:
    class Shell;
    void there(const std::function<void()> &run) const;

    QThread m_thread;
    Shell *m_shell; // Lives on m_thread
    quint16 m_port = 0;
};

} // namespace lockscope::test
