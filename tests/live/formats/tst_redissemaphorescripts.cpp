// SPDX-License-Identifier: GPL-3.0-or-later
// Every branch of every script of the gem redis-semaphore's semaphores, on a real server.
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_redissemaphorescripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray grabbed = QByteArrayLiteral("SEMAPHORE:printers:GRABBED");
const QByteArray available = QByteArrayLiteral("SEMAPHORE:printers:AVAILABLE");
const QByteArray exists = QByteArrayLiteral("SEMAPHORE:printers:EXISTS");

Holder holder(const QByteArray &token)
{
    return {.id = {token}, .mode = HoldMode::Permit};
}

} // namespace

class tst_redissemaphorescripts : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_server.clear(); }

    void permitsAreTakenUntilNoneIsLeft();
    void aSemaphoreThatIsNotThereIsNotMade();
    void permitsAreGivenBack();
    void aSleeperGetsWhatIsGivenBack();
    void isForcedOnlyAsShown();
    void theExpiryOfTheSemaphoreStays();
    void otherTypesAreLeftAlone_data();
    void otherTypesAreLeftAlone();

private:
    QByteArray act(ActRequest request)
    {
        request.key = {grabbed};
        return m_server.outcome("redis-semaphore", request);
    }
    // As the gem creates it, with two permits.
    void create()
    {
        m_server.call({"SET", exists, "1"});
        m_server.call({"SET", "SEMAPHORE:printers:VERSION", "1"});
        m_server.call({"RPUSH", available, "0", "1"});
    }
    // As the gem acquires a permit.
    void grab()
    {
        const QByteArray token = m_server.call({"LPOP", available}).bytes;
        m_server.call({"HSET", grabbed, token, "1787313600.251"});
    }
    QByteArrayList freeTokens() { return m_server.words({"LRANGE", available, "0", "-1"}); }
    QByteArrayList held() { return m_server.words({"HKEYS", grabbed}, true); }
    FamilyServer m_server;
};

void tst_redissemaphorescripts::permitsAreTakenUntilNoneIsLeft()
{
    create();
    const auto idle = Registry::builtIn().decode(m_server.read(grabbed));
    QVERIFY(idle.second && idle.second->holders.isEmpty() && idle.second->extras->permits->total == 2);
    QCOMPARE(act({.act = ActKind::Acquire, .owner = {"1"}}), QByteArray("done"));
    QCOMPARE(held(), QByteArrayList{"1"});
    QCOMPARE(freeTokens(), QByteArrayList{"0"});
    const QByteArrayList time = m_server.words({"TIME"});
    QVERIFY(std::abs(m_server.call({"HGET", grabbed, "1"}).bytes.toDouble() - time[0].toDouble()) < 30);
    QCOMPARE(act({.act = ActKind::Acquire, .owner = {"1"}}), QByteArray("not-acquired by 1"));
    QCOMPARE(act({.act = ActKind::Acquire, .owner = {"0.25"}}), QByteArray("done"));
    QCOMPARE(held(), (QByteArrayList{"0.25", "1"}));
    QVERIFY(act({.act = ActKind::Acquire}).startsWith("not-acquired by "));
    const auto full = Registry::builtIn().decode(m_server.read(grabbed));
    QVERIFY(full.second && full.second->kind == LockKind{"redis-semaphore"} &&
            full.second->holders.size() == 2);
    QVERIFY(full.second->extras->permits->available == 0 && full.second->extras->permits->total == 2);
}

void tst_redissemaphorescripts::aSemaphoreThatIsNotThereIsNotMade()
{
    QCOMPARE(act({.act = ActKind::Acquire}), QByteArray("already-gone"));
    QCOMPARE(m_server.number({"DBSIZE"}), 0);
    m_server.call({"SET", exists, "1"}); // all tokens are lost
    QCOMPARE(act({.act = ActKind::Acquire}), QByteArray("not-acquired by "));
    QCOMPARE(m_server.number({"DBSIZE"}), 1);
}

void tst_redissemaphorescripts::permitsAreGivenBack()
{
    QCOMPARE(act({.act = ActKind::Release, .owner = {"0"}}), QByteArray("already-gone"));
    create();
    grab();
    grab();
    QCOMPARE(act({.act = ActKind::RemoveShare, .owner = {"7"}}), QByteArray("owner-changed by 0"));
    QVERIFY(freeTokens().isEmpty());
    QCOMPARE(act({.act = ActKind::RemoveShare, .owner = {"0"}}), QByteArray("done"));
    QCOMPARE(act({.act = ActKind::RemoveShare, .owner = {"0"}}), QByteArray("owner-changed by 1"));
    QCOMPARE(freeTokens(), QByteArrayList{"0"});
    QCOMPARE(act({.act = ActKind::Release, .owner = {"1"}}), QByteArray("done"));
    QCOMPARE(freeTokens(), (QByteArrayList{"1", "0"}));
    QVERIFY(!m_server.exists(grabbed));
}

void tst_redissemaphorescripts::aSleeperGetsWhatIsGivenBack()
{
    create();
    grab();
    grab();
    auto sleeper = m_server.connected();
    auto woken = sleeper->call({"BLPOP", available, "20"});
    QTRY_VERIFY(m_server.call({"INFO", "clients"}).bytes.contains("blocked_clients:1"));
    QCOMPARE(act({.act = ActKind::ForceRelease, .expectedHolders = {holder("0"), holder("1")}}),
             QByteArray("done"));
    const Outcome<Reply> got = finished(std::move(woken));
    QVERIFY(got.ok() && got->items.size() == 2);
    QCOMPARE(m_server.number({"LLEN", available}), 1);
}

void tst_redissemaphorescripts::isForcedOnlyAsShown()
{
    create();
    grab();
    grab();
    const QByteArray before = m_server.dump();
    ActRequest force{.act = ActKind::ForceRelease, .expectedOwner = OwnerId{"0"}};
    QCOMPARE(act(force), QByteArray("owner-changed by 1"));
    force.expectedHolders = {holder("0"), holder("1"), holder("2")};
    QVERIFY(act(force).startsWith("owner-changed"));
    QCOMPARE(m_server.dump(), before);
    force.expectedHolders.pop_back();
    QCOMPARE(act(force), QByteArray("done"));
    QCOMPARE(m_server.words({"LRANGE", available, "0", "-1"}, true), (QByteArrayList{"0", "1"}));
    QVERIFY(!m_server.exists(grabbed));
    QCOMPARE(act(force), QByteArray("already-gone"));
    grab();
    QCOMPARE(act({.act = ActKind::ForceRelease}), QByteArray("done"));
    m_server.call({"HSET", grabbed, "0", "yes"});
    QVERIFY(act({.act = ActKind::ForceRelease}).startsWith("WRONGTYPE"));
    for (int i = 0; i < 257; ++i)
        m_server.call({"HSET", grabbed, QByteArray::number(i), "1787313600"});
    QVERIFY(act({.act = ActKind::ForceRelease}).contains("256"));
    QCOMPARE(m_server.number({"HLEN", grabbed}), 257);
}

// With the option `expiration` the gem sets an expiry on all keys; the list loses it when it becomes empty.
void tst_redissemaphorescripts::theExpiryOfTheSemaphoreStays()
{
    create();
    m_server.call({"PEXPIRE", exists, "60000"});
    grab();
    grab();
    QCOMPARE(act({.act = ActKind::Release, .owner = {"0"}}), QByteArray("done"));
    QVERIFY(m_server.pttl(available) > 50000);
    m_server.call({"DEL", available});
    QCOMPARE(act({.act = ActKind::ForceRelease}), QByteArray("done"));
    QVERIFY(m_server.pttl(available) > 50000);
    m_server.call({"PERSIST", exists});
    m_server.call({"DEL", available});
    m_server.call({"HSET", grabbed, "0", "1787313600"});
    QCOMPARE(act({.act = ActKind::ForceRelease}), QByteArray("done"));
    QCOMPARE(m_server.pttl(available), -1);
}

void tst_redissemaphorescripts::otherTypesAreLeftAlone_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    for (const ActKind kind :
         {ActKind::Acquire, ActKind::Release, ActKind::ForceRelease, ActKind::RemoveShare})
        QTest::newRow(name(kind)) << kind;
}

void tst_redissemaphorescripts::otherTypesAreLeftAlone()
{
    QFETCH(ActKind, kindOfAct);
    for (const QByteArray &key : {grabbed, available, exists}) {
        m_server.clear();
        create();
        grab();
        m_server.call({"DEL", key});
        m_server.call({"SADD", key, "0"});
        const QByteArray before = m_server.dump();
        QVERIFY(act({.act = kindOfAct, .owner = {"0"}}).startsWith("WRONGTYPE"));
        QCOMPARE(m_server.dump(), before);
    }
}

LOCKSCOPE_TEST(tst_redissemaphorescripts)

} // namespace tst_redissemaphorescripts

#include "tst_redissemaphorescripts.moc"
