// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/formats/redisson/redissonlock.h"
#include "core/formats/redissonnames.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

#include <algorithm>

namespace tst_redissonlock
{

using namespace lockscope;
using lockscope::test::hashKey;

namespace
{

const QByteArray owner = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57");
const QByteArray transaction = QByteArrayLiteral("0123456789abcdef0123456789abcdef");

KeyReading hash(test::Fields fields, std::optional<milliseconds> ttl = milliseconds(30000))
{
    return hashKey("order:lock", std::move(fields), ttl);
}

ActRequest request(ActKind act)
{
    return {.act = act, .key = {"order:lock"}};
}

} // namespace

class tst_redissonlock : public QObject
{
    Q_OBJECT

private slots:
    void owners_data();
    void owners();
    void recognises_data();
    void recognises();
    void lookAlikes_data();
    void lookAlikes();
    void expiryIsTheReadingsOwn();
    void explains();
    void channel_data();
    void channel();
    void isWhatRedissonIs();
    void makesDifferentOwners();
    void badInput_data();
    void badInput();
    void plansEveryAct();
    void acquireMakesAnOwner();
    void releaseGivesTheLeaseThatWasSeen();
    void setExpiryIsMeantForTheOwnerSeen();
    void forceReleaseComparesWhatWasShown();
    void commandsSurviveAnyBytes();
    void oneOfSeveralHoldersIsNotForced();
    void aQueueInAnotherSlotIsLeftOut_data();
    void aQueueInAnotherSlotIsLeftOut();
    void companionsNarrowWhatElseItMayBe();
    void aRuleSaysWhatNoKeyTells_data();
    void aRuleSaysWhatNoKeyTells();
    void spinLocksAreNotWoken();
    void nonReentrantLocksAreTakenOnce();
    void channelsNameTheirLock_data();
    void channelsNameTheirLock();

private:
    RedissonLock m_format;
};

void tst_redissonlock::owners_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<bool>("isOwner");
    QTest::addColumn<QByteArray>("thread");
    QTest::addColumn<bool>("write");
    const QByteArray uuid = owner.first(36);
    QTest::newRow("a thread") << owner << true << QByteArray("57") << false;
    QTest::newRow("a negative thread") << uuid + ":-3" << true << QByteArray("-3") << false;
    QTest::newRow("a write hold") << owner + ":write" << true << QByteArray("57") << true;
    QTest::newRow("in a transaction") << owner + ":" + transaction << true << QByteArray("57") << false;
    QTest::newRow("a write hold in a transaction")
        << owner + ":write:" + transaction << true << QByteArray("57") << true;
    QTest::newRow("no thread") << uuid + ":" << false << QByteArray() << false;
    QTest::newRow("only a UUID") << uuid << false << QByteArray() << false;
    QTest::newRow("a thread that is not a number") << uuid + ":main" << false << QByteArray() << false;
    QTest::newRow("a lone minus") << uuid + ":-" << false << QByteArray() << false;
    QTest::newRow("a number too long") << uuid + ":12345678901234567890" << false << QByteArray() << false;
    QTest::newRow("another suffix") << owner + ":read" << false << QByteArray() << false;
    QTest::newRow("a suffix that begins well") << owner + ":writer" << false << QByteArray() << false;
    QTest::newRow("an empty suffix") << owner + ":" << false << QByteArray() << false;
    QTest::newRow("write with an empty suffix") << owner + ":write:" << false << QByteArray() << false;
    QTest::newRow("a short transaction") << owner + ":0123" << false << QByteArray() << false;
    QTest::newRow("nothing") << QByteArray() << false << QByteArray() << false;
}

void tst_redissonlock::owners()
{
    QFETCH(QByteArray, id);
    QFETCH(bool, isOwner);
    const std::optional<RedissonOwner> parsed = redissonOwner(id);
    QCOMPARE(parsed.has_value(), isOwner);
    if (parsed) {
        QTEST(parsed->thread.toByteArray(), "thread");
        QTEST(parsed->write, "write");
        QCOMPARE(parsed->client.toByteArray(), owner.first(36));
    }
}

void tst_redissonlock::recognises_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::addColumn<Confidence>("confidence");
    QTest::addColumn<qint64>("count");
    QTest::newRow("one hold") << hash({{owner, "1"}}) << Confidence::Certain << qint64(1);
    QTest::newRow("many holds") << hash({{owner, "12"}}) << Confidence::Certain << qint64(12);
    QTest::newRow("without an expiry it is likely only")
        << hash({{owner, "1"}}, {}) << Confidence::Likely << qint64(1);
    QTest::newRow("in a transaction")
        << hash({{owner + ":" + transaction, "1"}}) << Confidence::Certain << qint64(1);
    QTest::newRow("about to expire") << hash({{owner, "1"}}, milliseconds(0)) << Confidence::Certain
                                     << qint64(1);
}

void tst_redissonlock::recognises()
{
    QFETCH(KeyReading, reading);
    QFETCH(Confidence, confidence);
    const auto [format, decoded] = Registry::builtIn().decode(reading);
    QVERIFY(format && decoded);
    QVERIFY(format->kind() == LockKind{"rlock"} && decoded->kind == LockKind{"rlock"});
    QCOMPARE(decoded->libraries->front(), std::string_view("Redisson"));
    QCOMPARE(int(decoded->confidence), int(confidence));
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders.front().id.bytes, reading.fields.front().first);
    QTEST(decoded->holders.front().count, "count");
    QVERIFY(decoded->holders.front().mode == HoldMode::Exclusive);
}

void tst_redissonlock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::newRow("a counter of a device") << hash({{"device:7", "3"}});
    QTest::newRow("a counter under a UUID") << hash({{owner.first(36), "3"}});
    QTest::newRow("a map with an owner-like key") << hash({{owner, "\x04>\x05hello"}});
    QTest::newRow("a count of none") << hash({{owner, "0"}});
    QTest::newRow("a negative count") << hash({{owner, "-1"}});
    QTest::newRow("a count that is no integer") << hash({{owner, "1.0"}});
    QTest::newRow("two owners") << hash({{owner, "1"}, {owner + "8", "1"}});
    QTest::newRow("a read-write lock") << hash({{"mode", "read"}, {owner, "1"}});
    QTest::newRow("a write hold") << hash({{owner + ":write", "1"}});
    QTest::newRow("a throttle of Laravel") << hash({{"start", "1"}, {"end", "2"}, {"count", "3"}});
    QTest::newRow("an empty reading of a large hash")
        << KeyReading{.key = {"order:lock"}, .type = ValueType::Hash, .ttl = milliseconds(1), .size = 10000};
    KeyReading cut = hash({{owner, "1"}});
    cut.size = 2;
    QTest::newRow("a hash that was read in part") << cut;
}

void tst_redissonlock::lookAlikes()
{
    QFETCH(KeyReading, reading);
    QVERIFY(!m_format.decode(reading));
    QVERIFY(m_format.explain(reading).isEmpty());
    const Format *other = Registry::builtIn().decode(reading).first;
    QVERIFY(!other || other->kind() == LockKind{"rw-lock"});
}

void tst_redissonlock::expiryIsTheReadingsOwn()
{
    const KeyReading reading = hash({{owner, "1"}}, milliseconds(1234));
    QCOMPARE(*m_format.decode(reading)->holders.front().expiresAt, reading.readAt + milliseconds(1234));
    QVERIFY(!m_format.decode(hash({{owner, "1"}}, {}))->holders.front().expiresAt);
}

void tst_redissonlock::explains()
{
    const QString text =
        m_format.explain(hash({{owner + ":" + transaction, "3"}}, {})).join(QLatin1Char('\n'));
    QVERIFY(text.contains(QLatin1String("8743c9c0-0795-4907-87fd-6c719a6b4586")));
    QVERIFY(text.contains(QLatin1String("57")));
    QVERIFY(text.contains(QLatin1String(transaction)));
    QVERIFY(text.contains(QLatin1String("3 hold")));
    QVERIFY(text.contains(QLatin1String("no expiry")));
    QVERIFY(
        !m_format.explain(hash({{owner, "1"}})).join(QLatin1Char('\n')).contains(QLatin1String("no expiry")));
}

void tst_redissonlock::channel_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("channel");
    QTest::newRow("two underscores and braces")
        << QByteArray("order") << QByteArray("redisson_lock__channel:{order}");
    QTest::newRow("a name with a tag keeps it")
        << QByteArray("{order}:lock") << QByteArray("redisson_lock__channel:{order}:lock");
    QTest::newRow("binary") << QByteArray("a\0b", 3) << QByteArray("redisson_lock__channel:{a\0b}", 28);
}

void tst_redissonlock::channel()
{
    QFETCH(QByteArray, key);
    QTEST(*m_format.wakeChannel({key}), "channel");
    QCOMPARE(m_format.wakeMessage(), QByteArray("0"));
}

void tst_redissonlock::isWhatRedissonIs()
{
    QCOMPARE(m_format.defaultLease(), milliseconds(30000));
    QCOMPARE(*m_format.watchdogPeriod(milliseconds(30000)), milliseconds(10000));
    QVERIFY(m_format.reentrant());
}

void tst_redissonlock::makesDifferentOwners()
{
    const OwnerId one = m_format.makeOwner();
    QVERIFY(redissonOwner(one.bytes));
    QVERIFY(one != m_format.makeOwner());
}

void tst_redissonlock::badInput_data()
{
    QTest::addColumn<ActRequest>("asked");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *title, ActRequest asked, const char *says) {
        QTest::newRow(title) << asked << QString::fromLatin1(says);
    };
    row("no name", {.act = ActKind::Wake}, "name");
    row("renew without an owner", request(ActKind::Renew), "owner");
    row("release without an owner", request(ActKind::Release), "owner");
    ActRequest asked = request(ActKind::Acquire);
    asked.lease = milliseconds(0);
    row("a lease of nothing", asked, "lease");
    asked.lease = milliseconds(-5);
    row("a negative lease", asked, "lease");
    asked.lease = std::chrono::hours(24 * 365 * 200);
    row("a lease of centuries", asked, "lease");
    asked.lease.reset();
    asked.owner = {"me"};
    row("an owner Redisson would not write", asked, "me");
    asked.owner = {owner + ":write"};
    row("a write owner", asked, "write");
    row("set-expiry without a time", request(ActKind::SetExpiry), "expiry");
    asked = request(ActKind::ForceRelease);
    asked.expectedCount = 0;
    row("an expected count of none", asked, "count");
    asked = request(ActKind::Release);
    asked.owner = {QByteArray(513, 'x')};
    row("an endless owner", asked, "512");
}

void tst_redissonlock::badInput()
{
    QFETCH(ActRequest, asked);
    QFETCH(QString, says);
    const Outcome<ActPlan> plan = m_format.plan(asked, nullptr);
    VERIFY_FAILS(plan, ErrorKind::BadInput);
    QVERIFY2(plan.failure().text.contains(says), qPrintable(plan.failure().text));
    QCOMPARE(plan.failure().key, asked.key.bytes);
}

void tst_redissonlock::plansEveryAct()
{
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::Wake, ActKind::SetExpiry}) {
        ActRequest asked = request(act);
        asked.owner = {owner};
        asked.lease = milliseconds(5000);
        const Outcome<ActPlan> plan = m_format.plan(asked, nullptr);
        VERIFY_OK(plan);
        QVERIFY(plan->act == act && plan->key == asked.key && plan->kind == LockKind{"rlock"});
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QCOMPARE(plan->keys.front(), asked.key.bytes);
        const bool frees = act == ActKind::Release || act == ActKind::ForceRelease;
        QVERIFY2(plan->keys.size() == (frees ? 3 : 1), "it may be a fair lock: its queue goes with it");
        QVERIFY(!plan->steps.isEmpty() && !plan->commands.isEmpty());
        const bool wakes = act == ActKind::Release || act == ActKind::ForceRelease || act == ActKind::Wake;
        QCOMPARE(plan->channels.size(), size_t(wakes ? 1 : 0));
        if (wakes) {
            QCOMPARE(plan->channels.front(), *m_format.wakeChannel(asked.key));
            QVERIFY2(plan->commands.join(QLatin1Char(' ')).contains(QLatin1String("PUBLISH")),
                     "it must wake");
        }
    }
}

void tst_redissonlock::acquireMakesAnOwner()
{
    const Outcome<ActPlan> plan = m_format.plan(request(ActKind::Acquire), nullptr);
    VERIFY_OK(plan);
    QVERIFY(redissonOwner(plan->args[0]));
    QCOMPARE(plan->args[1], QByteArray("30000"));
    ActRequest patient = request(ActKind::Acquire);
    patient.wait = milliseconds(5000);
    patient.watchdog = true;
    const QString steps = m_format.plan(patient, nullptr)->steps.join(QLatin1Char('\n'));
    QVERIFY2(steps.contains(QLatin1String("redisson_lock__channel")), "it says how it waits");
    QVERIFY2(steps.contains(QLatin1String("10 s")), "it says how often it renews");
}

void tst_redissonlock::releaseGivesTheLeaseThatWasSeen()
{
    ActRequest asked = request(ActKind::Release);
    asked.owner = {owner};
    QCOMPARE(m_format.plan(asked, nullptr)->args[1], QByteArray("30000"));
    Lock seen;
    seen.lease = milliseconds(90000);
    QCOMPARE(m_format.plan(asked, &seen)->args[1], QByteArray("90000"));
    asked.lease = milliseconds(7000);
    QCOMPARE(m_format.plan(asked, &seen)->args[1], QByteArray("7000"));
}

void tst_redissonlock::setExpiryIsMeantForTheOwnerSeen()
{
    ActRequest asked = request(ActKind::SetExpiry);
    asked.lease = milliseconds(7000);
    QCOMPARE(m_format.plan(asked, nullptr)->args, (std::vector<QByteArray>{"any", "", "7000"}));
    Lock seen;
    seen.holders.append(Holder{.id = {owner}});
    QCOMPARE(m_format.plan(asked, &seen)->args, (std::vector<QByteArray>{"owner", owner, "7000"}));
    asked.expectedOwner = OwnerId{"other"};
    QCOMPARE(m_format.plan(asked, &seen)->args, (std::vector<QByteArray>{"owner", "other", "7000"}));
}

void tst_redissonlock::forceReleaseComparesWhatWasShown()
{
    ActRequest asked = request(ActKind::ForceRelease);
    const QByteArray channel = *m_format.wakeChannel(asked.key);
    const Outcome<ActPlan> any = m_format.plan(asked, nullptr);
    QCOMPARE(any->args, (std::vector<QByteArray>{"any", "", "", channel, "0"}));
    asked.expectedOwner = OwnerId{owner};
    asked.expectedCount = 2;
    const Outcome<ActPlan> exact = m_format.plan(asked, nullptr);
    QCOMPARE(exact->args, (std::vector<QByteArray>{"owner", owner, "2", channel, "0"}));
    QVERIFY2(any->warnings.size() > exact->warnings.size(), "the one without a comparison warns of it");
    QVERIFY(exact->warnings.join(QLatin1Char('\n')).contains(QLatin1String("keeps running")));
    QVERIFY(exact->warnings.join(QLatin1Char('\n')).contains(QLatin1String("reuses owner ids")));
}

void tst_redissonlock::commandsSurviveAnyBytes()
{
    ActRequest asked = request(ActKind::Wake);
    asked.key = {"it's a $lock"};
    QCOMPARE(m_format.plan(asked, nullptr)->commands.front(),
             QStringLiteral("redis-cli PUBLISH 'redisson_lock__channel:{it'\\''s a $lock}' 0"));
    asked.key = {QByteArray("a\0'\"\\\xff", 6)};
    QCOMPARE(
        m_format.plan(asked, nullptr)->commands.front(),
        QStringLiteral("printf '%s\\n' '\"PUBLISH\" \"redisson_lock__channel:{a\\x00\\x27\\\"\\\\\\xff}\" "
                       "\"0\"' | redis-cli"));
}

void tst_redissonlock::oneOfSeveralHoldersIsNotForced()
{
    ActRequest asked = request(ActKind::ForceRelease);
    asked.expectedHolders = {{.id = {owner}, .count = 2}};
    QCOMPARE(m_format.plan(asked, nullptr)->args[1], owner);
    QCOMPARE(m_format.plan(asked, nullptr)->args[2], QByteArray("2"));
    asked.expectedHolders.push_back({.id = {"another"}});
    const Outcome<ActPlan> several = m_format.plan(asked, nullptr);
    QCOMPARE(several->args[0], QByteArray("owner"));
    QVERIFY2(several->args[1].isEmpty(), "nobody is that");
}

void tst_redissonlock::aQueueInAnotherSlotIsLeftOut_data()
{
    QTest::addColumn<bool>("same");
    for (const char *name : {"order", "{shop}:order", "shop{7}", "a{b}{c}"})
        QTest::newRow(name) << true;
    for (const char *name : {"order{}", "{order", "a}b", "{}"})
        QTest::newRow(name) << false;
}

void tst_redissonlock::aQueueInAnotherSlotIsLeftOut()
{
    const QByteArray name = QTest::currentDataTag();
    QTEST(redissonSharesSlot(name), "same");
    const Outcome<ActPlan> plan = m_format.plan({.act = ActKind::ForceRelease, .key = {name}}, nullptr);
    QFETCH(bool, same);
    QCOMPARE(plan->keys.size(), size_t(same ? 3 : 1));
    QCOMPARE(plan->warnings.join(QLatin1Char(' ')).contains(QLatin1String("fair lock")), !same);
}

void tst_redissonlock::companionsNarrowWhatElseItMayBe()
{
    KeyReading reading = hash({{owner, "1"}});
    const auto others = [&reading](const char *kind) {
        const std::vector<LockKind> kinds = Registry::builtIn().alternatives(reading);
        return std::find(kinds.begin(), kinds.end(), LockKind{kind}) != kinds.end();
    };
    QVERIFY(others("spin-lock") && others("nonreentrant-lock") && others("fair-lock"));
    QVERIFY2(others("fenced-lock"), "whether it has a token was not asked");
    reading.companionsRead = true;
    for (const CompanionKey &companion : Registry::builtIn().companions(reading))
        reading.companions.push_back({.key = companion.key});
    QVERIFY(!reading.companions.empty());
    QVERIFY(others("spin-lock") && others("nonreentrant-lock") && others("fair-lock"));
    QVERIFY2(!others("fenced-lock"), "a fenced lock has a token");
    QVERIFY(m_format.explain(reading).join(QLatin1Char(' ')).contains(QLatin1String("spin")));
}

void tst_redissonlock::aRuleSaysWhatNoKeyTells_data()
{
    QTest::addColumn<QByteArray>("kind");
    for (const char *kind : {"spin-lock", "nonreentrant-lock", "fenced-lock", "fair-lock", "rlock"})
        QTest::newRow(kind) << QByteArray(kind);
}

void tst_redissonlock::aRuleSaysWhatNoKeyTells()
{
    QFETCH(QByteArray, kind);
    const Format *format = Registry::builtIn().find(kind);
    QVERIFY(format);
    KeyReading reading = hash({{owner, "1"}});
    QCOMPARE(format->decode(reading).has_value(), kind == "rlock");
    reading.ruled = format->kind();
    const std::optional<Decoded> decoded = format->decode(reading);
    QVERIFY(decoded && decoded->kind == format->kind());
    QCOMPARE(decoded->holders.front().id.bytes, owner);
    QVERIFY(!format->explain(reading).isEmpty());
    reading.fields = {{"visits", "7"}};
    QVERIFY2(!format->decode(reading), "the value must be such a lock at least");
}

void tst_redissonlock::spinLocksAreNotWoken()
{
    const Format *spin = Registry::builtIn().find("spin-lock");
    QVERIFY(!spin->wakeChannel({"order:lock"}));
    VERIFY_FAILS(spin->plan(request(ActKind::Wake), nullptr), ErrorKind::Unsupported);
    ActRequest asked = request(ActKind::Release);
    asked.owner = {owner};
    const Outcome<ActPlan> release = spin->plan(asked, nullptr);
    VERIFY_OK(release);
    QVERIFY(release->channels.empty() && release->args[2].isEmpty() && release->keys.size() == 1);
    QVERIFY2(!spin->plan(request(ActKind::ForceRelease), nullptr)->channels.empty(),
             "forced, it may be another kind");
    asked.act = ActKind::Acquire;
    asked.wait = milliseconds(1000);
    QCOMPARE(spin->plan(asked, nullptr)->script, QByteArray("redisson-acquire"));
}

void tst_redissonlock::nonReentrantLocksAreTakenOnce()
{
    const Format *once = Registry::builtIn().find("nonreentrant-lock");
    QVERIFY(!once->reentrant());
    QCOMPARE(once->plan(request(ActKind::Acquire), nullptr)->script,
             QByteArray("redisson-nonreentrant-acquire"));
    QCOMPARE(*once->wakeChannel({"order:lock"}), *m_format.wakeChannel({"order:lock"}));
}

void tst_redissonlock::channelsNameTheirLock_data()
{
    QTest::addColumn<QByteArray>("channel");
    QTest::addColumn<QByteArray>("lock");
    const auto row = [](const char *title, const QByteArray &channel, const QByteArray &lock) {
        QTest::newRow(title) << channel << lock;
    };
    row("a plain name", "redisson_lock__channel:{order}", "order");
    row("a name with a tag", "redisson_lock__channel:{shop}:order", "{shop}:order");
    row("one waiter of a fair lock", "redisson_lock__channel:{order}:" + owner, "order");
    row("one waiter, a name with a tag", "redisson_lock__channel:{shop}:order:" + owner, "{shop}:order");
    row("a lock named like an owner", "redisson_lock__channel:{" + owner + "}", owner);
    row("no name", "redisson_lock__channel:", "");
    row("another channel", "redisson_rwlock:{order}", "");
}

void tst_redissonlock::channelsNameTheirLock()
{
    QFETCH(QByteArray, channel);
    const std::optional<LockName> subject = m_format.subjectOfChannel(channel);
    QTEST(subject.value_or(LockName{}).bytes, "lock");
}

LOCKSCOPE_TEST(tst_redissonlock)

} // namespace tst_redissonlock

#include "tst_redissonlock.moc"
