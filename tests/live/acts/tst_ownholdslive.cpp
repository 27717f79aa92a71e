// SPDX-License-Identifier: GPL-3.0-or-later
// The holds of an engine on a real redis-server: each is renewed, expires, or is reported as lost.

#include "core/engine/engine.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/serveranswers.h"
#include "tests/support/verify.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

namespace tst_ownholdslive
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const OwnerId Ann{"11111111-1111-4111-8111-111111111111:1"};
const OwnerId Bob{"22222222-2222-4222-8222-222222222222:7"};

} // namespace

class tst_OwnHoldsLive : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_engine = std::make_unique<Engine>();
        m_holds.clear();
        connect(m_engine.get(), &Engine::ownHoldsChanged, this,
                [this](const std::vector<OwnHolding> &holds) { m_holds = holds; });
    }
    void cleanup()
    {
        m_engine.reset();
        m_servers.reset();
    }
    void severalReadersAreAllRenewed();
    void aHoldLeftToRunOutIsTold();
    void aHoldIsMissedWithoutAWatchdog();
    void oneOfTheTwoIsReleased();
    void oneOfTheTwoIsLost_data();
    void oneOfTheTwoIsLost();
    void aHoldThatEndsDuringAnActIsTold();
    void aHoldCutShortHereIsTold();
    void theConnectionTakesItsHoldsAlong();

private:
    void open(SandboxTopology topology)
    {
        VERIFY_INTO(m_servers, SandboxDeployment::start(topology));
        m_engine->open(m_servers->spec(), {});
        VERIFY_OK(finished(m_engine->waitReady(20s)));
    }
    QByteArray ask(const CliCommand &command, size_t node = 0) const
    {
        return answer(m_servers->node(node), command);
    }
    ActResult act(ActKind act, const QByteArray &kind, const OwnerId &owner,
                  std::optional<milliseconds> lease = {}, bool watchdog = false,
                  HoldMode mode = HoldMode::Exclusive)
    {
        const ActRequest request{.act = act,
                                 .key = {"lock:a"},
                                 .kind = kind,
                                 .owner = owner,
                                 .mode = mode,
                                 .lease = lease,
                                 .watchdog = watchdog};
        const Receipt receipt = finished(m_engine->act(request));
        if (receipt.result != ActResult::Done)
            qInfo("%s", qPrintable(receipt.line()));
        return receipt.result;
    }

    std::unique_ptr<SandboxDeployment> m_servers;
    std::unique_ptr<Engine> m_engine;
    std::vector<OwnHolding> m_holds; // as last told
};

void tst_OwnHoldsLive::severalReadersAreAllRenewed()
{
    open(SandboxTopology::Standalone);
    QSignalSpy lost(m_engine.get(), &Engine::holdLost);
    for (const OwnerId &owner : {Ann, Bob})
        QCOMPARE(act(ActKind::Acquire, "rw-lock", owner, 8s, true, HoldMode::Read), ActResult::Done);
    QCOMPARE(m_holds.size(), size_t(2));
    // Twice the lease, counted by observed renewals.
    QTRY_VERIFY(m_engine->find({"lock:a"}) && m_engine->find({"lock:a"})->renewals.count >= 6);
    QCOMPARE(ask({"HEXISTS", "lock:a", Ann.bytes}), "1");
    QCOMPARE(ask({"HEXISTS", "lock:a", Bob.bytes}), "1");
    QCOMPARE(act(ActKind::Release, "rw-lock", Ann, {}, false, HoldMode::Read), ActResult::Done);
    QCOMPARE(m_holds.size(), size_t(1));
    const qint64 count = m_engine->find({"lock:a"})->renewals.count;
    QTRY_VERIFY(m_engine->find({"lock:a"})->renewals.count > count);
    QCOMPARE(ask({"HEXISTS", "lock:a", Bob.bytes}), "1");
    QVERIFY(lost.isEmpty());
}

void tst_OwnHoldsLive::aHoldLeftToRunOutIsTold()
{
    open(SandboxTopology::Standalone);
    QSignalSpy lost(m_engine.get(), &Engine::holdLost);
    QCOMPARE(act(ActKind::Acquire, "rlock", Ann, 1500ms, true), ActResult::Done);
    QVERIFY(m_holds.front().renewed);
    m_engine->stopRenewing({"lock:a"}, Ann);
    QVERIFY(!m_holds.front().renewed);
    QTRY_COMPARE(lost.size(), 1);
    QVERIFY(m_holds.empty());
    QCOMPARE(lost[0][1].value<Receipt>().result, ActResult::AlreadyGone);
    QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
}

void tst_OwnHoldsLive::aHoldIsMissedWithoutAWatchdog()
{
    open(SandboxTopology::Standalone);
    QSignalSpy lost(m_engine.get(), &Engine::holdLost);
    QCOMPARE(act(ActKind::Acquire, "rlock", Ann, 600s), ActResult::Done);
    ask({"EVAL",
         "redis.call('DEL', KEYS[1]) redis.call('HSET', KEYS[1], ARGV[1], 1)"
         "return redis.call('PEXPIRE', KEYS[1], 60000)",
         "1", "lock:a", Bob.bytes});
    QTRY_COMPARE(lost.size(), 1);
    const Receipt why = lost[0][1].value<Receipt>();
    QCOMPARE(why.result, ActResult::OwnerChanged);
    QCOMPARE(why.foundOwner, std::optional(Bob));
    QVERIFY(m_holds.empty());
}

// A writer may also read: two holds of one owner.
void tst_OwnHoldsLive::oneOfTheTwoIsReleased()
{
    open(SandboxTopology::Standalone);
    QSignalSpy lost(m_engine.get(), &Engine::holdLost);
    for (const HoldMode first : {HoldMode::Read, HoldMode::Write}) {
        for (const HoldMode mode : {HoldMode::Write, HoldMode::Read})
            QCOMPARE(act(ActKind::Acquire, "rw-lock", Ann, 60s, true, mode), ActResult::Done);
        QCOMPARE(m_holds.size(), size_t(2));
        QCOMPARE(act(ActKind::Release, "rw-lock", Ann, {}, false, first), ActResult::Done);
        const HoldMode second = first == HoldMode::Read ? HoldMode::Write : HoldMode::Read;
        QCOMPARE(m_holds.size(), size_t(1));
        QCOMPARE(m_holds.front().mode, second);
        QCOMPARE(act(ActKind::Release, "rw-lock", Ann, {}, false, second), ActResult::Done);
        QVERIFY(m_holds.empty());
        QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
    }
    QVERIFY(lost.isEmpty());
}

void tst_OwnHoldsLive::oneOfTheTwoIsLost_data()
{
    QTest::addColumn<bool>("watchdog");
    QTest::newRow("renewed") << true;
    QTest::newRow("not renewed") << false;
}

void tst_OwnHoldsLive::oneOfTheTwoIsLost()
{
    QFETCH(bool, watchdog);
    open(SandboxTopology::Standalone);
    QSignalSpy lost(m_engine.get(), &Engine::holdLost);
    const milliseconds lease = watchdog ? 6s : 600s; // Without one, long enough for the whole test
    for (const HoldMode mode : {HoldMode::Write, HoldMode::Read})
        QCOMPARE(act(ActKind::Acquire, "rw-lock", Ann, lease, watchdog, mode), ActResult::Done);
    QTRY_VERIFY(m_engine->find({"lock:a"}) && m_engine->find({"lock:a"})->holders.size() == 2);
    ask({"EVAL",
         "redis.call('HDEL', KEYS[1], ARGV[1] .. ':write')"
         "return redis.call('HSET', KEYS[1], 'mode', 'read')",
         "1", "lock:a", Ann.bytes});
    QTRY_COMPARE(lost.size(), 1);
    QCOMPARE(m_holds.size(), size_t(1));
    QCOMPARE(m_holds.front().mode, HoldMode::Read);
    QCOMPARE(m_holds.front().renewed, watchdog);
    if (watchdog) { // The other hold is still renewed
        const qint64 count = m_engine->find({"lock:a"})->renewals.count;
        QTRY_VERIFY(m_engine->find({"lock:a"})->renewals.count >= count + 3);
    }
    QCOMPARE(act(ActKind::Release, "rw-lock", Ann, {}, false, HoldMode::Read), ActResult::Done);
    QVERIFY(m_holds.empty());
    QCOMPARE(lost.size(), 1);
}

// Both the report of Ann's hold and the end of its lease pass while waiting for Bob.
void tst_OwnHoldsLive::aHoldThatEndsDuringAnActIsTold()
{
    open(SandboxTopology::Standalone);
    QSignalSpy lost(m_engine.get(), &Engine::holdLost);
    QSignalSpy answered(m_engine.get(), &Engine::acted);
    QCOMPARE(act(ActKind::Acquire, "rlock", Ann, 3s), ActResult::Done);
    m_engine->requestAct(
        1, {.act = ActKind::Acquire, .key = {"lock:a"}, .kind = "rlock", .owner = Bob, .wait = 8s});
    ask({"EVAL",
         "redis.call('DEL', KEYS[1]) redis.call('HSET', KEYS[1], 'somebody:1', 1)"
         "return redis.call('PEXPIRE', KEYS[1], 600000)",
         "1", "lock:a"});
    QTRY_COMPARE(answered.size(), 1);
    QCOMPARE(answered[0][1].value<Receipt>().result, ActResult::NotAcquired);
    QTRY_COMPARE(lost.size(), 1);
    QVERIFY(m_holds.empty());
}

void tst_OwnHoldsLive::aHoldCutShortHereIsTold()
{
    open(SandboxTopology::Standalone);
    m_engine->close();
    m_engine->open(m_servers->spec(), {.follow = false, .scan = false}); // Only the clock can end the hold
    VERIFY_OK(finished(m_engine->waitReady(20s)));
    QSignalSpy lost(m_engine.get(), &Engine::holdLost);
    QCOMPARE(act(ActKind::Acquire, "rlock", Ann, 600s), ActResult::Done);
    QCOMPARE(act(ActKind::SetExpiry, {}, {}, 500ms), ActResult::Done);
    QTRY_COMPARE(lost.size(), 1);
    QVERIFY(m_holds.empty());
}

void tst_OwnHoldsLive::theConnectionTakesItsHoldsAlong()
{
    open(SandboxTopology::Standalone);
    QCOMPARE(act(ActKind::Acquire, "rlock", Ann, 60s, true), ActResult::Done);
    QSignalSpy changed(m_engine.get(), &Engine::ownHoldsChanged);
    QSignalSpy lost(m_engine.get(), &Engine::holdLost);
    m_engine->close();
    QVERIFY(m_holds.empty());
    QCOMPARE(changed.size(), 1);
    QVERIFY(lost.isEmpty()); // It was abandoned deliberately
}

LOCKSCOPE_TEST(tst_OwnHoldsLive)

} // namespace tst_ownholdslive

#include "tst_ownholdslive.moc"
