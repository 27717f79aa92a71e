// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/serverlaunch.h"

#include "core/base/tr.h"

#include <QRandomGenerator>
#include <QTcpServer>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int Attempts = 8;
constexpr int Tries = 1000; // for one port
// Below the ephemeral ports, so that no outgoing connection takes a port between choice and start.
constexpr int FirstPort = 11000;
constexpr int LastPort = 20999;
constexpr int BusOffset = 10000;

using Probe = std::unique_ptr<QTcpServer>;

Probe listening(int port)
{
    auto probe = std::make_unique<QTcpServer>();
    const bool free = probe->listen(QHostAddress(QHostAddress::LocalHost), quint16(port));
    return free ? std::move(probe) : nullptr;
}

// All are held until the last is chosen, so that no two are the same.
std::vector<quint16> freePorts(size_t count)
{
    std::vector<quint16> ports;
    std::vector<Probe> probes;
    for (int i = 0; i < Tries && ports.size() < count; ++i) {
        const int port = QRandomGenerator::system()->bounded(FirstPort, LastPort + 1);
        Probe forClients = listening(port);
        Probe forBus = listening(port + BusOffset);
        if (!forClients || !forBus)
            continue;
        ports.push_back(quint16(port));
        probes.push_back(std::move(forClients));
        probes.push_back(std::move(forBus));
    }
    return ports;
}

Done startAll(const SandboxServers &servers)
{
    for (const auto &server : servers) {
        if (const Done launched = server->launch(); !launched)
            return launched;
    }
    for (const auto &server : servers) {
        if (const Done ready = server->waitUntilReady(); !ready)
            return ready;
    }
    return Nothing{};
}

} // namespace

Outcome<SandboxServers> launchServers(size_t count, bool tls, const SettingsMaker &settings)
{
    Failure why;
    for (int attempt = 0; attempt < Attempts; ++attempt) {
        const std::vector<quint16> ports = freePorts(tls ? 2 * count : count);
        if (ports.size() < (tls ? 2 * count : count))
            return sandboxFailure(Tr::tr("no free port on 127.0.0.1"));
        SandboxServers servers;
        for (size_t i = 0; i < count; ++i) {
            auto made = settings(i, ports[i], tls ? ports[count + i] : quint16(0));
            if (!made)
                return made.failure();
            servers.push_back(std::make_unique<SandboxServer>(std::move(*made)));
        }
        const Done started = startAll(servers);
        if (started)
            return servers;
        why = started.failure();
        if (std::ranges::none_of(servers, [](const auto &server) { return server->endedForPort(); }))
            return why; // the port was not the cause
    }
    return why;
}

} // namespace lockscope
