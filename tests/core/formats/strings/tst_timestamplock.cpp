// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_timestamplock
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::stringKey;

namespace
{

QByteArray inMs(milliseconds time)
{
    const auto since1970 = std::chrono::duration_cast<milliseconds>(wallNow().time_since_epoch());
    return QByteArray::number(qint64((since1970 + time).count()));
}

QByteArray inSeconds(milliseconds time)
{
    return inMs(time).chopped(3);
}

KeyReading reading(const QByteArray &value, const QByteArray &key = "lock:order",
                   std::optional<milliseconds> ttl = {})
{
    return stringKey(key, value, ttl);
}

const Format &format()
{
    return *Registry::builtIn().find("timestamp-lock");
}

ActRequest request(ActKind act)
{
    return {.act = act, .key = {"lock:order"}, .owner = {"1790000000"}};
}

} // namespace

class tst_timestamplock : public QObject
{
    Q_OBJECT

private slots:
    void heldOrFreeIsComputed_data();
    void heldOrFreeIsComputed();
    void oneThatNeverEnds();
    void lookAlikes_data();
    void lookAlikes();
    void byARuleWhateverItsName();
    void explains();
    void plansEveryAct();
    void comparesTheTextShown();
    void takesAUnit();
    void saysWhatItCannotDo();
};

void tst_timestamplock::heldOrFreeIsComputed_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("held");
    QTest::addColumn<bool>("redisPy");
    QTest::newRow("ms to come") << inMs(60s) << true << false;
    QTest::newRow("ms past") << inMs(-60s) << false << false;
    QTest::newRow("seconds to come") << inSeconds(60s) << true << false;
    QTest::newRow("seconds past") << inSeconds(-60s) << false << false;
    QTest::newRow("a fraction to come") << inSeconds(60s) + ".25" << true << true;
    QTest::newRow("a fraction past") << inSeconds(-60s) + ".123456" << false << true;
    QTest::newRow("nearly a day to come") << inMs(23h) << true << false;
    QTest::newRow("nearly a day past") << inMs(-23h) << false << false;
}

void tst_timestamplock::heldOrFreeIsComputed()
{
    QFETCH(QByteArray, value);
    QFETCH(bool, held);
    QFETCH(bool, redisPy);
    const KeyReading lock = reading(value);
    QVERIFY(Registry::builtIn().mayBeLock({.key = lock.key.bytes, .type = lock.type}));
    const auto [found, decoded] = Registry::builtIn().decode(lock);
    QCOMPARE(found, &format());
    QCOMPARE(int(decoded->confidence), int(Confidence::Guess));
    QVERIFY2(decoded->ownDeadline && decoded->lasting, "having no expiry is no fault");
    QCOMPARE(decoded->holders.isEmpty(), !held);
    QCOMPARE(!decoded->libraries->empty(), redisPy);
    QCOMPARE(decoded->deadline.has_value(), held);
    if (held) {
        QCOMPARE(decoded->holders[0].id.bytes, value);
        const milliseconds left = millisecondsBetween(now(), *decoded->deadline);
        QVERIFY(left > 50s && left <= 23h);
    }
    const std::vector<LockKind> others = Registry::builtIn().alternatives(lock);
    QVERIFY(std::find(others.begin(), others.end(), LockKind{"untokened-lock"}) != others.end());
    const QString text = found->explain(lock).join(QLatin1Char('\n'));
    QVERIFY(text.contains(held ? QLatin1String("Held until") : QLatin1String("Free since")));
}

void tst_timestamplock::oneThatNeverEnds()
{
    const auto [found, decoded] = Registry::builtIn().decode(reading("2147483649.0"));
    QCOMPARE(found, &format());
    QCOMPARE(decoded->holders.size(), 1);
    QVERIFY(!decoded->holders[0].expiresAt && !decoded->deadline);
    QVERIFY2(!decoded->lasting, "this one is held for ever");
    QVERIFY(
        found->explain(reading("2147483649.0")).join(QLatin1Char(' ')).contains(QLatin1String("never ends")));
}

void tst_timestamplock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::newRow("another name") << reading(inMs(60s), "session:last");
    QTest::newRow("a clock") << reading(inMs(60s), "clock:order");
    QTest::newRow("blocked until") << reading(inMs(60s), "blocked:user:7");
    QTest::newRow("an expiry") << reading(inMs(60s), "lock:order", milliseconds(5000));
    QTest::newRow("days ago") << reading(inMs(-25h));
    QTest::newRow("in days") << reading(inMs(25h));
    QTest::newRow("a small number") << reading("4242");
    QTest::newRow("a number of eleven digits") << reading("17242424241");
    QTest::newRow("a date") << reading("2026-11-21T12:00:00Z");
    QTest::newRow("an open fraction") << reading(inSeconds(60s) + '.');
    QTest::newRow("two times") << reading(inSeconds(60s) + ':' + inSeconds(60s));
    KeyReading cut = reading(inMs(60s));
    cut.size = 100;
    QTest::newRow("read in part") << cut;
    KeyReading hash = reading({});
    hash.type = ValueType::Hash;
    hash.fields = {{"until", inMs(60s)}};
    hash.size = 1;
    QTest::newRow("a hash") << hash;
}

void tst_timestamplock::lookAlikes()
{
    QFETCH(KeyReading, lock);
    QVERIFY(!format().decode(lock));
    QVERIFY(format().explain(lock).isEmpty());
    QVERIFY(Registry::builtIn().decode(lock).first != &format());
}

void tst_timestamplock::byARuleWhateverItsName()
{
    KeyReading lock = reading(inMs(-48h), "session:last");
    lock.ruled = format().kind();
    const std::optional<Decoded> decoded = format().decode(lock);
    QVERIFY(decoded && decoded->holders.isEmpty());
    QCOMPARE(int(decoded->confidence), int(Confidence::Certain));
    lock.string = "words";
    lock.size = 5;
    QVERIFY(!format().decode(lock));
}

void tst_timestamplock::explains()
{
    const auto text = [](const QByteArray &value) {
        return format().explain(reading(value)).join(QLatin1Char('\n'));
    };
    QVERIFY(text(inMs(60s)).contains(QLatin1String("milliseconds")));
    QVERIFY(text(inSeconds(60s)).contains(QLatin1String("In seconds")));
    QVERIFY(text(inSeconds(60s) + ".5").contains(QLatin1String("redis-py")));
}

void tst_timestamplock::plansEveryAct()
{
    for (const ActKind act :
         {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        ActRequest asked = request(act);
        asked.lease = 5s;
        const Outcome<ActPlan> plan = format().plan(asked, nullptr);
        VERIFY_OK(plan);
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QCOMPARE(plan->keys, std::vector<QByteArray>{"lock:order"});
        QVERIFY(plan->kind == LockKind{"timestamp-lock"} && !plan->steps.isEmpty());
        QVERIFY(plan->commands.size() == 1 && plan->channels.empty());
    }
    VERIFY_FAILS(format().plan({.act = ActKind::Release, .key = {"a"}}, nullptr), ErrorKind::BadInput);
    VERIFY_FAILS(format().plan({.act = ActKind::SetExpiry, .key = {"a"}}, nullptr), ErrorKind::BadInput);
}

void tst_timestamplock::comparesTheTextShown()
{
    ActRequest force{.act = ActKind::ForceRelease, .key = {"lock:order"}};
    const Outcome<ActPlan> any = format().plan(force, nullptr);
    QCOMPARE(any->args, (std::vector<QByteArray>{"any", ""}));
    force.expectedOwner = OwnerId{"1790000000.5"};
    force.expectedCount = 1;
    const Outcome<ActPlan> exact = format().plan(force, nullptr);
    QCOMPARE(exact->args, (std::vector<QByteArray>{"owner", "1790000000.5"}));
    QVERIFY(any->warnings.size() > exact->warnings.size());
    force.expectedCount = 2;
    VERIFY_FAILS(format().plan(force, nullptr), ErrorKind::BadInput);
}

void tst_timestamplock::takesAUnit()
{
    ActRequest asked = request(ActKind::Acquire);
    QCOMPARE(format().plan(asked, nullptr)->args, (std::vector<QByteArray>{"30000", "ms"}));
    asked.part = "s";
    asked.lease = 5s;
    QCOMPARE(format().plan(asked, nullptr)->args, (std::vector<QByteArray>{"5000", "s"}));
    asked.part = "days";
    VERIFY_FAILS(format().plan(asked, nullptr), ErrorKind::BadInput);
}

void tst_timestamplock::saysWhatItCannotDo()
{
    for (const ActKind act : {ActKind::Wake, ActKind::RemoveShare}) {
        const Outcome<ActPlan> plan = format().plan(request(act), nullptr);
        VERIFY_FAILS(plan, ErrorKind::Unsupported);
        QVERIFY(!plan.failure().remedy.isEmpty());
    }
}

LOCKSCOPE_TEST(tst_timestamplock)

} // namespace tst_timestamplock

#include "tst_timestamplock.moc"
