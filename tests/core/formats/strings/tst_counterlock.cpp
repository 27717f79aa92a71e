// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_counterlock
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::stringKey;

namespace
{

KeyReading reading(const QByteArray &key, const QByteArray &value, std::optional<milliseconds> ttl = {})
{
    return stringKey(key, value, ttl);
}

const Format &format()
{
    return *Registry::builtIn().find("counter-lock");
}

bool contains(const std::vector<LockKind> &kinds, std::string_view kind)
{
    return std::find(kinds.begin(), kinds.end(), LockKind{kind}) != kinds.end();
}

} // namespace

class tst_counterlock : public QObject
{
    Q_OBJECT

private slots:
    void recognises_data();
    void recognises();
    void leavesOthersAlone_data();
    void leavesOthersAlone();
    void eachNamesTheOther();
    void byARuleWhateverItsName();
    void plansEveryAct();
    void comparesTheNumberShown();
    void badInput_data();
    void badInput();
    void saysWhatItCannotDo();
};

void tst_counterlock::recognises_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::newRow("beside an entry") << reading("page:home_lock7", "2");
    QTest::newRow("with letters in the id") << reading("page_lock42a", "17");
    QTest::newRow("by its end") << reading("lock:page:incr", "2");
}

void tst_counterlock::recognises()
{
    QFETCH(KeyReading, lock);
    QVERIFY(format().mayBe({.key = lock.key.bytes, .type = lock.type}));
    const auto [found, decoded] = Registry::builtIn().decode(lock);
    QCOMPARE(found, &format());
    QCOMPARE(int(decoded->confidence), int(Confidence::Guess));
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders[0].id.bytes, lock.string);
    QCOMPARE(decoded->holders[0].count, 1);
    QVERIFY(!decoded->lasting && !decoded->holders[0].expiresAt);
    QVERIFY(found->explain(lock).join(QLatin1Char(' ')).contains(QLatin1String("or a counter")));
}

void tst_counterlock::leavesOthersAlone_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::addColumn<QByteArray>("kind");
    const auto row = [](const char *title, const KeyReading &lock, const char *kind) {
        QTest::newRow(title) << lock << QByteArray(kind);
    };
    row("a one by SETNX", reading("lock:order", "1"), "untokened-lock");
    row("a one by SETNX under a name like ours", reading("page:home_lock7", "1"), "untokened-lock");
    row("a process id", reading("lock:order", "4242"), "untokened-lock");
    row("a process id under another name", reading("order_lock", "4242"), "untokened-lock");
    row("with an expiry", reading("page:home_lock7", "2", 5s), "untokened-lock");
    row("an ordinary counter", reading("page:home:views", "2"), "");
    row("a counter of lockouts", reading("user_lockout7", "2"), "");
    row("a counter of blocks", reading("user_block7", "2"), "");
    row("a counter by its end", reading("views:incr", "2"), "");
    row("none", reading("page:home_lock7", "0"), "");
    row("fewer than none", reading("page:home_lock7", "-3"), "");
    row("only an id", reading("_lock7", "2"), "untokened-lock");
}

void tst_counterlock::leavesOthersAlone()
{
    QFETCH(KeyReading, lock);
    QFETCH(QByteArray, kind);
    QVERIFY(!format().decode(lock));
    QVERIFY(format().explain(lock).isEmpty());
    const Format *found = Registry::builtIn().decode(lock).first;
    QCOMPARE(found, kind.isEmpty() ? nullptr : Registry::builtIn().find(kind));
}

void tst_counterlock::eachNamesTheOther()
{
    const Registry &registry = Registry::builtIn();
    QVERIFY(contains(registry.alternatives(reading("page:home_lock7", "2")), "untokened-lock"));
    QVERIFY(contains(registry.alternatives(reading("page:home_lock7", "1")), "counter-lock"));
    QVERIFY(contains(registry.alternatives(reading("lock:order", "4242")), "counter-lock"));
    QVERIFY2(!contains(registry.alternatives(reading("lock:order", "1", 5s)), "counter-lock"),
             "that one has an expiry");
    QVERIFY(!contains(registry.alternatives(reading("lock:order", "true")), "counter-lock"));
}

void tst_counterlock::byARuleWhateverItsName()
{
    KeyReading lock = reading("page:home:busy", "1", 5s);
    lock.ruled = format().kind();
    const std::optional<Decoded> decoded = format().decode(lock);
    QVERIFY(decoded && decoded->holders.size() == 1);
    QCOMPARE(int(decoded->confidence), int(Confidence::Certain));
    QCOMPARE(*decoded->holders[0].expiresAt, lock.readAt + 5s);
    QVERIFY(!format().explain(lock).isEmpty());
    lock.string = "0";
    QVERIFY(!format().decode(lock));
}

void tst_counterlock::plansEveryAct()
{
    for (const ActKind act :
         {ActKind::Acquire, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        const Outcome<ActPlan> plan =
            format().plan({.act = act, .key = {"page_lock7"}, .owner = {"1"}, .lease = 5s}, nullptr);
        VERIFY_OK(plan);
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QCOMPARE(plan->keys, std::vector<QByteArray>{"page_lock7"});
        QVERIFY(plan->kind == LockKind{"counter-lock"} && !plan->steps.isEmpty());
        QVERIFY(plan->commands.size() == 1 && plan->channels.empty());
    }
    QCOMPARE(format().plan({.act = ActKind::Acquire, .key = {"a_lock7"}}, nullptr)->args,
             std::vector<QByteArray>{"0"});
    QCOMPARE(format().makeOwner().bytes, QByteArray("1"));
}

void tst_counterlock::comparesTheNumberShown()
{
    ActRequest force{.act = ActKind::ForceRelease, .key = {"page_lock7"}};
    const Outcome<ActPlan> any = format().plan(force, nullptr);
    QCOMPARE(any->args, (std::vector<QByteArray>{"any", ""}));
    force.expectedOwner = OwnerId{"5"};
    const Outcome<ActPlan> exact = format().plan(force, nullptr);
    QCOMPARE(exact->args, (std::vector<QByteArray>{"owner", "5"}));
    QVERIFY(any->warnings.size() > exact->warnings.size());
    QVERIFY(exact->warnings.join(QLatin1Char(' ')).contains(QLatin1String("cannot be made safe")));
}

void tst_counterlock::badInput_data()
{
    QTest::addColumn<ActRequest>("asked");
    for (const char *owner : {"me", "0", "-1", "1.5", "1234567890123456"})
        QTest::newRow(owner) << ActRequest{.act = ActKind::Release, .key = {"page_lock7"}, .owner = {owner}};
    QTest::newRow("no owner") << ActRequest{.act = ActKind::Release, .key = {"page_lock7"}};
    QTest::newRow("no time") << ActRequest{.act = ActKind::SetExpiry, .key = {"page_lock7"}};
    QTest::newRow("two holds") << ActRequest{
        .act = ActKind::ForceRelease, .key = {"page_lock7"}, .expectedCount = 2};
}

void tst_counterlock::badInput()
{
    QFETCH(ActRequest, asked);
    VERIFY_FAILS(format().plan(asked, nullptr), ErrorKind::BadInput);
}

void tst_counterlock::saysWhatItCannotDo()
{
    for (const ActKind act : {ActKind::Renew, ActKind::Wake, ActKind::RemoveShare}) {
        const Outcome<ActPlan> plan =
            format().plan({.act = act, .key = {"page_lock7"}, .owner = {"1"}, .lease = 5s}, nullptr);
        VERIFY_FAILS(plan, ErrorKind::Unsupported);
        QVERIFY(!plan.failure().remedy.isEmpty());
    }
}

LOCKSCOPE_TEST(tst_counterlock)

} // namespace tst_counterlock

#include "tst_counterlock.moc"
