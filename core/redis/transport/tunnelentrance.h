// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The entrance of an SSH tunnel, shared by the tunnel and the specs of all its sessions
// (ConnectionSpec::tunnel). It changes each time ssh starts, so sessions ask for it before each connection.
// While the tunnel is down there is none and sessions wait. May outlive the tunnel, and is closed then. Used
// on the tunnel's thread only.

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

    // Kind None while the tunnel is down. Asks the system each time: the tunnel notices its end only later.
    ProxyOptions proxy() const { return m_ask ? m_ask() : ProxyOptions(); }
    bool isOpen() const { return proxy().kind != ProxyKind::None; }
    void end() { m_ask = nullptr; } // the tunnel was destroyed

signals:
    void opened();                              // each time, at another place
    void closed(const lockscope::Failure &why); // it was open

private:
    Ask m_ask;
};

} // namespace lockscope
