// SPDX-License-Identifier: GPL-3.0-or-later
// Every branch of the scripts of rueidislock's locks on a real server.
#include "tests/support/familyserver.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_rueidislockscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray kind = QByteArrayLiteral("rueidis-lock");
const std::vector<QByteArray> keys{"rueidislock:0:a", "rueidislock:1:a", "rueidislock:2:a"};
const LockName lock{keys[0]};
const OwnerId ann{QByteArray("\x01\xff\x02\x80").repeated(6)};
const OwnerId bob{QByteArray("\x03\xfe\x02\x80").repeated(6)};

ActRequest ask(ActKind act, const OwnerId &owner = ann)
{
    return {.act = act, .key = lock, .owner = owner, .expectedOwner = owner, .lease = 5s};
}

} // namespace

class tst_rueidislockscripts : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_server.clear(); }

    void isTakenByMajority_data();
    void isTakenByMajority();
    void isRenewedByMajority_data();
    void isRenewedByMajority();
    void isGivenBackByItsOwnerOnly();
    void isForcedOnlyAsShown_data();
    void isForcedOnlyAsShown();
    void isForcedWhoeverHoldsIt();
    void expiryIsGivenAndShortenedNeverLengthened();
    void anotherTypeChangesNothing_data();
    void anotherTypeChangesNothing();
    void aBadLeaseTakesNothing();
    void theServerTellsWhoFollows();

private:
    // One letter for each key: a(nn), b(ob), or - if missing. Both directions.
    void put(const QByteArray &letters);
    QByteArray letters();

    FamilyServer m_server;
};

void tst_rueidislockscripts::put(const QByteArray &letters)
{
    for (size_t i = 0; i < keys.size(); ++i) {
        if (const char letter = letters[qsizetype(i)]; letter != '-')
            m_server.call({"SET", keys[i], letter == 'a' ? ann.bytes : bob.bytes, "PX", "20000"});
    }
}

QByteArray tst_rueidislockscripts::letters()
{
    QByteArray letters;
    for (const QByteArray &key : keys) {
        const QByteArray value = m_server.get(key);
        letters += value == ann.bytes ? 'a' : value == bob.bytes ? 'b' : '-';
    }
    return letters;
}

void tst_rueidislockscripts::isTakenByMajority_data()
{
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("---") << QByteArray("aaa");
    QTest::newRow("b--") << QByteArray("b--"); // With KeyMajority 1 the first key alone is the lock
    QTest::newRow("--b") << QByteArray("aab");
    QTest::newRow("bb-") << QByteArray("bb-");
    QTest::newRow("bbb") << QByteArray("bbb");
    QTest::newRow("ab-") << QByteArray("ab-");
    QTest::newRow("aaa") << QByteArray("aaa");
}

void tst_rueidislockscripts::isTakenByMajority()
{
    QFETCH(QByteArray, after);
    const QByteArray before = QTest::currentDataTag();
    put(before);
    const Receipt taken = m_server.act(kind, ask(ActKind::Acquire));
    QCOMPARE(letters(), after);
    QCOMPARE(QByteArray(name(taken.result)), before == after ? "not-acquired" : "done");
    QVERIFY(taken.ttl && *taken.ttl <= (before == after ? 20s : 5s));
    QCOMPARE(taken.foundOwner->bytes, before.startsWith('b') ? bob.bytes : ann.bytes);
    if (before == after)
        return;
    const auto [format, decoded] = Registry::builtIn().decode(m_server.read(lock.bytes));
    QVERIFY(decoded && decoded->confidence == Confidence::Certain);
    QCOMPARE(decoded->holders.front().id.bytes, ann.bytes);
}

void tst_rueidislockscripts::isRenewedByMajority_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::newRow("aaa") << QByteArray("done");
    QTest::newRow("aa-") << QByteArray("done");
    QTest::newRow("baa") << QByteArray("done");
    QTest::newRow("a--") << QByteArray("already-gone");
    QTest::newRow("---") << QByteArray("already-gone");
    QTest::newRow("abb") << QByteArray("owner-changed");
    QTest::newRow("b--") << QByteArray("owner-changed");
}

void tst_rueidislockscripts::isRenewedByMajority()
{
    QFETCH(QByteArray, result);
    const QByteArray before = QTest::currentDataTag();
    put(before);
    const Receipt renewed = m_server.act(kind, ask(ActKind::Renew));
    QCOMPARE(QByteArray(name(renewed.result)), result);
    QCOMPARE(letters(), before);
    for (size_t i = 0; i < keys.size(); ++i) {
        if (before[qsizetype(i)] != '-')
            QCOMPARE(m_server.pttl(keys[i]) <= 5000, result == "done" && before[qsizetype(i)] == 'a');
    }
    if (result == "owner-changed")
        QCOMPARE(renewed.foundOwner->bytes, bob.bytes);
}

void tst_rueidislockscripts::isGivenBackByItsOwnerOnly()
{
    QCOMPARE(m_server.word(kind, ask(ActKind::Release)), "already-gone");
    put("bbb");
    QCOMPARE(m_server.word(kind, ask(ActKind::Release)), "owner-changed");
    QCOMPARE(letters(), "bbb");
    put("ab-");
    m_server.call({"DEL", keys[2]});
    QCOMPARE(m_server.word(kind, ask(ActKind::Release)), "done");
    QCOMPARE(letters(), "-b-");
}

void tst_rueidislockscripts::isForcedOnlyAsShown_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("aaa") << QByteArray("done") << QByteArray("---");
    QTest::newRow("-aa") << QByteArray("done") << QByteArray("---");
    QTest::newRow("aba") << QByteArray("done") << QByteArray("-b-");
    QTest::newRow("ba-") << QByteArray("done") << QByteArray("b--");
    QTest::newRow("abb") << QByteArray("owner-changed") << QByteArray("abb");
    QTest::newRow("bbb") << QByteArray("owner-changed") << QByteArray("bbb");
    QTest::newRow("---") << QByteArray("already-gone") << QByteArray("---");
}

void tst_rueidislockscripts::isForcedOnlyAsShown()
{
    QFETCH(QByteArray, result);
    QFETCH(QByteArray, after);
    put(QTest::currentDataTag());
    QCOMPARE(m_server.word(kind, ask(ActKind::ForceRelease)), result);
    QCOMPARE(letters(), after);
}

void tst_rueidislockscripts::isForcedWhoeverHoldsIt()
{
    put("ab-");
    QCOMPARE(m_server.word(kind, {.act = ActKind::ForceRelease, .key = lock}), "done");
    QCOMPARE(letters(), "---");
}

void tst_rueidislockscripts::expiryIsGivenAndShortenedNeverLengthened()
{
    QCOMPARE(m_server.word(kind, ask(ActKind::SetExpiry)), "already-gone");
    put("aab");
    m_server.call({"PERSIST", keys[0]});
    QCOMPARE(m_server.word(kind, ask(ActKind::SetExpiry)), "done");
    QVERIFY(m_server.pttl(keys[0]) > 0 && m_server.pttl(keys[0]) <= 5000 && m_server.pttl(keys[1]) <= 5000);
    QVERIFY2(m_server.pttl(keys[2]) > 5000, "another's key is not touched");
    m_server.call({"PEXPIRE", keys[0], "4000"});
    QVERIFY(*m_server.act(kind, ask(ActKind::SetExpiry)).ttl <= 4s);
    QCOMPARE(m_server.word(kind, ask(ActKind::SetExpiry, {"nobody"})), "owner-changed");
    m_server.act(kind, {.act = ActKind::SetExpiry, .key = lock, .lease = 1s});
    for (const QByteArray &key : keys)
        QVERIFY(m_server.pttl(key) <= 1000);
}

void tst_rueidislockscripts::anotherTypeChangesNothing_data()
{
    QTest::addColumn<ActKind>("act");
    QTest::addColumn<int>("which");
    QTest::addColumn<bool>("longString");
    for (const ActKind act :
         {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        for (int which = 0; which < 3; ++which) {
            QTest::addRow("%s, key %d is a hash", name(act), which) << act << which << false;
            QTest::addRow("%s, key %d is long", name(act), which) << act << which << true;
        }
    }
}

void tst_rueidislockscripts::anotherTypeChangesNothing()
{
    QFETCH(ActKind, act);
    QFETCH(int, which);
    QFETCH(bool, longString);
    put("aaa");
    const QByteArray &key = keys[size_t(which)];
    m_server.call({"DEL", key});
    m_server.call(longString ? Command{"SET", key, QByteArray(513, 'x')} : Command{"HSET", key, "a", "1"});
    const QByteArray before = m_server.dump();
    const Outcome<Receipt> receipt = m_server.attempt(kind, ask(act));
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY(receipt.failure().serverText.contains("nothing was changed"));
    QCOMPARE(m_server.dump(), before);
}

void tst_rueidislockscripts::aBadLeaseTakesNothing()
{
    auto session = m_server.connected();
    for (const char *lease : {"0", "-1", "soon", ""})
        VERIFY_FAILS(m_server.attemptScript(*session, "rueidis-acquire", keys, {ann.bytes, lease}),
                     ErrorKind::ServerError);
    QCOMPARE(letters(), "---");
}

// A waiter of the library: it follows the keys by client-side caching.
void tst_rueidislockscripts::theServerTellsWhoFollows()
{
    put("aaa");
    auto ears = m_server.connected();
    QSignalSpy pushed(ears.get(), &Session::pushed);
    ears->subscribe({"SUBSCRIBE", "__redis__:invalidate"});
    QTRY_COMPARE(pushed.size(), 1);
    QByteArray id;
    for (const QByteArray &line : m_server.call({"CLIENT", "LIST"}).bytes.split('\n')) {
        if (line.contains(" sub=1 "))
            id = line.mid(3, line.indexOf(' ') - 3);
    }
    QVERIFY(!id.isEmpty());
    m_server.call({"CLIENT", "TRACKING", "ON", "REDIRECT", id});
    for (const QByteArray &key : keys)
        m_server.call({"GET", key});
    auto other = m_server.connected();
    VERIFY_OK(m_server.attemptBy(*other, kind, ask(ActKind::ForceRelease)));
    QTRY_COMPARE(pushed.size(), 4);
    m_server.call({"CLIENT", "TRACKING", "OFF"});
}

LOCKSCOPE_TEST(tst_rueidislockscripts)

} // namespace tst_rueidislockscripts

#include "tst_rueidislockscripts.moc"
