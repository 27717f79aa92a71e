// SPDX-License-Identifier: GPL-3.0-or-later
// What the status bar says of a scan that read only some servers.

#include "tests/support/uirunner.h"
#include "ui/status/statusline.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QLabel>
#include <QTest>

namespace tst_statusline
{

using namespace lockscope;

namespace
{

NodeId member(int index)
{
    return {"127.0.0.1:" + QByteArray::number(7000 + index)};
}

// A RedLock group of five, of which these members are away.
DeploymentState groupWithout(const std::vector<int> &away)
{
    DeploymentState group{.spec = ConnectionSpec{.topology = Topology::RedLock}};
    group.spec->members.resize(5);
    for (int i = 0; i < 5; ++i) {
        const bool isAway = std::ranges::find(away, i) != away.end();
        const Failure why{
            .kind = ErrorKind::ConnectionLost, .text = QStringLiteral("refused"), .node = member(i)};
        NodeStatus node{.node = member(i), .member = i, .role = "master"};
        node.connection = {.phase = isAway ? ConnectionPhase::Waiting : ConnectionPhase::Ready};
        group.nodes.push_back(node);
        group.scan.nodes.push_back(
            isAway ? NodeScan{.node = member(i), .phase = ScanPhase::Failed, .failure = why}
                   : NodeScan{.node = member(i), .phase = ScanPhase::Complete});
        if (isAway && group.scan.failure.text.isEmpty())
            group.scan.failure = why;
    }
    group.scan.phase = away.empty() ? ScanPhase::Complete : ScanPhase::Failed;
    group.scan.endedAt = now();
    return group;
}

} // namespace

class tst_StatusLine : public QObject
{
    Q_OBJECT

    QAction m_health;
    StatusLine m_line{&m_health};

    VerdictLevel level() const
    {
        const auto *icon = m_line.findChild<QLabel *>(QStringLiteral("scanIcon"));
        const int size = m_line.fontMetrics().ascent();
        for (const VerdictLevel level :
             {VerdictLevel::Ok, VerdictLevel::Info, VerdictLevel::Warning, VerdictLevel::Critical}) {
            const QPixmap expected = Theme::of(m_line.palette()).verdictIcon(level).pixmap(size, size);
            if (icon->pixmap().toImage() == expected.toImage())
                return level;
        }
        return VerdictLevel::Info;
    }
    QString help() const
    {
        return m_line.findChild<QLabel *>(QStringLiteral("scanIcon"))->parentWidget()->toolTip();
    }

private slots:
    void whatIsNotScannedIsNamed_data()
    {
        QTest::addColumn<std::vector<int>>("away");
        QTest::addColumn<QString>("said");
        QTest::addColumn<VerdictLevel>("level");
        QTest::newRow("none") << std::vector<int>{} << QStringLiteral("scan complete") << VerdictLevel::Ok;
        QTest::newRow("one") << std::vector<int>{2} << QStringLiteral("not scanned: 127.0.0.1:7002")
                             << VerdictLevel::Warning;
        QTest::newRow("two") << std::vector<int>{0, 2} << QStringLiteral("2 of 5 nodes not scanned")
                             << VerdictLevel::Warning;
        QTest::newRow("no quorum") << std::vector<int>{0, 1, 2} << QStringLiteral("3 of 5 nodes not scanned")
                                   << VerdictLevel::Critical;
    }
    void whatIsNotScannedIsNamed()
    {
        QFETCH(std::vector<int>, away);
        QFETCH(QString, said);
        m_line.show(groupWithout(away));
        QVERIFY2(m_line.text().contains(said), qPrintable(m_line.text()));
        QTEST(level(), "level");
    }

    void aMajorityThatRefusesIsNoQuorum()
    {
        DeploymentState group = groupWithout({0, 1, 2});
        for (NodeStatus &node : group.nodes)
            node.connection.phase = ConnectionPhase::Ready;
        for (NodeScan &node : group.scan.nodes)
            node.failure.kind = ErrorKind::NoPerm;
        QVERIFY(!group.lacksQuorum());
        m_line.show(group);
        QVERIFY2(m_line.text().contains(QStringLiteral("3 of 5 nodes not scanned")),
                 qPrintable(m_line.text()));
        QCOMPARE(level(), VerdictLevel::Critical);
    }

    void aStoppedScanIsStoppedAlsoWithoutOneNode()
    {
        DeploymentState group = groupWithout({2});
        for (NodeScan &node : group.scan.nodes) {
            if (node.phase == ScanPhase::Complete)
                node.phase = ScanPhase::Stopped;
        }
        QVERIFY(!group.isScannedInPart());
        m_line.show(group);
        QVERIFY2(m_line.text().contains(QStringLiteral("scan stopped at")), qPrintable(m_line.text()));
        QVERIFY2(help().contains(QStringLiteral("refused")), qPrintable(help()));
        QCOMPARE(level(), VerdictLevel::Warning);
    }

    void serversLeftOutAreNamedBesideOneThatFailed()
    {
        DeploymentState cluster = groupWithout({2});
        cluster.spec = ConnectionSpec{.topology = Topology::Cluster};
        cluster.scan.failure = {.kind = ErrorKind::ClusterDown,
                                .text = QStringLiteral("3 servers were left out")};
        m_line.show(cluster);
        QVERIFY2(help().contains(QStringLiteral("refused")), qPrintable(help()));
        QVERIFY2(help().contains(QStringLiteral("3 servers were left out")), qPrintable(help()));
    }

    void nothingScannedIsAFailure()
    {
        DeploymentState group = groupWithout({0, 1, 2, 3, 4});
        group.nodes.front().connection.phase = ConnectionPhase::Ready; // But it refuses to be scanned
        m_line.show(group);
        QVERIFY2(m_line.text().contains(QStringLiteral("scan failed")), qPrintable(m_line.text()));
        QCOMPARE(level(), VerdictLevel::Critical);
    }

    void aClusterWithoutSomeSlotsIsIncomplete()
    {
        DeploymentState cluster = groupWithout({});
        cluster.spec = ConnectionSpec{.topology = Topology::Cluster};
        cluster.scan.phase = ScanPhase::Failed;
        cluster.scan.failure = {.kind = ErrorKind::ClusterDown,
                                .text = QStringLiteral("no master serves 100 slots")};
        m_line.show(cluster);
        QVERIFY2(m_line.text().contains(QStringLiteral("scan incomplete")), qPrintable(m_line.text()));
        QCOMPARE(level(), VerdictLevel::Warning);
    }
};

LOCKSCOPE_UI_TEST(tst_StatusLine)

} // namespace tst_statusline

#include "tst_statusline.moc"
