// SPDX-License-Identifier: GPL-3.0-or-later
// What a profile allows, and the confirmations it requires.

#include "core/engine/acts/actguard.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_actguard
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

struct Journal final : ActJournal {
    Outcome<qint64> asked(const ActRequest &, const ConnectionSpec &) override
    {
        if (isFull)
            return Failure{.text = QStringLiteral("the disk is full")};
        return ++acts;
    }
    Done sending(qint64, const ActStep &) override { return Nothing{}; }
    Done answered(qint64 act, const Receipt &receipt) override
    {
        answers.emplace_back(act, receipt.result);
        return Nothing{};
    }
    RecentActs sentSince(const ConnectionSpec &, WallTime) override { return recent; }

    bool isFull = false;
    qint64 acts = 0;
    RecentActs recent{};
    std::vector<std::pair<qint64, ActResult>> answers{};
};

ConnectionSpec profile(Environment environment = Environment::Development)
{
    ConnectionSpec spec;
    spec.name = QStringLiteral("orders");
    spec.readOnly = false;
    spec.environment = environment;
    return spec;
}

ActRequest request(ActKind act, const QByteArray &owner = "alice")
{
    return {.act = act, .key = {"lock:\xff"}, .owner = {owner}};
}

ActRequest confirmed(ActKind act)
{
    ActRequest asked = request(act);
    asked.reason = QStringLiteral("stuck");
    asked.confirmedName = escapedText(asked.key.bytes);
    return asked;
}

Receipt receiptOf(const ActRequest &request, ActResult result)
{
    return {
        .act = request.act, .result = result, .key = request.key, .owner = request.owner, .at = wallNow()};
}

} // namespace

class TestActGuard : public QObject
{
    Q_OBJECT

private slots:
    void readOnlyRefusesEverything();
    void deniesWhatTheProfileDenies();
    void productionAsksForNameAndReason_data();
    void productionAsksForNameAndReason();
    void productionAsksOfASeriesForItsNumber();
    void aRenamedProfileIsConfirmedByItsNewName();
    void ownHoldsAreGivenBackFreely();
    void anOwnerMadeForItTakesNothingAway();
    void whoMayNotSetExpiriesMayNotRenewOthers();
    void reenteringOwnHolds();
    void ownReleasesDoNotCount();
    void limitsActsAMinute();
    void otherProgramsCountToo();
    void productionNeedsTheAudit();
    void refusalsAreWrittenDown();
    void aPermitCoversItsActOnly();
    void aRevokedPermitOnlyTakesBack();
};

void TestActGuard::readOnlyRefusesEverything()
{
    ConnectionSpec spec = profile();
    spec.readOnly = true;
    for (const ActKind act : AllActKinds) {
        const auto refused = refusalOf(spec, confirmed(act), false);
        QVERIFY2(refused, name(act));
        QCOMPARE(refused->kind, ErrorKind::ReadOnlySession);
        QVERIFY(refusalOf(spec, confirmed(act), true));
    }
}

void TestActGuard::deniesWhatTheProfileDenies()
{
    for (const ActKind denied : AllActKinds) {
        ConnectionSpec spec = profile();
        spec.limits.denied = {denied};
        for (const ActKind act : AllActKinds) {
            const auto refused = refusalOf(spec, confirmed(act), false);
            const bool setsExpiry = act == ActKind::Renew || act == ActKind::Acquire;
            QCOMPARE(refused.has_value(), act == denied || (denied == ActKind::SetExpiry && setsExpiry));
            if (refused) {
                QCOMPARE(refused->kind, ErrorKind::Forbidden);
                QVERIFY(refused->text.contains(QLatin1String(name(denied))));
                QVERIFY(refused->text.contains(spec.name));
            }
        }
    }
}

void TestActGuard::productionAsksForNameAndReason_data()
{
    QTest::addColumn<int>("act");
    QTest::addColumn<bool>("asks");
    for (const ActKind act : AllActKinds)
        QTest::newRow(name(act)) << int(act) << (act != ActKind::Wake);
}

void TestActGuard::productionAsksForNameAndReason()
{
    QFETCH(const int, act);
    QFETCH(const bool, asks);
    const ConnectionSpec spec = profile(Environment::Production);
    QVERIFY(!refusalOf(spec, confirmed(ActKind(act)), false));
    const ActRequest bare = request(ActKind(act));
    QCOMPARE(refusalOf(spec, bare, false).has_value(), asks);
    QCOMPARE(!confirmationFor(spec, bare).isEmpty(), asks);
    for (const auto environment : {Environment::Development, Environment::Staging})
        QVERIFY(!refusalOf(profile(environment), bare, false));
    if (!asks)
        return;
    ActRequest half = confirmed(ActKind(act));
    half.reason = QStringLiteral(" \t");
    QVERIFY(refusalOf(spec, half, false)->text.contains(QStringLiteral("reason")));
    half = confirmed(ActKind(act));
    half.confirmedName = QStringLiteral("lock:");
    const auto refused = refusalOf(spec, half, false);
    QCOMPARE(refused->kind, ErrorKind::Forbidden);
    QVERIFY(refused->remedy.contains(escapedText(half.key.bytes)));
}

void TestActGuard::productionAsksOfASeriesForItsNumber()
{
    const ConnectionSpec spec = profile(Environment::Production);
    ActRequest asked = confirmed(ActKind::ForceRelease);
    asked.series = 12;
    QVERIFY(refusalOf(spec, asked, false)); // The name of one lock does not confirm twelve
    asked.confirmedName = QStringLiteral("orders 12");
    QVERIFY(!refusalOf(spec, asked, false));
    asked.series = 13;
    QVERIFY(refusalOf(spec, asked, false));
}

void TestActGuard::aRenamedProfileIsConfirmedByItsNewName()
{
    Journal journal;
    ActGuard guard;
    guard.setJournal(&journal);
    guard.guard(profile(Environment::Production));
    guard.rename(QStringLiteral("shop"));
    ActRequest asked = confirmed(ActKind::ForceRelease);
    asked.series = 12;
    asked.confirmedName = QStringLiteral("orders 12");
    VERIFY_FAILS(guard.admit(asked), ErrorKind::Forbidden);
    asked.confirmedName = QStringLiteral("shop 12");
    VERIFY_OK(guard.admit(asked));
}

void TestActGuard::ownHoldsAreGivenBackFreely()
{
    ConnectionSpec spec = profile(Environment::Production);
    spec.limits.denied = {ActKind::Release, ActKind::Renew};
    spec.limits.actsAMinute = 1;
    Journal journal;
    ActGuard guard;
    guard.setJournal(&journal);
    guard.guard(spec);
    const ActRequest taking = confirmed(ActKind::Acquire);
    const auto leave = guard.admit(taking);
    VERIFY_OK(leave);
    QVERIFY(!guard.isOwn(taking.key, taking.owner));
    guard.settle(taking, *leave, receiptOf(taking, ActResult::Done));
    QVERIFY(guard.isOwn(taking.key, taking.owner));
    VERIFY_OK(guard.admit(request(ActKind::Renew)));
    VERIFY_FAILS(guard.admit(request(ActKind::Release, "bob")), ErrorKind::Forbidden);
    const auto giving = guard.admit(request(ActKind::Release));
    VERIFY_OK(giving);
    guard.settle(request(ActKind::Release), *giving, receiptOf(request(ActKind::Release), ActResult::Done));
    QVERIFY(guard.own().empty());
    VERIFY_FAILS(guard.admit(request(ActKind::Release)), ErrorKind::Forbidden);
}

// The command line leaves the owner to the format; a dialog shows the one that it generated.
void TestActGuard::anOwnerMadeForItTakesNothingAway()
{
    const ConnectionSpec spec = profile(Environment::Production);
    QVERIFY(!refusalOf(spec, request(ActKind::Acquire, {}), false));
    ActRequest made = request(ActKind::Acquire);
    QVERIFY(refusalOf(spec, made, false));
    made.ownerIsNew = true;
    QVERIFY(!refusalOf(spec, made, false));
    made.act = ActKind::Renew;
    QVERIFY(refusalOf(spec, made, false));
}

void TestActGuard::whoMayNotSetExpiriesMayNotRenewOthers()
{
    ConnectionSpec spec = profile();
    spec.limits.denied = {ActKind::SetExpiry};
    for (const ActKind act : {ActKind::Renew, ActKind::Acquire}) {
        QVERIFY(refusalOf(spec, request(act), false));
        QVERIFY(!refusalOf(spec, request(act), true));
    }
    QVERIFY(!refusalOf(spec, request(ActKind::Acquire, {}), false));
    QVERIFY(!refusalOf(spec, request(ActKind::Release), false));
    spec.limits.denied = {ActKind::Acquire}; // A denied act stays denied for own holds
    QVERIFY(refusalOf(spec, request(ActKind::Acquire), true));
}

void TestActGuard::reenteringOwnHolds()
{
    Journal journal;
    ActGuard guard;
    guard.setJournal(&journal);
    guard.guard(profile(Environment::Production));
    const ActRequest again = request(ActKind::Acquire);
    VERIFY_FAILS(guard.admit(again), ErrorKind::Forbidden);
    const ActRequest taking = confirmed(ActKind::Acquire);
    const auto leave = guard.admit(taking);
    VERIFY_OK(leave);
    QVERIFY((*leave)->mayTakeAway(ActKind::Acquire));
    QVERIFY(!(*leave)->mayTakeAway(ActKind::Renew)); // Renewing its own hold takes nothing away
    guard.settle(taking, *leave, receiptOf(taking, ActResult::Done));
    const auto reentry = guard.admit(again);
    VERIFY_OK(reentry);
    QVERIFY(!(*reentry)->mayTakeAway(ActKind::Acquire));
    ActRequest others = again;
    others.key = {"lock:b"};
    VERIFY_FAILS(guard.admit(others), ErrorKind::Forbidden);
    VERIFY_FAILS(guard.admit(request(ActKind::ForceRelease)), ErrorKind::Forbidden);
}

void TestActGuard::ownReleasesDoNotCount()
{
    ConnectionSpec spec = profile();
    spec.limits.actsAMinute = 2;
    ActGuard guard;
    guard.guard(spec);
    for (int i = 0; i < 2; ++i) {
        for (const ActKind act : {ActKind::Acquire, ActKind::Release}) {
            const ActRequest asked = request(act);
            const auto leave = guard.admit(asked);
            VERIFY_OK(leave);
            guard.settle(asked, *leave, receiptOf(asked, ActResult::Done));
        }
    }
    VERIFY_FAILS(guard.admit(request(ActKind::Acquire)), ErrorKind::Forbidden);
}

void TestActGuard::limitsActsAMinute()
{
    ConnectionSpec spec = profile();
    spec.limits.actsAMinute = 3;
    ActGuard guard;
    guard.guard(spec);
    for (int i = 0; i < 3; ++i)
        VERIFY_OK(guard.admit(request(ActKind::Wake)));
    const auto refused = guard.admit(request(ActKind::ForceRelease));
    VERIFY_FAILS(refused, ErrorKind::Forbidden);
    QVERIFY2(refused.failure().remedy.startsWith(QStringLiteral("wait ")),
             qPrintable(refused.failure().remedy));
    guard.guard(profile());
    VERIFY_OK(guard.admit(request(ActKind::ForceRelease)));
}

void TestActGuard::otherProgramsCountToo()
{
    ConnectionSpec spec = profile();
    spec.limits.actsAMinute = 3;
    Journal journal;
    ActGuard guard;
    guard.setJournal(&journal);
    guard.guard(spec);
    journal.recent = {.count = 2, .first = wallNow()};
    VERIFY_OK(guard.admit(request(ActKind::Wake)));
    journal.recent = {.count = 3, .first = wallNow()};
    VERIFY_FAILS(guard.admit(request(ActKind::Wake)), ErrorKind::Forbidden);
}

void TestActGuard::productionNeedsTheAudit()
{
    Journal journal;
    journal.isFull = true;
    ActGuard guard;
    guard.setJournal(&journal);
    guard.guard(profile());
    const auto leave = guard.admit(confirmed(ActKind::ForceRelease));
    VERIFY_OK(leave); // Done, with the failure to record it reported
    QCOMPARE((*leave)->number(), 0);
    guard.guard(profile(Environment::Production));
    const auto refused = guard.admit(confirmed(ActKind::ForceRelease));
    QVERIFY(!refused);
    QCOMPARE(refused.failure().text, QStringLiteral("the disk is full"));
    guard.setJournal(nullptr);
    VERIFY_FAILS(guard.admit(confirmed(ActKind::ForceRelease)), ErrorKind::Forbidden);
    VERIFY_FAILS(guard.admit(confirmed(ActKind::Wake)), ErrorKind::Forbidden);
    guard.guard(profile());
    VERIFY_OK(guard.admit(confirmed(ActKind::ForceRelease)));
}

void TestActGuard::refusalsAreWrittenDown()
{
    Journal journal;
    ActGuard guard;
    guard.setJournal(&journal);
    guard.guard(profile(Environment::Production));
    QVERIFY(!guard.admit(request(ActKind::ForceRelease)));
    QCOMPARE(journal.acts, 1);
    QCOMPARE(journal.answers.size(), 1u);
    QCOMPARE(journal.answers.front().second, ActResult::Refused);
}

void TestActGuard::aPermitCoversItsActOnly()
{
    ActGuard guard;
    guard.guard(profile());
    const auto taking = guard.admit(request(ActKind::Acquire));
    const auto waking = guard.admit(request(ActKind::Wake));
    VERIFY_OK(taking);
    VERIFY_OK(waking);
    for (const ActKind act : AllActKinds) {
        const bool belongs = act == ActKind::Acquire || act == ActKind::Renew || act == ActKind::Release ||
                             act == ActKind::RemoveShare;
        QCOMPARE((*taking)->covers(request(act)), belongs);
        QCOMPARE((*waking)->covers(request(act)), act == ActKind::Wake);
        ActRequest elsewhere = request(act);
        elsewhere.key = {"lock:b"};
        QVERIFY(!(*taking)->covers(elsewhere));
    }
}

void TestActGuard::aRevokedPermitOnlyTakesBack()
{
    ActGuard guard;
    guard.guard(profile());
    const auto taking = guard.admit(request(ActKind::Acquire));
    const auto forcing = guard.admit(request(ActKind::ForceRelease));
    guard.makeReadOnly();
    QCOMPARE(guard.admit(request(ActKind::Acquire)).failure().kind, ErrorKind::ReadOnlySession);
    guard.allowChanges(); // gives nothing back
    const auto later = guard.admit(request(ActKind::Acquire));
    QVERIFY((*taking)->isRevoked() && (*forcing)->isRevoked() && !(*later)->isRevoked());
    for (const ActKind act : AllActKinds) {
        const bool takesBack = act == ActKind::Release || act == ActKind::RemoveShare;
        QCOMPARE((*taking)->covers(request(act)), takesBack);
        QVERIFY(!(*forcing)->covers(request(act)));
    }
    QVERIFY((*later)->covers(request(ActKind::Acquire)));
}

LOCKSCOPE_TEST(TestActGuard)

} // namespace tst_actguard

#include "tst_actguard.moc"
