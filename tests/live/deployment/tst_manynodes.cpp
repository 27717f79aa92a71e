// SPDX-License-Identifier: GPL-3.0-or-later
// A server that announces 3,000 others. Most of them do not exist; the first ones answer.

#include "core/base/throttle.h"
#include "core/deployment/deployment.h"
#include "core/engine/engine.h"
#include "core/platform/systemfacts.h"
#include "tests/live/program.h"
#include "tests/support/finished.h"
#include "tests/support/hostileserver.h"
#include "tests/support/orderlyend.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <sys/stat.h>

#include <QElapsedTimer>
#include <QLocale>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_manynodes
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

constexpr int Announced = 3000;
constexpr int Answering = 200; // with the one that announces

QByteArray replicationInfo(const QString &host, quint16 port)
{
    if (host != HostileServer::host(0))
        return HostileServer::bulk("# Replication\r\nrole:slave\r\nmaster_host:127.0.0.1\r\nmaster_port:" +
                                   QByteArray::number(port) +
                                   "\r\nmaster_link_status:up\r\nslave_repl_offset:100\r\n");
    QByteArray info = "# Replication\r\nrole:master\r\nmaster_repl_offset:100\r\n";
    for (int i = 0; i < Announced; ++i)
        info += "slave" + QByteArray::number(i) + ":ip=" + HostileServer::host(i + 1).toUtf8() +
                ",port=" + QByteArray::number(port) + ",state=online,offset=100,lag=0\r\n";
    return HostileServer::bulk(info);
}

QByteArray clusterSlots(quint16 port)
{
    QByteArrayList ranges;
    for (int i = 0; i < Announced; ++i) {
        const int first = i * 16384 / Announced;
        const int last = (i + 1) * 16384 / Announced - 1;
        ranges +=
            HostileServer::array({HostileServer::number(first), HostileServer::number(last),
                                  HostileServer::array({HostileServer::bulk(HostileServer::host(i).toUtf8()),
                                                        HostileServer::number(port)})});
    }
    return HostileServer::array(ranges);
}

// The port is known when the first question comes.
struct Announcer {
    explicit Announcer(bool isCluster)
        : server(
              [this, isCluster](const QByteArrayList &command, const QString &host) {
                  const QByteArray name = command.front().toUpper();
                  const QByteArray part = command.size() > 1 ? command[1].toUpper() : QByteArray();
                  if (isCluster && name == "INFO" && part == "SERVER")
                      return HostileServer::bulk("# Server\r\nredis_version:6.2.0\r\nredis_mode:cluster\r\n"
                                                 "run_id:" +
                                                 host.toUtf8() + "\r\n");
                  if (isCluster && name == "CLUSTER" && part == "SLOTS")
                      return clusterSlots(server.port());
                  if (!isCluster && name == "INFO" && part == "REPLICATION")
                      return replicationInfo(host, server.port());
                  return QByteArray();
              },
              Answering)
    {
    }
    HostileServer server;
};

// As long as the command may wait for its servers, and to its end.
Ended runPatiently(const HostileServer &server, const char *command)
{
    Program program({"-u", server.url(), "--timeout", "60s", command});
    program.process.waitForFinished(90'000);
    return program.ended();
}

} // namespace

class TestManyNodes final : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { allowOpenFiles(8192); }
    void statesAreToldInProportion_data();
    void statesAreToldInProportion();
    void theProgramSaysHowManyItLeavesOut_data() { statesAreToldInProportion_data(); }
    void theProgramSaysHowManyItLeavesOut();
    void aSignalEndsTheProgram_data() { statesAreToldInProportion_data(); }
    void aSignalEndsTheProgram();
    void aSignalEndsAProgramThatIsStuck();
};

void TestManyNodes::statesAreToldInProportion_data()
{
    QTest::addColumn<bool>("isCluster");
    QTest::newRow("replicas") << false;
    QTest::newRow("a cluster") << true;
}

void TestManyNodes::statesAreToldInProportion()
{
    QFETCH(bool, isCluster);
    const Announcer announcer(isCluster);
    ConnectionSpec spec;
    spec.host = HostileServer::host(0);
    spec.port = announcer.server.port();
    Engine engine;
    QSignalSpy told(&engine, &Engine::nodesChanged);
    QSignalSpy scans(&engine, &Engine::scanChanged);
    QElapsedTimer clock;
    clock.start();
    engine.open(spec, {.patterns = {"lock:*"}});
    const auto readyOf = [](const std::vector<NodeStatus> &nodes) {
        return std::ranges::count_if(nodes, &NodeStatus::isReady);
    };
    QTRY_COMPARE(readyOf(engine.nodes()), Answering);
    const std::vector<NodeStatus> nodes = engine.nodes();
    QCOMPARE(nodes.size(), Deployment::MostServers);
    QCOMPARE(nodes.front().surplus, Announced + (isCluster ? 0 : 1) - int(Deployment::MostServers));
    // Each of 800 nodes changed at least twice. What costs time for all of them was done seldom.
    const qint64 most = clock.elapsed() / Throttle::pause(Deployment::MostServers).count() + 40;
    QVERIFY2(told.count() <= most, qPrintable(QStringLiteral("%1 times").arg(told.count())));
    QVERIFY2(scans.count() <= most, qPrintable(QStringLiteral("%1 times").arg(scans.count())));
    engine.close();
}

void TestManyNodes::theProgramSaysHowManyItLeavesOut()
{
    QFETCH(bool, isCluster);
    const Announcer announcer(isCluster);
    const Ended nodes = runPatiently(announcer.server, "nodes");
    const QByteArray surplus = isCluster ? "2200" : "2201";
    QVERIFY2(nodes.out.contains(surplus + " more announced servers are not connected"),
             nodes.out.right(300).constData());
    QCOMPARE(nodes.status, 0);
    const Ended scan = runPatiently(announcer.server, "scan");
    if (!isCluster) {
        QVERIFY2(scan.status == 0, scan.told().constData()); // the locks are all on the master
        return;
    }
    QVERIFY2(scan.status == 4, scan.told().constData());
    const QByteArray told = QLocale().toString(2200).toUtf8() + " of " + QLocale().toString(3000).toUtf8() +
                            " announced servers are not connected";
    QVERIFY2(scan.err.contains(told), scan.told().constData());
}

void TestManyNodes::aSignalEndsTheProgram()
{
    QFETCH(bool, isCluster);
    const Announcer announcer(isCluster);
    Program watch({"-u", announcer.server.url(), "watch", "--json"});
    QTRY_VERIFY(announcer.server.commands("SCAN") > 0);
    ::kill(pid_t(watch.process.processId()), SIGTERM);
    const Ended ended = watch.ended();
    QVERIFY2(isOrderlyEnd(ended.status), ended.told().right(300).constData());
}

// Its output is not read, so it waits in a system call and sees no event.
void TestManyNodes::aSignalEndsAProgramThatIsStuck()
{
    const HostileServer server;
    const QTemporaryDir folder;
    const QByteArray pipe = QFile::encodeName(folder.filePath(QStringLiteral("pipe")));
    QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
    QFile reader(QFile::decodeName(pipe));
    QVERIFY(reader.open(QIODevice::ReadWrite | QIODevice::Unbuffered));
    QVERIFY(reader.write(QByteArray(64 * 1024, '.')) == 64 * 1024); // full
    Program scan({"-u", server.url(), "scan"}, {}, "> " + pipe);
    QTRY_VERIFY(server.commands("SCAN") > 0);
    ::kill(pid_t(scan.process.processId()), SIGTERM);
    QVERIFY2(scan.ended().status == 128 + SIGTERM, scan.ended().told().constData());
}

LOCKSCOPE_TEST(TestManyNodes)

} // namespace tst_manynodes

#include "tst_manynodes.moc"
