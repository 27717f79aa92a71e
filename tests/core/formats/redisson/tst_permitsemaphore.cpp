// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_permitsemaphore
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const QByteArray raw = QByteArrayLiteral("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10");
const QByteArray hex = QByteArrayLiteral("0123456789abcdef0123456789abcdef");
const QByteArray channel = QByteArrayLiteral("redisson_sc:{jobs}");
constexpr double Never = 922337203685477.0;

double in(milliseconds time)
{
    const auto since1970 = std::chrono::duration_cast<milliseconds>(wallNow().time_since_epoch());
    return double((since1970 + time).count());
}

KeyReading permitsOf(const QByteArray &key, std::vector<Member> members)
{
    return {.key = {key},
            .type = ValueType::SortedSet,
            .size = qint64(members.size()),
            .members = std::move(members),
            .readAt = now()};
}

KeyReading semaphore(const QByteArray &value, std::vector<Member> members)
{
    KeyReading reading{
        .key = {"jobs"}, .type = ValueType::String, .size = value.size(), .string = value, .readAt = now()};
    reading.companions = {permitsOf("{jobs}:timeout", std::move(members))};
    reading.companionsRead = true;
    return reading;
}

const Format &format()
{
    return *Registry::builtIn().find("permit-semaphore");
}

} // namespace

class tst_permitsemaphore : public QObject
{
    Q_OBJECT

private slots:
    void countsWhatIsOutAndOverdue();
    void eachHolderHasItsOwnTime();
    void aTimeFarAheadStaysWhereItIs();
    void moreThanWereRead();
    void whatIsLeftOfADeletedOne();
    void lookAlikes_data();
    void lookAlikes();
    void thePermitsAreACompanion_data();
    void thePermitsAreACompanion();
    void asksForThePermits();
    void explains();
    void plansEveryAct();
    void takesIdsInEitherForm();
    void comparesAllThatWasShown();
    void setsTheTimeOfOnePermit();
    void badInput();
};

void tst_permitsemaphore::countsWhatIsOutAndOverdue()
{
    const KeyReading reading = semaphore("2", {{"bbbbbbbbbbbbbbbb", in(-5s)}, {raw, in(30s)}, {hex, Never}});
    const auto [found, decoded] = Registry::builtIn().decode(reading);
    QCOMPARE(found, &format());
    QCOMPARE(int(decoded->confidence), int(Confidence::Certain));
    QVERIFY(decoded->lasting);
    const Permits &permits = *decoded->extras->permits;
    QCOMPARE(permits.available, 3);
    QCOMPARE(permits.held, 2);
    QCOMPARE(permits.total, 5);
    QCOMPARE(permits.overdue, 1);
    QCOMPARE(decoded->extras->companions, std::vector<LockName>{{"{jobs}:timeout"}});
}

void tst_permitsemaphore::eachHolderHasItsOwnTime()
{
    const KeyReading reading = semaphore("0", {{"bbbbbbbbbbbbbbbb", in(-5s)}, {raw, in(30s)}, {hex, Never}});
    const std::optional<Decoded> decoded = format().decode(reading);
    QCOMPARE(decoded->holders.size(), 2);
    QCOMPARE(decoded->holders[0].id.bytes, raw);
    QVERIFY(decoded->holders[0].mode == HoldMode::Permit);
    const milliseconds left = millisecondsBetween(now(), *decoded->holders[0].expiresAt);
    QVERIFY(left > 20s && left <= 31s);
    QCOMPARE(decoded->holders[1].id.bytes, hex);
    QVERIFY(!decoded->holders[1].expiresAt);
}

// An end that moved with each read would look like a renewal.
void tst_permitsemaphore::aTimeFarAheadStaysWhereItIs()
{
    KeyReading reading = semaphore("0", {{raw, 9e13}});
    const auto end = [&reading] { return *format().decode(reading)->holders.front().expiresAt; };
    const Instant before = end();
    QVERIFY(before - now() > std::chrono::years(60));
    KeyReading &permits = reading.companions.front();
    permits.readAt += 1h;
    permits.wallAt += 1h;
    QCOMPARE(end(), before);
}

void tst_permitsemaphore::moreThanWereRead()
{
    KeyReading reading = semaphore("0", {{raw, in(-1s)}, {hex, in(30s)}});
    reading.companions.front().size = 1000;
    const std::optional<Decoded> decoded = format().decode(reading);
    QCOMPARE(decoded->extras->permits->held, 999);
    QCOMPARE(decoded->extras->permits->total, 1000);
    QVERIFY(format().explain(reading).join(QLatin1Char('\n')).contains(QLatin1String("first permits")));
}

void tst_permitsemaphore::whatIsLeftOfADeletedOne()
{
    KeyReading reading = semaphore({}, {{raw, Never}});
    reading.type = ValueType::None;
    const auto [found, decoded] = Registry::builtIn().decode(reading);
    QCOMPARE(found, &format());
    QCOMPARE(int(decoded->confidence), int(Confidence::Likely));
    QCOMPARE(decoded->extras->permits->total, 1);
    QCOMPARE(decoded->extras->permits->available, 0);
    QCOMPARE(decoded->holders.size(), 1);
}

void tst_permitsemaphore::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::newRow("members that are no ids") << semaphore("1", {{"task:7", in(5s)}});
    QTest::newRow("one member that is no id") << semaphore("1", {{raw, in(5s)}, {"task:7", in(6s)}});
    QTest::newRow("scores that are no times") << semaphore("1", {{raw, 7}});
    QTest::newRow("scores in seconds") << semaphore("1", {{raw, in(0s) / 1000}});
    QTest::newRow("a string that is not a number") << semaphore("green", {{raw, in(5s)}});
    QTest::newRow("without permits") << semaphore("1", {});
    KeyReading alone = semaphore("1", {});
    alone.companions.clear();
    QTest::newRow("the number alone") << alone;
    KeyReading hash = semaphore("1", {{raw, in(5s)}});
    hash.type = ValueType::Hash;
    QTest::newRow("a hash") << hash;
    KeyReading list = semaphore("1", {{raw, in(5s)}});
    list.companions.front().type = ValueType::List;
    QTest::newRow("a list of permits") << list;
    KeyReading other = semaphore("1", {{raw, in(5s)}});
    other.companions.front().key = {"{other}:timeout"};
    QTest::newRow("another's permits") << other;
}

void tst_permitsemaphore::lookAlikes()
{
    QFETCH(KeyReading, reading);
    QVERIFY(!format().decode(reading));
    QVERIFY(format().explain(reading).isEmpty());
    QVERIFY(!Registry::builtIn().decode(reading).first);
}

void tst_permitsemaphore::thePermitsAreACompanion_data()
{
    QTest::addColumn<QByteArray>("subject");
    QTest::newRow("{jobs}:timeout") << QByteArray("jobs");
    QTest::newRow("a{b}c:timeout") << QByteArray("a{b}c");
    QTest::newRow("{a}b:timeout") << QByteArray("{a}b");
    QTest::newRow("jobs:timeout") << QByteArray();
    QTest::newRow("{jobs}:timeouts") << QByteArray();
    QTest::newRow("{jobs}") << QByteArray();
}

void tst_permitsemaphore::thePermitsAreACompanion()
{
    QFETCH(QByteArray, subject);
    const NameRole role = Registry::builtIn().roleOf(QTest::currentDataTag());
    QCOMPARE(role.kind == NameRole::Kind::Companion, !subject.isEmpty());
    QCOMPARE(role.subject.bytes, subject);
}

void tst_permitsemaphore::asksForThePermits()
{
    KeyReading reading = semaphore("1", {});
    reading.companions.clear();
    const auto asked = [&reading] { return format().companions(reading); };
    QCOMPARE(asked().size(), size_t(1));
    QCOMPARE(asked().front().key.bytes, QByteArray("{jobs}:timeout"));
    QVERIFY2(asked().front().essential, "without an expiry, as semaphores are");
    reading.ttl = 5s;
    QVERIFY2(!asked().front().essential, "not for every number");
    reading.listened = channel;
    QVERIFY2(asked().front().essential, "somebody waits for a permit");
    reading.key = {"job:semaphore"};
    reading.listened.clear();
    QVERIFY2(asked().front().essential, "the name says so");
    reading.string = "ready";
    reading.size = 5;
    QVERIFY(asked().empty());
    reading.type = ValueType::None;
    QVERIFY(!asked().empty());
}

void tst_permitsemaphore::explains()
{
    const QString text =
        format()
            .explain(semaphore("2", {{"bbbbbbbbbbbbbbbb", in(-5s)}, {raw, in(30s)}, {hex, Never}}))
            .join(QLatin1Char('\n'));
    QVERIFY(text.contains(QLatin1String("2 permit(s) held")));
    QVERIFY(text.contains(QLatin1String("1 expired permit(s)")));
    QVERIFY(text.contains(QLatin1String("1 permit(s) without an expiry")));
}

void tst_permitsemaphore::plansEveryAct()
{
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::Wake, ActKind::SetExpiry, ActKind::RemoveShare}) {
        const Outcome<ActPlan> plan =
            format().plan({.act = act, .key = {"jobs"}, .owner = {raw}, .lease = 5s}, nullptr);
        VERIFY_OK(plan);
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QCOMPARE(plan->keys, (std::vector<QByteArray>{"jobs", "{jobs}:timeout"}));
        QVERIFY(plan->kind == LockKind{"permit-semaphore"} && !plan->steps.isEmpty());
        QVERIFY(!plan->commands.isEmpty());
        QCOMPARE(plan->channels.empty(), act == ActKind::Renew || act == ActKind::SetExpiry);
    }
    const OwnerId made = format().makeOwner();
    QCOMPARE(made.bytes.size(), 16);
    QVERIFY(made != format().makeOwner());
}

void tst_permitsemaphore::takesIdsInEitherForm()
{
    const auto args = [](ActKind act, const QByteArray &id) {
        return format().plan({.act = act, .key = {"jobs"}, .owner = {id}}, nullptr)->args;
    };
    QCOMPARE(args(ActKind::Acquire, hex).front(), QByteArray::fromHex(hex));
    QCOMPARE(args(ActKind::Release, hex), (std::vector<QByteArray>{hex, QByteArray::fromHex(hex), channel}));
    QCOMPARE(args(ActKind::RemoveShare, raw), (std::vector<QByteArray>{raw, raw.toHex(), channel}));
    const Outcome<ActPlan> plan =
        format().plan({.act = ActKind::Release, .key = {"jobs"}, .owner = {raw}}, nullptr);
    QVERIFY2(plan->steps.join(QLatin1Char(' ')).contains(QLatin1String(raw.toHex())),
             "shown as the library gives it out");
}

void tst_permitsemaphore::comparesAllThatWasShown()
{
    ActRequest force{.act = ActKind::ForceRelease, .key = {"jobs"}};
    const Outcome<ActPlan> any = format().plan(force, nullptr);
    QCOMPARE(any->args, (std::vector<QByteArray>{"any", channel}));
    force.expectedOwner = OwnerId{raw};
    QCOMPARE(format().plan(force, nullptr)->args, (std::vector<QByteArray>{"permits", channel, raw}));
    force.expectedHolders = {Holder{.id = {raw}}, Holder{.id = {hex}}};
    const Outcome<ActPlan> all = format().plan(force, nullptr);
    QCOMPARE(all->args, (std::vector<QByteArray>{"permits", channel, raw, hex}));
    QVERIFY(any->warnings.size() > all->warnings.size());
}

void tst_permitsemaphore::setsTheTimeOfOnePermit()
{
    ActRequest sooner{.act = ActKind::SetExpiry, .key = {"jobs"}, .lease = 5s};
    VERIFY_FAILS(format().plan(sooner, nullptr), ErrorKind::Unsupported);
    Lock seen;
    seen.holders.append(Holder{.id = {raw}});
    QCOMPARE(format().plan(sooner, &seen)->args, (std::vector<QByteArray>{raw, raw.toHex(), "5000"}));
    seen.holders.append(Holder{.id = {hex}});
    VERIFY_FAILS(format().plan(sooner, &seen), ErrorKind::Unsupported);
    sooner.expectedOwner = OwnerId{hex};
    VERIFY_OK(format().plan(sooner, &seen));
    sooner.lease.reset();
    VERIFY_FAILS(format().plan(sooner, &seen), ErrorKind::BadInput);
}

void tst_permitsemaphore::badInput()
{
    const auto refused = [](const ActRequest &request) {
        VERIFY_FAILS(format().plan(request, nullptr), ErrorKind::BadInput);
    };
    refused({.act = ActKind::Acquire});
    refused({.act = ActKind::Acquire, .key = {"jobs"}, .owner = {"me"}});
    refused({.act = ActKind::Release, .key = {"jobs"}});
    refused({.act = ActKind::Release, .key = {"jobs"}, .owner = {"me"}});
    refused({.act = ActKind::RemoveShare, .key = {"jobs"}});
}

LOCKSCOPE_TEST(tst_permitsemaphore)

} // namespace tst_permitsemaphore

#include "tst_permitsemaphore.moc"
