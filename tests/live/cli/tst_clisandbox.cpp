// SPDX-License-Identifier: GPL-3.0-or-later
// `lockscope-cli sandbox` and `--sandbox`: every topology, through the real command line.

#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include <csignal>

namespace tst_clisandbox
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

// Replaces the unpredictable parts with a star.
QString withoutNumbers(QString urls)
{
    static const QRegularExpression port(QStringLiteral(":\\d+"));
    static const QRegularExpression path(QStringLiteral("unix:///\\S+"));
    return urls.replace(port, QStringLiteral(":*")).replace(path, QStringLiteral("unix:*"));
}

std::vector<ConnectionSpec> serversOf(const ConnectionSpec &spec)
{
    if (!spec.members.empty())
        return spec.members;
    std::vector<ConnectionSpec> servers{spec.at(spec.endpoint())};
    for (const Endpoint &seed : spec.seeds)
        servers.push_back(spec.at(seed));
    return servers;
}

} // namespace

class tst_CliSandbox : public QObject
{
    Q_OBJECT

private slots:
    void runsUntilInterrupted_data();
    void runsUntilInterrupted();
    void isFullOfLocks_data();
    void isFullOfLocks();
    void redLockNodesHaveTheSameOwners();
};

void tst_CliSandbox::runsUntilInterrupted_data()
{
    QTest::addColumn<QString>("urls");
    const QString node = QStringLiteral("127.0.0.1:*");
    const auto nodes = [&](int count) { return QStringList(count, node).join(u','); };
    QTest::newRow("standalone") << QStringLiteral("redis://127.0.0.1:* unix:*");
    QTest::newRow("replica") << QStringLiteral("redis://127.0.0.1:*");
    QTest::newRow("sentinel") << QStringLiteral("sentinel://%1/sandbox").arg(nodes(3));
    QTest::newRow("cluster") << QStringLiteral("cluster://%1").arg(nodes(6));
    QTest::newRow("redlock") << QStringList(5, QStringLiteral("redis://") + node).join(u' ');
}

void tst_CliSandbox::runsUntilInterrupted()
{
    QFETCH(QString, urls);
    const QByteArray topology = QTest::currentDataTag();
    Program sandbox({"sandbox", topology, "--json"});
    QByteArray line;
    QTRY_VERIFY_WITH_TIMEOUT((line += sandbox.process.readAllStandardOutput()).endsWith('\n'), 60000);
    const QJsonObject document = QJsonDocument::fromJson(line).object();
    QCOMPARE(document[u"topology"].toString().toLatin1(), topology);
    QStringList told;
    for (const QJsonValue &url : document[u"urls"].toArray())
        told << url.toString();
    QCOMPARE(withoutNumbers(told.join(u' ')), urls);
    const auto spec = parseConnectionUrls(topology == "standalone" ? told.mid(0, 1) : told);
    VERIFY_OK(spec);
    for (const ConnectionSpec &server : serversOf(*spec))
        VERIFY_OK(redisCli(server, {"PING"}));

    ::kill(pid_t(sandbox.process.processId()), SIGINT);
    QCOMPARE(sandbox.ended().status, 0);
    for (const ConnectionSpec &server : serversOf(*spec))
        VERIFY_FAILS(redisCli(server, {"PING"}), ErrorKind::Refused);
}

void tst_CliSandbox::isFullOfLocks_data()
{
    QTest::addColumn<qint64>("keys"); // Keys that are not locks, on all masters
    for (const char *topology : {"standalone", "replica", "sentinel", "cluster"})
        QTest::newRow(topology) << qint64(1000);
    QTest::newRow("redlock") << qint64(5000);
}

void tst_CliSandbox::isFullOfLocks()
{
    QFETCH(qint64, keys);
    const Ended scan = runCli({"--sandbox", QTest::currentDataTag(), "scan", "--json"});
    QVERIFY2(scan.status == 0, scan.told().constData());
    const QJsonArray locks = scan.json()[u"locks"].toArray();
    const bool found = std::any_of(locks.begin(), locks.end(), [](const auto &lock) {
        const QJsonObject told = lock.toObject();
        return told[u"key"].toString() == u"lock:orders:checkout" && told[u"holders"].toArray().size() == 1;
    });
    QVERIFY2(found, scan.told().constData());
    const qint64 seen = scan.json()[u"scan"].toObject()[u"keys_seen"].toInteger();
    QVERIFY2(seen >= keys && seen < keys + 200, scan.told().right(600).constData());
}

// An uncontended lock has the same owner on every node.
void tst_CliSandbox::redLockNodesHaveTheSameOwners()
{
    Program sandbox({"sandbox", "redlock"});
    QByteArray lines;
    QTRY_COMPARE_WITH_TIMEOUT((lines += sandbox.process.readAllStandardOutput()).count('\n'), 5, 60000);
    const auto spec = parseConnectionUrl(QString::fromUtf8(lines.trimmed()));
    VERIFY_OK(spec);
    const auto owner = redisCli(spec->members.front(), {"HKEYS", "lock:orders:checkout"});
    VERIFY_OK(owner);
    QVERIFY(!owner->isEmpty());
    for (const ConnectionSpec &node : spec->members)
        QCOMPARE(*redisCli(node, {"HKEYS", "lock:orders:checkout"}), *owner);
    ::kill(pid_t(sandbox.process.processId()), SIGINT);
    QCOMPARE(sandbox.ended().status, 0);
}

LOCKSCOPE_TEST(tst_CliSandbox)

} // namespace tst_clisandbox

#include "tst_clisandbox.moc"
