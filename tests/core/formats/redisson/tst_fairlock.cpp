// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/redisson/fairlock.h"
#include "core/redis/patternset.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTest>

namespace tst_fairlock
{

using namespace lockscope;

namespace
{

const QByteArray ann = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57");
const QByteArray bob = QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1");
const QByteArray cat = QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:-2");
const QByteArray queueName = QByteArrayLiteral("redisson_lock_queue:{order}");
const QByteArray deadlinesName = QByteArrayLiteral("redisson_lock_timeout:{order}");

KeyReading queue(const QByteArrayList &owners)
{
    KeyReading reading{.key = {queueName}, .type = ValueType::List, .size = owners.size()};
    for (const QByteArray &owner : owners)
        reading.members.push_back({.bytes = owner});
    return reading;
}

KeyReading deadlines(std::vector<Member> members)
{
    return {.key = {deadlinesName},
            .type = ValueType::SortedSet,
            .size = qint64(members.size()),
            .members = std::move(members)};
}

KeyReading held(std::vector<KeyReading> companions)
{
    return {.key = {"order"},
            .type = ValueType::Hash,
            .ttl = milliseconds(30000),
            .size = 1,
            .fields = {{ann, "1"}},
            .readAt = now(),
            .companions = std::move(companions),
            .companionsRead = true};
}

KeyReading missing(std::vector<KeyReading> companions)
{
    KeyReading reading = held(std::move(companions));
    reading.type = ValueType::None;
    reading.ttl.reset();
    reading.size = 0;
    reading.fields.clear();
    return reading;
}

ActRequest request(ActKind act, const QByteArray &owner = {})
{
    return {.act = act, .key = {"order"}, .owner = {owner}};
}

} // namespace

class tst_fairlock : public QObject
{
    Q_OBJECT
private slots:
    void theQueueTellsIt();
    void deadlinesAreOnTheWallClock();
    void freeWithWaiters();
    void lookAlikes_data();
    void lookAlikes();
    void withoutAQueueItIsAReentrantLock();
    void sideKeysNameTheirLock_data();
    void sideKeysNameTheirLock();
    void companions();
    void explains();
    void saysWhatWasNotRead();
    void eachWaiterHasItsChannel();
    void queuesOnlyWhenItWaits();
    void giving_data();
    void giving();
    void holdersDoNotWait();
    void badInput_data();
    void badInput();
    void plansEveryAct();
    void forcedItWarnsOfTheQueue();
    void theDeadAreNamedToTheScripts();

private:
    FairLock m_format;
};

void tst_fairlock::theQueueTellsIt()
{
    const KeyReading reading = held({queue({bob, cat}), deadlines({{bob, 1.0}, {cat, 2.0}})});
    const auto [format, decoded] = Registry::builtIn().decode(reading);
    QVERIFY(format && decoded);
    QVERIFY(decoded->kind == LockKind{"fair-lock"} && format->kind() == decoded->kind);
    QVERIFY(decoded->confidence == Confidence::Certain);
    QCOMPARE(decoded->holders.front().id.bytes, ann);
    QCOMPARE(decoded->queue.size(), size_t(2));
    QVERIFY2(decoded->queue[0].id.bytes == bob && decoded->queue[1].id.bytes == cat, "in order");
    QCOMPARE(decoded->extras->companions, (std::vector<LockName>{{queueName}, {deadlinesName}}));
    QVERIFY(Registry::builtIn().alternatives(reading).empty());
}

void tst_fairlock::deadlinesAreOnTheWallClock()
{
    KeyReading reading = held({});
    const double soon = double(reading.wallMilliseconds().count());
    reading.companions = {queue({bob, cat, ann}),
                          deadlines({{bob, soon - 5000}, {cat, soon + 60000}, {ann, 1e300}})};
    const Decoded decoded = *m_format.decode(reading);
    QCOMPARE(*decoded.queue[0].deadline, reading.readAt - milliseconds(5000));
    QCOMPARE(*decoded.queue[1].deadline, reading.readAt + milliseconds(60000));
    QVERIFY2(!decoded.queue[2].deadline, "no time at all");
    QVERIFY2(!decoded.queue[0].alive, "only the engine can ask who listens");
    reading.companions.pop_back();
    QVERIFY(!m_format.decode(reading)->queue[0].deadline);
}

void tst_fairlock::freeWithWaiters()
{
    const KeyReading reading = missing({queue({bob}), deadlines({{bob, 1.0}})});
    const auto [format, decoded] = Registry::builtIn().decode(reading);
    QVERIFY(format && decoded && decoded->kind == LockKind{"fair-lock"});
    QVERIFY(decoded->holders.isEmpty());
    QCOMPARE(decoded->queue.size(), size_t(1));
    QVERIFY(m_format.explain(reading).join(QLatin1Char(' ')).contains(QLatin1String("The lock is free")));
    QVERIFY(m_format.decode(missing({deadlines({{bob, 1.0}})})));
    QVERIFY(!m_format.decode(missing({})));
}

void tst_fairlock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::newRow("a queue of something else") << held({queue({"job:1", "job:2"})});
    QTest::newRow("a queue of writers") << held({queue({bob + ":write"})});
    KeyReading string{.key = {queueName}, .type = ValueType::String, .size = 1, .string = "1"};
    QTest::newRow("a string for a queue") << held({string});
    string.key = {deadlinesName};
    QTest::newRow("a string for deadlines") << held({queue({bob}), string});
    KeyReading other = queue({bob});
    other.key = {"redisson_lock_queue:{other}"};
    QTest::newRow("the queue of another lock") << held({other});
    QTest::newRow("no queue") << held({{.key = {queueName}}, {.key = {deadlinesName}}});
    KeyReading counter = held({queue({bob})});
    counter.fields = {{"visits", "7"}};
    QTest::newRow("a counter") << counter;
    KeyReading several = held({queue({bob})});
    several.fields.push_back({bob, "1"});
    several.size = 2;
    QTest::newRow("two owners") << several;
}

void tst_fairlock::lookAlikes()
{
    QFETCH(KeyReading, reading);
    QVERIFY(!m_format.decode(reading));
    QVERIFY(m_format.explain(reading).isEmpty());
}

void tst_fairlock::withoutAQueueItIsAReentrantLock()
{
    QVERIFY(Registry::builtIn().decode(held({})).first->kind() == LockKind{"rlock"});
    const KeyReading queued = held({queue({bob})});
    QVERIFY(Registry::builtIn().decode(queued).first->kind() == LockKind{"fair-lock"});
}

void tst_fairlock::sideKeysNameTheirLock_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("lock");
    QTest::newRow("a queue") << queueName << QByteArray("order");
    QTest::newRow("deadlines") << deadlinesName << QByteArray("order");
    QTest::newRow("a tag") << QByteArray("redisson_lock_queue:{shop}:order") << QByteArray("{shop}:order");
    QTest::newRow("another name") << QByteArray("redisson_lock_queues:{order}") << QByteArray();
    QTest::newRow("no name") << QByteArray("redisson_lock_queue:") << QByteArray();
}

void tst_fairlock::sideKeysNameTheirLock()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, lock);
    const NameRole role = Registry::builtIn().roleOf(key);
    QCOMPARE(role.kind == NameRole::Kind::Companion, !lock.isEmpty());
    QCOMPARE(role.subject.bytes, lock);
}

void tst_fairlock::companions()
{
    for (const KeyReading &reading : {held({}), missing({})}) {
        const std::vector<CompanionKey> keys = m_format.companions(reading);
        QCOMPARE(keys.size(), size_t(2));
        QVERIFY(keys[0].key.bytes == queueName && keys[1].key.bytes == deadlinesName);
        QVERIFY(!keys[0].essential && !keys[1].essential);
    }
    const PatternSet all(Registry::builtIn().withCompanions({"lock:*"}));
    for (const char *name : {"lock:a", "lock:{a}f"})
        QVERIFY2(all.matches(redisson::queueKey(name)) && all.matches(redisson::deadlinesKey(name)), name);
    KeyReading counter = held({});
    counter.fields = {{"visits", "7"}};
    QVERIFY(m_format.companions(counter).empty());
}

void tst_fairlock::explains()
{
    const QString text = m_format.explain(held({queue({bob, cat})})).join(QLatin1Char('\n'));
    for (const char *word : {"2 thread", "fair lock", "57", "without a deadline", "clocks"})
        QVERIFY2(text.contains(QLatin1String(word)), word);
}

// Of a long list only the first members are read: what comes after them is unknown.
void tst_fairlock::saysWhatWasNotRead()
{
    KeyReading list = queue({bob, cat});
    KeyReading scores = deadlines({{"8743c9c0-0795-4907-87fd-6c719a6b4586:99", 1.0}});
    QVERIFY(!m_format.decode(held({list, scores}))->queueIsCut);
    list.size = 300000;
    scores.size = 300000;
    const KeyReading reading = held({list, scores});
    QVERIFY(m_format.decode(reading)->queueIsCut);
    const QString text = m_format.explain(reading).join(QLatin1Char('\n'));
    QVERIFY2(text.contains(QLatin1String("At least 2 thread(s)")), qPrintable(text));
    QVERIFY2(!text.contains(QLatin1String("without a deadline")), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("unknown")), qPrintable(text));
}

void tst_fairlock::eachWaiterHasItsChannel()
{
    QVERIFY(m_format.queues());
    QCOMPARE(*m_format.waiterChannel({"order"}, {bob}), "redisson_lock__channel:{order}:" + bob);
    QCOMPARE(*m_format.wakeChannel({"order"}), QByteArray("redisson_lock__channel:{order}"));
}

void tst_fairlock::queuesOnlyWhenItWaits()
{
    ActRequest asked = request(ActKind::Acquire, bob);
    const Outcome<ActPlan> once = m_format.plan(asked, nullptr);
    QCOMPARE(once->script, QByteArray("redisson-fair-acquire"));
    QCOMPARE(once->keys, (std::vector<QByteArray>{"order", queueName, deadlinesName}));
    QCOMPARE(once->args, (std::vector<QByteArray>{bob, "30000", "300000", "once"}));
    asked.wait = milliseconds(7000);
    const Outcome<ActPlan> queued = m_format.plan(asked, nullptr);
    QCOMPARE(queued->args, (std::vector<QByteArray>{bob, "30000", "7000", "queue"}));
    QVERIFY(queued->steps.join(QLatin1Char(' ')).contains(QLatin1String(":1")));
}

void tst_fairlock::giving_data()
{
    QTest::addColumn<milliseconds>("wait");
    QTest::addColumn<QByteArray>("argument");
    QTest::newRow("up, by itself") << milliseconds(7000) << QByteArray("7000");
    QTest::newRow("a dead one no more place") << milliseconds(0) << QByteArray();
}

void tst_fairlock::giving()
{
    QFETCH(milliseconds, wait);
    ActRequest asked = request(ActKind::RemoveShare, bob);
    asked.wait = wait;
    const Outcome<ActPlan> plan = m_format.plan(asked, nullptr);
    VERIFY_OK(plan);
    QCOMPARE(plan->script, QByteArray("redisson-fair-leave"));
    QCOMPARE(plan->args[0], bob);
    QTEST(plan->args[1], "argument");
}

void tst_fairlock::holdersDoNotWait()
{
    Lock seen;
    seen.holders.append(Holder{.id = {ann}});
    const Outcome<ActPlan> plan = m_format.plan(request(ActKind::RemoveShare, ann), &seen);
    VERIFY_FAILS(plan, ErrorKind::BadInput);
    QVERIFY(plan.failure().remedy.contains(QLatin1String("force-release")));
    VERIFY_OK(m_format.plan(request(ActKind::RemoveShare, bob), &seen));
}

void tst_fairlock::badInput_data()
{
    QTest::addColumn<ActRequest>("asked");
    QTest::newRow("nobody's place") << request(ActKind::RemoveShare);
    QTest::newRow("an owner Redisson would not write") << request(ActKind::Acquire, "me");
    QTest::newRow("release without an owner") << request(ActKind::Release);
    QTest::newRow("set-expiry without a time") << request(ActKind::SetExpiry);
}

void tst_fairlock::badInput()
{
    QFETCH(ActRequest, asked);
    VERIFY_FAILS(m_format.plan(asked, nullptr), ErrorKind::BadInput);
}

void tst_fairlock::plansEveryAct()
{
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::Wake, ActKind::SetExpiry, ActKind::RemoveShare}) {
        ActRequest asked = request(act, ann);
        asked.lease = milliseconds(5000);
        const Outcome<ActPlan> plan = m_format.plan(asked, nullptr);
        VERIFY_OK(plan);
        QVERIFY(plan->act == act && plan->kind == LockKind{"fair-lock"});
        const bool queue = act != ActKind::Renew && act != ActKind::SetExpiry;
        QCOMPARE(plan->keys.size(), size_t(queue ? 3 : 1));
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QVERIFY(!plan->steps.isEmpty() && !plan->commands.isEmpty());
    }
}

void tst_fairlock::forcedItWarnsOfTheQueue()
{
    const QString text =
        m_format.plan(request(ActKind::ForceRelease), nullptr)->warnings.join(QLatin1Char('\n'));
    for (const char *word : {"3.32.0", "keeps running", "is alive is unknown", "No owner"})
        QVERIFY2(text.contains(QLatin1String(word)), word);
}

void tst_fairlock::theDeadAreNamedToTheScripts()
{
    Lock seen{.key = {"order"}, .kind = {"fair-lock"}};
    seen.waiters.queued = {{.id = {ann}, .alive = false}, {.id = {bob}, .alive = true}, {.id = {"x"}}};
    for (const ActKind act : {ActKind::ForceRelease, ActKind::Wake}) {
        const Outcome<ActPlan> plan = m_format.plan(request(act), &seen);
        VERIFY_OK(plan);
        QCOMPARE(std::count(plan->args.begin(), plan->args.end(), ann), 1);
        QCOMPARE(plan->args.back(), ann);
        QVERIFY2(plan->steps.join(u'\n').contains(QLatin1String(ann)), name(act));
    }
    seen.waiters.queued.pop_back();
    QVERIFY(!m_format.plan(request(ActKind::ForceRelease), &seen)
                 ->warnings.join(u'\n')
                 .contains(QLatin1String("unknown")));
}

LOCKSCOPE_TEST(tst_fairlock)

} // namespace tst_fairlock

#include "tst_fairlock.moc"
