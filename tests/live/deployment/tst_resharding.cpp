// SPDX-License-Identifier: GPL-3.0-or-later

// Slots of a cluster move while locks are scanned and followed: none is lost or counted twice, and no release
// is reported.

#include "core/engine/engine.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "core/redis/session.h"
#include "core/redis/slots.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"

#include <QProcess>
#include <QTest>

namespace tst_resharding
{

using namespace lockscope;
using lockscope::test::finished;
using namespace std::chrono_literals;

namespace
{

constexpr int Tags = 60;
constexpr int PerTag = 40;
constexpr size_t Locks = size_t(Tags) * PerTag;
const QByteArray Alice = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1";
const QByteArray Bob = "00000000-1c6a-4b5e-9d8e-0a1b2c3d4e5f:7";

QByteArray key(int tag, int number)
{
    return "lock:{t" + QByteArray::number(tag) + "}:" + QByteArray::number(number);
}

} // namespace

class TestResharding final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void everyScanFindsEachLockOnce();
    void nothingIsToldOfLocksThatOnlyMove();
    void actsFindTheSlotThatMoves();

private:
    void fill();
    QByteArray idOf(SandboxServer &server);
    std::unique_ptr<QProcess> reshard(size_t from, size_t to, int slotCount);
    SandboxServer *serverOf(const QByteArray &name);
    static bool isOver(const QProcess &process) { return process.state() == QProcess::NotRunning; }

    std::unique_ptr<SandboxDeployment> m_servers;
};

void TestResharding::init()
{
    auto started = SandboxDeployment::start(SandboxTopology::Cluster, {.replicas = 0});
    QVERIFY2(started.ok(), qPrintable(started.ok() ? QString() : started.failure().line()));
    m_servers = std::move(*started);
    fill();
}

void TestResharding::cleanup()
{
    m_servers.reset();
}

SandboxServer *TestResharding::serverOf(const QByteArray &name)
{
    for (size_t i = 0; i < m_servers->size(); ++i) {
        if (m_servers->node(i).ask({"EXISTS", name}).ok())
            return &m_servers->node(i);
    }
    return nullptr;
}

void TestResharding::fill()
{
    for (size_t i = 0; i < m_servers->size(); ++i) {
        Session session(m_servers->node(i).spec());
        session.open();
        Batch batch;
        for (int tag = 0; tag < Tags; ++tag) {
            if (serverOf(key(tag, 0)) != &m_servers->node(i))
                continue;
            for (int number = 0; number < PerTag; ++number) {
                batch.add({"HSET", key(tag, number), Alice, "1"});
                batch.add({"PEXPIRE", key(tag, number), "600000"});
            }
        }
        QVERIFY(!batch.isEmpty());
        const auto replies = finished([](Session &s, Batch b) -> QCoro::Task<Outcome<Replies>> {
            Outcome<Replies> answered = co_await s.send(std::move(b));
            co_return answered;
        }(session, std::move(batch)));
        QVERIFY(replies.ok());
        for (const Reply &reply : replies->items)
            QVERIFY2(!reply.isError(), reply.bytes.constData());
        session.close();
    }
}

QByteArray TestResharding::idOf(SandboxServer &server)
{
    return server.ask({"CLUSTER", "MYID"})->bytes;
}

std::unique_ptr<QProcess> TestResharding::reshard(size_t from, size_t to, int slotCount)
{
    auto process = std::make_unique<QProcess>();
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->start(QStringLiteral("redis-cli"),
                   {QStringLiteral("--cluster"), QStringLiteral("reshard"),
                    QStringLiteral("127.0.0.1:%1").arg(m_servers->node(from).port()),
                    QStringLiteral("--cluster-from"), QString::fromLatin1(idOf(m_servers->node(from))),
                    QStringLiteral("--cluster-to"), QString::fromLatin1(idOf(m_servers->node(to))),
                    QStringLiteral("--cluster-slots"), QString::number(slotCount),
                    QStringLiteral("--cluster-pipeline"), QStringLiteral("1"),
                    QStringLiteral("--cluster-yes")});
    if (!process->waitForStarted())
        qWarning("redis-cli does not start");
    return process;
}

void TestResharding::everyScanFindsEachLockOnce()
{
    Engine engine;
    engine.open(m_servers->spec(), {.patterns = {"lock:*"}, .follow = false});
    QVERIFY(finished(engine.waitReady(10s)).ok());
    int scans = 0;
    for (size_t from = 0; from < 2 || scans <= 3; ++from) { // A slow scan takes as long as the slots to move
        const auto moving = reshard(from % 3, (from + 1) % 3, 2500);
        while (!isOver(*moving)) {
            const ScanProgress progress = finished(engine.scan());
            QCOMPARE(progress.phase, ScanPhase::Complete);
            QCOMPARE(engine.locks().size(), Locks);
            for (const LockPtr &lock : engine.locks())
                QCOMPARE(lock->owner(), OwnerId{Alice});
            ++scans;
            moving->waitForFinished(1);
        }
        QVERIFY2(moving->exitCode() == 0, moving->readAll().right(400).constData());
    }
    const ScanProgress progress = finished(engine.scan());
    QCOMPARE(progress.locksFound, qint64(Locks));
    for (const LockPtr &lock : engine.locks())
        QCOMPARE(lock->node, serverOf(lock->key.bytes)->spec().node());
}

void TestResharding::nothingIsToldOfLocksThatOnlyMove()
{
    std::vector<LockEvent> events; // Declared before the engine, which reports a change as it ends
    Engine engine;
    connect(&engine, &Engine::tableChanged, this, [&events](const LockDelta &delta) {
        events.insert(events.end(), delta.events.begin(), delta.events.end());
    });
    engine.open(m_servers->spec(), {.patterns = {"lock:*"}});
    QVERIFY(finished(engine.waitReady(10s)).ok());
    QTRY_COMPARE(engine.locks().size(), Locks);
    const auto moving = reshard(0, 1, 1500);
    QTRY_VERIFY(isOver(*moving));
    QVERIFY2(moving->exitCode() == 0, moving->readAll().right(400).constData());
    // Every lock is shown on its current node, and events that happen later arrive later.
    const auto misplaced = [&] {
        const std::vector<LockPtr> all = engine.locks();
        return std::count_if(all.begin(), all.end(), [&](const LockPtr &lock) {
            return lock->node != serverOf(lock->key.bytes)->spec().node();
        });
    };
    QTRY_COMPARE(misplaced(), 0);
    QVERIFY(serverOf("lock:mark")->ask({"SET", "lock:mark", "x", "PX", "60000"}).ok());
    QTRY_VERIFY(engine.find({"lock:mark"}));
    QCOMPARE(engine.locks().size(), Locks + 1);
    for (const LockEvent &event : events) {
        if (event.key != LockName{"lock:mark"})
            QVERIFY2(event.kind != EventKind::Released && event.kind != EventKind::Expired &&
                         event.kind != EventKind::Acquired,
                     qPrintable(escapedText(event.key.bytes) + QLatin1String(" ") +
                                QLatin1String(name(event.kind))));
    }
    // A change there is reported.
    const QByteArray one = key(7, 7);
    QVERIFY(serverOf(one)->ask({"UNLINK", one}).ok());
    QTRY_VERIFY(!engine.find({one}));
}

void TestResharding::actsFindTheSlotThatMoves()
{
    Engine engine;
    engine.open(m_servers->spec(), {.patterns = {"lock:*"}});
    QTRY_COMPARE(engine.locks().size(), Locks);
    auto moving = reshard(0, 1, 1500);
    size_t to = 1;
    int met = 0; // acts while slots may have been moving
    for (int tag = 0; tag < Tags; ++tag) {
        if (isOver(*moving)) {
            QVERIFY2(moving->exitCode() == 0, moving->readAll().right(400).constData());
            moving = reshard(to, (to + 1) % 3, 1500);
            to = (to + 1) % 3;
        }
        const QByteArray name = key(tag, 3);
        const Receipt wrong = finished(engine.act({.act = ActKind::Release, .key = {name}, .owner = {Bob}}));
        QVERIFY2(wrong.result == ActResult::OwnerChanged, qPrintable(wrong.failure.line()));
        const Receipt receipt =
            finished(engine.act({.act = ActKind::Release, .key = {name}, .owner = {Alice}}));
        QVERIFY2(receipt.result == ActResult::Done, qPrintable(receipt.failure.line()));
        met += isOver(*moving) ? 0 : 1;
    }
    QVERIFY(met > 0);
    QTRY_VERIFY(isOver(*moving));
    for (int tag = 0; tag < Tags; ++tag) {
        const QByteArray name = key(tag, 3);
        QCOMPARE(serverOf(name)->ask({"EXISTS", name})->integer, 0);
    }
}

LOCKSCOPE_TEST(TestResharding)

} // namespace tst_resharding

#include "tst_resharding.moc"
