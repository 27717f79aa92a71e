// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/alerts/alerts.h"
#include "core/engine/filter/lockfilter.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

namespace tst_alerts
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const Instant Start = Instant() + 1000h;

LockPtr lockOf(const QByteArray &key, const QByteArray &owner, VerdictLevel level = VerdictLevel::Ok,
               qint64 waiters = 0)
{
    auto lock = std::make_shared<Lock>();
    lock->key = {key};
    lock->kind = {"rlock"};
    lock->confidence = Confidence::Certain;
    lock->heldSince = Start;
    if (!owner.isEmpty())
        lock->holders.append(Holder{.id = {owner}});
    lock->verdict = {.level = level, .code = level == VerdictLevel::Ok ? "healthy" : "no-expiry"};
    lock->waiters.subscribed = waiters;
    return lock;
}

// The lock as it was when its node was lost.
LockPtr away(const LockPtr &lock)
{
    auto stale = std::make_shared<Lock>(*lock);
    stale->stale = true;
    stale->verdict = {.level = VerdictLevel::Info, .code = "stale"};
    return stale;
}

// A lock on three nodes, each of which may know the owner by another id.
LockPtr ofGroup(const QByteArrayList &owners, int reachable = 3)
{
    auto lock = std::make_shared<Lock>(*lockOf("a", owners.value(0)));
    auto extras = std::make_shared<LockExtras>();
    for (const QByteArray &owner : owners)
        extras->copies.push_back({.state = CopyState::Held, .owner = {owner}});
    extras->quorum = Quorum{.nodes = 3, .needed = 2, .agreeing = int(owners.size()), .reachable = reachable};
    lock->extras = extras;
    return lock;
}

LockDelta with(const std::vector<LockPtr> &upserted, const std::vector<LockName> &removed = {})
{
    LockDelta delta;
    delta.upserted = upserted;
    delta.removed = removed;
    return delta;
}

QByteArray told(const std::vector<Alert> &alerts)
{
    QByteArrayList texts;
    for (const Alert &alert : alerts)
        texts << QByteArray(name(alert.what)) + ' ' + alert.key.bytes;
    return texts.join(", ");
}

AlertRule rule(const char *text)
{
    return *AlertRule::parse(QString::fromLatin1(text));
}

} // namespace

class TestAlerts : public QObject
{
    Q_OBJECT

private slots:
    void tellsAtOnceAndWhenItIsOver();
    void tellsAgainWhenItBecomesWorse();
    void aGuessRaisesNoAlertUnasked();
    void waitsAsLongAsTheRuleAsks();
    void whatPassesInTimeIsNotTold();
    void timeAloneMakesARuleHold();
    void whoIsIdleIsNotJudgedAgain();
    void timeAloneIsMissedNowhere_data();
    void timeAloneIsMissedNowhere();
    void aRuleThatStaysTellsNothingTwice();
    void aNewRuleIsHeldAgainstAllLocks();
    void pinnedLocksTellWhoTakesThem();
    void whatWasKnownWhenPinnedCounts();
    void whoHasAGroupsLockOnAnyNodeHasIt();
    void aLostNodeEndsNothing();
    void aLostNodesTimeStandsStill();
    void aLostNodeCanBeAskedFor();
    void theFiguresAreTold();
    void theFiguresAreTranslated();
    void writesALineForEach();
    void tellsOfRulesItCannotRead();
    void theLogIsBounded();
};

void TestAlerts::tellsAtOnceAndWhenItIsOver()
{
    AlertWatch watch;
    watch.setRules({rule("verdict:critical")});
    QCOMPARE(
        told(watch.apply(with({lockOf("a", "me"), lockOf("b", "me", VerdictLevel::Critical)}), Start, {})),
        QByteArray("began b"));
    QCOMPARE(told(watch.apply(with({lockOf("b", "me", VerdictLevel::Critical, 1)}), Start + 1s, {})),
             QByteArray());
    QCOMPARE(told(watch.apply(with({lockOf("b", "me")}), Start + 2s, {})), QByteArray("over b"));
    QCOMPARE(told(watch.apply(with({lockOf("c", "me", VerdictLevel::Critical)}), Start + 3s, {})),
             QByteArray("began c"));
    QCOMPARE(told(watch.apply(with({}, {{QByteArray("c")}, {QByteArray("a")}}), Start + 4s, {})),
             QByteArray("over c"));
}

void TestAlerts::tellsAgainWhenItBecomesWorse()
{
    AlertWatch watch;
    watch.setRules({rule("verdict>=warning"), rule("owner:me")});
    const auto apply = [&watch](VerdictLevel level, int second) {
        const auto alerts =
            watch.apply(with({lockOf("a", "me", level)}), Start + std::chrono::seconds(second), {});
        return told(alerts);
    };
    QCOMPARE(apply(VerdictLevel::Warning, 0), QByteArray("began a, began a")); // both rules
    QCOMPARE(apply(VerdictLevel::Critical, 1), QByteArray("began a"));
    QCOMPARE(apply(VerdictLevel::Warning, 2), QByteArray());
    QCOMPARE(apply(VerdictLevel::Critical, 3), QByteArray());
    QCOMPARE(apply(VerdictLevel::Info, 4), QByteArray("over a"));
}

void TestAlerts::aGuessRaisesNoAlertUnasked()
{
    const auto guess = [] {
        auto lock = std::make_shared<Lock>(*lockOf("a", "me", VerdictLevel::Ok, 5));
        lock->confidence = Confidence::Guess;
        return LockPtr(lock);
    };
    AlertWatch watch;
    watch.setRules({rule("waiters>2"), rule("waiters>2 confidence:guess")});
    const auto alerts = watch.apply(with({guess(), lockOf("b", "me", VerdictLevel::Ok, 5)}), Start, {});
    QCOMPARE(told(alerts), QByteArray("began a, began b"));
    QCOMPARE(alerts.front().rule, QStringLiteral("waiters>2 confidence:guess"));
    AlertWatch open;
    open.setLeastConfidence(Confidence::Guess);
    open.setRules({rule("waiters>2")});
    QCOMPARE(told(open.apply(with({guess()}), Start, {})), QByteArray("began a"));
    // Changed meanwhile, of a lock that does not change.
    open.setLeastConfidence(Confidence::Likely);
    QCOMPARE(told(open.tick(Start + 1s, {})), QByteArray("over a"));
    open.setLeastConfidence(Confidence::Guess);
    QCOMPARE(told(open.tick(Start + 2s, {})), QByteArray("began a"));
}

void TestAlerts::waitsAsLongAsTheRuleAsks()
{
    AlertWatch watch;
    watch.setRules({rule("verdict:critical for 30s")});
    QCOMPARE(told(watch.apply(with({lockOf("b", "me", VerdictLevel::Critical)}), Start, {})), QByteArray());
    QCOMPARE(told(watch.tick(Start + 29s, {})), QByteArray());
    const std::vector<Alert> alerts = watch.tick(Start + 30s, WallTime(5s));
    QCOMPARE(told(alerts), QByteArray("began b"));
    QCOMPARE(alerts.front().wallAt, WallTime(5s));
    QCOMPARE(alerts.front().rule, QStringLiteral("verdict:critical for 30s"));
    QCOMPARE(told(watch.tick(Start + 60s, {})), QByteArray());
}

void TestAlerts::whatPassesInTimeIsNotTold()
{
    AlertWatch watch;
    watch.setRules({rule("waiters>2 for 10s")});
    watch.apply(with({lockOf("a", "me", VerdictLevel::Ok, 3)}), Start, {});
    QCOMPARE(told(watch.apply(with({lockOf("a", "me", VerdictLevel::Ok, 2)}), Start + 5s, {})), QByteArray());
    QCOMPARE(told(watch.tick(Start + 11s, {})), QByteArray());
    watch.apply(with({lockOf("a", "me", VerdictLevel::Ok, 3)}), Start + 12s, {});
    QCOMPARE(told(watch.tick(Start + 21s, {})), QByteArray()); // The time starts again
    QCOMPARE(told(watch.tick(Start + 22s, {})), QByteArray("began a"));
}

void TestAlerts::timeAloneMakesARuleHold()
{
    AlertWatch watch;
    watch.setRules({rule("held>5m")});
    QCOMPARE(told(watch.apply(with({lockOf("a", "me")}), Start, {})), QByteArray());
    QCOMPARE(told(watch.tick(Start + 4min, {})), QByteArray());
    QCOMPARE(told(watch.tick(Start + 6min, {})), QByteArray("began a"));
    QCOMPARE(told(watch.tick(Start + 7min, {})), QByteArray());
}

// A hundred thousand idle locks must cost nothing per second: a lock is only checked when it changes, and
// when a rule's time is due for it.
void TestAlerts::whoIsIdleIsNotJudgedAgain()
{
    constexpr int Many = 1'000;
    AlertWatch watch;
    watch.setRules({rule("held>5m"), rule("verdict:critical for 30s")});
    std::vector<LockPtr> locks;
    for (int i = 0; i < Many; ++i)
        locks.push_back(lockOf("lock:" + QByteArray::number(i), "me", VerdictLevel::Critical));
    QCOMPARE(told(watch.apply(with(locks), Start, {})), QByteArray());
    QCOMPARE(watch.judged(), 2 * Many);
    for (std::chrono::seconds at = 1s; at < 30s; ++at)
        QCOMPARE(told(watch.tick(Start + at, {})), QByteArray());
    QCOMPARE(watch.judged(), 2 * Many);
    QCOMPARE(watch.tick(Start + 30s, {}).size(), size_t(Many));
    QCOMPARE(watch.judged(), 3 * Many);
    size_t began = 0;
    for (std::chrono::seconds at = 31s; at < 1h; ++at)
        began += watch.tick(Start + at, {}).size();
    QCOMPARE(began, size_t(Many)); // Held for five minutes
    QVERIFY2(watch.judged() <= 6 * Many, QByteArray::number(watch.judged()).constData());
    const qint64 before = watch.judged();
    watch.apply(with({locks.front()}, {locks.back()->key}), Start + 2h, {});
    QCOMPARE(watch.judged(), before + 2); // Two rules; the removed lock is not checked
}

void TestAlerts::timeAloneIsMissedNowhere_data()
{
    QTest::addColumn<QByteArray>("filter");
    for (const char *text : {"held>3s", "held>=3s", "held<3s", "held<=3s", "held:3s", "ttl<3s", "ttl<=3s",
                             "ttl>3s", "ttl>=3s", "ttl:3s", "-ttl<3s held>2s ttl>1s", "ttl<0s", "held>0s"})
        QTest::newRow(text) << QByteArray(text);
}

// A check at the time the filter asks for finds everything that continuous checks would.
void TestAlerts::timeAloneIsMissedNowhere()
{
    QFETCH(QByteArray, filter);
    const LockFilter asked = rule(filter.constData()).filter;
    Lock lock = *lockOf("a", "me");
    lock.heldSince = Start + 1s + 300us;
    lock.expiresAt = Start + 9s + 700us;
    bool answer = asked.matches(lock, Start);
    std::optional<Instant> next = asked.nextChange(lock, Start);
    int looks = 0;
    for (Instant at = Start; at < Start + 12s; at += 100us) {
        for (; next && *next <= at; ++looks) {
            answer = asked.matches(lock, *next);
            next = asked.nextChange(lock, *next);
        }
        QCOMPARE(asked.matches(lock, at), answer);
    }
    QVERIFY(!next);
    QVERIFY2(looks <= 18, QByteArray::number(looks).constData());
}

void TestAlerts::aRuleThatStaysTellsNothingTwice()
{
    AlertWatch watch;
    watch.setRules({rule("verdict:critical")});
    watch.apply(with({lockOf("b", "me", VerdictLevel::Critical)}), Start, {});
    watch.setRules({rule("waiters>1"), rule("verdict:critical")});
    QCOMPARE(told(watch.apply(with({lockOf("b", "me", VerdictLevel::Critical, 2)}), Start + 1s, {})),
             QByteArray("began b")); // By the other rule
    LockDelta reset;
    reset.reset = true;
    watch.apply(reset, Start + 2s, {});
    QCOMPARE(told(watch.apply(with({lockOf("b", "me", VerdictLevel::Critical)}), Start + 3s, {})),
             QByteArray("began b")); // Of another connection
}

void TestAlerts::aNewRuleIsHeldAgainstAllLocks()
{
    AlertWatch watch;
    watch.apply(with({lockOf("a", "me", VerdictLevel::Critical), lockOf("b", "me"), lockOf("c", "me")}),
                Start, {});
    watch.apply(with({}, {{QByteArray("c")}}), Start, {});
    watch.setRules({rule("verdict:critical"), rule("owner:me for 5s")});
    QCOMPARE(told(watch.tick(Start + 1s, {})), QByteArray("began a"));
    watch.setRules({rule("verdict:critical"), rule("-verdict:critical")});
    QCOMPARE(told(watch.tick(Start + 2s, {})), QByteArray("began b"));
    QCOMPARE(told(watch.tick(Start + 1h, {})), QByteArray());
}

void TestAlerts::pinnedLocksTellWhoTakesThem()
{
    AlertWatch watch;
    watch.setPins({{QByteArray("a")}, {QByteArray("b")}});
    QCOMPARE(told(watch.apply(with({lockOf("a", "me"), lockOf("c", "me")}), Start, {})), QByteArray());
    const std::vector<Alert> changed = watch.apply(with({lockOf("a", "you"), lockOf("c", "you")}), Start, {});
    QCOMPARE(told(changed), QByteArray("changed-hands a"));
    QCOMPARE(changed.front().before.bytes, QByteArray("me"));
    QCOMPARE(told(watch.apply(with({lockOf("a", "")}), Start, {})), QByteArray("freed a"));
    QCOMPARE(told(watch.apply(with({}, {{QByteArray("a")}}), Start, {})), QByteArray());
    QCOMPARE(told(watch.apply(with({lockOf("a", "me")}), Start, {})), QByteArray("taken a"));
    // First seen when acquired.
    LockDelta taken = with({lockOf("b", "me")});
    taken.events.push_back({.kind = EventKind::Acquired, .key = {QByteArray("b")}});
    QCOMPARE(told(watch.apply(taken, Start, {})), QByteArray("taken b"));
    watch.setPins({});
    QCOMPARE(told(watch.apply(with({}, {{QByteArray("a")}}), Start, {})), QByteArray());
}

void TestAlerts::whatWasKnownWhenPinnedCounts()
{
    AlertWatch watch;
    QCOMPARE(told(watch.apply(with({lockOf("a", "me"), lockOf("b", "me")}), Start, {})), QByteArray());
    watch.setPins({{QByteArray("a")}});
    watch.setPins({{QByteArray("a")}, {QByteArray("b")}});
    QCOMPARE(told(watch.apply(with({lockOf("a", ""), lockOf("b", "you")}), Start, {})),
             QByteArray("freed a, changed-hands b"));
    QCOMPARE(told(watch.apply(with({lockOf("a", "you")}), Start, {})), QByteArray("taken a"));
    watch.setPins({{QByteArray("b")}});
    QCOMPARE(told(watch.apply(with({lockOf("a", "me")}), Start, {})), QByteArray());
    watch.setPins({{QByteArray("a")}, {QByteArray("b")}}); // Again, and it has another holder
    QCOMPARE(told(watch.apply(with({lockOf("a", "me")}), Start, {})), QByteArray());
    QCOMPARE(told(watch.apply(with({}, {{QByteArray("a")}}), Start, {})), QByteArray("freed a"));
}

void TestAlerts::whoHasAGroupsLockOnAnyNodeHasIt()
{
    AlertWatch watch;
    watch.apply(with({ofGroup({"u1:1", "u2:1", "u3:1"})}), Start, {});
    watch.setPins({{QByteArray("a")}});
    QCOMPARE(told(watch.apply(with({ofGroup({"u2:1", "u3:1"})}), Start, {})), QByteArray());
    // The missing node may have it.
    QCOMPARE(told(watch.apply(with({ofGroup({"u3:1"}, 2)}), Start, {})), QByteArray());
    QCOMPARE(told(watch.apply(with({ofGroup({"v2:1", "v3:1"})}), Start, {})), QByteArray("changed-hands a"));
    QCOMPARE(told(watch.apply(with({ofGroup({"v3:1"})}), Start, {})), QByteArray("freed a"));
    QCOMPARE(told(watch.apply(with({ofGroup({"w3:1"})}), Start, {})), QByteArray()); // A failed attempt
}

void TestAlerts::aLostNodeEndsNothing()
{
    AlertWatch watch;
    const LockPtr bad = lockOf("a", "me", VerdictLevel::Critical);
    watch.setRules({rule("verdict>=warning"), rule("-verdict:stale held>1s")});
    watch.setPins({{QByteArray("a")}});
    QCOMPARE(told(watch.apply(with({bad}), Start + 2s, {})), QByteArray("began a, began a"));
    QCOMPARE(told(watch.apply(with({away(bad)}), Start + 3s, {})), QByteArray());
    QCOMPARE(told(watch.tick(Start + 1h, {})), QByteArray());
    QCOMPARE(told(watch.apply(with({bad}), Start + 2h, {})), QByteArray());
    QCOMPARE(told(watch.apply(with({away(bad)}), Start + 3h, {})), QByteArray());
    QCOMPARE(told(watch.apply(with({lockOf("a", "me")}), Start + 4h, {})), QByteArray("over a"));
    QCOMPARE(told(watch.apply(with({away(bad)}), Start + 5h, {})), QByteArray());
    QCOMPARE(told(watch.apply(with({}, {{QByteArray("a")}}), Start + 6h, {})), QByteArray("over a, freed a"));
}

void TestAlerts::aLostNodesTimeStandsStill()
{
    AlertWatch watch;
    const LockPtr bad = lockOf("a", "me", VerdictLevel::Critical);
    watch.setRules({rule("verdict:critical for 30s")});
    watch.apply(with({bad}), Start, {});
    watch.apply(with({away(bad)}), Start + 10s, {});
    watch.apply(with({away(bad)}), Start + 20s, {}); // Reported again
    QCOMPARE(told(watch.tick(Start + 1min, {})), QByteArray());
    QCOMPARE(told(watch.apply(with({bad}), Start + 60s, {})), QByteArray());
    QCOMPARE(told(watch.tick(Start + 79s, {})), QByteArray());
    QCOMPARE(told(watch.tick(Start + 80s, {})), QByteArray("began a"));
}

void TestAlerts::aLostNodeCanBeAskedFor()
{
    AlertWatch watch;
    const LockPtr good = lockOf("a", "me");
    watch.setRules({rule("verdict:stale for 30s")});
    watch.apply(with({good}), Start, {});
    QCOMPARE(told(watch.apply(with({away(good)}), Start, {})), QByteArray());
    QCOMPARE(told(watch.tick(Start + 30s, {})), QByteArray("began a"));
    QCOMPARE(told(watch.apply(with({good}), Start + 31s, {})), QByteArray("over a"));
}

void TestAlerts::theFiguresAreTold()
{
    AlertWatch watch;
    watch.setRules({rule("held>1m waiters>2")});
    watch.apply(with({lockOf("a", "me", VerdictLevel::Ok, 3)}), Start, {});
    const std::vector<Alert> alerts = watch.tick(Start + 62s, {});
    QCOMPARE(told(alerts), QByteArray("began a"));
    QCOMPARE(alerts.front().figures, QStringLiteral("held at least 1 min 2 s, waiters 3"));
}

// For the window in other languages: no name of the filter language is left as it is.
void TestAlerts::theFiguresAreTranslated()
{
    struct Foreign final : QTranslator {
        QString translate(const char *, const char *text, const char *, int) const override
        {
            return QStringLiteral("[%1]").arg(QLatin1String(text));
        }
        bool isEmpty() const override { return false; }
    } foreign;
    QCoreApplication::installTranslator(&foreign);
    const auto filter = LockFilter::parse(QStringLiteral("verdict>=warning waiters>2"));
    VERIFY_OK(filter);
    QCOMPARE(filter->figures(*lockOf("a", "me", VerdictLevel::Warning, 3), Start),
             QStringLiteral("[verdict warning], [waiters 3]"));
}

void TestAlerts::writesALineForEach()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("below/alerts.log"));
    Alerts alerts(file);
    const QSignalSpy spy(&alerts, &Alerts::alerted);
    alerts.setRules({QStringLiteral("verdict:critical")});
    alerts.take(with({lockOf("a b\x01", "me", VerdictLevel::Critical)}));
    alerts.take(with({lockOf("a b\x01", "me")}));
    QCOMPARE(spy.size(), 2);
    QFile log(file);
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = log.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 2);
    QVERIFY2(lines[0].contains(
                 "began a b\\x01 owner=me verdict=no-expiry level=critical rule=\"verdict:critical\""),
             lines[0].constData());
    QVERIFY(lines[1].contains(" over "));
    QVERIFY(lines[0].at(4) == '-' && lines[0].left(24).endsWith('Z'));
    QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
}

void TestAlerts::tellsOfRulesItCannotRead()
{
    Alerts alerts({});
    const QSignalSpy failed(&alerts, &Alerts::failed);
    const QSignalSpy spy(&alerts, &Alerts::alerted);
    alerts.setRules({QStringLiteral("waiters>many"), QStringLiteral("verdict:critical")});
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed.front().front().value<Failure>().text.contains(QStringLiteral("waiters>many")));
    alerts.take(with({lockOf("a", "me", VerdictLevel::Critical)}));
    QCOMPARE(spy.size(), 1); // The other rule still holds
}

void TestAlerts::theLogIsBounded()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("alerts.log"));
    Alerts alerts(file);
    const QSignalSpy spy(&alerts, &Alerts::alerted);
    alerts.setRules({QStringLiteral("verdict:critical")});
    for (int round = 0; round < 20; ++round) {
        std::vector<LockPtr> locks;
        for (int i = 0; i < 2'000; ++i)
            locks.push_back(lockOf(QByteArray::number(round * 2'000 + i), "me", VerdictLevel::Critical));
        alerts.take(with(locks));
    }
    QVERIFY(QFileInfo(file).size() < 2 << 20);
    QVERIFY(QFileInfo::exists(file + QStringLiteral(".1")));
    QFile log(file);
    QVERIFY(log.open(QIODevice::ReadOnly));
    QVERIFY(log.readAll().endsWith(" and 1000 more\n")); // Unlisted alerts are counted
    QCOMPARE(spy.size(), 20);
    QVERIFY(spy.front().front().value<std::vector<Alert>>().size() <= 1'000u);
}

LOCKSCOPE_TEST(TestAlerts)

} // namespace tst_alerts

#include "tst_alerts.moc"
