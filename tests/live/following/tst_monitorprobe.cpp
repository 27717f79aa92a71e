// SPDX-License-Identifier: GPL-3.0-or-later
// A MONITOR probe stops at each of its limits and leaves nothing behind on the server.
#include "core/engine/engine.h"
#include "core/engine/owners/monitorprobe.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/finished.h"
#include "tests/support/lockholder.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QSignalSpy>

namespace tst_monitorprobe
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray uuid = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");
const LockName lockA{"lock:a"};

} // namespace

class tst_monitorprobe : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void stopsWhenAllIsLearnt();
    void stopsWhenTheTimeIsOver();
    void stopsAtSoManyLines();
    void stopsAtSoManyBytes();
    void stopsInTheMiddleOfALongLine();
    void stopsWhenCancelled();
    void stopsWhenTheServerEndsIt();
    void endsWithTheEngine();
    void endsWithTheConnection();
    void isNotDoneForNobody();
    void tellsWhatItWillCost();
    void theCostLeavesOutOwnConnections();
    void withoutInfoTheCostIsUnknown();
    void ownersOfOtherDatabasesAreSeen();

private:
    void open();
    std::optional<ProbeReport> report() const;
    QByteArray say(const CliCommand &command) { return redisCli(m_server->tcp(), command).value().trimmed(); }
    bool isMonitored() { return say({"CLIENT", "LIST"}).contains("name=lockscope-probe"); }

    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<LockHolder> m_holder;
    std::unique_ptr<QSignalSpy> m_probing;
    std::unique_ptr<QSignalSpy> m_probed;
};

void tst_monitorprobe::initTestCase()
{
    VERIFY_INTO(m_server, Sandbox::start());
}

void tst_monitorprobe::init()
{
    say({"FLUSHALL"});
    m_holder = std::make_unique<LockHolder>(m_server->tcp(), "billing", uuid + ":61");
    m_holder->take(lockA.bytes, "600000");
    open();
}

void tst_monitorprobe::cleanup()
{
    m_probing.reset();
    m_probed.reset();
    m_engine.reset();
    m_holder.reset();
    QTRY_VERIFY(!isMonitored());
}

void tst_monitorprobe::open()
{
    m_engine = std::make_unique<Engine>();
    m_probing = std::make_unique<QSignalSpy>(m_engine.get(), &Engine::probing);
    m_probed = std::make_unique<QSignalSpy>(m_engine.get(), &Engine::probed);
    m_engine->open(m_server->tcp(), {});
    VERIFY_OK(finished(m_engine->waitReady(20s)));
    QTRY_VERIFY(m_engine->find(lockA));
}

std::optional<ProbeReport> tst_monitorprobe::report() const
{
    if (m_probed->isEmpty())
        return {};
    return m_probed->last().at(1).value<ProbeReport>();
}

void tst_monitorprobe::stopsWhenAllIsLearnt()
{
    m_engine->requestProbe(1, {.key = lockA, .length = 30s});
    QTRY_VERIFY(!m_probing->isEmpty());
    QVERIFY(isMonitored());
    m_holder->call({"GET", "something else"});
    m_holder->renew(lockA.bytes);
    QTRY_VERIFY(report());
    QVERIFY(!isMonitored());
    QVERIFY(report()->stopped == ProbeStop::Learnt);
    QCOMPARE(report()->learnt.size(), size_t(1));
    QCOMPARE(report()->learnt[0].second.address, m_holder->address());
    QVERIFY(report()->duration < 30s);
}

void tst_monitorprobe::stopsWhenTheTimeIsOver()
{
    const ProbeRequest request{.key = lockA, .length = 300ms};
    const ProbeReport told = finished(m_engine->probe(request));
    QVERIFY(told.stopped == ProbeStop::Time);
    QVERIFY(told.duration >= 300ms);
    QVERIFY(told.learnt.empty() && told.failure.text.isEmpty());
    QVERIFY(!isMonitored());
}

void tst_monitorprobe::stopsAtSoManyLines()
{
    m_engine->requestProbe(1, {.key = lockA, .length = 30s, .lines = 20});
    QTRY_VERIFY(!m_probing->isEmpty());
    for (int i = 0; i < 25; ++i)
        m_holder->call({"GET", "noise"});
    QTRY_VERIFY(report());
    QVERIFY(report()->stopped == ProbeStop::Lines);
    QCOMPARE(report()->lines, qint64(20));
    QVERIFY(!isMonitored());
}

void tst_monitorprobe::stopsAtSoManyBytes()
{
    m_engine->requestProbe(1, {.key = lockA, .length = 30s, .bytes = 50'000});
    QTRY_VERIFY(!m_probing->isEmpty());
    for (int i = 0; i < 6; ++i)
        m_holder->call({"ECHO", QByteArray(10'000, 'x')});
    QTRY_VERIFY(report());
    QVERIFY(report()->stopped == ProbeStop::Bytes);
    QVERIFY(report()->bytes >= 50'000);
    QVERIFY(!isMonitored());
}

void tst_monitorprobe::stopsInTheMiddleOfALongLine()
{
    m_engine->requestProbe(1, {.key = lockA, .length = 30s, .bytes = 1 << 20});
    QTRY_VERIFY(!m_probing->isEmpty());
    m_holder->call({"ECHO", QByteArray(2 << 20, '\0')}); // Four times as long in the MONITOR line
    QTRY_VERIFY(report());
    QVERIFY(report()->stopped == ProbeStop::Bytes || report()->stopped == ProbeStop::Lost);
    QTRY_VERIFY(!isMonitored());
}

void tst_monitorprobe::stopsWhenCancelled()
{
    m_engine->requestProbe(3, {.key = lockA, .length = 30s});
    QTRY_VERIFY(!m_probing->isEmpty());
    m_engine->cancelProbe(4); // Another probe
    QVERIFY(isMonitored());
    m_engine->cancelProbe(3);
    QTRY_VERIFY(report());
    QVERIFY(report()->stopped == ProbeStop::Cancelled);
    QTRY_VERIFY(!isMonitored());
}

void tst_monitorprobe::stopsWhenTheServerEndsIt()
{
    m_engine->requestProbe(1, {.key = lockA, .length = 30s});
    QTRY_VERIFY(!m_probing->isEmpty());
    for (const QByteArray &line : say({"CLIENT", "LIST"}).split('\n')) {
        if (line.contains("name=lockscope-probe"))
            say({"CLIENT", "KILL", "ID", line.split(' ').first().sliced(3)});
    }
    QTRY_VERIFY(report());
    QVERIFY(report()->stopped == ProbeStop::Lost);
    QVERIFY(!report()->failure.text.isEmpty());
    QVERIFY(!isMonitored()); // And it does not restart
}

void tst_monitorprobe::endsWithTheEngine()
{
    m_engine->requestProbe(1, {.key = lockA, .length = 30s});
    QTRY_VERIFY(!m_probing->isEmpty());
    QVERIFY(isMonitored());
    m_engine.reset();
    QTRY_VERIFY(!isMonitored());
}

void tst_monitorprobe::endsWithTheConnection()
{
    m_engine->requestProbe(1, {.key = lockA, .length = 30s});
    m_engine->requestProbe(2, {.key = lockA, .length = 30s});
    QTRY_VERIFY(m_probing->count() > 2);
    m_engine->close();
    QTRY_VERIFY(!isMonitored());
    QTRY_COMPARE(m_probed->count(), 2);
    QVERIFY(report()->stopped == ProbeStop::Cancelled);
}

void tst_monitorprobe::isNotDoneForNobody()
{
    const ProbeRequest request{.key = {"lock:none"}};
    const ProbeReport told = finished(m_engine->probe(request));
    QVERIFY(told.stopped == ProbeStop::Refused);
    QVERIFY(!told.failure.text.isEmpty());
    const auto estimate = finished(m_engine->estimate(request));
    QVERIFY(!estimate.ok());
    // A value that all clients write: a failed attempt would be taken for the owner.
    m_holder->call({"SET", "lock:constant", "locked"});
    QTRY_VERIFY(m_engine->find({"lock:constant"}));
    const ProbeRequest constant{.key = {"lock:constant"}};
    QCOMPARE(finished(m_engine->probe(constant)).failure.kind, ErrorKind::Unsupported);
}

void tst_monitorprobe::tellsWhatItWillCost()
{
    const ProbeRequest request{.key = lockA, .length = 5s};
    const auto estimate = finished(m_engine->estimate(request));
    VERIFY_OK(estimate);
    QCOMPARE(estimate->node, m_server->tcp().node());
    QCOMPARE(estimate->length, milliseconds(5000));
    QVERIFY(estimate->commandsPerSecond && estimate->lines >= 0 && estimate->slowdownPercent == 30);
    const ProbeRequest tooLong{.key = lockA, .length = 10min};
    QCOMPARE(finished(m_engine->estimate(tooLong))->length, LongestProbe);
}

void tst_monitorprobe::theCostLeavesOutOwnConnections()
{
    auto estimating = m_engine->estimate({.key = lockA, .length = 5s}); // Has asked for the first INFO
    m_holder->call({"PING"});
    Batch batch; // Of a connection of this process that is not the engine's, like those of a Fleet
    for (int i = 0; i < 20'000; ++i)
        batch.add({"PING"});
    const qint64 sent = batch.count();
    m_holder->session().send(std::move(batch));
    const auto estimate = finished(std::move(estimating));
    VERIFY_OK(estimate);
    QVERIFY2(*estimate->commandsPerSecond < sent / 100,
             qPrintable(QString::number(*estimate->commandsPerSecond)));
}

void tst_monitorprobe::withoutInfoTheCostIsUnknown()
{
    say({"ACL", "SETUSER", "blind", "on", ">secret", "allkeys", "allchannels", "+@all", "-info"});
    ConnectionSpec spec = m_server->tcp();
    spec.user = QStringLiteral("blind");
    spec.password = QStringLiteral("secret");
    m_engine = std::make_unique<Engine>();
    m_engine->open(spec, {});
    VERIFY_OK(finished(m_engine->waitReady(20s)));
    QTRY_VERIFY(m_engine->find(lockA));
    const auto estimate = finished(m_engine->estimate({.key = lockA, .length = 5s}));
    VERIFY_OK(estimate);
    QVERIFY(!estimate->commandsPerSecond);
    QCOMPARE(estimate->length, milliseconds(5000));
    say({"ACL", "DELUSER", "blind"});
}

// The owner id counts in any database: a Redisson client has one id for all its locks.
void tst_monitorprobe::ownersOfOtherDatabasesAreSeen()
{
    LockHolder elsewhere(m_server->tcp(), "billing", uuid + ":99");
    elsewhere.call({"SELECT", "3"});
    m_engine->requestProbe(1, {.key = lockA, .length = 30s});
    QTRY_VERIFY(!m_probing->isEmpty());
    elsewhere.take("lock:elsewhere");
    QTRY_VERIFY(report());
    QVERIFY(report()->stopped == ProbeStop::Learnt);
    QCOMPARE(report()->learnt[0].second.address, elsewhere.address());
}

LOCKSCOPE_TEST(tst_monitorprobe)

} // namespace tst_monitorprobe

#include "tst_monitorprobe.moc"
