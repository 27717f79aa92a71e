// SPDX-License-Identifier: GPL-3.0-or-later
// `lockscope-cli nodes` and `doctor` as run by a script.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/program.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QScopeGuard>
#include <QTest>

namespace tst_clinodes
{

using namespace lockscope;
using namespace lockscope::test;

class tst_CliNodes : public QObject
{
    Q_OBJECT
private slots:
    void nodesOfAReplicatedServer();
    void nodesOfAClusterHaveSlots();
    void aNodeThatIsAwayIsListed();
    void withoutAnyServer();
    void doctorFindsAndSaysSo();
    void doctorOfAHealthyServer();
    void doctorTellsTheRights();

private:
    QByteArrayList toServers(QByteArrayList words) const;
    std::unique_ptr<SandboxDeployment> m_servers;
};

QByteArrayList tst_CliNodes::toServers(QByteArrayList words) const
{
    for (const QString &url : m_servers->urls())
        words << "-u" << url.toUtf8();
    return words;
}

namespace
{

QJsonObject nodeOf(const Ended &ended, const SandboxServer &server)
{
    const QString address = QString::fromUtf8(server.spec().node().bytes);
    for (const QJsonValue &node : ended.json()[u"nodes"].toArray()) {
        if (node[u"address"].toString() == address)
            return node.toObject();
    }
    return {};
}

QByteArrayList codesOf(const Ended &ended)
{
    QByteArrayList codes;
    for (const QJsonValue &finding : ended.json()[u"findings"].toArray())
        codes += finding[u"code"].toString().toLatin1();
    return codes;
}

std::unique_ptr<SandboxDeployment> started(SandboxTopology topology, const DeploymentOptions &options = {})
{
    auto servers = SandboxDeployment::start(topology, options);
    if (!servers) {
        qWarning("%s", qPrintable(servers.failure().line()));
        return {};
    }
    return std::move(*servers);
}

} // namespace

void tst_CliNodes::nodesOfAReplicatedServer()
{
    m_servers = started(SandboxTopology::Replica);
    QVERIFY(m_servers);
    const Ended ended = runCli(toServers({"nodes", "--json"}));
    QVERIFY2(ended.status == 0, ended.told().constData());
    QCOMPARE(ended.json()[u"nodes"].toArray().size(), 3);
    const QJsonObject master = nodeOf(ended, m_servers->node(0));
    QCOMPARE(master[u"role"].toString(), QStringLiteral("master"));
    QCOMPARE(master[u"state"].toString(), QStringLiteral("ready"));
    QVERIFY(!master[u"version"].toString().isEmpty());
    QVERIFY(master.contains(u"clock_offset_ms"));
    const QJsonObject replica = nodeOf(ended, m_servers->node(1));
    QCOMPARE(replica[u"role"].toString(), QStringLiteral("slave"));
    QCOMPARE(replica[u"master"].toString(), QString::fromUtf8(m_servers->node(0).spec().node().bytes));
    QCOMPARE(replica[u"linked"].toBool(), true);
    QVERIFY2(replica.contains(u"lag_ms"), ended.told().constData());
}

void tst_CliNodes::nodesOfAClusterHaveSlots()
{
    m_servers = started(SandboxTopology::Cluster, {.replicas = 0});
    QVERIFY(m_servers);
    const Ended ended = runCli(toServers({"nodes", "--json"}));
    QVERIFY2(ended.status == 0, ended.told().constData());
    int slots_ = 0;
    for (const QJsonValue &node : ended.json()[u"nodes"].toArray()) {
        for (const QJsonValue &range : node[u"slots"].toArray())
            slots_ += range.toArray().at(1).toInt() - range.toArray().at(0).toInt() + 1;
    }
    QCOMPARE(slots_, 16384);
}

void tst_CliNodes::aNodeThatIsAwayIsListed()
{
    m_servers = started(SandboxTopology::RedLock, {.masters = 3});
    QVERIFY(m_servers);
    m_servers->node(1).kill();
    const Ended ended = runCli(toServers({"nodes", "--json"}));
    QVERIFY2(ended.status == 0, ended.told().constData());
    QCOMPARE(ended.json()[u"nodes"].toArray().size(), 3);
    const QJsonObject away = nodeOf(ended, m_servers->node(1));
    QVERIFY(away[u"state"].toString() != QLatin1String("ready"));
    QVERIFY2(!away[u"error"].toString().isEmpty(), ended.told().constData());
    QCOMPARE(away[u"member"].toInt(), 1);
    const Ended table = runCli(toServers({"nodes"}));
    QCOMPARE(table.status, 0);
    QVERIFY2(table.out.startsWith("NODE") && table.out.contains("MEMBER"), table.told().constData());
    const QByteArray node = m_servers->node(1).spec().node().bytes;
    QVERIFY2(table.out.contains('\n' + node + ": "), table.told().constData()); // The reason
}

void tst_CliNodes::withoutAnyServer()
{
    m_servers = started(SandboxTopology::Standalone);
    QVERIFY(m_servers);
    m_servers->node(0).kill();
    const Ended ended = runCli({"-u", connectionUrl(m_servers->node(0).tcp()).toUtf8(), "nodes", "--json"});
    QCOMPARE(ended.status, 3);
    QCOMPARE(ended.json()[u"nodes"].toArray().size(), 1);
    QVERIFY(!ended.err.isEmpty());
}

void tst_CliNodes::doctorFindsAndSaysSo()
{
    m_servers = started(SandboxTopology::RedLock, {.masters = 3});
    QVERIFY(m_servers);
    const Ended ended = runCli(toServers({"doctor", "--json"}));
    QVERIFY2(ended.status == 1, ended.told().constData());
    QCOMPARE(codesOf(ended).count("no-persistence"), 3);
    const QJsonObject first = ended.json()[u"findings"].toArray().at(0).toObject();
    QCOMPARE(first[u"level"].toString(), QStringLiteral("warning")); // A restart is not foreseen
    QVERIFY(!first[u"text"].toString().isEmpty() && !first[u"remedy"].toString().isEmpty());
    QVERIFY(first[u"evidence"].toArray().contains(QStringLiteral("aof_enabled:0")));
    const Ended text = runCli(toServers({"doctor"}));
    QCOMPARE(text.status, 1);
    QVERIFY2(text.out.startsWith("warning  no-persistence  127.0.0.1:"), text.told().constData());
    QVERIFY2(text.out.contains(
                 "\n  what to do: CONFIG SET appendonly yes\n              CONFIG SET appendfsync always\n"),
             text.told().constData());
}

// A private server that has run for a minute has notes, but no dangers.
void tst_CliNodes::doctorOfAHealthyServer()
{
    m_servers = started(SandboxTopology::Standalone);
    QVERIFY(m_servers);
    const QByteArray url = connectionUrl(m_servers->node(0).tcp()).toUtf8();
    const Ended ended = runCli({"-u", url, "doctor", "--json"});
    QVERIFY2(ended.status == 0, ended.told().constData());
    QVERIFY2(codesOf(ended).contains("restarted"), ended.told().constData());
}

// The printed line creates a user with sufficient rights, and doctor confirms that.
void tst_CliNodes::doctorTellsTheRights()
{
    const Ended nobody = runCli({"-u", "redis://127.0.0.1:1", "--pattern", "lock:*", "doctor", "--acl"});
    QCOMPARE(nobody.status, 0);
    QCOMPARE(nobody.out.count('\n'), 1);
    QVERIFY2(nobody.out.startsWith("ACL SETUSER lockscope reset on >PASSWORD "), nobody.told().constData());
    m_servers = started(SandboxTopology::Standalone);
    QVERIFY(m_servers);
    Command line;
    for (const QByteArray &word : nobody.out.trimmed().replace("PASSWORD", "secret").split(' '))
        line.push_back(word);
    QVERIFY(m_servers->node(0).ask(line).ok());
    QVERIFY(m_servers->node(0).ask({"ACL", "SETUSER", "lockscope", "-publish"}).ok());
    ConnectionSpec spec = m_servers->node(0).tcp();
    spec.user = QStringLiteral("lockscope");
    spec.password.clear();
    qputenv("LOCKSCOPE_PASSWORD", "secret");
    const auto gone = qScopeGuard([] { qunsetenv("LOCKSCOPE_PASSWORD"); });
    const QByteArrayList toServer{"-u", connectionUrl(spec).toUtf8(), "--pattern", "lock:*", "doctor"};
    const Ended ended = runCli(toServer + QByteArrayList{"--json"});
    QVERIFY2(ended.status != 3 && ended.status != 4, ended.told().constData());
    const QJsonArray rights = ended.json()[u"rights"][0][u"rights"].toArray();
    QByteArrayList denied;
    for (const QJsonValue &right : rights) {
        if (right[u"state"].toString() == QLatin1String("denied"))
            denied += right[u"right"].toString().toUtf8();
    }
    QCOMPARE(denied, (QByteArrayList{"publish", "monitor"}));
    QCOMPARE(ended.json()[u"acl"].toString().toUtf8() + '\n', nobody.out);
    const Ended text = runCli(toServer);
    QVERIFY2(text.out.contains("\nlockscope on 127.0.0.1:"), text.told().constData());
    QVERIFY2(text.out.contains("publish     denied   publish\n"), text.told().constData());
}

LOCKSCOPE_TEST(tst_CliNodes)

} // namespace tst_clinodes

#include "tst_clinodes.moc"
