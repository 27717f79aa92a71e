// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of one lock, from its holds, renewals and waiters.

#include "tests/support/uirunner.h"
#include "tests/ui/historysamples.h"
#include "ui/contention/locktallies.h"
#include "ui/plots/tallycurves.h"

#include <QTest>

#include <cmath>

namespace tst_locktallies
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{std::chrono::sys_days{std::chrono::year{2026} / 6 / 12} + 3h};
const LockName Stock{"stock"};

std::deque<Tally> tenSeconds()
{
    std::deque<Tally> all;
    for (int n = 0; n < 10; ++n)
        all.push_back({.from = Start + n * 1s});
    return all;
}

Hold hold(milliseconds from, std::optional<milliseconds> to, EventKind how = EventKind::Released)
{
    Hold hold{.key = Stock, .owner = OwnerId{"a"}, .began = Start + from, .how = how};
    if (to)
        hold.ended = Start + *to;
    return hold;
}

} // namespace

class tst_LockTallies : public QObject
{
    Q_OBJECT
private slots:
    void eachChangeIsCountedWhereItWas()
    {
        HoldsAnswer answer{.since = Start - 1h};
        answer.holds = {hold(500ms, 2500ms), hold(2600ms, 2700ms, EventKind::Expired), hold(7100ms, {})};
        answer.holds.push_back(hold(3s, 4s));
        answer.holds.back().key = LockName{"another"};
        answer.renewals = {{.kind = EventKind::Renewed, .key = Stock, .wallAt = Start + 1100ms},
                           {.kind = EventKind::Renewed, .key = LockName{"another"}, .wallAt = Start + 3s}};
        const auto tallies = talliesOf(Stock, answer, tenSeconds(), Start + 10s);
        QCOMPARE(tallies.size(), size_t(10));
        QCOMPARE(tallies[0].acquired, 1);
        QCOMPARE(tallies[0].totals.held, 1);
        QCOMPARE(tallies[1].acquired, 0);
        QCOMPARE(tallies[1].renewed, 1);
        QCOMPARE(tallies[1].totals.held, 1);
        QCOMPARE(tallies[2].acquired, 1);
        QCOMPARE(tallies[2].released, 1);
        QCOMPARE(tallies[2].expired, 1);
        QCOMPARE(tallies[2].totals.held, 0);
        QCOMPARE(tallies[2].holds.count(), 2);
        QCOMPARE(tallies[3].acquired, 0); // The other lock's
        QCOMPARE(tallies[6].totals.held, 0);
        QCOMPARE(tallies[9].totals.held, 1);
    }

    void aHoldThatWasThereBeforeWasNotAcquired()
    {
        HoldsAnswer answer{.since = Start - 1h};
        answer.holds = {hold(2s, 3s)};
        answer.holds.front().beganBefore = true;
        const auto tallies = talliesOf(Stock, answer, tenSeconds(), Start + 10s);
        QCOMPARE(tallies[2].acquired, 0);
        QCOMPARE(tallies[3].released, 1);
    }

    void waitersStayUntilTheyChange()
    {
        HoldsAnswer answer{.since = Start - 1h};
        answer.waiters = {{Stock, Start, 2}, // Already before
                          {LockName{"another"}, Start + 1s, 40},
                          {Stock, Start + 2500ms, 5},
                          {Stock, Start + 4s, 0}};
        const auto tallies = talliesOf(Stock, answer, tenSeconds(), Start + 10s);
        const auto most = [&](size_t at) { return tallies[at].mostWaiters; };
        QCOMPARE(most(0), 2);
        QCOMPARE(most(1), 2);
        QCOMPARE(most(2), 5);
        QCOMPARE(most(3), 5);
        QCOMPARE(most(4), 0);
        QCOMPARE(tallies[1].totals.waiters, 2);
        QCOMPARE(tallies[2].totals.waiters, 5);
        QCOMPARE(tallies[9].totals.waiters, 0);
        QCOMPARE(tallies[2].waiterSeconds, 0.5 * 2 + 0.5 * 5);
        QVERIFY(isSampled(Curve::Waiters, tallies[1])); // However changes are followed
    }

    void beforeTheFirstCountWaitersAreUnknown()
    {
        HoldsAnswer answer{.since = Start - 1h};
        answer.waiters = {{Stock, Start + 2500ms, 0}, {Stock, Start + 4s, 3}};
        const auto tallies = talliesOf(Stock, answer, tenSeconds(), Start + 10s);
        const auto waiters = [&](size_t at) { return valueAt(Curve::Waiters, tallies, at); };
        QVERIFY(std::isnan(waiters(0)) && std::isnan(waiters(1)));
        QCOMPARE(waiters(2), 0.0); // Counted in a part of it
        QCOMPARE(waiters(3), 0.0);
        QCOMPARE(waiters(4), 3.0);
        QCOMPARE(curveText(Curve::Waiters, waiters(0)), QStringLiteral("—"));
        const QByteArray csv = lockCurvesCsv({{Stock, tallies}}, {.from = Start, .to = Start + 10s});
        const QByteArrayList rows = csv.split('\n');
        QVERIFY(rows[1].endsWith(",blind"));
        QVERIFY(rows[3].endsWith(",sampled"));
        const auto never = talliesOf(Stock, {.since = Start - 1h}, tenSeconds(), Start + 10s);
        QVERIFY(std::ranges::all_of(never, &Tally::uncounted));
    }

    void whatTheAnswerDoesNotKnowIsBlind()
    {
        std::deque<Tally> all = tenSeconds();
        all[8].blind = true;
        all[9].sampled = true;
        HoldsAnswer answer{.truncated = true, .leftOutBefore = Start + 1500ms, .since = Start + 500ms};
        const auto tallies = talliesOf(Stock, answer, all, Start + 10s);
        QVERIFY(tallies[0].blind);
        QVERIFY(tallies[1].blind);
        QVERIFY(!tallies[2].blind && !tallies[7].blind);
        QVERIFY(tallies[8].blind);
        QVERIFY(tallies[9].sampled && !tallies[7].sampled);
        const auto never = talliesOf(Stock, {}, all, Start + 10s); // Nothing is known
        QVERIFY(std::ranges::all_of(never, &Tally::blind));
    }

    void laterIntervalsAreLeftOut()
    {
        QCOMPARE(talliesOf(Stock, {.since = Start}, tenSeconds(), Start + 4500ms).size(), size_t(4));
    }

    void percentilesNeedEnoughHolds()
    {
        HoldsAnswer answer{.since = Start - 1h};
        for (int n = 0; n < 29; ++n)
            answer.holds.push_back(hold(milliseconds(n * 100), milliseconds(n * 100 + 90)));
        const auto value = [&] {
            return curveValue(Curve::HoldNinety, sumOf(talliesOf(Stock, answer, tenSeconds(), Start + 10s),
                                                       {Start, Start + 10s}));
        };
        QVERIFY(std::isnan(value()));
        answer.holds.push_back(hold(5s, 5090ms));
        QVERIFY(!std::isnan(value()));
    }
};

LOCKSCOPE_UI_TEST(tst_LockTallies)

} // namespace tst_locktallies

#include "tst_locktallies.moc"
