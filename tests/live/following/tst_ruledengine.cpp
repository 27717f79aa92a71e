// SPDX-License-Identifier: GPL-3.0-or-later
// Sets and sorted sets of a user's rules in the engine: found, followed while permits come, go and expire,
// changed and read back.
#include "core/config/rulejson.h"
#include "core/config/rulestore.h"
#include "core/engine/engine.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

#include <algorithm>

namespace tst_ruledengine
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const char *const Rules = R"({"version": 1, "rules": [
{"pattern": "crew:*", "name": "crew-seat", "type": "set", "limit": 3},
{"pattern": "pool:*", "name": "pool-permit", "type": "zset", "expires": "score", "unit": "ms", "limit": 3}
]})";

const QByteArray Late = QByteArrayLiteral("4102444800000"); // The year 2100

} // namespace

class tst_ruledengine : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup() { m_engine.reset(); }
    void membersComeAndGo();
    void permitsRunOut();
    void actsAreReadBack();
    void actsCompareWhatWasShown();

private:
    // "ann bob", sorted; "?" if unknown.
    QByteArray holders(const QByteArray &key) const
    {
        const LockPtr lock = m_engine->find({key});
        if (!lock)
            return "?";
        QByteArrayList ids;
        for (const Holder &holder : lock->holders)
            ids << holder.id.bytes;
        std::sort(ids.begin(), ids.end());
        return ids.join(' ');
    }
    Permits permits(const QByteArray &key) const
    {
        const LockPtr lock = m_engine->find({key});
        return lock ? lock->permits().value_or(Permits{}) : Permits{};
    }
    QByteArray inMs(milliseconds time)
    {
        return QByteArray::number(qint64(m_server.wallMilliseconds() + time.count()));
    }
    Receipt act(ActRequest request) { return finished(m_engine->act(std::move(request))); }

    FamilyServer m_server;
    std::shared_ptr<const Registry> m_registry;
    std::unique_ptr<Engine> m_engine;
};

void tst_ruledengine::initTestCase()
{
    const RuleBook book = rulesFromJson(Rules);
    QVERIFY(book.problems.isEmpty());
    m_registry = registryWith(book.rules);
}

void tst_ruledengine::init()
{
    m_server.clear();
    m_server.call({"SADD", "crew:a", "ann"});
    m_server.call({"ZADD", "pool:a", "1600000000000", "old", Late, "p1"});
    m_engine = std::make_unique<Engine>();
    ConnectionSpec spec = m_server.spec();
    spec.readOnly = false;
    m_engine->open(spec, {.registry = m_registry});
    VERIFY_OK(finished(m_engine->waitReady(10s)));
    QTRY_COMPARE(holders("crew:a"), QByteArray("ann"));
    QTRY_COMPARE(holders("pool:a"), QByteArray("p1"));
}

void tst_ruledengine::membersComeAndGo()
{
    QCOMPARE(permits("crew:a"), (Permits{.available = 2, .held = 1, .total = 3}));
    m_server.call({"SADD", "crew:a", "bob", "carl"});
    QTRY_COMPARE(holders("crew:a"), QByteArray("ann bob carl"));
    QCOMPARE(permits("crew:a").available, std::optional<qint64>(0));
    m_server.call({"SREM", "crew:a", "ann"});
    QTRY_COMPARE(holders("crew:a"), QByteArray("bob carl"));
    m_server.call({"DEL", "crew:a"});
    QTRY_COMPARE(holders("crew:a"), QByteArray("?"));
    m_server.call({"SADD", "crew:new", "dora"});
    QTRY_COMPARE(holders("crew:new"), QByteArray("dora"));
}

// No write happens when a permit runs out: the engine reads again by itself.
void tst_ruledengine::permitsRunOut()
{
    QCOMPARE(permits("pool:a"), (Permits{.available = 2, .held = 1, .total = 3, .overdue = 1}));
    m_server.call({"ZADD", "pool:a", Late, "p2"});
    QTRY_COMPARE(holders("pool:a"), QByteArray("p1 p2"));
    m_server.call({"ZADD", "pool:a", inMs(1500ms), "p2"});
    QTRY_COMPARE(holders("pool:a"), QByteArray("p1"));
    QCOMPARE(permits("pool:a"), (Permits{.available = 2, .held = 1, .total = 3, .overdue = 2}));
    QCOMPARE(m_server.call({"ZCARD", "pool:a"}).integer, 3);
}

void tst_ruledengine::actsAreReadBack()
{
    const Receipt renewed = act({.act = ActKind::Renew, .key = {"pool:a"}, .owner = {"p1"}, .lease = 60s});
    QCOMPARE(name(renewed.result), "done");
    QCOMPARE(renewed.foundOwner, std::optional(OwnerId{"p1"}));
    QVERIFY(renewed.ttl && *renewed.ttl > 50s && *renewed.ttl <= 61s);
    QCOMPARE(name(act({.act = ActKind::Renew, .key = {"pool:a"}, .owner = {"old"}, .lease = 60s}).result),
             "already-gone");
    QCOMPARE(name(act({.act = ActKind::Release, .key = {"pool:a"}, .owner = {"p1"}}).result), "done");
    QCOMPARE(holders("pool:a"), QByteArray()); // Updated with the receipt
    QCOMPARE(permits("pool:a"), (Permits{.available = 3, .held = 0, .total = 3, .overdue = 1}));
    QCOMPARE(name(act({.act = ActKind::Release, .key = {"crew:a"}, .owner = {"ann"}}).result), "done");
    QCOMPARE(holders("crew:a"), QByteArray("?"));
}

void tst_ruledengine::actsCompareWhatWasShown()
{
    m_server.call({"SADD", "crew:a", "bob"});
    const auto forceAs = [&](const QByteArray &key, const std::vector<Holder> &shown) {
        return act({.act = ActKind::ForceRelease, .key = {key}, .expectedHolders = shown});
    };
    const Holder ann{.id = {"ann"}, .mode = HoldMode::Permit};
    const Holder bob{.id = {"bob"}, .mode = HoldMode::Permit};
    const Receipt changed = forceAs("crew:a", {ann});
    QCOMPARE(name(changed.result), "owner-changed");
    QCOMPARE(changed.foundOwner, std::optional(OwnerId{"bob"}));
    QCOMPARE(name(forceAs("crew:a", {ann, bob}).result), "done");
    const LockPtr pool = m_engine->find({"pool:a"});
    QCOMPARE(name(forceAs("pool:a", {pool->holders.begin(), pool->holders.end()}).result), "done");
    QVERIFY(!m_server.exists("crew:a") && !m_server.exists("pool:a"));
}

LOCKSCOPE_TEST(tst_ruledengine)

} // namespace tst_ruledengine

#include "tst_ruledengine.moc"
