// SPDX-License-Identifier: GPL-3.0-or-later
// Every branch of the scripts of python-redis-lock on a real server, with a client asleep in BLPOP.
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_pythonredislockscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray kind = QByteArrayLiteral("python-redis-lock");
const LockName lock{QByteArrayLiteral("lock:order")};
const QByteArray signal = QByteArrayLiteral("lock-signal:order");
const OwnerId ann{QByteArrayLiteral("AAECAwQFBgcICQoLDA0ODxAR")};
const OwnerId bob{QByteArrayLiteral("BBECAwQFBgcICQoLDA0ODxAR")};

ActRequest ask(ActKind act, const OwnerId &owner = ann)
{
    return {.act = act, .key = lock, .owner = owner, .lease = 5s};
}

ActRequest force(std::optional<OwnerId> expected)
{
    return {.act = ActKind::ForceRelease, .key = lock, .expectedOwner = std::move(expected)};
}

} // namespace

class tst_pythonredislockscripts : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_server.clear(); }

    void isTakenAsTheLibraryDoes();
    void isGivenBackByItsOwnerOnly();
    void isForcedOnlyAsShown();
    void aSleeperIsWoken_data();
    void aSleeperIsWoken();
    void theSignalLastsASecond();
    void wakesWithoutALock();
    void anotherTypeChangesNothing_data();
    void anotherTypeChangesNothing();
    void whoMayNotPushFreesNothing_data();
    void whoMayNotPushFreesNothing();
    void outOfMemoryItCanStillBeFreed();

private:
    FamilyServer m_server;
};

void tst_pythonredislockscripts::isTakenAsTheLibraryDoes()
{
    QCOMPARE(m_server.word(kind, {.act = ActKind::Acquire, .key = lock, .owner = ann}), "done");
    QCOMPARE(m_server.get(lock.bytes), ann.bytes);
    QCOMPARE(m_server.pttl(lock.bytes), -1);
    QCOMPARE(m_server.word(kind, ask(ActKind::Acquire, bob)), "not-acquired");
    QCOMPARE(m_server.word(kind, ask(ActKind::Renew)), "done");
    QVERIFY(m_server.pttl(lock.bytes) > 4000);
    const auto [format, decoded] = Registry::builtIn().decode(m_server.read(lock.bytes));
    QVERIFY(decoded && decoded->kind.name == std::string_view(kind.constData(), size_t(kind.size())));
}

void tst_pythonredislockscripts::isGivenBackByItsOwnerOnly()
{
    QCOMPARE(m_server.word(kind, ask(ActKind::Release)), "already-gone");
    QVERIFY2(!m_server.exists(signal), "nobody is told of what was not there");
    m_server.call({"SET", lock.bytes, bob.bytes});
    const Receipt changed = m_server.act(kind, ask(ActKind::Release));
    QCOMPARE(QByteArray(name(changed.result)), "owner-changed");
    QCOMPARE(changed.foundOwner->bytes, bob.bytes);
    QVERIFY(m_server.exists(lock.bytes) && !m_server.exists(signal));
    QCOMPARE(m_server.word(kind, ask(ActKind::Release, bob)), "done");
    QVERIFY(!m_server.exists(lock.bytes));
    QCOMPARE(m_server.call({"LLEN", signal}).integer, 1);
}

void tst_pythonredislockscripts::isForcedOnlyAsShown()
{
    QCOMPARE(m_server.word(kind, force(ann)), "already-gone");
    m_server.call({"SET", lock.bytes, bob.bytes});
    QCOMPARE(m_server.word(kind, force(ann)), "owner-changed");
    QVERIFY(m_server.exists(lock.bytes) && !m_server.exists(signal));
    QCOMPARE(m_server.word(kind, force(bob)), "done");
    QVERIFY(!m_server.exists(lock.bytes));
    m_server.call({"SET", lock.bytes, bob.bytes});
    m_server.call({"RPUSH", signal, "1", "1", "1"}); // Unconsumed signals of several releases
    QCOMPARE(m_server.word(kind, force({})), "done");
    QCOMPARE(m_server.call({"LRANGE", signal, "0", "-1"}).items.size(), size_t(1));
}

void tst_pythonredislockscripts::aSleeperIsWoken_data()
{
    QTest::addColumn<ActRequest>("request");
    QTest::newRow("release") << ask(ActKind::Release);
    QTest::newRow("force-release") << force(ann);
    QTest::newRow("wake") << ActRequest{.act = ActKind::Wake, .key = lock};
}

void tst_pythonredislockscripts::aSleeperIsWoken()
{
    QFETCH(ActRequest, request);
    m_server.call({"SET", lock.bytes, ann.bytes});
    auto sleeper = m_server.connected();
    std::optional<QByteArray> woken;
    const auto sleep = [&]() -> QCoro::Task<> {
        const Command command{"BLPOP", signal, "0"};
        const Outcome<Reply> reply = co_await sleeper->call(command, 30s);
        woken = reply && reply->items.size() == 2 ? reply->items[1].bytes : QByteArray("nothing");
    };
    auto task = sleep();
    const auto blocked = [this] {
        return m_server.call({"INFO", "clients"}).bytes.contains("blocked_clients:1");
    };
    QTRY_VERIFY(blocked());
    QCOMPARE(m_server.word(kind, request), "done");
    QTRY_VERIFY(woken);
    QCOMPARE(*woken, QByteArray("1"));
    QCOMPARE(m_server.exists(lock.bytes), request.act == ActKind::Wake);
    QVERIFY2(!m_server.exists(signal), "the sleeper took the signal");
}

void tst_pythonredislockscripts::theSignalLastsASecond()
{
    m_server.call({"SET", lock.bytes, ann.bytes});
    m_server.act(kind, ask(ActKind::Release));
    const qint64 ttl = m_server.pttl(signal);
    QVERIFY(ttl > 0 && ttl <= 1000);
    const KeyReading after = m_server.read(lock.bytes);
    QVERIFY(!Registry::builtIn().decode(after).first);
}

void tst_pythonredislockscripts::wakesWithoutALock()
{
    const ActRequest wake{.act = ActKind::Wake, .key = lock};
    const Receipt none = m_server.act(kind, wake);
    QCOMPARE(QByteArray(name(none.result)), "done");
    QVERIFY(!none.foundOwner && !m_server.exists(lock.bytes));
    QCOMPARE(m_server.call({"LLEN", signal}).integer, 1);
    m_server.call({"SET", lock.bytes, ann.bytes});
    const Receipt held = m_server.act(kind, wake);
    QCOMPARE(held.foundOwner->bytes, ann.bytes);
    QCOMPARE(m_server.call({"LLEN", signal}).integer, 1);
}

void tst_pythonredislockscripts::anotherTypeChangesNothing_data()
{
    QTest::addColumn<ActKind>("act");
    QTest::addColumn<Command>("put");
    for (const ActKind act : {ActKind::Release, ActKind::ForceRelease, ActKind::Wake}) {
        if (act != ActKind::Wake) {
            QTest::addRow("%s of a hash", name(act)) << act << Command{"HSET", lock.bytes, "a", "1"};
            QTest::addRow("%s of a long string", name(act))
                << act << Command{"SET", lock.bytes, QByteArray(513, 'x')};
        }
        QTest::addRow("%s beside a string", name(act))
            << act << Command{"MSET", lock.bytes, ann.bytes, signal, "mine"};
    }
}

void tst_pythonredislockscripts::anotherTypeChangesNothing()
{
    QFETCH(ActKind, act);
    QFETCH(Command, put);
    m_server.call(put);
    const QByteArray before = m_server.dump();
    const Outcome<Receipt> receipt = m_server.attempt(kind, ask(act));
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY(receipt.failure().serverText.contains("nothing was changed"));
    QCOMPARE(m_server.dump(), before);
}

void tst_pythonredislockscripts::whoMayNotPushFreesNothing_data()
{
    QTest::addColumn<ActKind>("act");
    QTest::newRow("release") << ActKind::Release;
    QTest::newRow("force-release") << ActKind::ForceRelease;
    QTest::newRow("wake") << ActKind::Wake;
}

void tst_pythonredislockscripts::whoMayNotPushFreesNothing()
{
    QFETCH(ActKind, act);
    m_server.call({"SET", lock.bytes, ann.bytes});
    const QByteArray before = m_server.dump();
    auto mute = m_server.connectedAs("carl", {"-lpush"});
    VERIFY_FAILS(m_server.attemptBy(*mute, kind, ask(act)), ErrorKind::NoPerm);
    QCOMPARE(m_server.dump(), before);
    auto other = m_server.connectedAs("dora", {"resetkeys", "~lock:*", "resetchannels"});
    VERIFY_FAILS(m_server.attemptBy(*other, kind, ask(act)), ErrorKind::NoPerm);
    QCOMPARE(m_server.dump(), before);
    auto enough = m_server.connectedAs("erin", {"resetkeys", "~lock:*", "~lock-signal:*", "resetchannels"});
    VERIFY_OK(m_server.attemptBy(*enough, kind, ask(act)));
}

void tst_pythonredislockscripts::outOfMemoryItCanStillBeFreed()
{
    m_server.call({"SET", lock.bytes, ann.bytes});
    m_server.call({"CONFIG", "SET", "maxmemory", "1"});
    QCOMPARE(m_server.word(kind, force(ann)), "done");
    QCOMPARE(m_server.call({"LLEN", signal}).integer, 1);
    QVERIFY(!m_server.exists(lock.bytes));
}

LOCKSCOPE_TEST(tst_pythonredislockscripts)

} // namespace tst_pythonredislockscripts

#include "tst_pythonredislockscripts.moc"
