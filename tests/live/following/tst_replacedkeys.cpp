// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of followed locks that another program replaces, and replies that take long, on a real server.
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/finished.h"
#include "tests/support/followedengine.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTimer>

namespace tst_replacedkeys
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray ann = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:61");
const QByteArray bob = QByteArrayLiteral("5df33e32-1652-44e6-96dd-8f003aa65dab:1");

Outcome<QByteArray> hold(const ConnectionSpec &spec, const QByteArray &key, const QByteArray &owner,
                         const QByteArray &lease = "600000")
{
    return redisCliAll(spec, {{"HSET", key, owner, "1"}, {"PEXPIRE", key, lease}});
}

} // namespace

class tst_replacedkeys : public QObject
{
    Q_OBJECT

private slots:
    void databasesThatAreSwapped_data();
    void databasesThatAreSwapped();
    void aReplyThatTakesLongMovesNoExpiry();
};

void tst_replacedkeys::databasesThatAreSwapped_data()
{
    QTest::addColumn<QByteArray>("flags");
    QTest::newRow("tracking") << QByteArray();
    QTest::newRow("keyspace events") << QByteArray("KEA");
}

// No server tells its clients of SWAPDB.
void tst_replacedkeys::databasesThatAreSwapped()
{
    QFETCH(const QByteArray, flags);
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    const ConnectionSpec spec = (*server)->tcp();
    ConnectionSpec other = spec;
    other.db = 1;
    if (!flags.isEmpty())
        VERIFY_OK(redisCli(spec, {"CONFIG", "SET", "notify-keyspace-events", flags}));
    for (const char *key : {"lock:gone", "lock:same", "lock:taken"})
        VERIFY_OK(hold(spec, key, ann));
    VERIFY_OK(hold(other, "lock:same", ann, "700000"));
    VERIFY_OK(hold(other, "lock:taken", bob));
    VERIFY_OK(hold(other, "lock:new", bob));
    FollowedEngine followed;
    VERIFY_OK(followed.follow(spec));
    QTRY_VERIFY(followed.find("lock:gone") && followed.find("lock:same") && followed.find("lock:taken"));
    VERIFY_OK(redisCli(spec, {"SWAPDB", "0", "1"}));
    QTRY_VERIFY(followed.find("lock:new") && !followed.find("lock:gone"));
    QTRY_COMPARE(followed.find("lock:taken")->owner().bytes, bob);
    const LockPtr same = followed.find("lock:same");
    QCOMPARE(same->owner().bytes, ann);
    QVERIFY(!same->isHoldSinceExact());
    for (const char *key : {"lock:gone", "lock:same", "lock:taken"}) {
        const std::vector<LockEvent> events = followed.events(key);
        QVERIFY2(!events.empty(), key);
        for (const LockEvent &event : events)
            QCOMPARE(QByteArray(name(event.kind)), QByteArray("changed"));
    }
}

// The server reads the key at the end of the time, not in its middle.
void tst_replacedkeys::aReplyThatTakesLongMovesNoExpiry()
{
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    const ConnectionSpec spec = (*server)->tcp();
    VERIFY_OK(hold(spec, "lock:a", ann, "60000"));
    FollowedEngine followed;
    VERIFY_OK(followed.follow(spec));
    QTRY_VERIFY(followed.find("lock:a"));
    const LockPtr before = followed.find("lock:a");
    (*server)->pause();
    QTimer::singleShot(3s, this, [&server] { (*server)->resume(); });
    const auto detail = finished(followed.engine().inspect({"lock:a"}));
    VERIFY_OK(detail);
    QVERIFY(detail->lock && detail->lock->expiresAt);
    const LockPtr after = followed.find("lock:a");
    QVERIFY(after->readAt > before->readAt);
    QVERIFY(std::chrono::abs(*after->expiresAt - *before->expiresAt) <=
            before->uncertainty + after->uncertainty + 10ms);
    QVERIFY(after->uncertainty < 1s);
    for (const LockEvent &event : followed.events("lock:a"))
        QVERIFY2(event.kind == EventKind::Waiters, name(event.kind));
}

LOCKSCOPE_TEST(tst_replacedkeys)

} // namespace tst_replacedkeys

#include "tst_replacedkeys.moc"
