// SPDX-License-Identifier: GPL-3.0-or-later
// All connections in one value: what is unknown is not counted as nothing.

#include "core/fleet/fleetcounts.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_fleetcounts
{

using namespace lockscope;

namespace
{

FleetMember member(const char *name, FleetState state, VerdictLevel level = VerdictLevel::Ok,
                   qint64 count = 0)
{
    FleetMember member{.name = QLatin1String(name), .state = state};
    member.scanFailure.text.clear();
    member.totals = LockTotals{.locks = 7};
    member.totals->levels[size_t(level)] = count;
    if (level >= VerdictLevel::Warning) {
        Lock lock{.key = {QByteArray("lock:") + name}};
        lock.verdict.level = level;
        member.worst = std::make_shared<const Lock>(lock);
    }
    return member;
}

} // namespace

class TestFleetCounts final : public QObject
{
    Q_OBJECT
private slots:
    void criticalAndWarningAreSummedUp();
    void whatWasNeverReadIsUnknown();
    void whatWasLostIsUnknownAndCounted();
    void moreMayExistThanWasRead();
};

void TestFleetCounts::criticalAndWarningAreSummedUp()
{
    const FleetCounts none = countFleet({});
    QCOMPARE(none, FleetCounts{});
    QCOMPARE(none.level(), VerdictLevel::Ok);
    const FleetCounts counts = countFleet({member("a", FleetState::Connected, VerdictLevel::Warning, 3),
                                           member("b", FleetState::Connected, VerdictLevel::Critical, 2),
                                           member("c", FleetState::Connected)});
    QCOMPARE(counts.connections, 3);
    QCOMPARE(counts.unknown + counts.incomplete, 0);
    QCOMPARE(counts.warnings, 3);
    QCOMPARE(counts.criticals, 2);
    QCOMPARE(counts.level(), VerdictLevel::Critical);
    QCOMPARE(counts.worstConnection, QStringLiteral("b"));
    QCOMPARE(counts.worst->key, LockName{"lock:b"});
}

void TestFleetCounts::whatWasNeverReadIsUnknown()
{
    FleetMember never = member("a", FleetState::Unreachable);
    never.totals.reset();
    FleetMember connecting = member("b", FleetState::Connected);
    connecting.totals.reset();
    const FleetCounts counts = countFleet({never, connecting, member("c", FleetState::Connected)});
    QCOMPARE(counts.unknown, 2);
    QCOMPARE(counts.incomplete, 0);
    QCOMPARE(counts.level(), VerdictLevel::Ok);
}

void TestFleetCounts::whatWasLostIsUnknownAndCounted()
{
    const FleetMember lost = member("a", FleetState::Unreachable, VerdictLevel::Critical, 1);
    const FleetCounts counts =
        countFleet({lost, member("b", FleetState::Connected, VerdictLevel::Critical, 1)});
    QCOMPARE(counts.unknown, 1);
    QCOMPARE(counts.criticals, 2);
    QCOMPARE(counts.criticalsOld, 1);
    QCOMPARE(counts.worstConnection, QStringLiteral("b")); // known now
    const FleetCounts alone =
        countFleet({member("b", FleetState::Connected, VerdictLevel::Warning, 1), lost});
    QCOMPARE(alone.worstConnection, QStringLiteral("a"));
    QVERIFY(alone.isWorstOld);
}

void TestFleetCounts::moreMayExistThanWasRead()
{
    FleetMember scanning = member("a", FleetState::Connected);
    scanning.scanning = true;
    FleetMember failed = member("b", FleetState::Connected);
    failed.scanFailure.text = QStringLiteral("a node was lost");
    FleetMember stale = member("c", FleetState::Connected);
    stale.stale = 1;
    const FleetCounts counts = countFleet({scanning, failed, stale, member("d", FleetState::PartlyReached)});
    QCOMPARE(counts.incomplete, 4);
    QCOMPARE(counts.unknown, 0);
}

LOCKSCOPE_TEST(TestFleetCounts)

} // namespace tst_fleetcounts

#include "tst_fleetcounts.moc"
