// SPDX-License-Identifier: GPL-3.0-or-later
// A deadlock of fair locks as the engine that follows them sees it come and go.
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/fairqueue.h"
#include "tests/support/finished.h"
#include "tests/support/followedengine.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_deadlockverdict
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray ann = QByteArrayLiteral("11111111-1111-4111-8111-111111111111:1");
const QByteArray bob = QByteArrayLiteral("22222222-2222-4222-8222-222222222222:7");

} // namespace

class tst_DeadlockVerdict : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void comesAndGoes();
    void isNotMadeOfWhatNeverStoodTogether();

private:
    void ask(const CliCommand &command) { VERIFY_OK(redisCli(m_sandbox->tcp(), command)); }
    void hold(const QByteArray &key, const QByteArray &owner) { holdLock(m_sandbox->tcp(), key, owner); }
    void queue(const QByteArray &key, const QByteArray &owner)
    {
        enqueue(m_sandbox->tcp(), key, owner);
        m_listeners.push_back(queueListener(m_sandbox->tcp(), key, owner));
    }
    static std::string_view code(const LockPtr &lock) { return lock ? lock->verdict.code : "gone"; }

    std::unique_ptr<Sandbox> m_sandbox;
    std::vector<std::unique_ptr<Listener>> m_listeners;
};

void tst_DeadlockVerdict::init()
{
    m_listeners.clear();
    VERIFY_INTO(m_sandbox, Sandbox::start());
}

void tst_DeadlockVerdict::comesAndGoes()
{
    FollowedEngine engine;
    VERIFY_OK(engine.follow(m_sandbox->tcp()));
    hold("lock:a", ann);
    hold("lock:b", bob);
    queue("lock:a", bob);
    QTRY_COMPARE(code(engine.find("lock:a")), std::string_view("waited-for"));
    QVERIFY(code(engine.find("lock:b")) != "deadlock");
    queue("lock:b", ann);
    QTRY_COMPARE(code(engine.find("lock:a")), std::string_view("deadlock"));
    QTRY_COMPARE(code(engine.find("lock:b")), std::string_view("deadlock"));
    const LockPtr lock = engine.find("lock:a");
    QCOMPARE(lock->verdict.level, VerdictLevel::Critical);
    QCOMPARE(lock->verdict.figure, 2);
    QCOMPARE(lock->verdict.basis, Basis::Concluded);
    const auto detail = finished(engine.engine().inspect({"lock:a"}));
    VERIFY_OK(detail);
    QCOMPARE(detail->deadlock.size(), 2);
    QVERIFY2(detail->evidence.join(u'\n').contains(QStringLiteral(" holds lock:a and waits for lock:b")),
             qPrintable(detail->evidence.join(u'\n')));
    // One of them gives up.
    ask({"LREM", "redisson_lock_queue:{lock:b}", "0", ann});
    QTRY_COMPARE(code(engine.find("lock:b")), std::string_view("healthy"));
    QTRY_COMPARE(code(engine.find("lock:a")), std::string_view("waited-for"));
}

// Each wait begins after the one before has ended: never a cycle at one time.
void tst_DeadlockVerdict::isNotMadeOfWhatNeverStoodTogether()
{
    FollowedEngine engine;
    VERIFY_OK(engine.follow(m_sandbox->tcp()));
    hold("lock:a", ann);
    hold("lock:b", bob);
    for (int round = 0; round < 10; ++round) {
        const bool isFirst = round % 2 == 0;
        const QByteArray key = isFirst ? "lock:a" : "lock:b", waiter = isFirst ? bob : ann;
        queue(key, waiter);
        QTRY_COMPARE(code(engine.find(key)), std::string_view("waited-for"));
        ask({"LREM", "redisson_lock_queue:{" + key + '}', "0", waiter});
        m_listeners.clear();
    }
    QTRY_COMPARE(code(engine.find("lock:b")), std::string_view("healthy"));
    for (const QByteArray key : {"lock:a", "lock:b"}) {
        for (const LockPtr &shown : engine.shown(key))
            QVERIFY(shown->verdict.code != "deadlock");
    }
}

LOCKSCOPE_TEST(tst_DeadlockVerdict)

} // namespace tst_deadlockverdict

#include "tst_deadlockverdict.moc"
