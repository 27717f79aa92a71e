// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_semaphore
{

using namespace lockscope;
using lockscope::test::stringKey;

namespace
{

const QByteArray channel = QByteArrayLiteral("redisson_sc:{jobs}");

KeyReading number(const QByteArray &key, const QByteArray &value, const QByteArray &listened = {},
                  std::optional<milliseconds> ttl = {})
{
    KeyReading reading = stringKey(key, value, ttl);
    reading.listened = listened;
    return reading;
}

const Format &format()
{
    return *Registry::builtIn().find("semaphore");
}

} // namespace

class tst_semaphore : public QObject
{
    Q_OBJECT

private slots:
    void recognises_data();
    void recognises();
    void lookAlikes_data();
    void lookAlikes();
    void internalOnesAreNoise_data();
    void internalOnesAreNoise();
    void channels_data();
    void channels();
    void explains();
    void plansEveryAct();
    void comparesTheNumberShown();
    void saysWhatItCannotDo();
};

void tst_semaphore::recognises_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::addColumn<Confidence>("confidence");
    QTest::addColumn<qint64>("free");
    const auto row = [](const char *title, const KeyReading &reading, Confidence confidence, qint64 free) {
        QTest::newRow(title) << reading << confidence << free;
    };
    row("waited for", number("jobs", "0", channel), Confidence::Certain, 0);
    row("waited for, with many", number("jobs", "123456789", channel), Confidence::Certain, 123456789);
    row("waited for, fewer than none", number("jobs", "-2", channel), Confidence::Certain, -2);
    row("waited for, with an expiry", number("jobs", "1", channel, milliseconds(5000)), Confidence::Certain,
        1);
    row("by its name", number("jobs:semaphore", "3"), Confidence::Guess, 3);
    row("by its name, none free", number("jobSemaphore", "0"), Confidence::Guess, 0);
    row("by its plural", number("SEMAPHORES:jobs", "3"), Confidence::Guess, 3);
    row("of a map's key", number("{map}:AAECAwQFBgcICQoLDA0ODw:semaphore", "1"), Confidence::Guess, 1);
}

void tst_semaphore::recognises()
{
    QFETCH(KeyReading, reading);
    QFETCH(Confidence, confidence);
    QFETCH(qint64, free);
    const auto [found, decoded] = Registry::builtIn().decode(reading);
    QCOMPARE(found, &format());
    QCOMPARE(int(decoded->confidence), int(confidence));
    QVERIFY2(decoded->holders.isEmpty(), "nobody is known to hold it");
    QVERIFY(decoded->lasting);
    QCOMPARE(decoded->extras->permits->available, free);
    QVERIFY(!decoded->extras->permits->held && !decoded->extras->permits->total);
    QVERIFY(decoded->extras->alternatives);
    QVERIFY(!found->explain(reading).isEmpty());
    if (reading.listened.isEmpty())
        QVERIFY(found->mayBe({.key = reading.key.bytes, .type = reading.type, .ttl = reading.ttl}));
}

void tst_semaphore::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::newRow("a counter") << number("visits:today", "7");
    QTest::newRow("a counter with an expiry") << number("rate:user:7", "7", {}, milliseconds(1000));
    QTest::newRow("a lock's number") << number("order:lock", "1");
    QTest::newRow("a name that is not quite the word") << number("semaphored:jobs", "1");
    QTest::newRow("permits of an office") << number("building:permits", "12");
    QTest::newRow("permitted users") << number("permitted:jobs", "1");
    QTest::newRow("a number too large") << number("jobs:semaphore", "1724242424");
    QTest::newRow("fewer than none, and nobody waits") << number("jobs:semaphore", "-1");
    QTest::newRow("a fraction") << number("jobs:semaphore", "0.5");
    QTest::newRow("a word") << number("jobs:semaphore", "green");
    QTest::newRow("nothing") << number("jobs:semaphore", "");
    QTest::newRow("a zero in front") << number("jobs", "07", channel);
    QTest::newRow("too long for a number") << number("jobs", "1234567890123456", channel);
    QTest::newRow("a latch that is waited for")
        << number("jobs:semaphore", "1", "redisson_countdownlatch__channel__{jobs:semaphore}");
    QTest::newRow("another's channel") << number("jobs:semaphore", "1", channel);
    KeyReading hash = number("jobs:semaphore", {});
    hash.type = ValueType::Hash;
    hash.fields = {{"free", "1"}};
    hash.size = 1;
    QTest::newRow("a hash") << hash;
    KeyReading cut = number("jobs:semaphore", "1");
    cut.size = 2;
    QTest::newRow("read in part") << cut;
}

void tst_semaphore::lookAlikes()
{
    QFETCH(KeyReading, reading);
    QVERIFY(!format().decode(reading));
    QVERIFY(format().explain(reading).isEmpty());
}

void tst_semaphore::internalOnesAreNoise_data()
{
    QTest::addColumn<bool>("noise");
    for (const char *key : {"redisson_bqs:{queue}", "{adder}:0123456789abcdef0123456789abcdef:semaphore",
                            "{adder}:8743c9c0-0795-4907-87fd-6c719a6b4586:semaphore",
                            "executor:workers-semaphore:0123456789abcdef"})
        QTest::newRow(key) << true;
    for (const char *key :
         {"jobs:semaphore", ":semaphore", "{map}:AAECAwQFBgcICQoLDA0ODw:semaphore", "workers-semaphore"})
        QTest::newRow(key) << false;
}

void tst_semaphore::internalOnesAreNoise()
{
    const QByteArray key = QTest::currentDataTag();
    QTEST(Registry::builtIn().roleOf(key).kind == NameRole::Kind::Noise, "noise");
    QFETCH(bool, noise);
    if (noise) {
        const QByteArray own = *format().wakeChannel({key});
        QVERIFY(!Registry::builtIn().decode(number(key, "1", own)).first);
        QVERIFY2(!format().subjectOfChannel(own), "waiting there is Redisson's own affair");
    }
}

void tst_semaphore::channels_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("own");
    QTest::newRow("a plain name") << QByteArray("jobs") << channel;
    QTest::newRow("a name with a tag") << QByteArray("a{b}c") << QByteArray("redisson_sc:a{b}c");
    QTest::newRow("bytes") << QByteArray("a\0b", 3) << QByteArray("redisson_sc:{a\0b}", 17);
}

void tst_semaphore::channels()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, own);
    QCOMPARE(*format().wakeChannel({key}), own);
    QCOMPARE(format().subjectOfChannel(own)->bytes, key);
    QVERIFY(!format().subjectOfChannel("redisson_lock__channel:{jobs}"));
}

void tst_semaphore::explains()
{
    const QString huge = format().explain(number("jobs", "5000000000", channel)).join(u'\n');
    QVERIFY2(huge.contains(u"5000000000 permit(s) available"), qPrintable(huge)); // more than an int
    const QString certain = format().explain(number("jobs", "3", channel)).join(QLatin1Char('\n'));
    QVERIFY(certain.contains(QLatin1String(channel)) && certain.contains(QLatin1String("3 permit")));
    const QString guess = format().explain(number("jobs:semaphore", "3")).join(QLatin1Char('\n'));
    QVERIFY(guess.contains(QLatin1String("name")));
}

void tst_semaphore::plansEveryAct()
{
    for (const ActKind act : {ActKind::Acquire, ActKind::Release, ActKind::ForceRelease, ActKind::Wake}) {
        const Outcome<ActPlan> plan = format().plan({.act = act, .key = {"jobs"}}, nullptr);
        VERIFY_OK(plan);
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QCOMPARE(plan->keys, std::vector<QByteArray>{"jobs"});
        QVERIFY(plan->kind == LockKind{"semaphore"} && !plan->steps.isEmpty() && !plan->commands.isEmpty());
        QCOMPARE(plan->channels.empty(), act == ActKind::Acquire);
        QCOMPARE(plan->warnings.isEmpty(), act == ActKind::Wake);
    }
    ActRequest patient{.act = ActKind::Acquire, .key = {"jobs"}, .wait = milliseconds(5000)};
    QVERIFY(format().plan(patient, nullptr)->steps.join(QLatin1Char(' ')).contains(QLatin1String(channel)));
    VERIFY_FAILS(format().plan({.act = ActKind::Acquire}, nullptr), ErrorKind::BadInput);
}

void tst_semaphore::comparesTheNumberShown()
{
    ActRequest force{.act = ActKind::ForceRelease, .key = {"jobs"}};
    QCOMPARE(format().plan(force, nullptr)->args, (std::vector<QByteArray>{"any", "", "1", channel}));
    force.expectedCount = 0;
    QCOMPARE(format().plan(force, nullptr)->args, (std::vector<QByteArray>{"value", "0", "1", channel}));
    const QString warnings = format().plan(force, nullptr)->warnings.join(QLatin1Char('\n'));
    QVERIFY(warnings.contains(QLatin1String("cannot be made safe")));
    QVERIFY(warnings.contains(QLatin1String("one permit too many")));
    force.expectedOwner = OwnerId{};
    QVERIFY2(format().plan(force, nullptr)->args.front() == "any", "nobody and his count: no number");
    force.expectedOwner = OwnerId{"me"};
    VERIFY_FAILS(format().plan(force, nullptr), ErrorKind::BadInput);
}

void tst_semaphore::saysWhatItCannotDo()
{
    for (const ActKind act : {ActKind::Renew, ActKind::SetExpiry, ActKind::RemoveShare}) {
        const Outcome<ActPlan> plan = format().plan(
            {.act = act, .key = {"jobs"}, .owner = {"me"}, .lease = milliseconds(1000)}, nullptr);
        VERIFY_FAILS(plan, ErrorKind::Unsupported);
        QVERIFY(!plan.failure().text.isEmpty() && !plan.failure().remedy.isEmpty());
    }
}

LOCKSCOPE_TEST(tst_semaphore)

} // namespace tst_semaphore

#include "tst_semaphore.moc"
