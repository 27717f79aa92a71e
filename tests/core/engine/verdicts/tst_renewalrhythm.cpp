// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/renewals/renewalrhythm.h"
#include "tests/core/engine/verdicts/verdictlocks.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_renewalrhythm
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::verdictlocks;

class TestRenewalRhythm : public QObject
{
    Q_OBJECT

private slots:
    void learnsThePeriodDespiteALateBeat()
    {
        RenewalRhythm rhythm;
        Renewals renewals;
        Instant at = Start;
        for (const milliseconds pause : {0ms, 10'000ms, 10'020ms, 31'000ms, 9'990ms, 10'010ms}) {
            at += pause;
            rhythm.note(renewals, at);
        }
        QCOMPARE(renewals.count, 6);
        QCOMPARE(*renewals.period, 10'010ms);
        QCOMPARE(renewals.missed, 2); // After 31 s: the renewals at 10 s and 20 s
        QCOMPARE(*renewals.lastAt, at);
    }

    // A client that renews at the steps of its work, at irregular times.
    void whoRenewsAtAnyTimeHasNoPeriod()
    {
        RenewalRhythm rhythm;
        Renewals renewals;
        Instant at = Start;
        for (const milliseconds pause : {0ms, 3'000ms, 40'000ms, 500ms, 12'000ms, 90'000ms})
            rhythm.note(renewals, at += pause);
        QVERIFY(!renewals.period);
        QCOMPARE(renewals.count, 6);
        QCOMPARE(renewals.missed, 0);
    }

    // As BullMQ does: after a quarter of the lease or after half of it.
    void pausesThatVaryMissNothing()
    {
        RenewalRhythm rhythm{.longestPause = 2'000ms};
        Renewals renewals;
        Instant at = Start;
        for (const milliseconds pause : {0ms, 1'000ms, 1'001ms, 2'000ms, 1'000ms, 2'001ms, 2'000ms}) {
            QCOMPARE(missedRenewals(renewals, at + pause), 0);
            rhythm.note(renewals, at += pause);
            QVERIFY(!renewals.period || *renewals.period >= 2'000ms);
        }
        QCOMPARE(renewals.period, std::optional<milliseconds>(2'000ms));
        QCOMPARE(renewals.missed, 0);
        QVERIFY(missedRenewals(renewals, at + 10s) > 0);
    }

    void whatNobodySawIsNotMissed()
    {
        RenewalRhythm rhythm;
        Renewals renewals;
        for (const milliseconds at : {0s, 10s, 20s})
            rhythm.note(renewals, Start + at);
        rhythm.note(renewals, Start + 80s, false); // Back after a minute
        QCOMPARE(renewals.missed, 0);
        QCOMPARE(renewals.period, std::optional<milliseconds>(10s));
        QCOMPARE(renewals.lastAt, std::optional(Start + 80s));
    }

    void theFirstRenewalTellsNoPeriod()
    {
        RenewalRhythm rhythm;
        Renewals renewals;
        rhythm.note(renewals, Start);
        QCOMPARE(renewals.count, 1);
        QVERIFY(!renewals.period);
        QCOMPARE(missedRenewals(renewals, Start + 1h), 0);
    }
};

LOCKSCOPE_TEST(TestRenewalRhythm)

} // namespace tst_renewalrhythm

#include "tst_renewalrhythm.moc"
