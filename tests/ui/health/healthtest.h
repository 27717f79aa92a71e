// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The dialog Health without a server: the test emits what a check found. Derived classes call start() and
// end() in init() and cleanup().

#include "core/lab/sandbox/sandboxdeployment.h"
#include "ui/bridges/enginebridge.h"
#include "ui/health/healthchecker.h"
#include "ui/health/healthdialog.h"

#include <QClipboard>
#include <QTreeView>

namespace lockscope::test::health
{

inline NodeStatus server(const char *address, const char *role = "master")
{
    NodeStatus node{.node = NodeId{address}, .role = role, .version = "7.0.15", .roundTrip = milliseconds(1)};
    node.connection.phase = ConnectionPhase::Ready;
    return node;
}

inline DeploymentState deployment(const std::vector<NodeStatus> &nodes)
{
    DeploymentState state{.spec = ConnectionSpec{}};
    state.spec->name = QStringLiteral("orders");
    state.nodes = nodes;
    return state;
}

inline QString cell(const QTreeView &view, int row, int column, int role = Qt::DisplayRole)
{
    return view.model()->index(row, column).data(role).toString();
}

inline QString clipboard()
{
    return QGuiApplication::clipboard()->text();
}

class HealthTest : public QObject
{
protected:
    std::unique_ptr<EngineBridge> m_bridge;
    std::unique_ptr<HealthChecker> m_health;
    QPointer<HealthDialog> m_dialog;
    quint64 m_asked = 0; // Number of the last request
    int m_questions = 0;
    std::vector<NodeStatus> m_seen;
    std::vector<NodeStatus> m_healthChecked; // By the last request

    void see(const DeploymentState &deployment)
    {
        m_seen = deployment.nodes;
        m_health->show(deployment);
        m_dialog->show(deployment);
    }
    void answer(HealthReport report)
    {
        report.nodes = m_healthChecked;
        emit m_bridge->healthChecked(m_asked, report);
    }
    void start()
    {
        m_questions = 0;
        m_bridge = std::make_unique<EngineBridge>();
        connect(m_bridge.get(), &EngineBridge::healthCheckWanted, this, [this](quint64 id) {
            m_asked = id;
            ++m_questions;
            m_healthChecked = m_seen;
        });
        m_health = std::make_unique<HealthChecker>(*m_bridge);
        m_dialog = new HealthDialog(*m_health);
        m_dialog->show();
    }
    void end()
    {
        delete m_dialog;
        m_health.reset();
        m_bridge.reset();
    }
};

} // namespace lockscope::test::health
