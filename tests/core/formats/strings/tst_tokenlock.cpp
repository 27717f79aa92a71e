// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/formats/holdernotices.h"
#include "core/formats/shapes.h"
#include "core/formats/strings/tokenlock.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDateTime>
#include <QTest>
#include <QTimeZone>

namespace tst_tokenlock
{

using namespace lockscope;
using lockscope::test::stringKey;

namespace
{

const QByteArray uuid = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");
// Generated at 2026-08-21 12:00:00 UTC on the machine 00:16:3e:01:02:03.
const QByteArray redisPy = QByteArrayLiteral("d5cea0009d5711f1a5c200163e010203");
const WallTime at = timedUuid(redisPy)->madeAt + std::chrono::seconds(5);

KeyReading reading(QByteArray key, QByteArray value, std::optional<milliseconds> ttl = milliseconds(30000),
                   WallTime wallAt = at)
{
    KeyReading lock = stringKey(std::move(key), std::move(value), ttl);
    lock.wallAt = wallAt;
    return lock;
}

} // namespace

class tst_tokenlock : public QObject
{
    Q_OBJECT

private slots:
    void recognises_data();
    void recognises();
    void lookAlikes_data();
    void lookAlikes();
    void tokensWithATime_data();
    void tokensWithATime();
    void explainsRedisPy();
    void explainsWhatIsInTheValue();
    void notesAreALibrarys();
    void saysWhereItMayBeSprings_data();
    void saysWhereItMayBeSprings();
    void makesWhatItRecognises();
    void plansEveryAct();
    void wakeIsNotThere();
    void badInput_data();
    void badInput();
    void acquireIsOneSet();
    void warnsWhereADeleteIsNotEnough_data();
    void warnsWhereADeleteIsNotEnough();

private:
    TokenLock m_format;
};

void tst_tokenlock::recognises_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::addColumn<QByteArray>("library"); // The most likely one; empty: unknown
    QTest::addColumn<Confidence>("confidence");
    const auto row = [](const char *title, KeyReading lock, const char *library, Confidence confidence) {
        QTest::newRow(title) << lock << QByteArray(library) << confidence;
    };
    row("redis-py under a lock's name", reading("lock:a", redisPy), "redis-py", Confidence::Certain);
    row("redis-py under any name", reading("report", redisPy), "redis-py", Confidence::Likely);
    row("django-redis", reading(":1:report", redisPy), "django-redis", Confidence::Likely);
    row("django-redis with a prefix", reading("shop:2:lock:a", redisPy), "django-redis", Confidence::Certain);
    row("redis-py without a timeout", reading("lock:a", redisPy, {}), "redis-py", Confidence::Certain);
    row("Celery's mutex", reading("unacked_mutex", redisPy), "Celery", Confidence::Certain);
    row("redbeat's lock", reading("redbeat::lock", redisPy), "redbeat", Confidence::Certain);
    row("node-redlock", reading("lock:a", "9f86d081884c4d63af2b4c6a1f0e7d55"), "node-redlock",
        Confidence::Likely);
    row("redsync", reading("my-mutex", "AAECAwQFBgcICQoLDA0ODw=="), "redsync", Confidence::Likely);
    row("RedLock.net or pottery", reading("redlock:a", uuid), "RedLock.net", Confidence::Likely);
    row("some UUID", reading("order:lock:a", uuid), "redlock-rb", Confidence::Likely);
    row("a UUID of another version", reading("lock:a", "8743c9c0-0795-7907-87fd-6c719a6b4586"), "",
        Confidence::Likely);
    row("a UUID in capitals", reading("lock:a", uuid.toUpper()), "", Confidence::Likely);
    row("Hangfire", reading("{hangfire}:queue:x:dequeued", uuid), "Hangfire", Confidence::Certain);
    row("Laravel", reading("app_database_lock_a", "aZ3kP0qLmN8sTr5v"), "Laravel", Confidence::Likely);
    row("Laravel's schedule", reading("laravel_framework/schedule-0123", "aZ3kP0qLmN8sTr5v"), "Laravel",
        Confidence::Certain);
    row("Laravel's unique job", reading("app-cache-laravel_unique_job:App\\Mail:7", "aZ3kP0qLmN8sTr5v"),
        "Laravel", Confidence::Certain);
    row("Laravel through phpredis's serialiser", reading("app-cache-lock-a", "s:16:\"aZ3kP0qLmN8sTr5v\";"),
        "Laravel", Confidence::Certain);
    row("redis-plus-plus", reading("lock:a", "aZ3kP0qLmN8sTr5vXyW1"), "redis-plus-plus", Confidence::Likely);
    row("bsm/redislock", reading("lock:a", "AAECAwQFBgcICQoLDA0ODw"), "bsm/redislock", Confidence::Likely);
    row("bsm/redislock with metadata", reading("lock:a", "AAECAwQFBgcICQoLDA0ODwweb-1, order 7"),
        "bsm/redislock", Confidence::Likely);
    row("rslock", reading("lock:a", QByteArray("\x01\xff\x02\x80").repeated(5)), "rslock",
        Confidence::Likely);
    row("Dapr", reading("lock||app||order", "somebody"), "Dapr", Confidence::Certain);
    row("a UUID in quotes", reading("lock:a", '"' + uuid + '"'), "", Confidence::Likely);
    row("any short value under a lock's name", reading("order:lock:7", "web-1:4242"), "", Confidence::Likely);
    row("Java serialisation", reading("lock:a", QByteArray("\xac\xed\x00\x05t\x00\x03web", 10)), "",
        Confidence::Likely);
    row("about to expire", reading("lock:a", uuid, milliseconds(0)), "redlock-rb", Confidence::Likely);
    row("on a device", reading("device:lock:7", uuid), "redlock-rb", Confidence::Likely);
    row("on a device, without an expiry", reading("device:lock:7", uuid, {}), "redlock-rb",
        Confidence::Guess);
    row("of what a property's name says", reading("lock:config", uuid), "redlock-rb", Confidence::Guess);
    row("GitLab", reading("gitlab:exclusive_lease:projects/7/gc", uuid), "GitLab", Confidence::Certain);
    row("activejob-uniqueness", reading("activejob_uniqueness:import_job:0123456789abcdef", uuid),
        "activejob-uniqueness", Confidence::Certain);
    row("celery-once", reading("qo_tasks.import_a-1", redisPy), "celery-once", Confidence::Likely);
    row("Sentry", reading("l:group-merge:7", "9f86d081884c4d63af2b4c6a1f0e7d55"), "node-redlock",
        Confidence::Guess);
    row("RQ's scheduler since 2.10", reading("rq:scheduler-lock:default", "9f86d081884c4d63af2b4c6a1f0e7d55"),
        "RQ", Confidence::Certain);
    row("Laravel's Cache::lock(), without a word in its name",
        reading("laravel_database_laravel_cache_:import", "aZ3kP0qLmN8sTr5v"), "Laravel", Confidence::Likely);
    row("the same of Laravel 8", reading("laravel_database_laravel_cache:import", "aZ3kP0qLmN8sTr5v"),
        "Laravel", Confidence::Likely);
}

void tst_tokenlock::recognises()
{
    QFETCH(KeyReading, lock);
    QFETCH(QByteArray, library);
    QFETCH(Confidence, confidence);
    QVERIFY(Registry::builtIn().mayBeLock({.key = lock.key.bytes, .type = lock.type, .ttl = lock.ttl}));
    const auto [format, decoded] = Registry::builtIn().decode(lock);
    QVERIFY(format && decoded);
    QVERIFY(decoded->kind == LockKind{"token-lock"});
    QVERIFY(decoded->libraries);
    const QByteArray first =
        decoded->libraries->empty()
            ? QByteArray()
            : QByteArray(decoded->libraries->front().data(), qsizetype(decoded->libraries->front().size()));
    QCOMPARE(first, library);
    QCOMPARE(int(decoded->confidence), int(confidence));
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders.front().id.bytes, lock.string);
    QCOMPARE(decoded->holders.front().count, qint64(1));
    QCOMPARE(decoded->holders.front().expiresAt.has_value(), lock.ttl.has_value());
    QVERIFY(!format->explain(lock).isEmpty());
    for (const std::string_view name : *decoded->libraries)
        QVERIFY2(std::count(m_format.libraries().begin(), m_format.libraries().end(), name) == 1,
                 name.data());
}

void tst_tokenlock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("lock");
    const auto row = [](const char *title, KeyReading lock) { QTest::newRow(title) << lock; };
    row("a session", reading("session:a", uuid));
    row("a cached digest", reading("page:a", "9f86d081884c4d63af2b4c6a1f0e7d55"));
    row("a cached key in base64", reading("key:a", "AAECAwQFBgcICQoLDA0ODw=="));
    row("a CSRF token", reading("csrf:a", "aZ3kP0qLmN8sTr5vXyW1"));
    row("a counter", reading("visits:a", "17"));
    row("a timestamp", reading("seen:a", "1787313600"));
    row("JSON", reading("cart:a", "{\"items\":[1,2]}"));
    row("JSON under a lock's name", reading("door_lock:7", "{\"battery\":80}"));
    row("a list in JSON under a lock's name", reading("lock:list", "[1,2]"));
    row("markup under a lock's name", reading("lock:page", "<html></html>"));
    row("a long text under a lock's name", reading("lock:help", QByteArray("how to lock ").repeated(20)));
    row("a long word under a lock's name", reading("lock:blob", QByteArray("x").repeated(129)));
    row("a link under a lock's name", reading("lock:link", "https://example.org/lock"));
    row("an amount under a lock's name", reading("lock:price", "12.50"));
    row("an old UUID with a time is a stored id",
        reading("user:7:id", redisPy, milliseconds(1000), at + std::chrono::hours(24 * 90)));
    row("a UUID with a time and no expiry under any name", reading("user:7:id", redisPy, {}));
    row("a blocked account", reading("blocked:user:7", uuid));
    row("a word for free", reading("lock:a", "unlocked"));
    row("BullMQ's word for no lock", reading("bull:mail:7:lock", "0"));
    KeyReading large = reading("lock:a", "");
    large.size = 100 * 1024 * 1024;
    row("a value that was not read", large);
    KeyReading cut = reading("lock:a", uuid);
    cut.size = 600;
    row("a value that was read in part", cut);
    KeyReading list = reading("lock:a", uuid);
    list.type = ValueType::List;
    row("another type", list);
}

void tst_tokenlock::lookAlikes()
{
    QFETCH(KeyReading, lock);
    QVERIFY(!m_format.decode(lock));
    QVERIFY(m_format.explain(lock).isEmpty());
    QVERIFY2(!Registry::builtIn().decode(lock).first, "and no other family takes it either");
}

void tst_tokenlock::tokensWithATime_data()
{
    QTest::addColumn<WallTime>("readAt");
    QTest::addColumn<bool>("certain");
    const WallTime made = at - std::chrono::seconds(5);
    QTest::newRow("just made") << made << true;
    QTest::newRow("made a day ago") << made + std::chrono::hours(24) << true;
    QTest::newRow("by a clock half a minute ahead") << made - std::chrono::seconds(30) << true;
    QTest::newRow("from the future") << made - std::chrono::minutes(2) << false;
    QTest::newRow("a season ago") << made + std::chrono::hours(24 * 90) << false;
    QTest::newRow("at a time not known") << WallTime() << false;
}

void tst_tokenlock::tokensWithATime()
{
    QFETCH(WallTime, readAt);
    QFETCH(bool, certain);
    const auto decoded = m_format.decode(reading("lock:a", redisPy, milliseconds(1000), readAt));
    QVERIFY(decoded);
    QCOMPARE(decoded->confidence == Confidence::Certain, certain);
    QCOMPARE(m_format.decode(reading("report", redisPy, milliseconds(1000), readAt)).has_value(), certain);
}

void tst_tokenlock::explainsRedisPy()
{
    const QString text = m_format.explain(reading("lock:a", redisPy)).join(QLatin1Char('\n'));
    QVERIFY2(text.contains(QLatin1String("2026-08-21T12:00:00")), qPrintable(text));
    QVERIFY(text.contains(QLatin1String("MAC address 00:16:3e:01:02:03")));
    QVERIFY(text.contains(QLatin1String("Clock sequence 9666")));
    QVERIFY(text.contains(QLatin1String("5 s ago")) || text.contains(QLatin1String("5.0 s ago")));
    QByteArray random = redisPy;
    random[21] = '1'; // The multicast bit of the node
    const QString other = m_format.explain(reading("lock:a", random)).join(QLatin1Char('\n'));
    QVERIFY(!other.contains(QLatin1String("MAC address 0")));
    QVERIFY(other.contains(QLatin1String("01:16:3e:01:02:03 instead of")));
}

void tst_tokenlock::explainsWhatIsInTheValue()
{
    const auto explained = [this](QByteArray key, QByteArray value, std::optional<milliseconds> ttl = {}) {
        return m_format.explain(reading(std::move(key), std::move(value), ttl)).join(QLatin1Char('\n'));
    };
    QVERIFY(explained("lock:a", redisPy).contains(QLatin1String("no expiry")));
    const QString bsm = explained("lock:a", "AAECAwQFBgcICQoLDA0ODwweb-1");
    QVERIFY2(bsm.contains(QLatin1String("added web-1\n")), qPrintable(bsm));
    QVERIFY2(!bsm.contains(QLatin1String("one lock")), "the shape says nothing of the library");
    QVERIFY(explained("lock:a", "web-1:4242", milliseconds(1000))
                .contains(QLatin1String("application chose it")));
}

void tst_tokenlock::notesAreALibrarys()
{
    QVERIFY(libraryNote("bsm/redislock", "lock:a").contains(QLatin1String("one lock")));
    QVERIFY(libraryNote("Celery", "unacked_mutex").contains(QLatin1String("lost messages")));
    QVERIFY(libraryNote("redbeat", "redbeat::lock").contains(QLatin1String("each tick")));
    QVERIFY(libraryNote("redis-plus-plus", "lock:7").contains(QLatin1String("funnel")));
    QVERIFY(libraryNote("redis-plus-plus", "lock:a").isEmpty());
    QVERIFY(libraryNote("celery-once", "qo_a").contains(QLatin1String("none waits")));
}

void tst_tokenlock::saysWhereItMayBeSprings_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("maybe");
    QTest::newRow("a UUID under a name with a colon") << QByteArray("locks:order") << uuid << true;
    QTest::newRow("a name without one") << QByteArray("orderLock") << uuid << false;
    QTest::newRow("RedLock.net's name") << QByteArray("redlock:order") << uuid << false;
    QTest::newRow("another token") << QByteArray("locks:order") << redisPy << false;
}

// A release then takes the steps that suit both.
void tst_tokenlock::saysWhereItMayBeSprings()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(bool, maybe);
    const std::vector<LockKind> kinds = Registry::builtIn().alternatives(reading(key, value));
    QCOMPARE(std::find(kinds.begin(), kinds.end(), LockKind{"spring-lock"}) != kinds.end(), maybe);
    const ActRequest force{.act = ActKind::ForceRelease, .key = {key}, .expectedOwner = OwnerId{value}};
    const Outcome<ActPlan> plan = m_format.plan(force, nullptr);
    QVERIFY(plan->kind == LockKind{"token-lock"});
    QCOMPARE(plan->script, QByteArray(maybe ? "spring-force-release" : "token-force-release"));
    QCOMPARE(plan->channels.empty(), !maybe);
    if (maybe)
        QCOMPARE(plan->args, (std::vector<QByteArray>{"owner", value, "may", key, "locks-channel:locks:order",
                                                      "locks-channel"}));
}

void tst_tokenlock::makesWhatItRecognises()
{
    const OwnerId owner = m_format.makeOwner();
    QVERIFY(owner != m_format.makeOwner());
    QVERIFY(m_format.decode(reading("lock:a", owner.bytes)));
    QCOMPARE(m_format.defaultLease(), milliseconds(30000));
    QCOMPARE(*m_format.watchdogPeriod(milliseconds(9000)), milliseconds(3000));
    QVERIFY(!m_format.reentrant());
    QVERIFY(!m_format.wakeChannel({"lock:a"}));
}

void tst_tokenlock::plansEveryAct()
{
    for (const ActKind act :
         {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        const Outcome<ActPlan> plan = m_format.plan(
            {.act = act, .key = {"lock:a"}, .owner = {redisPy}, .lease = milliseconds(5000)}, nullptr);
        VERIFY_OK(plan);
        QVERIFY(plan->act == act && plan->key == LockName{"lock:a"} && plan->kind == LockKind{"token-lock"});
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QCOMPARE(plan->keys, std::vector<QByteArray>{"lock:a"});
        QVERIFY(!plan->steps.isEmpty() && !plan->commands.isEmpty() && plan->channels.empty());
    }
}

void tst_tokenlock::wakeIsNotThere()
{
    const Outcome<ActPlan> plan = m_format.plan({.act = ActKind::Wake, .key = {"lock:a"}}, nullptr);
    VERIFY_FAILS(plan, ErrorKind::Unsupported);
    QVERIFY(plan.failure().text.contains(QLatin1String("channel")));
}

void tst_tokenlock::badInput_data()
{
    QTest::addColumn<ActRequest>("asked");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *title, ActRequest asked, const char *says) {
        QTest::newRow(title) << asked << QString::fromLatin1(says);
    };
    row("no name", {.act = ActKind::Acquire}, "name");
    row("renew without an owner", {.act = ActKind::Renew, .key = {"a"}}, "owner");
    row("release without an owner", {.act = ActKind::Release, .key = {"a"}}, "owner");
    row("a lease of nothing", {.act = ActKind::Acquire, .key = {"a"}, .lease = milliseconds(0)}, "lease");
    row("set-expiry without a time", {.act = ActKind::SetExpiry, .key = {"a"}}, "expiry");
    row("an endless owner", {.act = ActKind::Acquire, .key = {"a"}, .owner = {QByteArray(513, 'x')}}, "512");
    row("two holds of a lock that has one", {.act = ActKind::ForceRelease, .key = {"a"}, .expectedCount = 2},
        "one hold");
}

void tst_tokenlock::badInput()
{
    QFETCH(ActRequest, asked);
    QFETCH(QString, says);
    const Outcome<ActPlan> plan = m_format.plan(asked, nullptr);
    VERIFY_FAILS(plan, ErrorKind::BadInput);
    QVERIFY2(plan.failure().text.contains(says), qPrintable(plan.failure().text));
}

void tst_tokenlock::acquireIsOneSet()
{
    const Outcome<ActPlan> plan = m_format.plan(
        {.act = ActKind::Acquire, .key = {"lock:a"}, .owner = {"web 1"}, .lease = milliseconds(5000)},
        nullptr);
    QCOMPARE(plan->commands, QStringList{QStringLiteral("redis-cli SET lock:a 'web 1' NX PX 5000")});
    const Outcome<ActPlan> own = m_format.plan({.act = ActKind::Acquire, .key = {"lock:a"}}, nullptr);
    QVERIFY(isUuid(own->args[0]));
    QCOMPARE(own->args[1], QByteArray("30000"));
}

void tst_tokenlock::warnsWhereADeleteIsNotEnough_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("owner");
    QTest::addColumn<QString>("says");
    const QByteArray base64("AAECAwQFBgcICQoLDA0ODw==");
    QTest::newRow("one of several nodes") << QByteArray("lock:a") << base64 << QStringLiteral("other nodes");
    QTest::newRow("one of several keys")
        << QByteArray("lock:a") << QByteArray("AAECAwQFBgcICQoLDA0ODw") << QStringLiteral("the same value");
    QTest::newRow("a job of Hangfire")
        << QByteArray("{hangfire}:lock:a") << uuid << QStringLiteral("another lock of the same process");
    QTest::newRow("a command of Laravel's scheduler")
        << QByteArray("framework/schedule-0123") << QByteArray("aZ3kP0qLmN8sTr5v")
        << QStringLiteral("start the command again");
}

void tst_tokenlock::warnsWhereADeleteIsNotEnough()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, owner);
    QFETCH(QString, says);
    const Outcome<ActPlan> expected =
        m_format.plan({.act = ActKind::ForceRelease, .key = {key}, .expectedOwner = OwnerId{owner}}, nullptr);
    QVERIFY(expected->warnings.join(QLatin1Char('\n')).contains(says));
    Lock seen;
    seen.holders.append(Holder{.id = {owner}});
    const Outcome<ActPlan> any = m_format.plan({.act = ActKind::ForceRelease, .key = {key}}, &seen);
    QVERIFY(any->warnings.join(QLatin1Char('\n')).contains(says));
    const Outcome<ActPlan> other = m_format.plan(
        {.act = ActKind::ForceRelease, .key = {"lock:b"}, .expectedOwner = OwnerId{"web-1"}}, nullptr);
    QVERIFY(!other->warnings.join(QLatin1Char('\n')).contains(says));
}

LOCKSCOPE_TEST(tst_tokenlock)

} // namespace tst_tokenlock

#include "tst_tokenlock.moc"
