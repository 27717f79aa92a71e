// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The way into an SSH tunnel, shared by the tunnel and the specs of all sessions that go through it
// (ConnectionSpec::tunnel). The port is another one each time ssh starts: a session asks for it before each
// connection. While the tunnel is down there is none, and sessions wait: any local program may listen on the
// old port by then, and would be sent the password. May outlive the tunnel, and is closed then. Used on the
// tunnel's thread only.

#include "core/values/connection/connection.h"

#include <QObject>

#include <functional>

namespace lockscope
{

class TunnelEntrance final : public QObject
{
    Q_OBJECT
public:
    using Ask = std::function<ProxyOptions()>;
    explicit TunnelEntrance(Ask ask) : m_ask(std::move(ask)) {}

    // Of kind None while the tunnel is down. Known from the system at each call: a tunnel tells of its end
    // only from the event loop.
    ProxyOptions proxy() const { return m_ask ? m_ask() : ProxyOptions(); }
    bool isOpen() const { return proxy().kind != ProxyKind::None; }
    void end() { m_ask = nullptr; } // the tunnel is no more

signals:
    void opened();                              // each time, on a new port
    void closed(const lockscope::Failure &why); // it was open

private:
    Ask m_ask;
};

} // namespace lockscope
