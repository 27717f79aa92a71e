// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/senttraffic.h"

#include "core/values/connection/connection.h"

#include <QHash>
#include <QMutex>

namespace lockscope
{

namespace
{

// One address is another server behind another SSH host or proxy.
QStringList wayTo(const ConnectionSpec &server)
{
    const SshOptions &ssh = server.ssh;
    const ProxyOptions &proxy = server.proxy;
    return {QString::fromUtf8(server.node().bytes),
            ssh.destination,
            QString::number(ssh.port),
            ssh.identityFile,
            ssh.configFile,
            QString::number(int(proxy.kind)),
            proxy.host,
            QString::number(proxy.port),
            proxy.user};
}

} // namespace

SentTraffic::SentTraffic(const ConnectionSpec &server) : m_all(sharedBy(server)) {}

std::shared_ptr<SentTraffic::Shared> SentTraffic::sharedBy(const ConnectionSpec &server)
{
    static QMutex mutex;
    static QHash<QStringList, std::shared_ptr<Shared>> servers;
    const QMutexLocker lock(&mutex);
    std::shared_ptr<Shared> &shared = servers[wayTo(server)];
    if (!shared)
        shared = std::make_shared<Shared>();
    return shared;
}

void SentTraffic::addCommands(qint64 commands)
{
    m_own.commands += commands;
    m_all->commands.fetch_add(commands, std::memory_order_relaxed);
}

void SentTraffic::addBytes(qint64 bytes)
{
    m_own.bytes += bytes;
    m_all->bytes.fetch_add(bytes, std::memory_order_relaxed);
}

SentTraffic::Sum SentTraffic::ofProcess() const
{
    return {.commands = m_all->commands.load(std::memory_order_relaxed),
            .bytes = m_all->bytes.load(std::memory_order_relaxed)};
}

} // namespace lockscope
