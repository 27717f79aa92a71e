// SPDX-License-Identifier: GPL-3.0-or-later
// `lockscope-cli sandbox` and `--sandbox`: every topology, through the real command line.

#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QFile>
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

const QRegularExpression Secret(QStringLiteral("[0-9a-f]{48}"));

// Replaces the unpredictable parts: each password with its number in order of appearance, others with a star.
QString withoutNumbers(QString urls)
{
    static const QRegularExpression port(QStringLiteral(":\\d+"));
    static const QRegularExpression path(QStringLiteral("(unix://[^/]*)/\\S+"));
    char name = 'A';
    for (auto found = Secret.match(urls); found.hasMatch(); found = Secret.match(urls))
        urls.replace(found.captured(), QChar::fromLatin1(name++));
    return urls.replace(port, QStringLiteral(":*")).replace(path, QStringLiteral("\\1*"));
}

// Of all processes of this machine.
QByteArray commandLines()
{
    QByteArray all;
    const auto processes = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &process : processes) {
        QFile file(QStringLiteral("/proc/%1/cmdline").arg(process));
        if (process.front().isDigit() && file.open(QIODevice::ReadOnly))
            all += file.readAll() + '\n';
    }
    return all;
}

std::vector<ConnectionSpec> serversOf(const ConnectionSpec &spec)
{
    if (!spec.members.empty())
        return spec.members;
    std::vector<ConnectionSpec> servers{spec.at(spec.endpoint())};
    for (const Endpoint &seed : spec.seeds)
        servers.push_back(spec.at(seed));
    if (spec.topology == Topology::Sentinel) {
        for (ConnectionSpec &sentinel : servers)
            sentinel.password = spec.sentinel.password;
    }
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
    QTest::addColumn<QByteArray>("topology");
    QTest::addColumn<bool>("open");
    QTest::addColumn<QString>("urls");
    const QString node = QStringLiteral("127.0.0.1:*");
    const auto nodes = [&](int count) { return QStringList(count, node).join(u','); };
    const auto row = [](const char *name, const char *topology, const QString &urls) {
        QTest::newRow(name) << QByteArray(topology) << !urls.contains(u'@') << urls;
    };
    row("standalone", "standalone", QStringLiteral("redis://:A@127.0.0.1:* unix://:A@*"));
    row("replica", "replica", QStringLiteral("redis://:A@127.0.0.1:*"));
    row("sentinel", "sentinel", QStringLiteral("sentinel://:A@%1/sandbox?sentinelpassword=B").arg(nodes(3)));
    row("cluster", "cluster", QStringLiteral("cluster://:A@%1").arg(nodes(6)));
    row("redlock", "redlock", QStringList(5, QStringLiteral("redis://:A@") + node).join(u' '));
    row("without passwords", "standalone", QStringLiteral("redis://127.0.0.1:* unix://*"));
    row("sentinels without passwords", "sentinel", QStringLiteral("sentinel://%1/sandbox").arg(nodes(3)));
}

void tst_CliSandbox::runsUntilInterrupted()
{
    QFETCH(QByteArray, topology);
    QFETCH(bool, open);
    QFETCH(QString, urls);
    QByteArrayList arguments{"sandbox", topology, "--json"};
    if (open)
        arguments += "--no-password";
    Program sandbox(arguments);
    QByteArray line;
    QTRY_VERIFY((line += sandbox.process.readAllStandardOutput()).endsWith('\n'));
    const QJsonObject document = QJsonDocument::fromJson(line).object();
    QCOMPARE(document[u"topology"].toString().toLatin1(), topology);
    QStringList told;
    for (const QJsonValue &url : document[u"urls"].toArray())
        told << url.toString();
    QCOMPARE(withoutNumbers(told.join(u' ')), urls);
    const auto spec = parseConnectionUrls(topology == "standalone" ? told.mid(0, 1) : told);
    VERIFY_OK(spec);
    for (ConnectionSpec server : serversOf(*spec)) {
        QCOMPARE(redisCli(server, {"PING"})->trimmed(), QByteArray("PONG"));
        server.password.clear();
        QCOMPARE(redisCli(server, {"PING"}).ok(), open);
    }
    const QByteArray running = commandLines();
    QVERIFY(running.contains("redis-server"));
    for (auto found = Secret.globalMatch(told.join(u' ')); found.hasNext();)
        QVERIFY(!running.contains(found.next().captured().toLatin1()));
    // The URLs are all that another program needs.
    QByteArrayList scan{"scan"};
    for (const QString &url : topology == "standalone" ? told.mid(1) : told) // by the unix socket
        scan = QByteArrayList{"-u", url.toUtf8()} + scan;
    const Ended scanned = runCli(scan);
    QVERIFY2(scanned.out.contains("lock:orders:checkout"), scanned.told().constData());
    if (const QByteArray url = told.front().toUtf8(); url.contains("?sentinelpassword=")) {
        const Ended refused = runCli({"-u", url.left(url.indexOf('?')), "nodes"});
        QVERIFY2(refused.status == 3 && refused.told().contains("set LOCKSCOPE_SENTINEL_PASSWORD") &&
                     !refused.out.contains("was sentinel"),
                 refused.told().constData());
        QVERIFY(runCli({"-u", url.left(url.indexOf('?')), "scan"})
                    .err.contains("set LOCKSCOPE_SENTINEL_PASSWORD"));
    }

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
    QTRY_COMPARE((lines += sandbox.process.readAllStandardOutput()).count('\n'), 5);
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
