// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/formats/lockwords.h"
#include "core/formats/redissonnames.h"
#include "core/formats/shapes.h"
#include "core/redis/glob.h"
#include "tests/support/plantexts.h"
#include "tests/support/runner.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_registry
{

using namespace lockscope;
using namespace lockscope::test;

class tst_registry : public QObject
{
    Q_OBJECT

private slots:
    void companionsAreNeverListed_data();
    void companionsAreNeverListed();
    void lockWords_data();
    void lockWords();
    void names();
    void braces_data();
    void braces();
    void findsAFamilyByItsName();
    void theGeneralFamiliesMakeWhatTheyRecognise();
    void everyFamilyAnswersForItself();
    void whatIsSentIsTheSameWithoutTexts();
    void defaultPatternsCoverNoneOfEachOther();
    void defaultPatternsFind_data();
    void defaultPatternsFind();
    void onlyTheTypesOfTheFamiliesAreRead();
    void nothingIsDecodedFromNothing();
    void essentialCompanionsAreThoseOfAllFamilies();
    void anyBytesAreJudged();
    void whatLockStandsFor_data();
    void whatLockStandsFor();
};

void tst_registry::companionsAreNeverListed_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<bool>("companion");
    const auto row = [](const char *title, const char *key, bool companion) {
        QTest::newRow(title) << QByteArray(key) << companion;
    };
    row("the queue of a fair lock", "redisson_lock_queue:{order}", true);
    row("the queue of a lock with a tag", "redisson_lock_queue:a{order}b", true);
    row("the deadlines of a fair lock", "redisson_lock_timeout:{order}", true);
    row("the token counter of a fenced lock", "redisson_lock_token:{order}", true);
    row("an unlock latch", "redisson_unlock_latch:{order}:0123456789abcdef0123456789abcdef", true);
    row("a read hold", "{order}:8743c9c0-0795-4907-87fd-6c719a6b4586:57:rwlock_timeout:1", true);
    row("permits of a semaphore", "{order}:timeout", true);
    row("a map cache", "redisson_map_cache_last_access__set:{x}", true);
    row("timeouts of a set", "redisson__timeout__set:{x}", true);
    row("the latch of a task", "redisson__execute_task_once_latch:{x}", true);
    row("a delay queue", "redisson_delay_queue:{x}", true);
    row("a live object", "redisson_live_object:{x}", true);
    row("the value of a rate limiter", "{limiter:lock}:value", true);
    row("the permits of a rate limiter", "{limiter:lock}:permits", true);
    row("those of one client", "{limiter:lock}:value:8743c9c0-0795-4907-87fd-6c719a6b4586", true);
    row("a value of something else", "limiter:lock:value", false);
    row("a value behind another word", "{limiter}:lock:value", false);
    row("the wake-up list of python-redis-lock", "lock-signal:order", true);
    row("all digests of sidekiq-unique-jobs", "uniquejobs:digests", true);
    row("Symfony's probe", "symfony_check_support_time", true);
    row("the lock of a sorted set is one", "redisson_sortedset_lock:{x}", false);
    row("a lock", "lock:order", false);
    row("a lock named like the library", "redisson:lock:order", false);
    row("a name that only contains the words", "my_redisson_lock_queue:{x}", false);
    row("a timeout of something else", "order:timeout", false);
    row("the main key of a python-redis-lock", "lock:signal", false);
}

void tst_registry::companionsAreNeverListed()
{
    QFETCH(QByteArray, key);
    QFETCH(bool, companion);
    QCOMPARE(Registry::builtIn().roleOf(key).kind != NameRole::Kind::Open, companion);
    if (companion) {
        for (const ValueType type : {ValueType::String, ValueType::Hash})
            QVERIFY(
                !Registry::builtIn().decode({.key = {key}, .type = type, .ttl = milliseconds(1000)}).first);
        const KeyReading reading{.key = {key}, .type = ValueType::String, .size = 1, .string = "1"};
        QVERIFY(!Registry::builtIn().decode(reading).second);
    }
}

void tst_registry::lockWords_data()
{
    QTest::addColumn<bool>("isLock");
    for (const char *name :
         {"lock",          "lock:order:7",     "order:lock",    "LOCK",         "ORDER_LOCK_7",
          "orderLock",     "OrderLock7",       "order-lock",    "redlock:a",    "RedLock",
          "rwlock",        "spinlock:a",       "userlock:5",    "locks:a",      "mutex",
          "app:mutex:1",   "globalMutex",      "unacked_mutex", "lck:7",        "XMLLock",
          "joblock",       "asynclock",        "dblock",        "lock||app||x", "bull:mail:7:lock",
          "redbeat::lock", "\xe9\x94\x81lock", "{order}lock",   "myLockKey"})
        QTest::newRow(name) << true;
    for (const char *name :
         {"",          "block",          "blocked:user:7", "clock",     "oclock", "unlock:order",
          "unlocked",  "lockout:user:7", "locked:user:7",  "locker:12", "flock",  "datablock:9",
          "timeclock", "sherlock",       "deadlock:stats", "commute",   "mute",   "loc",
          "ock",       "blockchain:7",   "stock",          "rocks",     "lo:ck",  "order:7"})
        QTest::newRow(qPrintable(QStringLiteral("no: %1").arg(QString::fromUtf8(name)))) << false;
}

void tst_registry::lockWords()
{
    QByteArray key = QTest::currentDataTag();
    if (key.startsWith("no: "))
        key = key.sliced(4);
    QTEST(hasLockWord(key), "isLock");
}

void tst_registry::whatLockStandsFor_data()
{
    QTest::addColumn<LockSense>("sense");
    const auto rows = [](LockSense sense, std::initializer_list<const char *> names) {
        for (const char *name : names)
            QTest::newRow(name) << sense;
    };
    rows(LockSense::Lock, {"lock",
                           "lock:order:7",
                           "order:7:lock",
                           "order_lock:7",
                           "order_lock_7",
                           "lock-import-users",
                           "orderLock",
                           "app:lock:invoice:42",
                           "lock:account:42",
                           "lock:session:ab12",
                           "page:7_lock7",
                           "package:lock:7",
                           "PHPREDIS_SESSION:9f_LOCK",
                           "redlock:a",
                           "myapp.lock.order",
                           "terraform:lock:prod",
                           "chart-lock:7",
                           "child:5:lock",
                           "lock:title:42",
                           "lock:label:7"});
    rows(LockSense::Doubtful,
         {"account:lock:ann", "login:lock:ann", "door:front:lock", "lock:front:door", "smart_lock:12",
          "user_lock_notes:7", "lock:cache:stats", "homeassistant:lock.front_door", "bike:lock:1204",
          "tv:child_lock", "keyboard:num_lock", "caps_lock:ann", "steering-lock:car", "androidRotationLock",
          "android:rotation_lock"});
    rows(LockSense::Property, {"config:lock_timeout", "lock:timeout", "locks:count", "door:lock:status",
                               "lockTimeout", "lock:status:alice", "iot:lock:7:firmware",
                               "db:lock_timeout_ms", "lesson:mutex:title", "lock:icon"});
    rows(LockSense::None,
         {"", "yarn.lock:hash", "package-lock.json:sha", "Cargo.lock", "terraform.lock.hcl:sha", "deno.lock",
          "Chart.lock:sha", "mix.lock:etag", "smartlock:77:battery", "clock:skew", "block:7", "unlock:7",
          "promo:countdown", "order:7"});
}

void tst_registry::whatLockStandsFor()
{
    QTEST(lockSense(QTest::currentDataTag()), "sense");
}

void tst_registry::names()
{
    const char uuid[] = "8743c9c0-0795-4907-87fd-6c719a6b4586";
    QVERIFY(isUuid(uuid));
    QVERIFY(!isUuid("8743c9c0-0795-4907-87fd-6c719a6b458g"));
    QVERIFY(!isUuid("8743c9c00795-4907-87fd-6c719a6b4586-"));
    QCOMPARE(decimal("-9223372036854775808"), std::optional<qint64>(std::numeric_limits<qint64>::min()));
    QVERIFY(!decimal("9223372036854775808"));
    QVERIFY(!decimal("+1") && !decimal("01") && !decimal("") && !decimal("-") && !decimal("1 ") &&
            !decimal("-0"));
    QCOMPARE(decimal("0"), std::optional<qint64>(0));
    QVERIFY(isBase64Of("AAECAwQFBgcICQoLDA0ODw==", 16));
    QVERIFY2(!isBase64Of("AAECAwQFBgcICQoLDA0ODx==", 16), "an encoder leaves the unused bits zero");
    QVERIFY(isBase64Of("AAECAwQFBgcICQoLDA0ODxAR", 18));
    QVERIFY(isUrlBase64Of("AAECAwQFBgcICQoLDA0ODw", 16));
    QVERIFY(isEpochTime("1724242424") && isEpochTime("1724242424123") && isEpochTime("1724242424.5"));
    QVERIFY(!isEpochTime("7") && !isEpochTime("99999999999") && !isEpochTime("1724242424.") &&
            !isEpochTime("x"));
    QVERIFY2(!timedUuid("ffffffffffff1fff8fffffffffffffff"), "thousands of years away: no time");
}

void tst_registry::braces_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("prefixed");
    QTest::addColumn<QByteArray>("suffixed");
    QTest::newRow("a plain name gets braces")
        << QByteArray("order") << QByteArray("p:{order}") << QByteArray("{order}:s");
    QTest::newRow("a name with a tag keeps its own")
        << QByteArray("a{order}b") << QByteArray("p:a{order}b") << QByteArray("a{order}b:s");
    QTest::newRow("an opening brace is enough")
        << QByteArray("a{b") << QByteArray("p:a{b") << QByteArray("a{b:s");
    QTest::newRow("a closing brace is not")
        << QByteArray("a}b") << QByteArray("p:{a}b}") << QByteArray("{a}b}:s");
    QTest::newRow("binary names stay binary")
        << QByteArray("a\0\xff", 3) << QByteArray("p:{a\0\xff}", 7) << QByteArray("{a\0\xff}:s", 7);
}

void tst_registry::braces()
{
    QFETCH(QByteArray, name);
    QTEST(redissonPrefixed("p", name), "prefixed");
    QTEST(redissonSuffixed(name, "s"), "suffixed");
}

void tst_registry::findsAFamilyByItsName()
{
    const Registry &registry = Registry::builtIn();
    QVERIFY(registry.kinds().size() >= 3);
    for (const LockKind kind : registry.kinds()) {
        const Format *format = registry.find(QByteArrayView(kind.name.data(), qsizetype(kind.name.size())));
        QVERIFY(format);
        QVERIFY(format->kind() == kind);
    }
    QVERIFY(registry.find("rlock") && registry.find("token-lock") && registry.find("untokened-lock"));
    QVERIFY(!registry.find("") && !registry.find("rloc") && !registry.find("rlockx"));
}

void tst_registry::theGeneralFamiliesMakeWhatTheyRecognise()
{
    const Registry &registry = Registry::builtIn();
    for (const LockKind kind : {LockKind{"rlock"}, LockKind{"token-lock"}, LockKind{"untokened-lock"}}) {
        const Format *format = registry.find(QByteArrayView(kind.name.data(), qsizetype(kind.name.size())));
        const OwnerId owner = format->makeOwner();
        QVERIFY(!owner.isEmpty());
        KeyReading reading{.key = {"lock:order"}, .ttl = format->defaultLease()};
        if (kind == LockKind{"rlock"}) {
            reading.type = ValueType::Hash;
            reading.size = 1;
            reading.fields = {{owner.bytes, "1"}};
        } else {
            reading.type = ValueType::String;
            reading.size = owner.bytes.size();
            reading.string = owner.bytes;
        }
        if (format->defaultLease() == milliseconds(0))
            reading.ttl.reset();
        QVERIFY(registry.mayBeLock({.key = reading.key.bytes, .type = reading.type, .ttl = reading.ttl}));
        const auto decoded = registry.decode(reading);
        QCOMPARE(decoded.first, format);
        QVERIFY(decoded.second && decoded.second->kind == kind && decoded.second->libraries);
        QCOMPARE(decoded.second->holders.front().id, owner);
        QVERIFY(!format->explain(reading).isEmpty());
    }
}

void tst_registry::everyFamilyAnswersForItself()
{
    for (const auto &format : Registry::builtIn().formats()) {
        const QByteArray kind(format->kind().name.data(), qsizetype(format->kind().name.size()));
        QVERIFY2(!format->title().isEmpty() && !format->legend().isEmpty(), kind.constData());
        QVERIFY2(!format->libraries().empty() || format->nature() == Nature::Bare, kind.constData());
        QVERIFY2(format->rank() > 0, "the user's rules come before");
        for (const Fingerprint &print : format->fingerprints())
            QVERIFY2(isLowerHex(QByteArrayView(print.sha1.data(), qsizetype(print.sha1.size())), 40) &&
                         std::count(format->libraries().begin(), format->libraries().end(), print.library) ==
                             1,
                     print.script.data());
        for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                                  ActKind::Wake, ActKind::SetExpiry, ActKind::RemoveShare}) {
            const Outcome<ActPlan> plan = format->plan({.act = act}, nullptr);
            QVERIFY2(!plan, "no name, no plan");
            QVERIFY(!plan.failure().text.isEmpty());
        }
    }
}

void tst_registry::whatIsSentIsTheSameWithoutTexts()
{
    size_t plans = 0;
    for (const auto &format : Registry::builtIn().formats()) {
        std::set<ActKind> planned;
        comparePlansWithoutTexts(*format, planned);
        if (QTest::currentTestFailed())
            return;
        QVERIFY2(planned.contains(ActKind::ForceRelease), format->kind().name.data());
        plans += planned.size();
    }
    QVERIFY2(plans >= 134, qPrintable(QString::number(plans)));
}

void tst_registry::defaultPatternsCoverNoneOfEachOther()
{
    const std::vector<QByteArray> patterns = Registry::builtIn().defaultPatterns();
    QVERIFY(!patterns.empty());
    QCOMPARE(reducePatterns(QList(patterns.begin(), patterns.end())).size(), qsizetype(patterns.size()));
}

void tst_registry::defaultPatternsFind_data()
{
    QTest::addColumn<bool>("found");
    for (const char *name :
         {"lock:order", "ORDER_LOCK", "orderLock", "app:mutex:1", "redlock:a", "GlobalMutex",
          "laravel_cache_framework/schedule-0123", "laravel_unique_job:App\\Jobs\\Mail:7", "lck:1"})
        QTest::newRow(name) << true;
    for (const char *name : {"order:7", "session:abc", "cache:page:1"})
        QTest::newRow(name) << false;
}

void tst_registry::defaultPatternsFind()
{
    const QByteArray key = QTest::currentDataTag();
    const std::vector<QByteArray> patterns = Registry::builtIn().defaultPatterns();
    const bool found = std::any_of(patterns.begin(), patterns.end(),
                                   [&key](const QByteArray &pattern) { return globMatches(pattern, key); });
    QTEST(found, "found");
}

void tst_registry::onlyTheTypesOfTheFamiliesAreRead()
{
    const Registry &registry = Registry::builtIn();
    const milliseconds ttl(1000);
    QVERIFY(registry.mayBeLock({.key = "anything", .type = ValueType::Hash, .ttl = ttl}));
    QVERIFY(registry.mayBeLock({.key = "anything", .type = ValueType::String, .ttl = ttl}));
    QVERIFY(registry.mayBeLock({.key = "lock:a", .type = ValueType::String}));
    QVERIFY2(!registry.mayBeLock({.key = "anything", .type = ValueType::String}),
             "a string without an expiry under any name is not worth reading");
    QVERIFY(!registry.mayBeLock({.key = "", .type = ValueType::Hash}));
    for (const ValueType type : {ValueType::None, ValueType::List, ValueType::Stream, ValueType::Other})
        QVERIFY(!registry.mayBeLock({.key = "lock:a", .type = type, .ttl = ttl}));
}

void tst_registry::nothingIsDecodedFromNothing()
{
    const auto decoded = Registry::builtIn().decode({.key = {"lock:a"}, .type = ValueType::None});
    QVERIFY(!decoded.first && !decoded.second);
}

void tst_registry::essentialCompanionsAreThoseOfAllFamilies()
{
    const Registry &registry = Registry::builtIn();
    const QByteArray owner = "8743c9c0-0795-4907-87fd-6c719a6b4586:57";
    const auto text = [](const QByteArray &value) {
        return KeyReading{.type = ValueType::String, .size = value.size(), .string = value};
    };
    const auto hash = [](std::vector<std::pair<QByteArray, QByteArray>> fields) {
        return KeyReading{.type = ValueType::Hash, .size = qint64(fields.size()), .fields = fields};
    };
    const std::vector<KeyReading> values{
        KeyReading(),
        text("3"),
        text("token-of-ann"),
        text("DistributedLock_WEB1_4242_0123456789abcdef0123456789abcdef_WRITERWAITING"),
        text(QByteArray::fromHex("f1e2d3c4b5a697887766554433221100ffeeddccbbaa9988")),
        hash({{owner, "1"}}),
        hash({{"mode", "read"}, {owner, "1"}}),
        hash({{"0", "token"}})};
    int found = 0;
    for (const char *name : {"lock:a", "semaphore:a", "rueidislock:0:a", "rueidislock:1:a", "orders.writer",
                             "SEMAPHORE:a:GRABBED", "bull:q:1:lock", "uniquejobs:0123456789abcdef:LOCKED"}) {
        for (KeyReading reading : values) {
            reading.key.bytes = name;
            std::vector<LockName> expected;
            for (const CompanionKey &companion : registry.companions(reading)) {
                if (companion.essential)
                    expected.push_back(companion.key);
            }
            QCOMPARE(registry.essentialCompanions(reading), expected);
            found += expected.empty() ? 0 : 1;
        }
    }
    QVERIFY(found >= 8);
    for (const auto &format : registry.formats()) // a rule's families answer as those that they stand for
        QCOMPARE(
            format->hasEssentialCompanions(),
            QByteArrayList(
                {"distributed-rw-lock", "permit-semaphore", "redis-semaphore", "rueidis-lock", "rw-lock"})
                .contains(QByteArray(format->kind().name.data(), qsizetype(format->kind().name.size()))));
}

// Values close to known forms: truncated, extended, and with changed bytes.
void tst_registry::anyBytesAreJudged()
{
    const Registry &registry = Registry::builtIn();
    const QByteArrayList seeds{
        "8743c9c0-0795-4907-87fd-6c719a6b4586:57:write:0123456789abcdef0123456789abcdef",
        "WEB1_4242_0123456789abcdef0123456789abcdef_WRITERWAITING",
        "ADDED:2026-08-21T12:00:00.123Z@web-1:8743c9c0-0795-4907-87fd-6c719a6b4586",
        "d5cea0009d5711f1a5c200163e010203",
        "AAECAwQFBgcICQoLDA0ODw==",
        "http-nio-8080-exec-3",
        "1724242424.25"};
    const QByteArrayList keys{"lock:a", "bull:q:1:lock",   "lock||a", "redlock:a",
                              "a",      "rueidislock:0:a", "{b}:lock"};
    auto *random = QRandomGenerator::global();
    int locks = 0;
    for (int round = 0; round < 60000; ++round) {
        QByteArray value = seeds[random->bounded(int(seeds.size()))];
        value = value.sliced(random->bounded(8) ? 0 : random->bounded(int(value.size())));
        value.truncate(random->bounded(3) ? value.size() : random->bounded(int(value.size()) + 1));
        for (int changes = random->bounded(3); changes > 0 && !value.isEmpty(); --changes)
            value[random->bounded(int(value.size()))] = char(random->bounded(256));
        KeyReading reading{.key = {keys[random->bounded(int(keys.size()))]}};
        if (random->bounded(2))
            reading.ttl = milliseconds(random->bounded(60000));
        if (random->bounded(3)) {
            reading.type = ValueType::String;
            reading.string = value;
            reading.size = value.size();
        } else {
            reading.type = ValueType::Hash;
            reading.fields = {{value, QByteArray::number(random->bounded(4) - 1)}};
            reading.size = 1;
        }
        const auto [format, decoded] = registry.decode(reading);
        QCOMPARE(format != nullptr, decoded.has_value());
        if (!format)
            continue;
        ++locks;
        QVERIFY2(registry.mayBeLock({.key = reading.key.bytes, .type = reading.type, .ttl = reading.ttl}),
                 "what is decoded is never dropped before");
        QVERIFY(decoded->kind == format->kind() && decoded->libraries && decoded->holders.size() == 1);
        QCOMPARE(decoded->holders.front().id.bytes, value);
        QVERIFY(!format->explain(reading).isEmpty());
        const ActRequest force{
            .act = ActKind::ForceRelease, .key = reading.key, .expectedOwner = OwnerId{value}};
        QVERIFY(format->plan(force, nullptr).ok());
    }
    QVERIFY(locks > 1000);
}

LOCKSCOPE_TEST(tst_registry)

} // namespace tst_registry

#include "tst_registry.moc"
