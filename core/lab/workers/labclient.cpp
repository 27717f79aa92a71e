// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/workers/labclient.h"

namespace lockscope
{

LabClient::LabClient(LabServers &ground, const QString &name, QObject *parent) : QObject(parent)
{
    std::vector<GroupRunner::Member> members;
    std::vector<NodeId> nodes;
    for (size_t i = 0; i < ground.size(); ++i) {
        Deployment &deployment = ground.deployment(i);
        m_places.push_back(std::make_unique<Place>(deployment, name));
        LockClient *locks = &m_places.back()->locks;
        // No permission is asked for, because the lab refuses servers on which acts need one.
        members.emplace_back(
            [locks](ActRequest request, PermitPtr) { return locks->act(std::move(request)); });
        nodes.push_back(deployment.spec().node());
        connect(locks, &LockClient::lost, this, [this](const LockName &key) { emit lost(key); });
    }
    if (!ground.isGroup())
        return;
    m_group = std::make_unique<GroupRunner>(members, nodes, Registry::builtIn(),
                                            [](const LockName &) { return LockPtr(); });
    connect(&m_group->watchdog(), &Watchdog::lost, this, &LabClient::lost);
}

LabClient::~LabClient()
{
    close();
}

QCoro::Task<Receipt> LabClient::act(ActRequest request)
{
    if (m_group)
        return m_group->act(std::move(request), PermitPtr(), m_waiting.add());
    return m_places.front()->locks.act(std::move(request));
}

QCoro::Task<Outcome<Reply>> LabClient::call(Command command, size_t member)
{
    const LockName key{command.size() > 1 ? command[1] : QByteArray()};
    Session *session = m_places[member]->route.acting(key);
    if (!session)
        co_return m_places[member]->route.failure(key);
    co_return co_await session->call(std::move(command));
}

QCoro::Task<Outcome<Reply>> LabClient::evaluate(QByteArray script, std::vector<QByteArray> keys,
                                                std::vector<QByteArray> args)
{
    const LockName key{keys.front()};
    Session *session = m_places.front()->route.acting(key);
    if (!session)
        co_return m_places.front()->route.failure(key);
    co_return co_await session->evaluate(std::move(script), std::move(keys), std::move(args));
}

void LabClient::abandon(const LockName &key)
{
    if (m_group)
        m_group->watchdog().abandon(key);
    for (const auto &place : m_places)
        place->locks.abandon(key);
}

void LabClient::cancelWaiting()
{
    m_waiting.cancel();
    for (const auto &place : m_places)
        place->locks.cancelWaiting();
}

void LabClient::close()
{
    cancelWaiting();
    for (const auto &place : m_places)
        place->route.close();
}

Traffic LabClient::traffic() const
{
    Traffic sum;
    for (const auto &place : m_places) {
        std::vector<const Session *> sessions = place->route.sessions();
        const auto listening = place->locks.listening();
        sessions.insert(sessions.end(), listening.begin(), listening.end());
        for (const Session *session : sessions)
            sum += Traffic{session->commandsSent(), session->bytesSent() + session->bytesReceived()};
    }
    return sum;
}

} // namespace lockscope
