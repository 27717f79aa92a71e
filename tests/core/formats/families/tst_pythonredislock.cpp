// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTest>

namespace tst_pythonredislock
{

using namespace lockscope;
using lockscope::test::stringKey;

namespace
{

const QByteArray id = QByteArrayLiteral("AAECAwQFBgcICQoLDA0ODxAR");
const QByteArray rawId = QByteArray("\x01\xff\x02\x80").repeated(4);
const std::optional<milliseconds> never{};

KeyReading reading(QByteArray key, QByteArray value, std::optional<milliseconds> ttl = never)
{
    return stringKey(std::move(key), std::move(value), ttl);
}

KeyReading signalled(KeyReading lock, ValueType type = ValueType::List)
{
    lock.companionsRead = true;
    lock.companions.push_back({.key = {"lock-signal:" + lock.key.bytes.sliced(5)},
                               .type = type,
                               .ttl = milliseconds(900),
                               .size = 1,
                               .members = {{.bytes = "1"}}});
    return lock;
}

} // namespace

class tst_pythonredislock : public QObject
{
    Q_OBJECT

private slots:
    void recognises_data();
    void recognises();
    void lookAlikes_data();
    void lookAlikes();
    void theListBelongsToItsLock_data();
    void theListBelongsToItsLock();
    void namesItsCompanion();
    void explainsThatWaitersAreNotCounted();
    void makesWhatItRecognises();
    void plansEveryAct();
    void releasesByTheList();
    void anotherNameIsNotItsOwn();

private:
    const Format &m_format = *Registry::builtIn().find("python-redis-lock");
};

void tst_pythonredislock::recognises_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::addColumn<Confidence>("confidence");
    const auto row = [](const char *title, KeyReading lock, Confidence confidence) {
        QTest::newRow(title) << lock << confidence;
    };
    row("without an expiry, the default", reading("lock:a", id), Confidence::Likely);
    row("with an expiry", reading("lock:a", id, milliseconds(5000)), Confidence::Likely);
    row("the ids of old", reading("lock:a", rawId), Confidence::Likely);
    row("with its signal", signalled(reading("lock:a", id)), Confidence::Certain);
    row("an id of the caller's, with its signal", signalled(reading("lock:a", "worker-7")),
        Confidence::Certain);
    row("a name with colons", reading("lock:a:b:7", id), Confidence::Likely);
}

void tst_pythonredislock::recognises()
{
    QFETCH(KeyReading, lock);
    QFETCH(Confidence, confidence);
    QVERIFY(Registry::builtIn().mayBeLock({.key = lock.key.bytes, .type = lock.type, .ttl = lock.ttl}));
    const auto [format, decoded] = Registry::builtIn().decode(lock);
    QCOMPARE(format, &m_format);
    QCOMPARE(int(decoded->confidence), int(confidence));
    QCOMPARE(decoded->libraries->front(), std::string_view("python-redis-lock"));
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders.front().id.bytes, lock.string);
    QCOMPARE(decoded->holders.front().expiresAt.has_value(), lock.ttl.has_value());
    QCOMPARE(decoded->extras != nullptr, !lock.companions.empty());
    QVERIFY(!format->explain(lock).isEmpty());
}

void tst_pythonredislock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("lock");
    const auto row = [](const char *title, KeyReading lock) { QTest::newRow(title) << lock; };
    row("another prefix", reading("locks:a", id));
    row("the prefix alone", reading("lock:", id));
    row("redsync's padded token", reading("lock:a", "AAECAwQFBgcICQoLDA0ODw=="));
    row("24 hex digits", reading("lock:a", "0123456789abcdef01234567"));
    row("24 characters of one case", reading("lock:a", "worker/node/seven/eleven"));
    row("a UUID", reading("lock:a", "8743c9c0-0795-4907-87fd-6c719a6b4586"));
    row("16 characters of text", reading("lock:a", "aZ3kP0qLmN8sTr5v"));
    row("an id of the caller's, without a signal", reading("lock:a", "worker-7"));
    row("a signal of another type", signalled(reading("lock:a", "worker-7"), ValueType::String));
    row("JSON beside a list", signalled(reading("lock:a", "{\"a\":1}")));
    KeyReading hash = reading("lock:a", id);
    hash.type = ValueType::Hash;
    row("another type", hash);
    KeyReading cut = reading("lock:a", id);
    cut.size = 600;
    row("a value read in part", cut);
}

void tst_pythonredislock::lookAlikes()
{
    QFETCH(KeyReading, lock);
    QVERIFY(!m_format.decode(lock));
    QVERIFY(m_format.explain(lock).isEmpty());
}

void tst_pythonredislock::theListBelongsToItsLock_data()
{
    QTest::addColumn<QByteArray>("subject");
    QTest::newRow("lock-signal:a") << QByteArray("lock:a");
    QTest::newRow("lock-signal:a:b") << QByteArray("lock:a:b");
    QTest::newRow("lock-signal:") << QByteArray();
    QTest::newRow("lock:signal") << QByteArray();
    QTest::newRow("my-lock-signal:a") << QByteArray();
}

void tst_pythonredislock::theListBelongsToItsLock()
{
    QFETCH(QByteArray, subject);
    const NameRole role = m_format.roleOf(QTest::currentDataTag());
    QCOMPARE(role.kind == NameRole::Kind::Trace, !subject.isEmpty());
    QCOMPARE(role.subject.bytes, subject);
}

void tst_pythonredislock::namesItsCompanion()
{
    const auto companions = m_format.companions(reading("lock:a", id));
    QCOMPARE(companions.size(), size_t(1));
    QCOMPARE(companions.front().key.bytes, QByteArray("lock-signal:a"));
    QVERIFY(!companions.front().essential);
    QVERIFY(m_format.companions(reading("order:a", id)).empty());
    QVERIFY(m_format.companions(reading("lock:a", "{\"a\":1}")).empty());
    KeyReading gone = signalled({.key = {"lock:a"}, .type = ValueType::None});
    QCOMPARE(m_format.companions(gone).size(), size_t(1));
    QVERIFY2(!m_format.decode(gone), "a signal of a second is no lock");
}

void tst_pythonredislock::explainsThatWaitersAreNotCounted()
{
    const QString text = m_format.explain(reading("lock:a", id)).join(QLatin1Char('\n'));
    QVERIFY(text.contains(QLatin1String("lock-signal:a")));
    QVERIFY(text.contains(QLatin1String("the number of waiters is unknown")));
    QVERIFY(text.contains(QLatin1String("no expiry")));
    QVERIFY(!m_format.wakeChannel({"lock:a"}));
}

void tst_pythonredislock::makesWhatItRecognises()
{
    for (int i = 0; i < 200; ++i) {
        const OwnerId owner = m_format.makeOwner();
        QCOMPARE(owner.bytes.size(), 24);
        QVERIFY(m_format.decode(reading("lock:a", owner.bytes)));
    }
    QCOMPARE(m_format.defaultLease(), milliseconds(0));
    QCOMPARE(*m_format.watchdogPeriod(milliseconds(9000)), milliseconds(6000));
}

void tst_pythonredislock::plansEveryAct()
{
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::Wake, ActKind::SetExpiry}) {
        const Outcome<ActPlan> plan = m_format.plan(
            {.act = act, .key = {"lock:a"}, .owner = {id}, .lease = milliseconds(5000)}, nullptr);
        VERIFY_OK(plan);
        QVERIFY(plan->act == act && plan->kind == LockKind{"python-redis-lock"});
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QCOMPARE(plan->keys.front(), QByteArray("lock:a"));
        QVERIFY(!plan->steps.isEmpty() && !plan->commands.isEmpty());
    }
    VERIFY_FAILS(m_format.plan({.act = ActKind::RemoveShare, .key = {"lock:a"}}, nullptr),
                 ErrorKind::Unsupported);
    const Outcome<ActPlan> endless = m_format.plan({.act = ActKind::Acquire, .key = {"lock:a"}}, nullptr);
    QCOMPARE(endless->args[1], QByteArray("0"));
    QVERIFY(!endless->warnings.isEmpty());
}

void tst_pythonredislock::releasesByTheList()
{
    const Outcome<ActPlan> force = m_format.plan(
        {.act = ActKind::ForceRelease, .key = {"lock:a"}, .expectedOwner = OwnerId{id}}, nullptr);
    QCOMPARE(force->keys, (std::vector<QByteArray>{"lock:a", "lock-signal:a"}));
    QCOMPARE(force->args, (std::vector<QByteArray>{"owner", id, "1000"}));
    QVERIFY(force->steps.join(QLatin1Char('\n')).contains(QLatin1String("lock-signal:a")));
    const Outcome<ActPlan> shown = m_format.plan({.act = ActKind::ForceRelease,
                                                  .key = {"lock:a"},
                                                  .expectedHolders = {Holder{.id = {id}, .count = 0}}},
                                                 nullptr);
    QCOMPARE(shown->args, force->args);
    VERIFY_FAILS(m_format.plan({.act = ActKind::ForceRelease,
                                .key = {"lock:a"},
                                .expectedHolders = {Holder{.id = {id}}, Holder{.id = {"other"}}}},
                               nullptr),
                 ErrorKind::BadInput);
}

void tst_pythonredislock::anotherNameIsNotItsOwn()
{
    const Outcome<ActPlan> plan = m_format.plan({.act = ActKind::Acquire, .key = {"order"}}, nullptr);
    VERIFY_FAILS(plan, ErrorKind::BadInput);
    QVERIFY(plan.failure().remedy.contains(QLatin1String("lock:order")));
}

LOCKSCOPE_TEST(tst_pythonredislock)

} // namespace tst_pythonredislock

#include "tst_pythonredislock.moc"
