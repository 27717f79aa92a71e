// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An engine with an audit log of its own, on real servers. Derived classes call makeFolder() in init() and
// end() in cleanup().

#include "core/engine/engine.h"
#include "core/history/audit/audittrail.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/finished.h"
#include "tests/support/patience.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace lockscope::test::auditlive
{

using namespace std::chrono_literals;

inline const QByteArray Queue = "redisson_lock_queue:{lock:f}";
inline const QByteArray Deadlines = "redisson_lock_timeout:{lock:f}";

class AuditLiveTest : public QObject
{
protected:
    void makeFolder() { m_folder = std::make_unique<QTemporaryDir>(); }
    void end();
    void start(SandboxTopology topology, const DeploymentOptions &options = {});
    void open(ConnectionSpec spec, const QString &folder = {});
    Receipt act(const ActRequest &request) { return finished(m_engine->act(request)); }
    std::vector<AuditEntry> entries(const AuditQuery &query = {})
    {
        const auto found = AuditLog(m_folder->path()).find(query);
        if (!found)
            qWarning("%s", qPrintable(found.failure().line()));
        return found ? *found : std::vector<AuditEntry>();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SandboxDeployment> m_servers;
    std::unique_ptr<Engine> m_engine;
    AuditTrail *m_trail = nullptr;
    std::vector<Failure> m_told;
};

inline void AuditLiveTest::end()
{
    m_engine.reset();
    m_servers.reset();
    m_told.clear();
}

inline void AuditLiveTest::start(SandboxTopology topology, const DeploymentOptions &options)
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(topology, options));
}

inline void AuditLiveTest::open(ConnectionSpec spec, const QString &folder)
{
    m_engine = std::make_unique<Engine>();
    m_trail = new AuditTrail(m_engine.get(), folder.isEmpty() ? m_folder->path() : folder);
    connect(m_trail, &AuditTrail::failed, this, [this](const Failure &why) { m_told.push_back(why); });
    m_engine->open(spec, {.patterns = {"lock:*"}, .follow = false, .scan = false});
    VERIFY_OK(finished(m_engine->waitReady(20s)));
    QTRY_VERIFY(std::ranges::all_of(m_engine->nodes(), &NodeStatus::isReady));
}

} // namespace lockscope::test::auditlive
