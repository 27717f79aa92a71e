// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/workers/labservers.h"

#include <algorithm>

namespace lockscope
{

LabServers::LabServers(const ConnectionSpec &spec, QObject *parent) : QObject(parent), m_spec(spec)
{
    const bool group = spec.topology == Topology::RedLock;
    const std::vector<ConnectionSpec> members = group ? spec.members : std::vector{spec};
    for (size_t member = 0; member < members.size(); ++member) {
        ConnectionSpec one = members[member];
        one.readOnly = false;
        m_deployments.push_back(std::make_unique<Deployment>(one, int(member)));
    }
}

LabServers::~LabServers()
{
    close();
}

void LabServers::close()
{
    if (const auto waiting = std::exchange(m_waiting, {}))
        waiting->cancel();
    for (const auto &deployment : m_deployments)
        deployment->close();
}

QCoro::Task<Done> LabServers::ready(milliseconds timeout)
{
    const auto waiting = std::make_shared<WakeUp>();
    m_waiting = waiting;
    for (const auto &deployment : m_deployments) {
        connect(deployment.get(), &Deployment::changed, this, [weak = std::weak_ptr(waiting)] {
            if (const auto wakeUp = weak.lock())
                wakeUp->fire();
        });
        deployment->open();
    }
    const QPointer<LabServers> self(this);
    const Instant deadline = now() + timeout;
    for (;;) {
        const auto missing =
            std::ranges::find_if(m_deployments, [](const auto &one) { return !one->isReady(); });
        if (missing == m_deployments.end())
            co_return Nothing{};
        const milliseconds left = millisecondsBetween(now(), deadline);
        const ConnectionState connection = (*missing)->connection();
        if (connection.phase == ConnectionPhase::Failed ||
            (left.count() <= 0 && !connection.reason.text.isEmpty()))
            co_return connection.reason;
        if (left.count() <= 0)
            co_return Failure{.kind = ErrorKind::TimedOut,
                              .text = tr("no answer within %1").arg(durationText(timeout)),
                              .node = (*missing)->spec().node()};
        const auto cause = co_await waiting->wait(left);
        if (!self || cause == WakeUp::Cause::Cancelled)
            co_return Failure{.kind = ErrorKind::Cancelled, .text = tr("cancelled")};
    }
}

OwnRoute::OwnRoute(Deployment &deployment, QString clientName)
    : m_deployment(deployment), m_clientName(std::move(clientName))
{
}

OwnRoute::~OwnRoute()
{
    close();
}

Session *OwnRoute::acting(const LockName &key)
{
    const Session *shared = m_closed ? nullptr : m_deployment.acting(key);
    if (!shared)
        return nullptr;
    auto &session = m_sessions[shared->node()];
    if (!session) {
        ConnectionSpec spec = shared->spec();
        spec.clientName = m_clientName;
        session = std::make_unique<Session>(spec);
        session->open();
    }
    return session.get();
}

void OwnRoute::close()
{
    m_closed = true;
    for (const auto &[node, session] : m_sessions)
        session->close();
}

std::vector<const Session *> OwnRoute::sessions() const
{
    std::vector<const Session *> sessions;
    for (const auto &[node, session] : m_sessions)
        sessions.push_back(session.get());
    return sessions;
}

} // namespace lockscope
