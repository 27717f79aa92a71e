// SPDX-License-Identifier: GPL-3.0-or-later
// The holds of an engine on a real redis-server: each is renewed, left to run out, or told as lost.

#include "core/engine/engine.h"
#include "core/lab/sandboxdeployment.h"
#include "tests/support/finished.h"
#include "tests/support/serveranswers.h"
#include "tests/support/verify.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

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
    void init() { m_engine = std::make_unique<Engine>(); }
    void cleanup()
    {
        m_engine.reset();
        m_servers.reset();
    }
    void severalReadersAreAllRenewed();
    void aHoldLeftToRunOutIsTold();
    void aHoldIsMissedWithoutAWatchdog();
    void theConnectionTakesItsHoldsAlong();

private:
    void open(SandboxTopology topology)
    {
        auto servers = SandboxDeployment::start(topology);
        VERIFY_OK(servers);
        m_servers = std::move(*servers);
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
};

void tst_OwnHoldsLive::severalReadersAreAllRenewed()
{
    open(SandboxTopology::Standalone);
    QSignalSpy lost(m_engine.get(), &Engine::holdLost);
    for (const OwnerId &owner : {Ann, Bob})
        QCOMPARE(act(ActKind::Acquire, "rw-lock", owner, 1500ms, true, HoldMode::Read), ActResult::Done);
    QCOMPARE(m_engine->ownHolds().size(), size_t(2));
    // Twice as long as the lease, by what is seen of the renewals.
    QTRY_VERIFY_WITH_TIMEOUT(m_engine->find({"lock:a"}) && m_engine->find({"lock:a"})->renewals.count >= 6,
                             20000);
    QCOMPARE(ask({"HEXISTS", "lock:a", Ann.bytes}), "1");
    QCOMPARE(ask({"HEXISTS", "lock:a", Bob.bytes}), "1");
    QCOMPARE(act(ActKind::Release, "rw-lock", Ann, {}, false, HoldMode::Read), ActResult::Done);
    QCOMPARE(m_engine->ownHolds().size(), size_t(1));
    const qint64 count = m_engine->find({"lock:a"})->renewals.count;
    QTRY_VERIFY_WITH_TIMEOUT(m_engine->find({"lock:a"})->renewals.count > count, 20000);
    QCOMPARE(ask({"HEXISTS", "lock:a", Bob.bytes}), "1");
    QVERIFY(lost.isEmpty());
}

void tst_OwnHoldsLive::aHoldLeftToRunOutIsTold()
{
    open(SandboxTopology::Standalone);
    QSignalSpy lost(m_engine.get(), &Engine::holdLost);
    QCOMPARE(act(ActKind::Acquire, "rlock", Ann, 1500ms, true), ActResult::Done);
    QVERIFY(m_engine->ownHolds().front().renewed);
    m_engine->stopRenewing({"lock:a"}, Ann);
    QVERIFY(!m_engine->ownHolds().front().renewed);
    QTRY_COMPARE_WITH_TIMEOUT(lost.size(), 1, 20000);
    QVERIFY(m_engine->ownHolds().empty());
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
    QTRY_COMPARE_WITH_TIMEOUT(lost.size(), 1, 20000);
    const Receipt why = lost[0][1].value<Receipt>();
    QCOMPARE(why.result, ActResult::OwnerChanged);
    QCOMPARE(why.foundOwner, std::optional(Bob));
    QVERIFY(m_engine->ownHolds().empty());
}

void tst_OwnHoldsLive::theConnectionTakesItsHoldsAlong()
{
    open(SandboxTopology::Standalone);
    QCOMPARE(act(ActKind::Acquire, "rlock", Ann, 60s, true), ActResult::Done);
    QSignalSpy changed(m_engine.get(), &Engine::ownHoldsChanged);
    QSignalSpy lost(m_engine.get(), &Engine::holdLost);
    m_engine->close();
    QVERIFY(m_engine->ownHolds().empty());
    QCOMPARE(changed.size(), 1);
    QVERIFY(lost.isEmpty()); // it was let go of
}

QTEST_GUILESS_MAIN(tst_OwnHoldsLive)
#include "tst_ownholdslive.moc"
