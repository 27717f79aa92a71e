// SPDX-License-Identifier: GPL-3.0-or-later
// Forced releases race with owners that release, retake and renew. Each owner knows which of its holds
// another client ended, and each receipt says whose hold it ended: the two accounts must agree on every hold,
// and every waiter must get its turn.

#include "core/engine/engine.h"
#include "core/history/audit/audittrail.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/finished.h"
#include "tests/support/orderlyend.h"
#include "tests/support/relay.h"
#include "tests/support/runner.h"
#include "tests/support/threaded.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QTest>
#include <qcorotimer.h>

namespace tst_raceforce
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

constexpr int Lanes = 8;

struct Account {
    std::map<OwnerId, int> ended{}; // According to receipts with the result Done
    std::map<ActResult, int> results{};
    int left = 0; // Acts not yet started
    int lanes = Lanes;
    QEventLoop loop{};
};

// The owner now, which may have changed by the time of the act.
QCoro::Task<OwnerId> ownerNow(Session *session, QByteArray key, bool isHash)
{
    Command command{"GET", key};
    if (isHash)
        command = {"HKEYS", key};
    const auto reply = co_await session->call(command);
    if (!reply)
        co_return OwnerId{};
    if (!isHash)
        co_return OwnerId{reply->bytes};
    co_return OwnerId{reply->items.empty() ? QByteArray() : reply->items.front().bytes};
}

QCoro::Task<> force(Engine *engine, Session *session, QByteArray key, bool isHash, quint32 seed,
                    Account *account, Relay *relay)
{
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> pause(0, 3);
    while (account->left > 0) {
        const Instant from = now();
        const OwnerId owner = co_await ownerNow(session, key, isHash);
        if (const int late = pause(random); late > 0)
            co_await QCoro::sleepFor(milliseconds(late));
        if (owner.isEmpty() || account->left == 0)
            continue;
        --account->left;
        ActRequest request{.act = ActKind::ForceRelease, .key = {key}, .expectedOwner = owner};
        request.reason = QStringLiteral("race");
        const Receipt receipt = co_await engine->act(request);
        // Otherwise, on a busy machine, each hold ends before its release by force.
        relay->holdLongFor(std::max(25ms, millisecondsBetween(from, now())));
        ++account->results[receipt.result];
        if (receipt.result == ActResult::Done)
            ++account->ended[owner];
    }
    if (--account->lanes == 0)
        account->loop.quit();
}

} // namespace

class TestRaceForce : public QObject
{
    Q_OBJECT

private slots:
    void noHoldButTheExpectedEnds_data();
    void noHoldButTheExpectedEnds();
};

void TestRaceForce::noHoldButTheExpectedEnds_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<bool>("isHash");
    QTest::addColumn<bool>("sameOwner");
    QTest::addColumn<int>("full");
    QTest::newRow("rlock") << QByteArray("rlock") << true << false << 3000;
    QTest::newRow("rlock, the same owners again") << QByteArray("rlock") << true << true << 2000;
    QTest::newRow("fair lock") << QByteArray("fair-lock") << true << false << 2000;
    QTest::newRow("fenced lock") << QByteArray("fenced-lock") << true << false << 1000;
    QTest::newRow("token lock") << QByteArray("token-lock") << false << false << 2000;
}

void TestRaceForce::noHoldButTheExpectedEnds()
{
    QFETCH(const QByteArray, kind);
    QFETCH(const bool, isHash);
    QFETCH(const bool, sameOwner);
    QFETCH(const int, full);
    const int acts = IsSanitized ? full / 4 : full; // Each further act is more of the same code
    auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    const ConnectionSpec server = (*sandbox)->tcp();
    const QTemporaryDir folder;
    Account account{.left = acts};

    std::vector<std::unique_ptr<Threaded<Relay>>> relays;
    for (int lane = 0; lane < Lanes; ++lane) {
        const QByteArray key = "lock:race:" + QByteArray::number(lane);
        relays.push_back(
            std::make_unique<Threaded<Relay>>(new Relay(server, {key}, kind, sameOwner, quint32(lane))));
        Relay *relay = relays.back()->object;
        QMetaObject::invokeMethod(relay, [relay] { relay->start(); });
    }

    Engine engine;
    new AuditTrail(&engine, folder.path());
    engine.open(server, {.follow = false, .scan = false});
    VERIFY_OK(finished(engine.waitReady(20s)));
    Session reading(server);
    reading.open();
    QTRY_VERIFY(reading.isReady());
    for (int lane = 0; lane < Lanes; ++lane)
        force(&engine, &reading, "lock:race:" + QByteArray::number(lane), isHash, quint32(100 + lane),
              &account, relays[size_t(lane)]->object);
    account.loop.exec();

    for (const auto &relay : relays)
        QMetaObject::invokeMethod(relay->object, [one = relay->object] { one->stop(); });
    const auto allEnded = [&relays] {
        return std::ranges::all_of(relays, [](const auto &relay) { return relay->object->hasEnded(); });
    };
    QTRY_VERIFY(allEnded());

    RelayTally all;
    for (const auto &relay : relays) {
        const RelayTally &tally = relay->object->tally();
        for (const auto &[owner, times] : tally.lost)
            all.lost[owner] += times;
        all.acquired += tally.acquired;
        all.renewed += tally.renewed;
        all.retaken += tally.retaken;
        all.released += tally.released;
        all.asleep += tally.asleep;
        all.faults += tally.faults;
    }
    int wrong = 0;
    for (const auto &[owner, times] : all.lost)
        wrong += account.ended.contains(owner) ? std::abs(times - account.ended.at(owner)) : times;
    for (const auto &[owner, times] : account.ended)
        wrong += all.lost.contains(owner) ? 0 : times;
    const auto of = [&account](ActResult result) { return account.results[result]; };
    qInfo("%s: %d forced: %d done, %d owner changed, %d already gone; owners: %lld acquired, %lld renewed, "
          "%lld taken again at once, %lld given back; ended for another than the expected: %d; left asleep: "
          "%lld",
          QTest::currentDataTag(), acts, of(ActResult::Done), of(ActResult::OwnerChanged),
          of(ActResult::AlreadyGone), all.acquired, all.renewed, all.retaken, all.released, wrong,
          all.asleep);
    QCOMPARE(all.faults, QStringList());
    QCOMPARE(wrong, 0);
    QCOMPARE(all.asleep, 0);
    QCOMPARE(of(ActResult::Done) + of(ActResult::OwnerChanged) + of(ActResult::AlreadyGone), acts);
    // Otherwise there was no race.
    QVERIFY(of(ActResult::Done) > 0);
    QVERIFY(of(ActResult::OwnerChanged) > 0);
    QVERIFY(of(ActResult::AlreadyGone) > 0);
    const auto written = AuditLog(folder.path()).find({});
    VERIFY_OK(written);
    QCOMPARE(int(written->size()), acts);
}

LOCKSCOPE_TEST(TestRaceForce)

} // namespace tst_raceforce

#include "tst_raceforce.moc"
