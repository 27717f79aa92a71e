// SPDX-License-Identifier: GPL-3.0-or-later
// Each branch of the scripts of locks with a numeric value (expiry time or count of callers), on a real
// server.
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_numberscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const LockName key{QByteArrayLiteral("page_lock7")};
const QByteArray timed = QByteArrayLiteral("timestamp-lock");
const QByteArray counted = QByteArrayLiteral("counter-lock");

} // namespace

class tst_numberscripts : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { m_server = std::make_unique<FamilyServer>(); }
    void init() { m_server->call({"FLUSHALL"}); }

    void itsEndIsWritten_data();
    void itsEndIsWritten();
    void aTimeToComeIsLeftAlone_data();
    void aTimeToComeIsLeftAlone();
    void aPastTimeIsTakenOverInItsUnit_data();
    void aPastTimeIsTakenOverInItsUnit();
    void renewingWritesAnotherOwner();
    void givenBackByWhoWroteIt();
    void forcedOnlyWithTheTextShown();
    void endsSoonerNeverLater();

    void theFirstWhoCountsWins();
    void aLargerNumberIsTheSameLock();
    void forcedOnlyWithTheNumberShown();
    void aStuckOneGetsAnExpiry();

    void anotherTypeIsAnErrorAndNothingChanges_data();
    void anotherTypeIsAnErrorAndNothingChanges();
    void aBadLeaseTakesNothing_data();
    void aBadLeaseTakesNothing();

private:
    Reply call(Command command) { return m_server->call(std::move(command)); }
    Receipt act(const QByteArray &kind, ActRequest request)
    {
        request.key = key;
        return m_server->act(kind, request);
    }
    QByteArray value() { return m_server->get(key.bytes); }
    QByteArray inMs(milliseconds time)
    {
        return QByteArray::number(qint64(m_server->wallMilliseconds() + time.count()));
    }
    // How far the value is from now.
    milliseconds left()
    {
        const QByteArray text = value();
        const double number = text.toDouble() * (text.size() == 13 ? 1 : 1000);
        return milliseconds(qint64(number) - m_server->wallMilliseconds());
    }

    std::unique_ptr<FamilyServer> m_server;
};

void tst_numberscripts::itsEndIsWritten_data()
{
    QTest::addColumn<QByteArray>("unit");
    QTest::addColumn<int>("digits");
    QTest::newRow("in ms") << QByteArray() << 13;
    QTest::newRow("in seconds") << QByteArray("s") << 10;
}

void tst_numberscripts::itsEndIsWritten()
{
    QFETCH(QByteArray, unit);
    QFETCH(int, digits);
    const Receipt taken = act(timed, {.act = ActKind::Acquire, .part = unit, .lease = 60s});
    QCOMPARE(word(taken.result), word(ActResult::Done));
    QCOMPARE(taken.foundOwner->bytes, value());
    QCOMPARE(taken.ttl->count(), 60000);
    QCOMPARE(value().size(), digits);
    QVERIFY(left() > 55s && left() <= 61s);
    QCOMPARE(call({"PTTL", key.bytes}).integer, -1);
    const auto [found, decoded] = Registry::builtIn().decode(
        {.key = key, .type = ValueType::String, .size = digits, .string = value(), .readAt = now()});
    QVERIFY2(found && found->kind() == LockKind{"timestamp-lock"}, "it recognises what it writes");
    QCOMPARE(decoded->holders.size(), 1);
}

void tst_numberscripts::aTimeToComeIsLeftAlone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("ends");
    QTest::newRow("in ms") << inMs(60s) << true;
    QTest::newRow("in seconds") << inMs(60s).chopped(3) << true;
    QTest::newRow("with a fraction") << inMs(60s).chopped(3) + ".5" << true;
    QTest::newRow("never") << QByteArray("2147483649.0") << false;
}

void tst_numberscripts::aTimeToComeIsLeftAlone()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, ends);
    call({"SET", key.bytes, text});
    const Receipt refused = act(timed, {.act = ActKind::Acquire, .lease = 60s});
    QCOMPARE(word(refused.result), word(ActResult::NotAcquired));
    QCOMPARE(refused.foundOwner->bytes, text);
    QCOMPARE(refused.ttl.has_value(), ends);
    if (ends)
        QVERIFY(*refused.ttl > 50s && *refused.ttl <= 61s);
    QCOMPARE(value(), text);
}

void tst_numberscripts::aPastTimeIsTakenOverInItsUnit_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("fraction");
    QTest::newRow("in ms") << inMs(-60s) << false;
    QTest::newRow("in seconds") << inMs(-60s).chopped(3) << false;
    QTest::newRow("with a fraction") << inMs(-60s).chopped(3) + ".25" << true;
    QTest::newRow("long ago") << QByteArray("1500000000") << false;
}

void tst_numberscripts::aPastTimeIsTakenOverInItsUnit()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, fraction);
    call({"SET", key.bytes, text});
    const Receipt taken = act(timed, {.act = ActKind::Acquire, .lease = 60s});
    QCOMPARE(word(taken.result), word(ActResult::Done));
    QCOMPARE(taken.foundOwner->bytes, value());
    QCOMPARE(value().contains('.'), fraction);
    QCOMPARE(value().indexOf('.') < 0 ? value().size() : value().indexOf('.'), fraction ? 10 : text.size());
    QVERIFY(left() > 55s && left() <= 61s);
}

void tst_numberscripts::renewingWritesAnotherOwner()
{
    const OwnerId nobody{"1500000000"};
    QCOMPARE(word(act(timed, {.act = ActKind::Renew, .owner = nobody}).result), word(ActResult::AlreadyGone));
    QVERIFY(!m_server->exists(key.bytes));
    const Receipt taken = act(timed, {.act = ActKind::Acquire, .lease = 60s});
    const Receipt foreign = act(timed, {.act = ActKind::Renew, .owner = nobody});
    QCOMPARE(word(foreign.result), word(ActResult::OwnerChanged));
    QCOMPARE(foreign.foundOwner->bytes, taken.foundOwner->bytes);
    const Receipt renewed = act(timed, {.act = ActKind::Renew, .owner = *taken.foundOwner, .lease = 90s});
    QCOMPARE(word(renewed.result), word(ActResult::Done));
    QCOMPARE(renewed.foundOwner->bytes, value());
    QVERIFY(left() > 85s);
    QCOMPARE(word(act(timed, {.act = ActKind::Renew, .owner = *taken.foundOwner}).result),
             word(ActResult::OwnerChanged));
    call({"SET", key.bytes, nobody.bytes});
    QCOMPARE(word(act(timed, {.act = ActKind::Renew, .owner = nobody}).result), word(ActResult::AlreadyGone));
    QCOMPARE(value(), nobody.bytes);
}

void tst_numberscripts::givenBackByWhoWroteIt()
{
    const OwnerId old{"1500000000"};
    QCOMPARE(word(act(timed, {.act = ActKind::Release, .owner = old}).result), word(ActResult::AlreadyGone));
    const Receipt taken = act(timed, {.act = ActKind::Acquire, .lease = 60s});
    const Receipt foreign = act(timed, {.act = ActKind::Release, .owner = old});
    QCOMPARE(word(foreign.result), word(ActResult::OwnerChanged));
    QCOMPARE(foreign.foundOwner->bytes, value());
    QCOMPARE(word(act(timed, {.act = ActKind::Release, .owner = *taken.foundOwner}).result),
             word(ActResult::Done));
    QVERIFY(!m_server->exists(key.bytes));
    call({"SET", key.bytes, "1600000000"});
    QCOMPARE(word(act(timed, {.act = ActKind::Release, .owner = old}).result), word(ActResult::AlreadyGone));
    QCOMPARE(value(), QByteArray("1600000000"));
    QCOMPARE(word(act(timed, {.act = ActKind::Release, .owner = {"1600000000"}}).result),
             word(ActResult::Done));
    QVERIFY(!m_server->exists(key.bytes));
}

void tst_numberscripts::forcedOnlyWithTheTextShown()
{
    ActRequest force{.act = ActKind::ForceRelease, .expectedOwner = OwnerId{"2147483649"}};
    QCOMPARE(word(act(timed, force).result), word(ActResult::AlreadyGone));
    call({"SET", key.bytes, "2147483649.0"});
    QCOMPARE(word(act(timed, force).result), word(ActResult::OwnerChanged));
    QCOMPARE(value(), QByteArray("2147483649.0"));
    force.expectedOwner = OwnerId{"2147483649.0"};
    QCOMPARE(word(act(timed, force).result), word(ActResult::Done));
    QVERIFY(!m_server->exists(key.bytes));
    call({"SET", key.bytes, "1600000000"});
    force.expectedOwner.reset();
    QCOMPARE(word(act(timed, force).result), word(ActResult::AlreadyGone));
    QVERIFY2(m_server->exists(key.bytes), "free already");
    call({"SET", key.bytes, inMs(60s)});
    QCOMPARE(word(act(timed, force).result), word(ActResult::Done));
    QVERIFY(!m_server->exists(key.bytes));
}

void tst_numberscripts::endsSoonerNeverLater()
{
    const ActRequest tenSeconds{.act = ActKind::SetExpiry, .lease = 10s};
    QCOMPARE(word(act(timed, tenSeconds).result), word(ActResult::AlreadyGone));
    call({"SET", key.bytes, "2147483649.0"});
    ActRequest his = tenSeconds;
    his.expectedOwner = OwnerId{"2147483649"};
    QCOMPARE(word(act(timed, his).result), word(ActResult::OwnerChanged));
    QCOMPARE(act(timed, tenSeconds).ttl->count(), 10000);
    QVERIFY(value().contains('.') && left() <= 10s);
    QCOMPARE(call({"PTTL", key.bytes}).integer, -1);
    const QByteArray before = value();
    const Receipt later = act(timed, {.act = ActKind::SetExpiry, .lease = 100s});
    QCOMPARE(word(later.result), word(ActResult::Done));
    QVERIFY(*later.ttl <= 10s);
    QCOMPARE(value(), before);
    call({"SET", key.bytes, inMs(-1s)});
    QCOMPARE(word(act(timed, tenSeconds).result), word(ActResult::AlreadyGone));
}

void tst_numberscripts::theFirstWhoCountsWins()
{
    const Receipt first = act(counted, {.act = ActKind::Acquire});
    QCOMPARE(word(first.result), word(ActResult::Done));
    QCOMPARE(first.foundOwner->bytes, QByteArray("1"));
    QVERIFY(!first.ttl);
    QCOMPARE(value(), QByteArray("1"));
    const Receipt second = act(counted, {.act = ActKind::Acquire});
    QCOMPARE(word(second.result), word(ActResult::NotAcquired));
    QCOMPARE(value(), QByteArray("1"));
    call({"SET", key.bytes, "-2"});
    const Receipt below = act(counted, {.act = ActKind::Acquire});
    QCOMPARE(word(below.result), word(ActResult::NotAcquired));
    QVERIFY2(!below.foundOwner && below.foundCount == 0, "no caller got 1: nobody holds it");
    const Receipt nobodys = act(counted, {.act = ActKind::Release, .owner = {"1"}});
    QCOMPARE(word(nobodys.result), word(ActResult::AlreadyGone));
    QCOMPARE(value(), QByteArray("-2"));
    call({"SET", key.bytes, "0"});
    QCOMPARE(word(act(counted, {.act = ActKind::Acquire, .lease = 5s}).result), word(ActResult::Done));
    QVERIFY(call({"PTTL", key.bytes}).integer > 0);
}

void tst_numberscripts::aLargerNumberIsTheSameLock()
{
    QCOMPARE(word(act(counted, {.act = ActKind::Release, .owner = {"1"}}).result),
             word(ActResult::AlreadyGone));
    act(counted, {.act = ActKind::Acquire});
    call({"INCRBY", key.bytes, "4"});
    const Receipt anew = act(counted, {.act = ActKind::Release, .owner = {"9"}});
    QCOMPARE(word(anew.result), word(ActResult::OwnerChanged));
    QCOMPARE(anew.foundOwner->bytes, QByteArray("5"));
    QCOMPARE(word(act(counted, {.act = ActKind::Release, .owner = {"1"}}).result), word(ActResult::Done));
    QVERIFY(!m_server->exists(key.bytes));
}

void tst_numberscripts::forcedOnlyWithTheNumberShown()
{
    ActRequest force{.act = ActKind::ForceRelease, .expectedOwner = OwnerId{"2"}};
    QCOMPARE(word(act(counted, force).result), word(ActResult::AlreadyGone));
    call({"SET", key.bytes, "3"});
    const Receipt changed = act(counted, force);
    QCOMPARE(word(changed.result), word(ActResult::OwnerChanged));
    QCOMPARE(changed.foundOwner->bytes, QByteArray("3"));
    force.expectedOwner = OwnerId{"3"};
    QCOMPARE(word(act(counted, force).result), word(ActResult::Done));
    QVERIFY(!m_server->exists(key.bytes));
    force.expectedOwner.reset();
    for (const char *none : {"0", "-1"}) {
        call({"SET", key.bytes, none});
        QCOMPARE(word(act(counted, force).result), word(ActResult::AlreadyGone));
        QCOMPARE(value(), QByteArray(none));
    }
    call({"SET", key.bytes, "7"});
    QCOMPARE(word(act(counted, force).result), word(ActResult::Done));
}

void tst_numberscripts::aStuckOneGetsAnExpiry()
{
    call({"SET", key.bytes, "3"});
    ActRequest tenSeconds{.act = ActKind::SetExpiry, .expectedOwner = OwnerId{"2"}, .lease = 10s};
    QCOMPARE(word(act(counted, tenSeconds).result), word(ActResult::OwnerChanged));
    QCOMPARE(call({"PTTL", key.bytes}).integer, -1);
    tenSeconds.expectedOwner = OwnerId{"3"};
    QCOMPARE(word(act(counted, tenSeconds).result), word(ActResult::Done));
    QVERIFY(call({"PTTL", key.bytes}).integer > 5000);
}

void tst_numberscripts::anotherTypeIsAnErrorAndNothingChanges_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<Command>("put");
    const auto row = [](const QByteArray &kind, ActKind act, const char *title, const Command &put) {
        QTest::addRow("%s %s: %s", kind.constData(), name(act), title) << kind << act << put;
    };
    for (const ActKind act :
         {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        row(timed, act, "a hash", {"HSET", key.bytes, "a", "1"});
        row(timed, act, "a small number", {"SET", key.bytes, "42"});
        row(timed, act, "a date", {"SET", key.bytes, "2026-11-21"});
        row(timed, act, "an open fraction", {"SET", key.bytes, "1700000000."});
        row(timed, act, "an expiry", {"SET", key.bytes, "1700000000", "EX", "100"});
    }
    for (const ActKind act : {ActKind::Acquire, ActKind::Release, ActKind::ForceRelease}) {
        row(counted, act, "a hash", {"HSET", key.bytes, "a", "1"});
        row(counted, act, "a token", {"SET", key.bytes, "d5cea0009d5711f1"});
        row(counted, act, "a number too long", {"SET", key.bytes, "1234567890123456"});
    }
}

void tst_numberscripts::anotherTypeIsAnErrorAndNothingChanges()
{
    QFETCH(QByteArray, kind);
    QFETCH(ActKind, kindOfAct);
    QFETCH(Command, put);
    call(put);
    const QByteArray before = m_server->dump(key.bytes);
    const Outcome<Receipt> receipt =
        m_server->attempt(kind, {.act = kindOfAct, .key = key, .owner = {"1"}, .lease = 5s});
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY(receipt.failure().serverText.contains("nothing was changed"));
    QCOMPARE(m_server->dump(key.bytes), before);
}

void tst_numberscripts::aBadLeaseTakesNothing_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("lease");
    for (const char *lease : {"-1", "soon", "", "1.5", "99999999999999999"}) {
        QTest::addRow("timestamp %s", lease) << QByteArray("timestamp-acquire") << QByteArray(lease);
        QTest::addRow("counter %s", lease) << QByteArray("counter-acquire") << QByteArray(lease);
    }
    QTest::newRow("timestamp 0") << QByteArray("timestamp-acquire") << QByteArray("0");
}

void tst_numberscripts::aBadLeaseTakesNothing()
{
    QFETCH(QByteArray, script);
    QFETCH(QByteArray, lease);
    VERIFY_FAILS(finished(m_server->session().evaluate(script, {key.bytes}, {lease, "ms"})),
                 ErrorKind::ServerError);
    QVERIFY(!m_server->exists(key.bytes));
}

LOCKSCOPE_TEST(tst_numberscripts)

} // namespace tst_numberscripts

#include "tst_numberscripts.moc"
