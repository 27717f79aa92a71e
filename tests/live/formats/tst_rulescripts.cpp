// SPDX-License-Identifier: GPL-3.0-or-later
// Every branch of the scripts for locks of a user's rules, on a real server.
#include "tests/live/formats/rulescripttest.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QProcess>

namespace tst_rulescripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;
using namespace lockscope::test::rulescripts;

namespace
{

const QByteArray Late = "4102444800000"; // The year 2100
const QByteArray Ann = "8743c9c0-0795-4907-87fd-6c719a6b4586";
const QByteArray Bob = "0e4f2a51-9a3c-4d0e-8b1f-5f6a7b8c9d0e";

Holder held(const char *id, qint64 count = 1)
{
    return {.id = {id}, .count = count};
}

} // namespace

class tst_rulescripts : public RuleScriptTest
{
    Q_OBJECT
private slots:
    void initTestCase() { readRules(); }
    void init() { m_server.clear(); }

    void aTokenIsTakenRenewedAndGivenBack();
    void aTokenIsForcedOnlyAsShown();
    void partsOfAValueAreCompared_data();
    void partsOfAValueAreCompared();
    void aNumberThatLuaRoundsIsNotCompared();
    void aCounterIsForcedAtItsCount();
    void holdsAreGivenBackOneByOne();
    void manyHoldersAreForcedOnlyTogether();
    void fieldsOfARecordAreTheLock();
    void aWholeHashIsTheLock();
    void membersAreRemovedOneByOne();
    void whoIsPastHisTimeHoldsNothing_data();
    void whoIsPastHisTimeHoldsNothing();
    void aPermitPastItsTimeHoldsNothing();
    void aClockThatIsAheadEndsNoPermit();
    void endsAreWrittenAnew();
    void anEndComesNearerOnly();
    void anEndIsForItsHolder();
    void aRenewalShortensNoOtherHold();
    void whatIsNoSuchLockStays_data();
    void whatIsNoSuchLockStays();
    void theLineToCopyDoesTheSame();

private:
    // "owner-changed by bob:2"
    QByteArray told(const QByteArray &key, const ActRequest &request)
    {
        const Receipt receipt = act(key, request);
        const QByteArray owner = receipt.foundOwner ? receipt.foundOwner->bytes : QByteArray("nobody");
        return name(receipt.result) + (" by " + owner + ':' + QByteArray::number(receipt.foundCount));
    }
    qint64 now()
    {
        const Reply time = m_server.call({"TIME"});
        return *time.items[0].number() * 1000 + *time.items[1].number() / 1000;
    }
};

void tst_rulescripts::aTokenIsTakenRenewedAndGivenBack()
{
    const QByteArray key = "tok:a";
    const OwnerId ann{"ann"};
    QCOMPARE(word(key, {.act = ActKind::Renew, .owner = ann}), QByteArray("already-gone"));
    QCOMPARE(word(key, {.act = ActKind::Acquire, .owner = ann}), QByteArray("done"));
    QCOMPARE(m_server.get(key), QByteArray("ann"));
    QVERIFY(m_server.pttl(key) > 29000);
    QCOMPARE(word(key, {.act = ActKind::Acquire, .owner = {"bob"}}), QByteArray("not-acquired"));
    QCOMPARE(told(key, {.act = ActKind::Renew, .owner = {"bob"}, .lease = 60s}),
             QByteArray("owner-changed by ann:1"));
    QVERIFY(m_server.pttl(key) <= 30000);
    QCOMPARE(word(key, {.act = ActKind::Renew, .owner = ann, .lease = 60s}), QByteArray("done"));
    QVERIFY(m_server.pttl(key) > 59000);
    QCOMPARE(told(key, {.act = ActKind::Release, .owner = {"bob"}}), QByteArray("owner-changed by ann:1"));
    QCOMPARE(word(key, {.act = ActKind::Release, .owner = ann}), QByteArray("done"));
    QVERIFY(!m_server.exists(key));
    QCOMPARE(word(key, {.act = ActKind::Release, .owner = ann}), QByteArray("already-gone"));
}

void tst_rulescripts::aTokenIsForcedOnlyAsShown()
{
    const QByteArray key = "quiet:a";
    const ActRequest force{.act = ActKind::ForceRelease, .expectedOwner = OwnerId{"ann"}};
    QCOMPARE(word(key, force), QByteArray("already-gone"));
    m_server.call({"SET", key, "bob"});
    QCOMPARE(told(key, force), QByteArray("owner-changed by bob:1"));
    QVERIFY(m_server.exists(key));
    m_server.call({"SET", key, "ann"});
    QCOMPARE(word(key, force), QByteArray("done"));
    m_server.call({"SET", key, "bob"});
    QCOMPARE(word(key, {.act = ActKind::ForceRelease}), QByteArray("done"));
    QVERIFY(!m_server.exists(key));
}

void tst_rulescripts::partsOfAValueAreCompared_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("owner");
    const auto row = [](const char *title, const char *key, const char *value, const char *owner) {
        QTest::newRow(title) << QByteArray(key) << QByteArray(value) << QByteArray(owner);
    };
    row("JSON", "json:a", R"({"by":{"id":"ann"},"n":1,"until":1})", "ann");
    row("JSON with escapes", "json:a", R"({"by":{"id":"\u00e4\"nn"},"n":1,"until":1})", "\xc3\xa4\"nn");
    row("JSON with a number", "json:a", R"({"by":{"id":1234567890123},"n":1,"until":1})", "1234567890123");
    row("after a mark", "part:a", "1700000000|ann|x", "ann|x");
}

// The script extracts the same owner as decode().
void tst_rulescripts::partsOfAValueAreCompared()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, owner);
    m_server.call({"SET", key, value});
    const KeyReading reading{
        .key = {key}, .type = ValueType::String, .size = value.size(), .string = value, .wallAt = WallTime()};
    const auto decoded = formatOf(key).decode(reading);
    QVERIFY(decoded && !decoded->holders.isEmpty());
    QCOMPARE(decoded->holders.front().id.bytes, owner);
    QCOMPARE(told(key, {.act = ActKind::ForceRelease, .expectedOwner = OwnerId{"bob"}}),
             "owner-changed by " + owner + ":1");
    QCOMPARE(m_server.get(key), value);
    QCOMPARE(word(key, {.act = ActKind::ForceRelease, .expectedOwner = OwnerId{owner}, .expectedCount = 1}),
             QByteArray("done"));
    QVERIFY(!m_server.exists(key));
}

// In Lua 9007199254740993 is 9007199254740992, which may be another owner.
void tst_rulescripts::aNumberThatLuaRoundsIsNotCompared()
{
    const QByteArray key = "json:a";
    const QByteArray value = R"({"by":{"id":9007199254740993},"n":1,"until":1})";
    m_server.call({"SET", key, value});
    for (const char *owner : {"9007199254740992", "9007199254740993"}) {
        const auto receipt =
            attempt(*m_session, key, {.act = ActKind::ForceRelease, .expectedOwner = OwnerId{owner}});
        QVERIFY(!receipt.ok());
        const QByteArray why = receipt.failure().serverText;
        QVERIFY2(why.contains("json:/by/id is too large to be compared"), why.constData());
        QCOMPARE(m_server.get(key), value);
    }
    QCOMPARE(word(key, {.act = ActKind::ForceRelease}), QByteArray("done")); // compares no owner
    QVERIFY(!m_server.exists(key));
    m_server.call({"SET", key, R"({"by":{"id":9007199254740991},"n":1,"until":1})"});
    QCOMPARE(word(key, {.act = ActKind::ForceRelease, .expectedOwner = OwnerId{"9007199254740991"}}),
             QByteArray("done"));
}

void tst_rulescripts::aCounterIsForcedAtItsCount()
{
    const QByteArray key = "incr:a";
    const ActRequest force{.act = ActKind::ForceRelease, .expectedOwner = OwnerId(), .expectedCount = 1};
    m_server.call({"INCRBY", key, "2"});
    QCOMPARE(told(key, force), QByteArray("owner-changed by :2"));
    m_server.call({"DECR", key});
    QCOMPARE(word(key, force), QByteArray("done"));
    QVERIFY(!m_server.exists(key));
    m_server.call({"SET", key, "0"});
    QCOMPARE(word(key, force), QByteArray("already-gone"));
    QVERIFY2(m_server.exists(key), "a free lock is left as it is");
}

void tst_rulescripts::holdsAreGivenBackOneByOne()
{
    const QByteArray key = "hash:a";
    const ActRequest release{.act = ActKind::Release, .owner = {"ann"}};
    m_server.call({"HSET", key, "ann", "2", "bob", "1"});
    QCOMPARE(told(key, release), QByteArray("done by ann:1"));
    QCOMPARE(told(key, release), QByteArray("done by nobody:0"));
    QCOMPARE(told(key, release), QByteArray("owner-changed by bob:1"));
    QCOMPARE(told(key, {.act = ActKind::RemoveShare, .owner = {"bob"}, .expectedCount = 3}),
             QByteArray("owner-changed by bob:1"));
    m_server.call({"HSET", key, "bob", "3"});
    QCOMPARE(told(key, {.act = ActKind::RemoveShare, .owner = {"bob"}, .expectedCount = 3}),
             QByteArray("done by nobody:0"));
    QVERIFY(!m_server.exists(key));
}

void tst_rulescripts::manyHoldersAreForcedOnlyTogether()
{
    const QByteArray key = "hash:a";
    m_server.call({"HSET", key, "ann", "2", "bob", "1"});
    QCOMPARE(word(key, {.act = ActKind::ForceRelease, .expectedOwner = OwnerId{"ann"}}),
             QByteArray("owner-changed"));
    QCOMPARE(told(key, {.act = ActKind::ForceRelease, .expectedHolders = {held("ann", 2), held("bob", 2)}}),
             QByteArray("owner-changed by bob:1"));
    QCOMPARE(word(key, {.act = ActKind::ForceRelease,
                        .expectedHolders = {held("ann", 2), held("bob"), held("carl")}}),
             QByteArray("owner-changed"));
    QVERIFY(m_server.exists(key));
    QCOMPARE(word(key, {.act = ActKind::ForceRelease, .expectedHolders = {held("ann", 0), held("bob", 1)}}),
             QByteArray("done"));
    QVERIFY(!m_server.exists(key));
}

void tst_rulescripts::fieldsOfARecordAreTheLock()
{
    const QByteArray key = "rec:a";
    const auto claim = [&] {
        m_server.call({"HSET", key, "by", "ann", "n", "2", "at", "1700000000000", "data", "dear"});
    };
    claim();
    QCOMPARE(told(key, {.act = ActKind::Release, .owner = {"ann"}}), QByteArray("done by ann:1"));
    QCOMPARE(told(key, {.act = ActKind::ForceRelease, .expectedOwner = OwnerId{"bob"}}),
             QByteArray("owner-changed by ann:1"));
    QCOMPARE(word(key, {.act = ActKind::Release, .owner = {"ann"}}), QByteArray("done"));
    QCOMPARE(m_server.call({"HGETALL", key}).items.size(), size_t(2));
    claim();
    QCOMPARE(word(key, {.act = ActKind::ForceRelease, .expectedOwner = OwnerId{"ann"}, .expectedCount = 2}),
             QByteArray("done"));
    QCOMPARE(m_server.call({"HGET", key, "data"}).bytes, QByteArray("dear"));
    QCOMPARE(m_server.call({"HLEN", key}).integer, 1);
}

void tst_rulescripts::aWholeHashIsTheLock()
{
    const QByteArray key = "whole:a";
    m_server.call({"HSET", key, "by", "ann", "host", "h1"});
    QCOMPARE(word(key, {.act = ActKind::Release, .owner = {"ann"}}), QByteArray("done"));
    QVERIFY(!m_server.exists(key));
}

void tst_rulescripts::membersAreRemovedOneByOne()
{
    for (const QByteArray &key : {QByteArray("set:a"), QByteArray("zset:a")}) {
        const bool set = key == "set:a";
        for (const char *member : {"ann", "bob", "carl"})
            m_server.call(set ? Command{"SADD", key, member} : Command{"ZADD", key, Late, member});
        QCOMPARE(word(key, {.act = ActKind::RemoveShare, .owner = {"dora"}}), QByteArray("owner-changed"));
        QCOMPARE(word(key, {.act = ActKind::RemoveShare, .owner = {"ann"}}), QByteArray("done"));
        QCOMPARE(word(key, {.act = ActKind::Release, .owner = {"bob"}}), QByteArray("done"));
        QCOMPARE(told(key, {.act = ActKind::ForceRelease, .expectedHolders = {held("bob"), held("carl")}}),
                 QByteArray("owner-changed by carl:1"));
        QCOMPARE(word(key, {.act = ActKind::ForceRelease, .expectedHolders = {held("carl")}}),
                 QByteArray("done"));
        QVERIFY(!m_server.exists(key));
    }
}

void tst_rulescripts::whoIsPastHisTimeHoldsNothing_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<Command>("put");
    QTest::newRow("a sorted set") << QByteArray("zset:a")
                                  << Command{"ZADD", "zset:a", "1700000000000", "ann", Late, "bob"};
    QTest::newRow("a hash") << QByteArray("till:a")
                            << Command{"HSET", "till:a", "ann", "1700000000.5", "bob", "4102444800"};
    QTest::newRow("of when it was taken")
        << QByteArray("taken:a") << Command{"ZADD",
                                            "taken:a",
                                            QByteArray::number(now() / 1000 - 11),
                                            "ann",
                                            QByteArray::number(now() / 1000 + 50),
                                            "bob"};
}

// Like permits of Redisson's semaphore.
void tst_rulescripts::whoIsPastHisTimeHoldsNothing()
{
    QFETCH(QByteArray, key);
    QFETCH(Command, put);
    m_server.call(put);
    const QByteArray before = m_server.dump();
    QCOMPARE(word(key, {.act = ActKind::Renew, .owner = {"ann"}, .lease = 60s}), QByteArray("already-gone"));
    QCOMPARE(told(key, {.act = ActKind::ForceRelease, .expectedHolders = {held("ann")}}),
             QByteArray("owner-changed by bob:1"));
    QCOMPARE(word(key, {.act = ActKind::ForceRelease, .expectedHolders = {held("bob"), held("carl")}}),
             QByteArray("owner-changed"));
    QCOMPARE(m_server.dump(), before);
    // Only bob was shown; ann, who is overdue, is removed too.
    QCOMPARE(word(key, {.act = ActKind::ForceRelease, .expectedOwner = OwnerId{"bob"}}), QByteArray("done"));
    QVERIFY(!m_server.exists(key));
    // Ann ran out after the question was shown.
    m_server.call(put);
    QCOMPARE(word(key, {.act = ActKind::ForceRelease, .expectedHolders = {held("ann"), held("bob")}}),
             QByteArray("done"));
    QVERIFY(!m_server.exists(key));
    m_server.call(put);
    QCOMPARE(word(key, {.act = ActKind::Release, .owner = {"ann"}}), QByteArray("done"));
    QCOMPARE(word(key, {.act = ActKind::Release, .owner = {"bob"}}), QByteArray("done"));
    QVERIFY(!m_server.exists(key));
}

// Of redis-semaphore (npm): the score is when the permit was taken, and a permit lasts 10 s.
void tst_rulescripts::aPermitPastItsTimeHoldsNothing()
{
    const LockName key{"semaphore:gpu"};
    const auto put = [&] {
        m_server.call({"ZADD", key.bytes, QByteArray::number(now() - 2000), Ann,
                       QByteArray::number(now() - 12'000), Bob});
        m_server.call({"PEXPIRE", key.bytes, "8000"});
    };
    put();
    ActRequest force{
        .act = ActKind::ForceRelease, .key = key, .expectedHolders = {{.id = {"carl"}, .count = 1}}};
    QCOMPARE(m_server.outcome("npm-semaphore", force), "owner-changed by " + Ann);
    const ActRequest sooner{
        .act = ActKind::SetExpiry, .key = key, .expectedOwner = OwnerId{"carl"}, .lease = 1s};
    QCOMPARE(m_server.outcome("npm-semaphore", sooner), "owner-changed by " + Ann);
    QCOMPARE(m_server.number({"ZCARD", key.bytes}), 2);
    force.expectedHolders = {{.id = {Ann}, .count = 1}}; // bob's permit is overdue and not shown
    QCOMPARE(m_server.outcome("npm-semaphore", force), QByteArray("done"));
    QVERIFY(!m_server.exists(key.bytes));
    put();
    QCOMPARE(m_server.outcome("npm-semaphore", {.act = ActKind::RemoveShare, .key = key, .owner = {Bob}}),
             QByteArray("done"));
    QCOMPARE(m_server.words({"ZRANGE", key.bytes, "0", "-1"}), QByteArrayList{Ann});
}

// How long a permit lasts is unknown then, so each is shown as held, and compared.
void tst_rulescripts::aClockThatIsAheadEndsNoPermit()
{
    const LockName key{"semaphore:gpu"};
    m_server.call(
        {"ZADD", key.bytes, QByteArray::number(now() + 6000), Ann, QByteArray::number(now() - 12'000), Bob});
    m_server.call({"PEXPIRE", key.bytes, "10000"});
    ActRequest force{
        .act = ActKind::ForceRelease, .key = key, .expectedHolders = {{.id = {Ann}, .count = 1}}};
    QCOMPARE(m_server.outcome("npm-semaphore", force), "owner-changed by " + Bob);
    force.expectedHolders.push_back({.id = {Bob}, .count = 1});
    QCOMPARE(m_server.outcome("npm-semaphore", force), QByteArray("done"));
}

void tst_rulescripts::endsAreWrittenAnew()
{
    const ActRequest renew{.act = ActKind::Renew, .owner = {"ann"}, .lease = 60s};
    const qint64 before = now();
    const auto isMinuteAhead = [&](double ms) {
        return ms >= double(before + 59'000) && ms <= double(now() + 61'000);
    };

    m_server.call({"ZADD", "zset:a", Late, "ann", Late, "bob"});
    QCOMPARE(word("zset:a", renew), QByteArray("done"));
    QVERIFY(isMinuteAhead(m_server.call({"ZSCORE", "zset:a", "ann"}).bytes.toDouble()));
    QCOMPARE(m_server.call({"ZSCORE", "zset:a", "bob"}).bytes, Late);

    m_server.call({"HSET", "till:a", "ann", "4102444800", "bob", "4102444800.5"});
    QCOMPARE(word("till:a", renew), QByteArray("done"));
    const QByteArray whole = m_server.call({"HGET", "till:a", "ann"}).bytes;
    QVERIFY2(!whole.contains('.'), whole.constData());
    QVERIFY(isMinuteAhead(whole.toDouble() * 1000));
    m_server.call({"PEXPIRE", "till:a", "5000"});
    QCOMPARE(word("till:a", {.act = ActKind::Renew, .owner = {"bob"}, .lease = 60s}), QByteArray("done"));
    const QByteArray fraction = m_server.call({"HGET", "till:a", "bob"}).bytes;
    QVERIFY2(fraction.contains('.'), fraction.constData());
    QVERIFY2(m_server.pttl("till:a") > 59'000, "the key does not go before its holder's time");

    // "at" is the time of the acquisition, valid for 10 s: after renewal for 60 s it ends 60 s from now.
    m_server.call({"HSET", "rec:a", "by", "ann", "n", "1", "at", "1", "data", "dear"});
    QCOMPARE(word("rec:a", renew), QByteArray("done"));
    QVERIFY(isMinuteAhead(m_server.call({"HGET", "rec:a", "at"}).bytes.toDouble() + 10'000));
    QCOMPARE(m_server.pttl("rec:a"), -1);
}

void tst_rulescripts::anEndComesNearerOnly()
{
    const ActRequest tenSeconds{.act = ActKind::SetExpiry, .lease = 10s};
    QCOMPARE(word("quiet:a", tenSeconds), QByteArray("already-gone"));
    m_server.call({"SET", "quiet:a", "ann"});
    QCOMPARE(word("quiet:a", tenSeconds), QByteArray("done"));
    QVERIFY(m_server.pttl("quiet:a") > 9000 && m_server.pttl("quiet:a") <= 10000);
    m_server.call({"PEXPIRE", "quiet:a", "5000"});
    QCOMPARE(word("quiet:a", tenSeconds), QByteArray("done"));
    QVERIFY(m_server.pttl("quiet:a") <= 5000);
    m_server.call({"SADD", "set:a", "ann", "bob"});
    QCOMPARE(word("set:a", tenSeconds), QByteArray("done"));
    QVERIFY(m_server.pttl("set:a") > 9000);
}

void tst_rulescripts::anEndIsForItsHolder()
{
    m_server.call({"SET", "quiet:a", "bob"});
    QCOMPARE(told("quiet:a", {.act = ActKind::SetExpiry, .expectedOwner = OwnerId{"ann"}, .lease = 10s}),
             QByteArray("owner-changed by bob:1"));
    QCOMPARE(m_server.pttl("quiet:a"), -1);
    m_server.call({"SADD", "set:a", "ann", "bob"});
}

// The expiry of the key is also ann's.
void tst_rulescripts::aRenewalShortensNoOtherHold()
{
    const ActRequest renew{.act = ActKind::Renew, .owner = {"bob"}, .lease = 60s};
    m_server.call({"SADD", "set:a", "ann", "bob"});
    const Receipt lasting = act("set:a", renew);
    QCOMPARE(name(lasting.result), QByteArray("done"));
    QVERIFY(!lasting.ttl);
    QCOMPARE(m_server.pttl("set:a"), -1);
    m_server.call({"PEXPIRE", "set:a", "90000"});
    const Receipt later = act("set:a", renew);
    QVERIFY(later.ttl && *later.ttl > 61s);
    QVERIFY(m_server.pttl("set:a") > 61'000);
    m_server.call({"PEXPIRE", "set:a", "5000"});
    QCOMPARE(word("set:a", renew), QByteArray("done"));
    QVERIFY(m_server.pttl("set:a") > 59'000);
    // With nobody else, the lease is set anew.
    m_server.call({"SREM", "set:a", "ann"});
    m_server.call({"PEXPIRE", "set:a", "90000"});
    QCOMPARE(word("set:a", renew), QByteArray("done"));
    QVERIFY(m_server.pttl("set:a") > 0 && m_server.pttl("set:a") <= 60'000);
}

void tst_rulescripts::whatIsNoSuchLockStays_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<Command>("command");
    const auto row = [](const char *title, const char *key, const Command &command) {
        QTest::newRow(title) << QByteArray(key) << command;
    };
    row("another type", "tok:a", {"LPUSH", "tok:a", "ann"});
    row("a hash for a set", "set:a", {"HSET", "set:a", "ann", "1"});
    row("a long string", "quiet:a", {"SET", "quiet:a", QByteArray(513, 'a')});
    row("no JSON", "json:a", {"SET", "json:a", "ann"});
    row("JSON of another shape", "json:a", {"SET", "json:a", R"({"by":"ann","n":1})"});
    row("JSON without a count", "json:a", {"SET", "json:a", R"({"by":{"id":"ann"},"n":"x"})"});
    row("no mark", "part:a", {"SET", "part:a", "ann"});
    row("nobody after the mark", "part:a", {"SET", "part:a", "5|"});
    row("no number", "incr:a", {"SET", "incr:a", "ann"});
    row("no count in a field", "hash:a", {"HSET", "hash:a", "ann", "1", "title", "draft"});
    row("no owner in a record", "rec:a", {"HSET", "rec:a", "n", "1"});
    row("an empty owner in a record", "rec:a", {"HSET", "rec:a", "by", "", "n", "1"});
    Command many{"SADD", "set:a"};
    for (int i = 0; i < 257; ++i)
        many.push_back("m" + QByteArray::number(i));
    row("too many members", "set:a", many);
}

void tst_rulescripts::whatIsNoSuchLockStays()
{
    QFETCH(QByteArray, key);
    QFETCH(Command, command);
    m_server.call(command);
    const QByteArray before = m_server.dump();
    const std::vector<ActRequest> requests{{.act = ActKind::ForceRelease},
                                           {.act = ActKind::ForceRelease, .expectedOwner = OwnerId{"ann"}},
                                           {.act = ActKind::Release, .owner = {"ann"}},
                                           {.act = ActKind::Renew, .owner = {"ann"}},
                                           {.act = ActKind::SetExpiry, .lease = 5s}};
    for (const ActRequest &request : requests) {
        const auto receipt = attempt(*m_session, key, request);
        QVERIFY(!receipt.ok());
        if (receipt.failure().kind != ErrorKind::Unsupported)
            QVERIFY2(receipt.failure().serverText.endsWith("nothing was changed"),
                     receipt.failure().serverText.constData());
        QCOMPARE(m_server.dump(), before);
        QCOMPARE(m_server.pttl(key), -1);
    }
}

void tst_rulescripts::theLineToCopyDoesTheSame()
{
    m_server.call({"SET", "json:a", R"({"by":{"id":"it's \"me\""},"n":2,"until":1})"});
    const auto plan = formatOf("json:a").plan({.act = ActKind::ForceRelease,
                                               .key = {"json:a"},
                                               .expectedOwner = OwnerId{"it's \"me\""},
                                               .expectedCount = 2},
                                              nullptr);
    VERIFY_OK(plan);
    QProcess shell;
    QString line = plan->commands.front();
    line.replace(QLatin1String("redis-cli"),
                 QStringLiteral("redis-cli -p %1").arg(m_server.sandbox().port()));
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), line});
    QVERIFY(shell.waitForFinished());
    QVERIFY2(shell.readAllStandardOutput().startsWith("done"), shell.readAllStandardError().constData());
    QVERIFY(!m_server.exists("json:a"));
}

LOCKSCOPE_TEST(tst_rulescripts)

} // namespace tst_rulescripts

#include "tst_rulescripts.moc"
