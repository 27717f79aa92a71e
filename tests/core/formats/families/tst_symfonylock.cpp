// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTest>

namespace tst_symfonylock
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const QByteArray ann = QByteArray(32, 'a').toBase64();
const QByteArray bob = QByteArray(32, 'b').toBase64();
const WallTime at = WallTime(std::chrono::seconds(1'787'313'600));

double ms(milliseconds fromNow)
{
    return double((at.time_since_epoch() + fromNow) / 1ms);
}

KeyReading reading(std::vector<Member> members, std::optional<milliseconds> ttl = 300s,
                   QByteArray key = "lock:invoice")
{
    const qint64 size = qint64(members.size());
    return {.key = {std::move(key)},
            .type = ValueType::SortedSet,
            .ttl = ttl,
            .size = size,
            .members = std::move(members),
            .readAt = now(),
            .wallAt = at};
}

const Format &symfony()
{
    return *Registry::builtIn().find("symfony-lock");
}

} // namespace

class tst_symfonylock : public QObject
{
    Q_OBJECT
private slots:
    void anExclusiveHold();
    void readersHaveTheirOwnEnds();
    void aClockThatIsOffDoesNotMoveTheEnds();
    void holdsThatAreOverAreNotShown();
    void lookAlikes_data();
    void lookAlikes();
    void makesWhatItRecognises();
    void plansEveryAct();
    void explains();
    void refusesWhatMakesNoSense();
};

void tst_symfonylock::anExclusiveHold()
{
    const KeyReading lock = reading({{"__write__", ms(300s)}, {ann, ms(300s)}});
    const auto [format, decoded] = Registry::builtIn().decode(lock);
    QVERIFY(decoded && decoded->kind == LockKind{"symfony-lock"});
    QVERIFY(decoded->confidence == Confidence::Certain);
    QCOMPARE(decoded->holders.size(), 1);
    QCOMPARE(decoded->holders[0].id.bytes, ann);
    QVERIFY(decoded->holders[0].mode == HoldMode::Write &&
            decoded->holders[0].expiresAt == lock.readAt + 300s);
    QVERIFY(Registry::builtIn().mayBeLock({.key = "lock:a", .type = ValueType::SortedSet, .ttl = 300s}));
    QVERIFY(!Registry::builtIn().mayBeLock({.key = "jobs", .type = ValueType::SortedSet, .ttl = 300s}));
    QVERIFY(!Registry::builtIn().mayBeLock({.key = "lock:a", .type = ValueType::SortedSet}));
}

void tst_symfonylock::readersHaveTheirOwnEnds()
{
    const KeyReading lock = reading({{ann, ms(100s)}, {bob, ms(300s)}});
    const auto decoded = symfony().decode(lock);
    QVERIFY(decoded && decoded->holders.size() == 2);
    QVERIFY(decoded->holders[0].mode == HoldMode::Read);
    QCOMPARE(decoded->holders[0].expiresAt, std::optional<Instant>(lock.readAt + 100s));
    QCOMPARE(decoded->holders[1].expiresAt, std::optional<Instant>(lock.readAt + 300s));
    QVERIFY(decoded->ownDeadline && decoded->deadline == lock.readAt + 300s);
}

void tst_symfonylock::aClockThatIsOffDoesNotMoveTheEnds()
{
    KeyReading lock = reading({{ann, ms(100s)}, {bob, ms(300s)}});
    lock.wallAt += 1h;
    const auto decoded = symfony().decode(lock);
    QVERIFY(decoded && decoded->holders.size() == 2);
    QVERIFY(decoded->confidence == Confidence::Likely);
    QCOMPARE(decoded->holders[0].expiresAt, std::optional<Instant>(lock.readAt + 100s));
}

void tst_symfonylock::holdsThatAreOverAreNotShown()
{
    const auto some = symfony().decode(reading({{ann, ms(-1s)}, {bob, ms(300s)}}));
    QVERIFY(some && some->holders.size() == 1 && some->holders[0].id.bytes == bob);
    const auto none = symfony().decode(reading({{ann, ms(-1s)}}, {}));
    QVERIFY(none && none->holders.isEmpty() && !none->ownDeadline);
    QVERIFY(none->confidence == Confidence::Likely);
}

void tst_symfonylock::lookAlikes_data()
{
    QTest::addColumn<KeyReading>("lock");
    QTest::newRow("a delayed queue") << reading({{"job:1", ms(10s)}});
    QTest::newRow("a rate limiter") << reading({{"1787313600.123", ms(0s)}, {"1787313601.5", ms(1s)}});
    QTest::newRow("only the mark") << reading({{"__write__", ms(10s)}});
    QTest::newRow("nothing read") << reading({});
    QTest::newRow("one odd member") << reading({{ann, ms(10s)}, {"x", ms(10s)}});
    QTest::newRow("a score that is a rank") << reading({{ann, 12}});
    QTest::newRow("scores in seconds") << reading({{ann, ms(10s) / 1000}});
    QTest::newRow("31 bytes") << reading({{QByteArray(31, 'a').toBase64(), ms(10s)}});
    KeyReading set = reading({{ann, ms(10s)}});
    set.type = ValueType::Set;
    QTest::newRow("a set") << set;
}

void tst_symfonylock::lookAlikes()
{
    QFETCH(KeyReading, lock);
    QVERIFY(!symfony().decode(lock));
    QVERIFY(symfony().explain(lock).isEmpty());
    QVERIFY(!Registry::builtIn().decode(lock).first);
}

void tst_symfonylock::makesWhatItRecognises()
{
    const OwnerId owner = symfony().makeOwner();
    QVERIFY(owner != symfony().makeOwner());
    QVERIFY(symfony().decode(reading({{owner.bytes, ms(300s)}})));
    QVERIFY(Registry::builtIn().roleOf("symfony_check_support_time").kind == NameRole::Kind::Noise);
}

void tst_symfonylock::plansEveryAct()
{
    QVERIFY(!symfony().title().isEmpty() && !symfony().legend().isEmpty());
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::SetExpiry, ActKind::RemoveShare}) {
        const Outcome<ActPlan> plan =
            symfony().plan({.act = act, .key = {"lock:a"}, .owner = {ann}, .lease = 5s}, nullptr);
        VERIFY_OK(plan);
        QVERIFY2(QFile::exists(QStringLiteral(":/lua/%1.lua").arg(QLatin1String(plan->script))),
                 plan->script.constData());
        QVERIFY(!plan->steps.isEmpty() && !plan->commands.isEmpty() && plan->channels.empty());
        const bool harsh = act == ActKind::ForceRelease || act == ActKind::RemoveShare;
        QCOMPARE(plan->warnings.join(u'\n').contains(u"keeps running"), harsh);
    }
    VERIFY_FAILS(symfony().plan({.act = ActKind::Wake, .key = {"lock:a"}}, nullptr), ErrorKind::Unsupported);
}

void tst_symfonylock::explains()
{
    const QString exclusive =
        symfony().explain(reading({{"__write__", ms(300s)}, {ann, ms(300s)}})).join(u'\n');
    QVERIFY(exclusive.contains(u"the hold is exclusive"));
    const QString read = symfony().explain(reading({{bob, ms(-1s)}, {ann, ms(300s)}})).join(u'\n');
    QVERIFY(read.contains(u"all holders are readers") && read.contains(u"expired hold"));
}

void tst_symfonylock::refusesWhatMakesNoSense()
{
    const auto plan = [](ActRequest request) { return symfony().plan(request, nullptr); };
    VERIFY_FAILS(plan({.act = ActKind::Acquire, .key = {"a"}, .owner = {"ann"}}), ErrorKind::BadInput);
    VERIFY_FAILS(plan({.act = ActKind::Release, .key = {"a"}}), ErrorKind::BadInput);
    VERIFY_FAILS(plan({.act = ActKind::RemoveShare, .key = {"a"}}), ErrorKind::BadInput);
    VERIFY_FAILS(plan({.act = ActKind::SetExpiry, .key = {"a"}}), ErrorKind::BadInput);
}

LOCKSCOPE_TEST(tst_symfonylock)

} // namespace tst_symfonylock

#include "tst_symfonylock.moc"
