// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/senttraffic.h"

#include <QHash>
#include <QMutex>

namespace lockscope
{

SentTraffic::SentTraffic(const NodeId &server) : m_all(sharedBy(server)) {}

std::shared_ptr<SentTraffic::Shared> SentTraffic::sharedBy(const NodeId &server)
{
    static QMutex mutex;
    static QHash<NodeId, std::shared_ptr<Shared>> servers;
    const QMutexLocker lock(&mutex);
    std::shared_ptr<Shared> &shared = servers[server];
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
