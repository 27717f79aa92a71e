// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/formats/redissonnames.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_multilock
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::Fields;
using lockscope::test::hashKey;

namespace
{

const QByteArray jack = QByteArrayLiteral("AAECAwQFBgcICQoLDA0ODw");
const QByteArray mary = QByteArrayLiteral("BBECAwQFBgcICQoLDA0O+A");
const QByteArray ann = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57");
const QByteArray bob = QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1");
const QByteArray channel = QByteArrayLiteral("redisson_lock__channel:{class}");

QByteArray in(milliseconds time)
{
    const auto since1970 = std::chrono::duration_cast<milliseconds>(wallNow().time_since_epoch());
    return QByteArray::number(qint64((since1970 + time).count()));
}

Fields value(const QByteArray &hash, const QByteArray &owner, milliseconds left,
             const QByteArray &count = "1")
{
    return {{hash, owner},
            {hash + ':' + owner + ":expire_time", in(left)},
            {hash + ':' + owner + ":lock_count", count}};
}

Fields operator+(Fields a, const Fields &b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

KeyReading group(Fields fields, std::optional<milliseconds> ttl = milliseconds(30000))
{
    return hashKey("class", std::move(fields), ttl);
}

const Format &format()
{
    return *Registry::builtIn().find("multi-lock");
}

} // namespace

class tst_multilock : public QObject
{
    Q_OBJECT

private slots:
    void eachValueHasItsHolder();
    void aValuePastItsTimeIsFree();
    void leftoversOfAnOlderOwnerAreNone();
    void endsWithTheHashAtTheLatest();
    void lookAlikes_data();
    void lookAlikes();
    void explains();
    void plansEveryAct();
    void takesTheValuesNamed();
    void comparesAllThatWasShown();
    void removesOneValue();
    void badInput_data();
    void badInput();
};

void tst_multilock::eachValueHasItsHolder()
{
    const auto [found, decoded] =
        Registry::builtIn().decode(group(value(jack, ann, 20s, "2") + value(mary, bob, 10s)));
    QCOMPARE(found, &format());
    QCOMPARE(int(decoded->confidence), int(Confidence::Certain));
    QCOMPARE(decoded->holders.size(), 2);
    QCOMPARE(decoded->holders[0].id.bytes, ann);
    QCOMPARE(decoded->holders[0].part, jack);
    QCOMPARE(decoded->holders[0].count, 2);
    const milliseconds left = millisecondsBetween(now(), *decoded->holders[0].expiresAt);
    QVERIFY(left > 15s && left <= 21s);
    QCOMPARE(decoded->holders[1].id.bytes, bob);
    QCOMPARE(decoded->holders[1].part, mary);
    QCOMPARE(*format().wakeChannel({"class"}), channel);
    QVERIFY(redissonOwner(format().makeOwner().bytes));
}

void tst_multilock::aValuePastItsTimeIsFree()
{
    const std::optional<Decoded> one = format().decode(group(value(jack, ann, -1s) + value(mary, ann, 10s)));
    QCOMPARE(one->holders.size(), 1);
    QCOMPARE(one->holders[0].part, mary);
    const auto [found, none] = Registry::builtIn().decode(group(value(jack, ann, -1s)));
    QCOMPARE(found, &format());
    QVERIFY2(none->holders.isEmpty(), "free, though its key is there");
    QVERIFY(
        found->explain(group(value(jack, ann, -1s))).join(QLatin1Char('\n')).contains(QLatin1String("free")));
}

void tst_multilock::leftoversOfAnOlderOwnerAreNone()
{
    Fields old = value(jack, bob, -60s);
    old.erase(old.begin());
    const std::optional<Decoded> decoded = format().decode(group(value(jack, ann, 10s) + old));
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders[0].id.bytes, ann);
}

void tst_multilock::endsWithTheHashAtTheLatest()
{
    const KeyReading reading = group(value(jack, ann, 60s), milliseconds(5000));
    QCOMPARE(*format().decode(reading)->holders[0].expiresAt, reading.readAt + milliseconds(5000));
    QVERIFY(*format().decode(group(value(jack, ann, 60s), {}))->holders[0].expiresAt > now() + 50s);
}

void tst_multilock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("reading");
    QTest::newRow("another field too") << group(value(jack, ann, 10s) + Fields{{"name", "x"}});
    QTest::newRow("an owner that is none") << group(value(jack, "somebody", 10s));
    QTest::newRow("a value that is no hash") << group(value("Jack_001", ann, 10s));
    QTest::newRow("a hash with bits that no encoder sets")
        << group(value("AAECAwQFBgcICQoLDA0ODx", ann, 10s));
    QTest::newRow("no count") << group({{jack, ann}, {jack + ':' + ann + ":expire_time", in(10s)}});
    QTest::newRow("no time") << group({{jack, ann}, {jack + ':' + ann + ":lock_count", "1"}});
    QTest::newRow("a count that is not a number") << group(value(jack, ann, 10s, "many"));
    QTest::newRow("only an owner") << group({{jack, ann}});
    QTest::newRow("ids as keys") << group({{jack, "1"}, {mary, "2"}});
    QTest::newRow("a throttle of Laravel") << group({{"start", "1"}, {"end", "2"}, {"count", "3"}});
    QTest::newRow("a session of Spring") << group(
        {{"creationTime", in(-60s)}, {"lastAccessedTime", in(-1s)}, {"maxInactiveInterval", "1800"}});
    KeyReading cut = group(value(jack, ann, 10s));
    cut.size = 100;
    QTest::newRow("read in part") << cut;
}

void tst_multilock::lookAlikes()
{
    QFETCH(KeyReading, reading);
    QVERIFY(!format().decode(reading));
    QVERIFY(format().explain(reading).isEmpty());
    QVERIFY(!Registry::builtIn().decode(reading).first);
}

void tst_multilock::explains()
{
    const QString text =
        format().explain(group(value(jack, ann, 10s) + value(mary, bob, -1s))).join(QLatin1Char('\n'));
    QVERIFY(text.contains(QLatin1String("1 value(s) held")));
    QVERIFY(text.contains(QLatin1String("1 expired value(s)")));
    QVERIFY(text.contains(QLatin1String(ann.first(36))) && text.contains(QLatin1String("thread 57")));
}

void tst_multilock::plansEveryAct()
{
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::Wake, ActKind::SetExpiry, ActKind::RemoveShare}) {
        const Outcome<ActPlan> plan =
            format().plan({.act = act, .key = {"class"}, .owner = {ann}, .part = jack, .lease = 5s}, nullptr);
        VERIFY_OK(plan);
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QCOMPARE(plan->keys, std::vector<QByteArray>{"class"});
        QVERIFY(plan->kind == LockKind{"multi-lock"} && !plan->steps.isEmpty());
        QCOMPARE(plan->commands.size(), 1);
        const bool silent = act == ActKind::Acquire || act == ActKind::Renew || act == ActKind::SetExpiry;
        QCOMPARE(plan->channels.empty(), silent);
    }
}

void tst_multilock::takesTheValuesNamed()
{
    ActRequest request{.act = ActKind::Acquire, .key = {"class"}, .owner = {ann}, .part = jack + ',' + mary};
    QCOMPARE(format().plan(request, nullptr)->args, (std::vector<QByteArray>{ann, "30000", jack, mary}));
    request.act = ActKind::Renew;
    request.part.clear();
    QCOMPARE(format().plan(request, nullptr)->args, (std::vector<QByteArray>{ann, "30000"}));
    request.act = ActKind::Release;
    Lock seen;
    seen.lease = 90s;
    QCOMPARE(format().plan(request, &seen)->args, (std::vector<QByteArray>{ann, "90000", channel, "0"}));
}

void tst_multilock::comparesAllThatWasShown()
{
    ActRequest force{.act = ActKind::ForceRelease, .key = {"class"}};
    const Outcome<ActPlan> any = format().plan(force, nullptr);
    QCOMPARE(any->args, (std::vector<QByteArray>{"any", channel, "0"}));
    force.expectedOwner = OwnerId{ann};
    QCOMPARE(format().plan(force, nullptr)->args, (std::vector<QByteArray>{"owner", channel, "0", ann, ""}));
    force.expectedCount = 2;
    QCOMPARE(format().plan(force, nullptr)->args, (std::vector<QByteArray>{"owner", channel, "0", ann, "2"}));
    force.expectedHolders = {{.id = {ann}, .count = 2, .part = jack}, {.id = {bob}, .part = mary}};
    const Outcome<ActPlan> all = format().plan(force, nullptr);
    QCOMPARE(all->args, (std::vector<QByteArray>{"holders", channel, "0", jack, ann, "2", mary, bob, "1"}));
    QVERIFY(any->warnings.size() > all->warnings.size());
    QVERIFY(all->warnings.join(QLatin1Char('\n')).contains(QLatin1String("keeps running")));
}

void tst_multilock::removesOneValue()
{
    ActRequest remove{.act = ActKind::RemoveShare, .key = {"class"}, .owner = {ann}, .part = jack};
    QCOMPARE(format().plan(remove, nullptr)->args,
             (std::vector<QByteArray>{"owner", ann, "", channel, "0", jack}));
    remove.expectedCount = 3;
    QCOMPARE(format().plan(remove, nullptr)->args,
             (std::vector<QByteArray>{"owner", ann, "3", channel, "0", jack}));
    remove.act = ActKind::ForceRelease;
    QCOMPARE(format().plan(remove, nullptr)->args,
             (std::vector<QByteArray>{"any", "", "3", channel, "0", jack}));
}

void tst_multilock::badInput_data()
{
    QTest::addColumn<ActRequest>("asked");
    QTest::newRow("no name") << ActRequest{.act = ActKind::Wake};
    QTest::newRow("acquire nothing") << ActRequest{.act = ActKind::Acquire, .key = {"class"}};
    QTest::newRow("a value in plain words")
        << ActRequest{.act = ActKind::Acquire, .key = {"class"}, .part = "Jack_001"};
    QTest::newRow("an empty value among others")
        << ActRequest{.act = ActKind::Acquire, .key = {"class"}, .part = jack + ','};
    QTest::newRow("another owner") << ActRequest{
        .act = ActKind::Acquire, .key = {"class"}, .owner = {"me"}, .part = jack};
    QTest::newRow("release without an owner") << ActRequest{.act = ActKind::Release, .key = {"class"}};
    QTest::newRow("remove without a value")
        << ActRequest{.act = ActKind::RemoveShare, .key = {"class"}, .owner = {ann}};
    QTest::newRow("remove without an owner")
        << ActRequest{.act = ActKind::RemoveShare, .key = {"class"}, .part = jack};
    QTest::newRow("remove two") << ActRequest{
        .act = ActKind::RemoveShare, .key = {"class"}, .owner = {ann}, .part = jack + ',' + mary};
    QTest::newRow("set-expiry without a time") << ActRequest{.act = ActKind::SetExpiry, .key = {"class"}};
}

void tst_multilock::badInput()
{
    QFETCH(ActRequest, asked);
    VERIFY_FAILS(format().plan(asked, nullptr), ErrorKind::BadInput);
}

LOCKSCOPE_TEST(tst_multilock)

} // namespace tst_multilock

#include "tst_multilock.moc"
