// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_latch
{

using namespace lockscope;
using lockscope::test::stringKey;

namespace
{

const QByteArray channel = QByteArrayLiteral("redisson_countdownlatch__channel__{build}");

KeyReading number(const QByteArray &key, const QByteArray &value, const QByteArray &listened = {},
                  std::optional<milliseconds> ttl = {})
{
    KeyReading reading = stringKey(key, value, ttl);
    reading.listened = listened;
    return reading;
}

const Format &format()
{
    return *Registry::builtIn().find("latch");
}

} // namespace

class tst_latch : public QObject
{
    Q_OBJECT

private slots:
    void recognises_data();
    void recognises();
    void lookAlikes_data();
    void lookAlikes();
    void channels_data();
    void channels();
    void explains();
    void plansEveryAct();
    void comparesTheCountShown();
    void isNotWokenWhileCountsAreLeft();
    void saysWhatItCannotDo();
};

void tst_latch::recognises_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::addColumn<Confidence>("confidence");
    QTest::addColumn<qint64>("toGo");
    const auto row = [](const char *title, const KeyReading &reading, Confidence confidence, qint64 toGo) {
        QTest::newRow(title) << reading << confidence << toGo;
    };
    row("waited for", number("build", "3", channel), Confidence::Certain, 3);
    row("waited for at nothing", number("build", "0", channel), Confidence::Certain, 0);
    row("by its name", number("build:latch", "1"), Confidence::Guess, 1);
    row("by a name in humps", number("buildCountDownLatch", "12"), Confidence::Guess, 12);
    row("of a map's key", number("{map}:AAECAwQFBgcICQoLDA0ODw:countdownlatch", "1"), Confidence::Guess, 1);
}

void tst_latch::recognises()
{
    QFETCH(KeyReading, reading);
    QFETCH(Confidence, confidence);
    QFETCH(qint64, toGo);
    const auto [found, decoded] = Registry::builtIn().decode(reading);
    QCOMPARE(found, &format());
    QCOMPARE(int(decoded->confidence), int(confidence));
    QVERIFY(decoded->holders.isEmpty() && decoded->lasting);
    QCOMPARE(decoded->extras->toGo, toGo);
    QVERIFY(!found->explain(reading).isEmpty());
    if (reading.listened.isEmpty())
        QVERIFY(found->mayBe({.key = reading.key.bytes, .type = reading.type, .ttl = reading.ttl}));
}

void tst_latch::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::newRow("a counter") << number("visits", "3");
    QTest::newRow("with an expiry") << number("build:latch", "3", {}, milliseconds(5000));
    QTest::newRow("none to go, and nobody waits") << number("build:latch", "0");
    QTest::newRow("a semaphore that is waited for")
        << number("build:latch", "1", "redisson_sc:{build:latch}");
    QTest::newRow("another's channel") << number("build:latch", "1", channel);
    QTest::newRow("too large") << number("build:latch", "1724242424");
    QTest::newRow("a word") << number("door:latch", "open");
    QTest::newRow("a time to go") << number("promo:countdown:2026", "30");
    QTest::newRow("latched") << number("build:latched", "1");
    QTest::newRow("a task's latch of Redisson") << number("redisson_unlock_latch:{a}:0123", "1");
    KeyReading hash = number("build:latch", {});
    hash.type = ValueType::Hash;
    hash.fields = {{"count", "1"}};
    hash.size = 1;
    QTest::newRow("a hash") << hash;
}

void tst_latch::lookAlikes()
{
    QFETCH(KeyReading, reading);
    const auto [found, decoded] = Registry::builtIn().decode(reading);
    QVERIFY(found != &format());
}

void tst_latch::channels_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("own");
    QTest::newRow("a plain name") << QByteArray("build") << channel;
    QTest::newRow("a name with a tag gets braces too")
        << QByteArray("a{b}c") << QByteArray("redisson_countdownlatch__channel__{a{b}c}");
}

void tst_latch::channels()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, own);
    QCOMPARE(*format().wakeChannel({key}), own);
    QCOMPARE(format().subjectOfChannel(own)->bytes, key);
    QVERIFY(!format().subjectOfChannel("redisson_countdownlatch__channel__{}"));
    QVERIFY(!format().subjectOfChannel("redisson_sc:{build}"));
}

void tst_latch::explains()
{
    const QString certain = format().explain(number("build", "3", channel)).join(QLatin1Char('\n'));
    QVERIFY(certain.contains(QLatin1String(channel)) && certain.contains(QLatin1String("3 count")));
    QVERIFY(!certain.contains(QLatin1String("cluster")));
    const QString tagged = format().explain(number("{a}latch", "1")).join(QLatin1Char('\n'));
    QVERIFY2(tagged.contains(QLatin1String("cluster")), "its channel is in another slot");
}

void tst_latch::plansEveryAct()
{
    for (const ActKind act : {ActKind::Release, ActKind::ForceRelease, ActKind::Wake}) {
        const Outcome<ActPlan> plan = format().plan({.act = act, .key = {"build"}}, nullptr);
        VERIFY_OK(plan);
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QCOMPARE(plan->keys, std::vector<QByteArray>{"build"});
        QCOMPARE(plan->channels, std::vector<QByteArray>{channel});
        QVERIFY2(plan->args.back() == "0", "never 1: that closes the gates");
        QVERIFY(plan->kind == LockKind{"latch"} && !plan->steps.isEmpty() && !plan->commands.isEmpty());
        QCOMPARE(plan->warnings.isEmpty(), act == ActKind::Wake);
    }
}

void tst_latch::comparesTheCountShown()
{
    ActRequest force{.act = ActKind::ForceRelease, .key = {"build"}};
    QCOMPARE(format().plan(force, nullptr)->args, (std::vector<QByteArray>{"any", "", channel, "0"}));
    force.expectedCount = 4;
    QCOMPARE(format().plan(force, nullptr)->args, (std::vector<QByteArray>{"count", "4", channel, "0"}));
    force.expectedOwner = OwnerId{"me"};
    VERIFY_FAILS(format().plan(force, nullptr), ErrorKind::BadInput);
}

void tst_latch::isNotWokenWhileCountsAreLeft()
{
    Lock seen;
    auto extras = std::make_shared<LockExtras>();
    extras->toGo = 2;
    seen.extras = extras;
    const Outcome<ActPlan> plan = format().plan({.act = ActKind::Wake, .key = {"build"}}, &seen);
    VERIFY_FAILS(plan, ErrorKind::Unsupported);
    QVERIFY(plan.failure().text.contains(QLatin1String("without pause")));
    QVERIFY(!plan.failure().remedy.isEmpty());
    extras->toGo = 0;
    VERIFY_OK(format().plan({.act = ActKind::Wake, .key = {"build"}}, &seen));
}

void tst_latch::saysWhatItCannotDo()
{
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::SetExpiry, ActKind::RemoveShare}) {
        const Outcome<ActPlan> plan = format().plan(
            {.act = act, .key = {"build"}, .owner = {"me"}, .lease = milliseconds(1000)}, nullptr);
        VERIFY_FAILS(plan, ErrorKind::Unsupported);
        QVERIFY(!plan.failure().text.isEmpty() && !plan.failure().remedy.isEmpty());
    }
}

LOCKSCOPE_TEST(tst_latch)

} // namespace tst_latch

#include "tst_latch.moc"
