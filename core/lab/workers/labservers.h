// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The servers used by the lab's clients: one deployment, or the members of a RedLock group. Knows which
// server is responsible for a key; every client has its own connections. Owner: a ScenarioRun or a worker
// process, on its thread.

#include "core/deployment/deployment.h"

#include <memory>
#include <vector>

namespace lockscope
{

class LabServers final : public QObject
{
    Q_OBJECT
public:
    explicit LabServers(const ConnectionSpec &spec, QObject *parent = nullptr);
    ~LabServers() override;

    // Waits until the servers are ready, or fails. Call once.
    QCoro::Task<Done> ready(milliseconds timeout);
    void close();
    const ConnectionSpec &spec() const { return m_spec; }
    bool isGroup() const { return m_deployments.size() > 1; }
    size_t size() const { return m_deployments.size(); }
    Deployment &deployment(size_t member = 0) const { return *m_deployments[member]; }

private:
    const ConnectionSpec m_spec;
    std::vector<std::unique_ptr<Deployment>> m_deployments;
    std::shared_ptr<WakeUp> m_waiting;
};

// One client's own connections to the servers that a deployment selects.
class OwnRoute final : public Route
{
public:
    OwnRoute(Deployment &deployment, QString clientName);
    ~OwnRoute() override;

    Session *reading(const LockName &key) override { return acting(key); }
    Session *acting(const LockName &key) override;
    Failure failure(const LockName &key) const override { return m_deployment.failure(key); }
    bool mayMove() const override { return m_deployment.mayMove(); }
    bool isCluster() const override { return m_deployment.isCluster(); }
    QCoro::Task<> lookAgain() override { return m_deployment.lookAgain(); }

    void close();
    std::vector<const Session *> sessions() const;

private:
    Deployment &m_deployment;
    const QString m_clientName;
    std::map<NodeId, std::unique_ptr<Session>> m_sessions;
    bool m_closed = false;
};

} // namespace lockscope
