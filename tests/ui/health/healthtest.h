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
    node.link.phase = LinkPhase::Ready;
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
    std::unique_ptr<EngineBridge> m_link;
    std::unique_ptr<HealthChecker> m_examiner;
    QPointer<HealthDialog> m_dialog;
    quint64 m_asked = 0; // Number of the last request
    int m_questions = 0;
    std::vector<NodeStatus> m_seen;
    std::vector<NodeStatus> m_examined; // By the last request

    void see(const DeploymentState &deployment)
    {
        m_seen = deployment.nodes;
        m_examiner->show(deployment);
        m_dialog->show(deployment);
    }
    void answer(Examination examination)
    {
        examination.nodes = m_examined;
        emit m_link->examined(m_asked, examination);
    }
    void start()
    {
        m_questions = 0;
        m_link = std::make_unique<EngineBridge>();
        connect(m_link.get(), &EngineBridge::examineWanted, this, [this](quint64 id) {
            m_asked = id;
            ++m_questions;
            m_examined = m_seen;
        });
        m_examiner = std::make_unique<HealthChecker>(*m_link);
        m_dialog = new HealthDialog(*m_examiner);
        m_dialog->show();
    }
    void end()
    {
        delete m_dialog;
        m_examiner.reset();
        m_link.reset();
    }
};

} // namespace lockscope::test::health
