// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/formats/strings/barenumber.h"
#include "core/formats/strings/untokenedlock.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_untokenedlock
{

using namespace lockscope;
using lockscope::test::stringKey;

namespace
{

const std::optional<milliseconds> never{};
const std::optional<milliseconds> soon{30000};

} // namespace

class tst_untokenedlock : public QObject
{
    Q_OBJECT

private slots:
    void recognises_data();
    void recognises();
    void lookAlikes_data();
    void lookAlikes();
    void theKindStaysWhenAnExpiryIsAdded_data();
    void theKindStaysWhenAnExpiryIsAdded();
    void rqIsNamed();
    void explainsWhatIsNotKnown();
    void acquireSetsNoExpiryUnlessAsked();
    void renewNeedsALease();
    void everyOtherActWarnsOfTheValue();
    void wakeIsNotThere();
    void onlyWhatACounterWritesMayBeOne_data();
    void onlyWhatACounterWritesMayBeOne();
    void itMayBeOfPythonRedisLock_data();
    void itMayBeOfPythonRedisLock();

private:
    UntokenedLock m_format;
};

void tst_untokenedlock::recognises_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::addColumn<Confidence>("confidence");
    const auto row = [](const char *title, KeyReading lock, Confidence confidence) {
        QTest::newRow(title) << lock << confidence;
    };
    row("a one", stringKey("lock:a", "1", never), Confidence::Likely);
    row("a one with an expiry", stringKey("lock:a", "1", soon), Confidence::Likely);
    row("true", stringKey("order_lock", "true", never), Confidence::Likely);
    row("LOCKED", stringKey("orderLock", "LOCKED", soon), Confidence::Likely);
    row("nothing at all", stringKey("lock:a", "", never), Confidence::Likely);
    row("a thread", stringKey("lock:a", "http-nio-8080-exec-3", never), Confidence::Likely);
    row("a thread with an expiry", stringKey("lock:a", "pool-1-thread-7", soon), Confidence::Likely);
    row("a holder without an expiry", stringKey("lock:a", "web-1:4242", never), Confidence::Likely);
    row("a number may count", stringKey("lock:a", "4242", never), Confidence::Guess);
    row("a number with an expiry", stringKey("lock:a", "4242", soon), Confidence::Guess);
    row("words", stringKey("lock:a", "taken by Ann", never), Confidence::Guess);
    row("the time it was taken", stringKey("lock:a", "1787313600", soon), Confidence::Guess);
    row("about to expire", stringKey("lock:a", "1", milliseconds(0)), Confidence::Likely);
    row("a bare word may be a setting", stringKey("lock:a", "optimistic", never), Confidence::Guess);
    row("a door's lock", stringKey("door:7:lock", "locked", never), Confidence::Guess);
    row("an account's lock", stringKey("account:lock:ann", "1", soon), Confidence::Guess);
    row("a property that expires", stringKey("lock:status", "1", soon), Confidence::Guess);
}

void tst_untokenedlock::recognises()
{
    QFETCH(KeyReading, lock);
    QFETCH(Confidence, confidence);
    QVERIFY(Registry::builtIn().mayBeLock({.key = lock.key.bytes, .type = lock.type, .ttl = lock.ttl}));
    const auto [format, decoded] = Registry::builtIn().decode(lock);
    QVERIFY(format && decoded);
    QVERIFY(decoded->kind == LockKind{"untokened-lock"});
    QCOMPARE(int(decoded->confidence), int(confidence));
    QVERIFY(decoded->libraries);
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders.front().id.bytes, lock.string);
    QCOMPARE(decoded->holders.front().expiresAt.has_value(), lock.ttl.has_value());
}

void tst_untokenedlock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("lock");
    const auto row = [](const char *title, KeyReading lock) { QTest::newRow(title) << lock; };
    row("a flag under any name", stringKey("feature:a", "1", never));
    row("a flag with an expiry under any name", stringKey("feature:a", "1", soon));
    row("a blocked account", stringKey("blocked:user:7", "1", never));
    row("an account that is locked out", stringKey("lockout:user:7", "1", soon));
    row("a name with clock in it", stringKey("clock:a", "1", never));
    row("a time-out", stringKey("config:lock_timeout", "30", never));
    row("the count of locks", stringKey("locks:count", "3", soon));
    row("a checksum of a lock file", stringKey("yarn.lock:hash", QByteArray("5e").repeated(20), never));
    row("the battery of a lock", stringKey("smartlock:77:battery", "87", never));
    row("the state of a lock", stringKey("door:lock:status", "locked", never));
    row("a lock given back by a word", stringKey("lock:a", "0", never));
    row("false", stringKey("lock:a", "false", never));
    row("free", stringKey("lock:a", "FREE", soon));
    row("a time without an expiry is the timestamp pattern", stringKey("lock:a", "1787313600", never));
    row("the same in ms", stringKey("lock:a", "1787313600123", never));
    row("the same with a fraction", stringKey("lock:a", "1787313600.25", never));
    row("JSON", stringKey("lock:settings", "{\"max\":3}", never));
    row("a long text", stringKey("lock:help", QByteArray("a lock is a lock. ").repeated(5), never));
    row("a long word", stringKey("lock:blob", QByteArray("x").repeated(200), never));
    row("an amount", stringKey("lock:price", "-12.5", never));
    row("a date", stringKey("lock:day", "2026-08-21", never));
    KeyReading large = stringKey("lock:a", "", never);
    large.size = 100 * 1024 * 1024;
    row("a value that was not read", large);
}

void tst_untokenedlock::lookAlikes()
{
    QFETCH(KeyReading, lock);
    QVERIFY(!m_format.decode(lock));
    QVERIFY(m_format.explain(lock).isEmpty());
    QVERIFY2(!Registry::builtIn().decode(lock).first, "and no other family takes it either");
}

void tst_untokenedlock::theKindStaysWhenAnExpiryIsAdded_data()
{
    QTest::addColumn<QByteArray>("value");
    for (const char *value : {"1", "locked", "main", "4242", "8743c9c0-0795-4907-87fd-6c719a6b4586",
                              "9f86d081884c4d63af2b4c6a1f0e7d55", "AAECAwQFBgcICQoLDA0ODw=="})
        QTest::newRow(value) << QByteArray(value);
}

void tst_untokenedlock::theKindStaysWhenAnExpiryIsAdded()
{
    QFETCH(QByteArray, value);
    const Registry &registry = Registry::builtIn();
    QVERIFY(registry.decode(stringKey("lock:a", value, never)).first);
    QCOMPARE(registry.decode(stringKey("lock:a", value, never)).first,
             registry.decode(stringKey("lock:a", value, soon)).first);
}

void tst_untokenedlock::rqIsNamed()
{
    const auto decoded = m_format.decode(stringKey("rq:scheduler-lock:default", "4242", soon));
    QVERIFY(decoded);
    QCOMPARE(decoded->libraries->front(), std::string_view("RQ"));
    QVERIFY(decoded->confidence == Confidence::Certain);
    QVERIFY(m_format.decode(stringKey("lock:a", "4242", soon))->libraries->empty());
}

void tst_untokenedlock::explainsWhatIsNotKnown()
{
    const QString endless = m_format.explain(stringKey("lock:a", "1", never)).join(QLatin1Char('\n'));
    QVERIFY(endless.contains(QLatin1String("cannot be told")));
    QVERIFY(endless.contains(QLatin1String("no expiry")));
    const QString number = m_format.explain(stringKey("lock:a", "17", soon)).join(QLatin1Char('\n'));
    QVERIFY(number.contains(QLatin1String("counter")));
    QVERIFY(!number.contains(QLatin1String("no expiry")));
}

void tst_untokenedlock::acquireSetsNoExpiryUnlessAsked()
{
    QCOMPARE(m_format.defaultLease(), milliseconds(0));
    QVERIFY(!m_format.watchdogPeriod(milliseconds(30000)));
    const Outcome<ActPlan> endless = m_format.plan({.act = ActKind::Acquire, .key = {"lock:a"}}, nullptr);
    VERIFY_OK(endless);
    QCOMPARE(endless->args, (std::vector<QByteArray>{m_format.makeOwner().bytes, "0"}));
    QCOMPARE(endless->commands, QStringList{QStringLiteral("redis-cli SET lock:a locked NX")});
    QVERIFY(!endless->warnings.isEmpty());
    const Outcome<ActPlan> leased = m_format.plan(
        {.act = ActKind::Acquire, .key = {"lock:a"}, .owner = {"1"}, .lease = milliseconds(5000)}, nullptr);
    QCOMPARE(leased->args, (std::vector<QByteArray>{"1", "5000"}));
    const Outcome<ActPlan> watched =
        m_format.plan({.act = ActKind::Acquire, .key = {"lock:a"}, .watchdog = true}, nullptr);
    QCOMPARE(watched->warnings.size(), endless->warnings.size() + 1);
}

void tst_untokenedlock::renewNeedsALease()
{
    ActRequest asked{.act = ActKind::Renew, .key = {"lock:a"}, .owner = {"1"}};
    VERIFY_FAILS(m_format.plan(asked, nullptr), ErrorKind::BadInput);
    asked.lease = milliseconds(5000);
    VERIFY_OK(m_format.plan(asked, nullptr));
}

void tst_untokenedlock::everyOtherActWarnsOfTheValue()
{
    for (const ActKind act : {ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        const Outcome<ActPlan> plan = m_format.plan({.act = act,
                                                     .key = {"lock:a"},
                                                     .owner = {"1"},
                                                     .expectedOwner = OwnerId{"1"},
                                                     .lease = milliseconds(5000)},
                                                    nullptr);
        VERIFY_OK(plan);
        QVERIFY(plan->kind == LockKind{"untokened-lock"});
        QVERIFY(plan->warnings.join(QLatin1Char('\n')).contains(QLatin1String("not a token")));
        // Of a number that may count something: only an expiry leaves it there for a while.
        const bool isLater = act == ActKind::Renew || act == ActKind::SetExpiry;
        const QString lost = isLater ? QStringLiteral("that number is lost when it expires; clients")
                                     : QStringLiteral("that number is lost; clients");
        QVERIFY2(plan->warnings.join(u'\n').contains(lost), qPrintable(plan->warnings.join(u'\n')));
    }
}

void tst_untokenedlock::wakeIsNotThere()
{
    VERIFY_FAILS(m_format.plan({.act = ActKind::Wake, .key = {"lock:a"}}, nullptr), ErrorKind::Unsupported);
}

void tst_untokenedlock::itMayBeOfPythonRedisLock_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::addColumn<bool>("maybe");
    QTest::newRow("a constant") << stringKey("lock:a", "1", never) << true;
    QTest::newRow("a word, without an expiry") << stringKey("lock:a", "worker-7", never) << true;
    QTest::newRow("a word that expires") << stringKey("lock:a", "worker-7", soon) << true;
    QTest::newRow("another prefix") << stringKey("locks:a", "worker-7", soon) << false;
    QTest::newRow("another library's token")
        << stringKey("lock:a", "9f86d081884c4d63af2b4c6a1f0e7d55", soon) << false;
}

// Its application may choose the id; a waiter on its list then stays asleep, unless it is woken as that kind.
void tst_untokenedlock::itMayBeOfPythonRedisLock()
{
    QFETCH(KeyReading, reading);
    QFETCH(bool, maybe);
    const Registry &registry = Registry::builtIn();
    const std::vector<LockKind> kinds = registry.alternatives(reading);
    QCOMPARE(std::ranges::find(kinds, LockKind{"python-redis-lock"}) != kinds.end(), maybe);
    const Format &format = *registry.decode(reading).first;
    const QString signal = QStringLiteral("lock-signal:a");
    QCOMPARE(format.explain(reading).join(QLatin1Char('\n')).contains(signal), maybe);
    const ActRequest force{
        .act = ActKind::ForceRelease, .key = reading.key, .expectedOwner = OwnerId{reading.string}};
    const Outcome<ActPlan> plan = format.plan(force, nullptr);
    VERIFY_OK(plan);
    QCOMPARE(plan->keys, std::vector<QByteArray>{reading.key.bytes});
    const QString steps = plan->steps.join(QLatin1Char('\n'));
    QCOMPARE(steps.contains(QStringLiteral("waiters of this kind poll")), !maybe);
    QCOMPARE(steps.contains(signal), maybe);
    QCOMPARE(plan->warnings.join(QLatin1Char('\n')).contains(QStringLiteral("wake --kind python-redis-lock")),
             maybe);
}

void tst_untokenedlock::onlyWhatACounterWritesMayBeOne_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<std::optional<milliseconds>>("ttl");
    QTest::addColumn<bool>("may");
    QTest::newRow("1") << QByteArray("1") << never << true;
    QTest::newRow("a process id") << QByteArray("48213") << never << true;
    QTest::newRow("it expires") << QByteArray("48213") << soon << false;
    QTest::newRow("a zero in front, which INCR rejects") << QByteArray("007") << never << false;
    QTest::newRow("a word") << QByteArray("locked") << never << false;
}

// All that say or decide it agree.
void tst_untokenedlock::onlyWhatACounterWritesMayBeOne()
{
    QFETCH(QByteArray, value);
    QFETCH(std::optional<milliseconds>, ttl);
    QFETCH(bool, may);
    const KeyReading reading = stringKey("lock:a", value, ttl);
    QCOMPARE(bareNumber(reading).has_value(), may);
    const UntokenedLock format;
    const std::optional<Decoded> decoded = format.decode(reading);
    QVERIFY(decoded);
    Lock lock;
    lock.extras = decoded->extras;
    QCOMPARE(mayBeOf(lock, "counter-lock"), may);
    QCOMPARE(format.explain(reading).join(u' ').contains(QLatin1String("the free permits of a semaphore")),
             may);
}

LOCKSCOPE_TEST(tst_untokenedlock)

} // namespace tst_untokenedlock

#include "tst_untokenedlock.moc"
