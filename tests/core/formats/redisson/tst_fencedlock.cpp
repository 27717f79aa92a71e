// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/redisson/fencedlock.h"
#include "core/formats/redisson/redissonlock.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTest>

namespace tst_fencedlock
{

using namespace lockscope;

namespace
{

const QByteArray owner = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57");
const QByteArray tokenName = QByteArrayLiteral("redisson_lock_token:{order}");

KeyReading held(const KeyReading &companion)
{
    return {.key = {"order"},
            .type = ValueType::Hash,
            .ttl = milliseconds(30000),
            .size = 1,
            .fields = {{owner, "2"}},
            .readAt = now(),
            .companions = {companion},
            .companionsRead = true};
}

KeyReading token(const QByteArray &value)
{
    return {.key = {tokenName}, .type = ValueType::String, .size = value.size(), .string = value};
}

} // namespace

class tst_fencedlock : public QObject
{
    Q_OBJECT
private slots:
    void theTokenTellsIt();
    void noToken_data();
    void noToken();
    void aTokenAloneIsNoLock();
    void theTokenIsItsCompanion_data();
    void theTokenIsItsCompanion();
    void theTokenIsNamed();
    void plans();
    void theTokenIsNeverDeleted_data();
    void theTokenIsNeverDeleted();

private:
    FencedLock m_format;
};

void tst_fencedlock::theTokenTellsIt()
{
    const auto [format, decoded] = Registry::builtIn().decode(held(token("41")));
    QVERIFY(format && decoded);
    QVERIFY(decoded->kind == LockKind{"fenced-lock"} && format->kind() == decoded->kind);
    QVERIFY(decoded->confidence == Confidence::Certain);
    QCOMPARE(decoded->holders.front().id.bytes, owner);
    QCOMPARE(decoded->holders.front().count, 2);
    QCOMPARE(decoded->extras->fencingToken, std::optional<qint64>(41));
    QCOMPARE(decoded->extras->companions, std::vector<LockName>{{tokenName}});
    QVERIFY2(Registry::builtIn().alternatives(held(token("41"))).empty(), "nothing else has a token");
}

void tst_fencedlock::noToken_data()
{
    QTest::addColumn<KeyReading>("companion");
    QTest::newRow("missing") << KeyReading{.key = {tokenName}};
    QTest::newRow("no number") << token("soon");
    QTest::newRow("of another lock") << KeyReading{
        .key = {"redisson_lock_token:{other}"}, .type = ValueType::String, .size = 1, .string = "1"};
    QTest::newRow("of another type") << KeyReading{
        .key = {tokenName}, .type = ValueType::Hash, .size = 1, .fields = {{"a", "1"}}};
}

void tst_fencedlock::noToken()
{
    QFETCH(KeyReading, companion);
    QVERIFY(!m_format.decode(held(companion)));
    QVERIFY(m_format.explain(held(companion)).isEmpty());
    QVERIFY(Registry::builtIn().decode(held(companion)).first->kind() == LockKind{"rlock"});
}

void tst_fencedlock::aTokenAloneIsNoLock()
{
    KeyReading reading = held(token("41"));
    reading.type = ValueType::None;
    reading.fields.clear();
    reading.size = 0;
    QVERIFY2(!Registry::builtIn().decode(reading).first,
             "it stays for ever, whether the lock is held or not");
    QVERIFY(m_format.companions(reading).empty());
    reading.type = ValueType::Hash;
    reading.size = 1;
    reading.fields = {{"visits", "7"}};
    QVERIFY2(!m_format.decode(reading) && m_format.companions(reading).empty(), "a counter");
}

void tst_fencedlock::theTokenIsItsCompanion_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("lock");
    QTest::newRow("a plain name") << tokenName << QByteArray("order");
    QTest::newRow("a tag") << QByteArray("redisson_lock_token:{shop}:order") << QByteArray("{shop}:order");
}

void tst_fencedlock::theTokenIsItsCompanion()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, lock);
    const NameRole role = Registry::builtIn().roleOf(key);
    QVERIFY(role.kind == NameRole::Kind::Trace);
    QCOMPARE(role.subject.bytes, lock);
    KeyReading reading = held(token("1"));
    reading.key = {lock};
    const std::vector<CompanionKey> companions = m_format.companions(reading);
    QCOMPARE(companions.size(), size_t(1));
    QCOMPARE(companions.front().key.bytes, key);
    QVERIFY2(!companions.front().essential, "without it, it is shown as a reentrant lock");
}

void tst_fencedlock::theTokenIsNamed()
{
    const QString text = m_format.explain(held(token("41"))).join(QLatin1Char('\n'));
    QVERIFY2(text.contains(QLatin1String("41")) && text.contains(QLatin1String("57")), qPrintable(text));
}

void tst_fencedlock::plans()
{
    ActRequest asked{.act = ActKind::Acquire, .key = {"order"}, .owner = {owner}};
    const Outcome<ActPlan> plan = m_format.plan(asked, nullptr);
    VERIFY_OK(plan);
    QCOMPARE(plan->script, QByteArray("redisson-fenced-acquire"));
    QCOMPARE(plan->keys, (std::vector<QByteArray>{"order", tokenName}));
    QCOMPARE(plan->args, (std::vector<QByteArray>{owner, "30000"}));
    QVERIFY(plan->kind == LockKind{"fenced-lock"});
    asked.owner = {owner + ":write"};
    VERIFY_FAILS(m_format.plan(asked, nullptr), ErrorKind::BadInput);
    VERIFY_FAILS(m_format.plan({.act = ActKind::RemoveShare, .key = {"order"}}, nullptr),
                 ErrorKind::Unsupported);
}

void tst_fencedlock::theTokenIsNeverDeleted_data()
{
    QTest::addColumn<ActKind>("act");
    for (const ActKind act :
         {ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::Wake, ActKind::SetExpiry})
        QTest::newRow(name(act)) << act;
}

void tst_fencedlock::theTokenIsNeverDeleted()
{
    QFETCH(ActKind, act);
    const Outcome<ActPlan> plan =
        m_format.plan({.act = act, .key = {"order"}, .owner = {owner}, .lease = milliseconds(1000)}, nullptr);
    VERIFY_OK(plan);
    QVERIFY(std::find(plan->keys.begin(), plan->keys.end(), tokenName) == plan->keys.end());
    QVERIFY(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))));
    if (act == ActKind::ForceRelease)
        QVERIFY(plan->warnings.join(QLatin1Char(' ')).contains(QLatin1String("token")));
}

LOCKSCOPE_TEST(tst_fencedlock)

} // namespace tst_fencedlock

#include "tst_fencedlock.moc"
