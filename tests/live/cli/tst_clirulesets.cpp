// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli with a user's rules for sets and sorted sets: each member holds a permit.
#include "tests/live/program.h"
#include "tests/support/familyserver.h"
#include "tests/support/runner.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_clirulesets
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const char *const Rules = R"({"version": 1, "rules": [
{"pattern": "crew:*", "name": "crew-seat", "type": "set", "limit": 3, "channel": "left:{key}", "message": "go",
 "companions": ["{key}:log"]},
{"pattern": "pool:*", "name": "pool-permit", "type": "zset", "expires": "score", "unit": "ms", "limit": 3},
{"pattern": "team:*", "name": "team-seat", "type": "zset"}
]})";

const QByteArray Late = QByteArrayLiteral("4102444800000"); // The year 2100
const QByteArray Past = QByteArrayLiteral("1600000000000");

QJsonObject permitsOf(int available, int held, int overdue)
{
    return {{QStringLiteral("available"), available},
            {QStringLiteral("held"), held},
            {QStringLiteral("total"), 3},
            {QStringLiteral("overdue"), overdue}};
}

QByteArrayList idsOf(const QJsonValue &lock)
{
    QByteArrayList ids;
    for (const QJsonValue &holder : lock[u"holders"].toArray())
        ids << holder[u"id"].toString().toUtf8();
    std::sort(ids.begin(), ids.end());
    return ids;
}

} // namespace

class tst_CliRuleSets : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void scanCountsWhatIsHeld();
    void showTellsWhoIsPastHisTime();
    void noneIsTakenFromHere();
    void oneIsGivenBack();
    void oneIsRenewed();
    void oneShareIsFreed();
    void allAreFreedOnlyAsNamed();
    void allAreFreedWhoeverHasThem();
    void anExpiryIsOfTheKey();
    void anotherTypeIsRefused();

private:
    Ended run(const QByteArrayList &arguments)
    {
        return runCli(QByteArrayList{"-u", connectionUrl(m_server.spec()).toUtf8(), "--rules",
                                     QFile::encodeName(m_dir.filePath(QStringLiteral("own.json"))),
                                     "--config-dir", QFile::encodeName(m_dir.path())} +
                      arguments);
    }
    Ended force(const QByteArray &key, const QByteArrayList &whom)
    {
        return run(QByteArrayList{"force-release", key, "--reason", "test"} + whom);
    }
    QJsonValue shown(const QByteArray &key) { return run({"--json", "show", key}).json()[u"lock"]; }

    FamilyServer m_server;
    QTemporaryDir m_dir;
};

void tst_CliRuleSets::initTestCase()
{
    QFile file(m_dir.filePath(QStringLiteral("own.json")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(Rules) > 0);
}

void tst_CliRuleSets::init()
{
    m_server.clear();
    m_server.call({"SADD", "crew:a", "ann", "bob"});
    m_server.call({"ZADD", "pool:a", Past, "old", Late, "p1", Late, "p2"});
    m_server.call({"ZADD", "team:a", Past, "ann", "2", "bob"});
}

void tst_CliRuleSets::scanCountsWhatIsHeld()
{
    m_server.call({"RPUSH", "crew:a:log", "x"});
    m_server.call({"SADD", "crew:empty:log", "x"});
    const Ended scan = run({"--json", "scan"});
    QCOMPARE(scan.status, 0);
    const QJsonArray locks = scan.json()[u"locks"].toArray();
    QVERIFY2(locks.size() == 3, scan.told().constData());
    QCOMPARE(locks[0][u"kind"].toString(), QStringLiteral("crew-seat"));
    QCOMPARE(locks[0][u"permits"].toObject(), permitsOf(1, 2, 0));
    QCOMPARE(idsOf(locks[0]), (QByteArrayList{"ann", "bob"}));
    QCOMPARE(locks[0][u"holders"][0][u"mode"].toString(), QStringLiteral("permit"));
    QCOMPARE(locks[1][u"kind"].toString(), QStringLiteral("pool-permit"));
    QCOMPARE(locks[1][u"permits"].toObject(), permitsOf(1, 2, 1));
    QCOMPARE(idsOf(locks[1]), (QByteArrayList{"p1", "p2"}));
    QCOMPARE(locks[2][u"kind"].toString(), QStringLiteral("team-seat"));
    QCOMPARE(idsOf(locks[2]), (QByteArrayList{"ann", "bob"})); // The scores are not times
    const Ended table = run({"scan", "--kind", "pool-permit"});
    QVERIFY2(table.out.contains("2 of 3 held, 1 overdue"), table.told().constData());
}

void tst_CliRuleSets::showTellsWhoIsPastHisTime()
{
    const Ended show = run({"show", "pool:a"});
    QVERIFY2(show.status == 0 && show.out.contains("1 expired permit"), show.told().constData());
    m_server.call({"ZREM", "pool:a", "p1", "p2"});
    const QJsonValue late = shown("pool:a");
    QVERIFY(late[u"holders"].toArray().isEmpty());
    QCOMPARE(late[u"verdict"][u"code"].toString(), QStringLiteral("permit-leaked"));
    QCOMPARE(late[u"permits"][u"available"].toInt(), 3);
    m_server.call({"RPUSH", "crew:a:log", "x"});
    QCOMPARE(shown("crew:a")[u"companions"].toArray(), QJsonArray{QStringLiteral("crew:a:log")});
}

void tst_CliRuleSets::noneIsTakenFromHere()
{
    const QByteArray before = m_server.dump();
    for (const QByteArray &kind : {QByteArray("crew-seat"), QByteArray("pool-permit")}) {
        const Ended taken = run({"acquire", "new:1", "--kind", kind});
        QVERIFY2(taken.status == 2 && taken.err.contains("is unknown"), taken.told().constData());
    }
    QCOMPARE(m_server.dump(), before);
}

void tst_CliRuleSets::oneIsGivenBack()
{
    const auto listening = m_server.connected();
    QSignalSpy heard(listening.get(), &Session::pushed);
    listening->subscribe({"SUBSCRIBE", "left:crew:a"});
    QVERIFY(heard.wait());
    const Ended seat = run({"--json", "release", "crew:a", "--owner", "ann"});
    QVERIFY2(seat.status == 0 && seat.json()[u"woken"].toInt() == 1, seat.told().constData());
    QCOMPARE(m_server.call({"SMEMBERS", "crew:a"}).items.size(), size_t(1));
    QTRY_COMPARE(heard.size(), 2);
    const Ended again = run({"release", "crew:a", "--owner", "ann"});
    QVERIFY2(again.status == 1 && again.err.contains("bob"), again.told().constData());
    for (const char *id : {"p1", "old"}) // Overdue, but can still be released
        QCOMPARE(run({"release", "pool:a", "--owner", id}).status, 0);
    QCOMPARE(m_server.call({"ZCARD", "pool:a"}).integer, 1);
    QCOMPARE(run({"release", "pool:a", "--owner", "p2"}).status, 0);
    QVERIFY(!m_server.exists("pool:a"));
    QCOMPARE(run({"release", "pool:a", "--owner", "p2"}).status, 1);
}

void tst_CliRuleSets::oneIsRenewed()
{
    const Ended renewed = run({"--json", "renew", "pool:a", "--owner", "p1", "--lease", "60s"});
    QVERIFY2(renewed.status == 0, renewed.told().constData());
    QVERIFY(renewed.json()[u"ttl_ms"].toInt() > 50'000);
    QVERIFY(m_server.call({"ZSCORE", "pool:a", "p1"}).bytes != Late);
    QCOMPARE(m_server.call({"ZSCORE", "pool:a", "p2"}).bytes, Late);
    const Ended late = run({"--json", "renew", "pool:a", "--owner", "old", "--lease", "60s"});
    QVERIFY2(late.status == 1 && late.json()[u"result"] == QLatin1String("already-gone"),
             late.told().constData());
    QCOMPARE(m_server.call({"ZSCORE", "pool:a", "old"}).bytes, Past);
    QCOMPARE(run({"renew", "pool:a", "--owner", "p9"}).status, 1);
    m_server.call({"PEXPIRE", "crew:a", "20000"});
    QCOMPARE(run({"renew", "crew:a", "--owner", "ann", "--lease", "60s"}).status, 0);
    QVERIFY(m_server.pttl("crew:a") > 50'000);
    m_server.call({"PERSIST", "crew:a"}); // Bob's hold, too, would get an end
    QCOMPARE(run({"renew", "crew:a", "--owner", "ann", "--lease", "60s"}).status, 0);
    QCOMPARE(m_server.pttl("crew:a"), -1);
}

void tst_CliRuleSets::oneShareIsFreed()
{
    for (const auto &[key, id] : {std::pair("crew:a", "ann"), {"pool:a", "p1"}, {"pool:a", "old"}}) {
        const Ended freed = force(key, {"--share", "--expect-owner", id});
        QVERIFY2(freed.status == 0, freed.told().constData());
        QCOMPARE(force(key, {"--share", "--expect-owner", id}).status, 1);
    }
    QCOMPARE(idsOf(shown("crew:a")), QByteArrayList{"bob"});
    QCOMPARE(idsOf(shown("pool:a")), QByteArrayList{"p2"});
}

void tst_CliRuleSets::allAreFreedOnlyAsNamed()
{
    const QByteArray before = m_server.dump();
    QCOMPARE(force("crew:a", {"--expect-owner", "ann"}).status, 1);
    QCOMPARE(force("crew:a", {"--expect-owner", "ann", "--expect-owner", "eve"}).status, 1);
    const Ended alone = force("pool:a", {"--expect-owner", "p1"});
    QVERIFY2(alone.status == 1 && alone.err.contains("p2"), alone.told().constData());
    QCOMPARE(force("pool:a", {"--expect-owner", "p1", "--expect-owner", "p2", "--dry-run"}).status, 0);
    QCOMPARE(m_server.dump(), before);
    QCOMPARE(force("crew:a", {"--expect-owner", "ann", "--expect-owner", "bob"}).status, 0);
    const Ended permits = force("pool:a", {"--expect-owner", "p1", "--expect-owner", "p2"});
    QVERIFY2(permits.status == 0, permits.told().constData()); // The overdue permit need not be named
    QVERIFY(!m_server.exists("crew:a") && !m_server.exists("pool:a") && m_server.exists("team:a"));
}

void tst_CliRuleSets::allAreFreedWhoeverHasThem()
{
    m_server.call({"ZREM", "pool:a", "p1", "p2"});
    m_server.call({"ZADD", "elsewhere", Late, "p1"});
    for (const QByteArray &key : {QByteArray("crew:a"), QByteArray("pool:a"), QByteArray("team:a")}) {
        const Ended forced = force(key, {"--any-owner"});
        QVERIFY2(forced.status == 0 && !m_server.exists(key), forced.told().constData());
    }
    QCOMPARE(force("elsewhere", {"--any-owner"}).status, 1);
    QCOMPARE(force("elsewhere", {"--any-owner", "--kind", "pool-permit"}).status, 0);
    QVERIFY(!m_server.exists("elsewhere"));
}

void tst_CliRuleSets::anExpiryIsOfTheKey()
{
    const Ended set = run({"set-expiry", "crew:a", "--lease", "20s"});
    QVERIFY2(set.status == 0, set.told().constData());
    QVERIFY(m_server.pttl("crew:a") > 10'000);
    QCOMPARE(run({"set-expiry", "pool:a", "--lease", "20s"}).status, 0);
    QVERIFY(m_server.pttl("pool:a") > 10'000);
}

void tst_CliRuleSets::anotherTypeIsRefused()
{
    m_server.call({"SADD", "pool:b", "p1"});
    m_server.call({"ZADD", "pool:c", "-5", "p1"}); // Not a time
    for (const QByteArray &key : {QByteArray("pool:b"), QByteArray("pool:c")}) {
        QCOMPARE(force(key, {"--any-owner"}).status, 1);
        const Ended named = force(key, {"--any-owner", "--kind", "pool-permit"});
        QVERIFY2(named.status == 1 && named.err.contains("cannot be a lock of the kind pool-permit"),
                 named.told().constData());
        QVERIFY(m_server.exists(key));
    }
}

LOCKSCOPE_TEST(tst_CliRuleSets)

} // namespace tst_clirulesets

#include "tst_clirulesets.moc"
