// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTest>

#include <algorithm>

namespace tst_rueidislock
{

using namespace lockscope;

namespace
{

const QByteArray ann = QByteArray("\x01\xff\x02\x80").repeated(6);
const QByteArray bob = QByteArray("\x03\xfe\x02\x80").repeated(6);
const Instant at = now();

KeyReading part(QByteArray key, QByteArray value, std::optional<milliseconds> ttl = milliseconds(5000))
{
    const qint64 size = value.size();
    return {.key = {std::move(key)},
            .type = value.isEmpty() ? ValueType::None : ValueType::String,
            .ttl = value.isEmpty() ? std::nullopt : ttl,
            .size = size,
            .string = std::move(value),
            .readAt = at};
}

// An empty value means a missing key.
KeyReading lock(QByteArray first, QByteArray second, QByteArray third,
                const QByteArray &prefix = "rueidislock")
{
    KeyReading reading = part(prefix + ":0:a", std::move(first), milliseconds(5000));
    reading.companions = {part(prefix + ":1:a", std::move(second), milliseconds(4000)),
                          part(prefix + ":2:a", std::move(third), milliseconds(3000))};
    reading.companionsRead = true;
    return reading;
}

} // namespace

class tst_rueidislock : public QObject
{
    Q_OBJECT

private slots:
    void countsTheKeys_data();
    void countsTheKeys();
    void recognisesOneKeyAlone();
    void lookAlikes_data();
    void lookAlikes();
    void foldsTheOthersUnderTheFirst_data();
    void foldsTheOthersUnderTheFirst();
    void theValueFoldsThoseOfAnotherPrefix();
    void aKeyWithoutAnExpiry();
    void makesWhatItRecognises();
    void plansEveryAct();

private:
    const Format &m_format = *Registry::builtIn().find("rueidis-lock");
};

void tst_rueidislock::countsTheKeys_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::addColumn<QByteArray>("owner");
    QTest::addColumn<int>("votes");
    QTest::addColumn<int>("endsIn"); // In milliseconds
    QTest::addColumn<QString>("says");
    const QByteArray none;
    QTest::newRow("all three") << lock(ann, ann, ann) << ann << 3 << 4000 << QStringLiteral("3 of 3");
    QTest::newRow("one is missing") << lock(ann, ann, none) << ann << 2 << 4000
                                    << QStringLiteral(":2:a is missing");
    QTest::newRow("the first is missing")
        << lock(none, ann, ann) << ann << 2 << 3000 << QStringLiteral(":0:a is missing");
    QTest::newRow("one is another's")
        << lock(ann, bob, ann) << ann << 2 << 3000 << QStringLiteral(":1:a has another");
    QTest::newRow("the first is another's")
        << lock(bob, ann, ann) << ann << 2 << 3000 << QStringLiteral(":0:a has another");
    QTest::newRow("the only key") << lock(ann, none, none) << ann << 1 << 5000
                                  << QStringLiteral("KeyMajority 1");
    QTest::newRow("not a majority") << lock(none, ann, none) << ann << 1 << 4000
                                    << QStringLiteral("not a majority");
    QTest::newRow("two claim it") << lock(ann, bob, none) << ann << 1 << 5000
                                  << QStringLiteral("not a majority");
    QTest::newRow("another prefix") << lock(ann, ann, ann, "app") << ann << 3 << 4000
                                    << QStringLiteral("3 of 3");
    QTest::newRow("a prefix with a number")
        << lock(ann, ann, ann, "app:1:locks") << ann << 3 << 4000 << QStringLiteral("3 of 3");
}

void tst_rueidislock::countsTheKeys()
{
    QFETCH(KeyReading, reading);
    QFETCH(QByteArray, owner);
    QFETCH(int, votes);
    QFETCH(int, endsIn);
    QFETCH(QString, says);
    const auto [format, decoded] = Registry::builtIn().decode(reading);
    QCOMPARE(format, &m_format);
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders.front().id.bytes, owner);
    QCOMPARE(decoded->confidence == Confidence::Certain, votes >= 2);
    QVERIFY(decoded->ownDeadline);
    QVERIFY2(decoded->deadline == at + milliseconds(endsIn), "it ends when the majority does");
    const QString text = format->explain(reading).join(QLatin1Char('\n'));
    QVERIFY2(text.contains(says), qPrintable(text));
    QVERIFY2(!text.contains(QStringLiteral("is free")), "a holder is shown");
    QCOMPARE(text.contains(QStringLiteral("or hold it no longer")), votes < 2);
    qsizetype there = 0;
    for (const KeyReading &companion : reading.companions)
        there += companion.type != ValueType::None;
    QCOMPARE(decoded->extras ? qsizetype(decoded->extras->companions.size()) : 0, there);
}

void tst_rueidislock::recognisesOneKeyAlone()
{
    const KeyReading reading = part("rueidislock:0:a", ann);
    QVERIFY(
        Registry::builtIn().mayBeLock({.key = reading.key.bytes, .type = reading.type, .ttl = reading.ttl}));
    const auto [format, decoded] = Registry::builtIn().decode(reading);
    QCOMPARE(format, &m_format);
    QVERIFY(decoded->confidence == Confidence::Likely);
    QVERIFY(Registry::builtIn().alternatives(reading).empty());
    QVERIFY(format->explain(reading).join(QLatin1Char('\n')).contains(QLatin1String("not read")));
}

void tst_rueidislock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("reading");
    const QByteArray none;
    QTest::newRow("the second key") << part("rueidislock:1:a", ann);
    QTest::newRow("no number") << part("rueidislock:a", ann);
    QTest::newRow("no name") << part("rueidislock:0:", ann);
    QTest::newRow("text") << part("rueidislock:0:a", "AAECAwQFBgcICQoLDA0ODxAR");
    QTest::newRow("23 bytes") << part("rueidislock:0:a", ann.chopped(1));
    QTest::newRow("another prefix, one key") << part("app:0:a", ann);
    QTest::newRow("another prefix, keys of several") << lock(ann, bob, none, "app");
    QTest::newRow("nothing at all") << lock(none, none, none);
}

void tst_rueidislock::lookAlikes()
{
    QFETCH(KeyReading, reading);
    QVERIFY(!m_format.decode(reading));
    QVERIFY(m_format.explain(reading).isEmpty());
}

void tst_rueidislock::foldsTheOthersUnderTheFirst_data()
{
    QTest::addColumn<QByteArray>("subject");
    QTest::newRow("rueidislock:1:a") << QByteArray("rueidislock:0:a");
    QTest::newRow("rueidislock:2:a:1:b") << QByteArray("rueidislock:0:a:1:b");
    QTest::newRow("rueidislock:0:a") << QByteArray();
    QTest::newRow("rueidislock:4:a") << QByteArray("rueidislock:0:a"); // One of five
    QTest::newRow("app:1:a") << QByteArray();
    QTest::newRow("rueidislocks:1:a") << QByteArray();
}

void tst_rueidislock::foldsTheOthersUnderTheFirst()
{
    QFETCH(QByteArray, subject);
    const NameRole role = m_format.roleOf(QTest::currentDataTag());
    QCOMPARE(role.kind == NameRole::Kind::Companion, !subject.isEmpty());
    QCOMPARE(role.subject.bytes, subject);
    if (subject.isEmpty())
        return;
    const auto companions = m_format.companions({.key = role.subject, .type = ValueType::None});
    QCOMPARE(companions.size(), size_t(2));
    for (const CompanionKey &companion : companions)
        QVERIFY(companion.essential && m_format.roleOf(companion.key.bytes).subject == role.subject);
}

// Their names prove nothing: such keys may be anything.
void tst_rueidislock::theValueFoldsThoseOfAnotherPrefix()
{
    KeyReading reading = part("app:1:lock:1:a", ann);
    const auto companions = Registry::builtIn().companions(reading);
    for (const char *first : {"app:0:lock:1:a", "app:1:lock:0:a"}) {
        QVERIFY2(std::ranges::any_of(
                     companions,
                     [first](const CompanionKey &key) { return key.key.bytes == first && key.essential; }),
                 first);
        reading.companions = {part(first, ann)};
        QVERIFY(!Registry::builtIn().decode(reading).second);
        reading.companions = {part(first, bob)};
        QCOMPARE(Registry::builtIn().decode(reading).first, Registry::builtIn().find("token-lock"));
    }
    QVERIFY(m_format.companions(part("app:1:lock:1:a", "a word")).empty());
}

void tst_rueidislock::aKeyWithoutAnExpiry()
{
    KeyReading reading = lock(ann, ann, ann);
    reading.ttl.reset();
    QVERIFY(m_format.decode(reading)->deadline == at + milliseconds(4000));
    reading.companions[0].ttl.reset();
    QVERIFY2(!m_format.decode(reading)->deadline, "two that stay are a majority for ever");
}

void tst_rueidislock::makesWhatItRecognises()
{
    const OwnerId owner = m_format.makeOwner();
    QCOMPARE(owner.bytes.size(), 24);
    QVERIFY(m_format.decode(part("rueidislock:0:a", owner.bytes)));
    QCOMPARE(*m_format.watchdogPeriod(m_format.defaultLease()), milliseconds(2500));
}

void tst_rueidislock::plansEveryAct()
{
    const std::vector<QByteArray> keys{"rueidislock:0:a", "rueidislock:1:a", "rueidislock:2:a"};
    const auto plan = [this](ActKind act, const QByteArray &key) {
        return m_format.plan({.act = act, .key = {key}, .owner = {ann}, .lease = milliseconds(5000)},
                             nullptr);
    };
    for (const ActKind act :
         {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        for (const QByteArray &key : keys) {
            const Outcome<ActPlan> made = plan(act, key);
            VERIFY_OK(made);
            QCOMPARE(made->keys, keys);
            QVERIFY(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(made->script))));
            QVERIFY(!made->steps.isEmpty() && made->commands.size() == 1);
            QVERIFY(made->warnings.back().contains(QLatin1String("cluster")));
        }
        VERIFY_FAILS(plan(act, "order"), ErrorKind::BadInput);
    }
    for (const ActKind act : {ActKind::Wake, ActKind::RemoveShare})
        VERIFY_FAILS(plan(act, keys[0]), ErrorKind::Unsupported);
    const ActRequest two{.act = ActKind::ForceRelease,
                         .key = {keys[0]},
                         .expectedHolders = {Holder{.id = {ann}}, Holder{.id = {bob}}}};
    VERIFY_FAILS(m_format.plan(two, nullptr), ErrorKind::BadInput);
}

LOCKSCOPE_TEST(tst_rueidislock)

} // namespace tst_rueidislock

#include "tst_rueidislock.moc"
