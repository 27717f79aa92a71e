// SPDX-License-Identifier: GPL-3.0-or-later
// Health of the deployment: the pages of the servers and of the permissions, with values.

#include "tests/support/uirunner.h"
#include "tests/ui/health/healthtest.h"
#include "ui/health/nodesmodel.h"
#include "ui/health/nodesview.h"
#include "ui/health/rightsview.h"
#include "ui/theme/language.h"
#include "ui/widgets/codebox.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace tst_healthpages
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test;
using namespace lockscope::test::health;

class tst_HealthPages : public HealthTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }
    void theNodesAreThoseOfTheWindowAsTheyChange()
    {
        NodeStatus replica = server("b:1", "slave");
        replica.replica = Replication{.master = NodeId{"a:1"}, .linked = false, .lagBytes = 1234};
        replica.clockOffset = -12ms;
        NodeStatus away = server("c:1", "slave");
        away.connection.phase = ConnectionPhase::Failed;
        away.connection.reason = {.kind = ErrorKind::ConnectionLost,
                                  .text = QStringLiteral("connection refused")};
        see(deployment({server("a:1"), replica, away}));
        const QTreeView &table = *m_dialog->nodes()->table();
        QAbstractItemModelTester tester(table.model(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(table.model()->rowCount(), 3);
        QCOMPARE(cell(table, 1, NodesModel::RoleColumn), QStringLiteral("replica"));
        QCOMPARE(cell(table, 1, NodesModel::StateColumn), QStringLiteral("not linked to its master"));
        QCOMPARE(cell(table, 1, NodesModel::MasterColumn), QStringLiteral("a:1"));
        QCOMPARE(cell(table, 1, NodesModel::LagColumn), QStringLiteral("1,234 bytes"));
        QCOMPARE(cell(table, 1, NodesModel::ClockColumn), QStringLiteral("-12 ms"));
        QVERIFY(table.isColumnHidden(NodesModel::SlotsColumn));
        QVERIFY(table.isColumnHidden(NodesModel::MemberColumn));
        m_dialog->openPage(HealthDialog::NodesPage, NodeId{"b:1"});
        QCOMPARE(table.currentIndex().row(), 1);
        QVERIFY(m_dialog->nodes()->reasons()->isVisible());
        QVERIFY(
            m_dialog->nodes()->text().contains(QStringLiteral("c:1: cannot connect: connection refused")));
        QSignalSpy resets(table.model(), &QAbstractItemModel::modelReset);
        QSignalSpy changes(table.model(), &QAbstractItemModel::dataChanged);
        replica.replica->linked = true;
        see(deployment({server("a:1"), replica, server("c:1", "slave")}));
        QCOMPARE(cell(table, 1, NodesModel::StateColumn), QStringLiteral("connected"));
        QCOMPARE(resets.count(), 0);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(table.currentIndex().row(), 1);
        QVERIFY(!m_dialog->nodes()->reasons()->isVisible());
        m_dialog->copyButton()->click();
        QVERIFY(clipboard().startsWith(QStringLiteral("Node\tRole\tState\tMaster\tLag\t")));
        QCOMPARE(clipboard().count(u'\n'), 4);
    }

    void aServerThatDoesNotAnswerHasNoFiguresOfThePresent()
    {
        NodeStatus away = server("a:1");
        away.clockOffset = 0ms;
        away.startedAt = now() - 40s;
        see(deployment({away, server("b:1", "slave")}));
        const QTreeView &table = *m_dialog->nodes()->table();
        QCOMPARE(cell(table, 0, NodesModel::RoleColumn), QStringLiteral("master"));
        QCOMPARE(cell(table, 0, NodesModel::RoundTripColumn), QStringLiteral("1 ms"));
        away.connection = {.phase = ConnectionPhase::Waiting,
                           .reason = {.text = QStringLiteral("refused"), .node = NodeId{"a:1"}}};
        see(deployment({away, server("b:1")}));
        QCOMPARE(cell(table, 0, NodesModel::RoleColumn), QStringLiteral("was master"));
        QCOMPARE(cell(table, 1, NodesModel::RoleColumn), QStringLiteral("master"));
        for (const int column :
             {NodesModel::ClockColumn, NodesModel::RoundTripColumn, NodesModel::StartedColumn})
            QCOMPARE(cell(table, 0, column), QStringLiteral("—"));
        QVERIFY2(m_dialog->nodes()->text().contains(QStringLiteral("\na:1: connection lost: refused\n")),
                 qPrintable(m_dialog->nodes()->text()));
    }

    void aDialogOpenedAfterTheCheckKnowsThatChangesAreAllowed()
    {
        DeploymentState state = deployment({server("a:1")});
        state.spec->readOnly = false;
        see(state);
        const RightInfo write{.right = Right::Write, .state = RightState::Denied, .commands = {"hdel"}};
        answer({.rights = {{.node = NodeId{"a:1"}, .user = "app", .rights = {write}}},
                .acl = "ACL SETUSER lockscope reset on >PASSWORD"});
        delete m_dialog;
        m_dialog = new HealthDialog(*m_health);
        m_dialog->show(state);
        const auto told = m_dialog->rights()->findChildren<Prose *>();
        QVERIFY(std::ranges::any_of(told, [](const Prose *text) {
            return text->text().contains(QStringLiteral("may see and change the locks"));
        }));
        QCOMPARE(m_dialog->rights()->notice()->level(), VerdictLevel::Warning);
    }

    void whatIsDeniedIsSaidInWords()
    {
        const RightInfo scan{.right = Right::Scan, .state = RightState::Allowed};
        const RightInfo write{
            .right = Right::Write, .state = RightState::Denied, .commands = {"hdel", "pexpire"}};
        const RightInfo monitor{.right = Right::Monitor, .state = RightState::NotKnown};
        DeploymentState state = deployment({server("a:1"), server("b:1", "slave")});
        state.spec->readOnly = false;
        see(state);
        answer({.rights = {{.node = NodeId{"a:1"}, .user = "app", .rights = {scan, write, monitor}},
                           {.node = NodeId{"b:1"}, .user = {}, .rights = {scan, write}}},
                .acl = "ACL SETUSER lockscope reset on >PASSWORD"});
        m_dialog->openPage(HealthDialog::RightsPage);
        const QTreeView &table = *m_dialog->rights()->table();
        QAbstractItemModelTester tester(table.model(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(table.model()->rowCount(), 4);
        QCOMPARE(cell(table, 0, 1), QStringLiteral("app"));
        QCOMPARE(cell(table, 0, 2), QStringLiteral("unknown"));
        QCOMPARE(cell(table, 1, 1), QStringLiteral("allowed"));
        QCOMPARE(cell(table, 2, 1), QStringLiteral("denied"));
        QCOMPARE(cell(table, 2, 1, Qt::ToolTipRole), QStringLiteral("hdel, pexpire"));
        QVERIFY(!table.model()->index(2, 1).data(Qt::DecorationRole).value<QIcon>().isNull());
        QCOMPARE(cell(table, 3, 2), QStringLiteral("unknown"));
        QCOMPARE(m_dialog->rights()->notice()->level(), VerdictLevel::Warning);
        QCOMPARE(m_dialog->rights()->notice()->sentence(),
                 QStringLiteral("1 permission denied to this user"));
        m_dialog->copyButton()->click();
        QVERIFY2(
            clipboard().contains(QStringLiteral("denied on a:1, b:1: hdel, pexpire. Without it locks can be "
                                                "seen, but not acquired")),
            qPrintable(clipboard()));
        QGuiApplication::clipboard()->clear();
        auto *copy = m_dialog->rights()->acl()->findChild<QToolButton *>();
        QVERIFY(copy);
        copy->click();
        QCOMPARE(clipboard(), QStringLiteral("ACL SETUSER lockscope reset on >PASSWORD"));
    }

    void aReadOnlyConnectionLacksNothingThatOnlyActsNeed()
    {
        see(deployment({server("a:1")})); // Read-only, like a new profile
        const RightInfo write{.right = Right::Write, .state = RightState::Denied};
        answer({.rights = {{.node = NodeId{"a:1"}, .user = "app", .rights = {write}}}, .acl = {}});
        QCOMPARE(m_dialog->rights()->notice()->level(), VerdictLevel::Info);
    }
};

LOCKSCOPE_UI_TEST(tst_HealthPages)

} // namespace tst_healthpages

#include "tst_healthpages.moc"
