// SPDX-License-Identifier: GPL-3.0-or-later
// Many connections at once, on real servers: what each is said to be, while some are lost and come back.

#include "core/engine/engine.h"
#include "core/fleet/fleetconnection.h"
#include "tests/live/fleet/fleetservers.h"
#include "tests/live/fleet/watchedfleet.h"
#include "tests/support/finished.h"
#include "tests/support/heldlock.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

namespace tst_fleetwatch
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class TestFleetWatch final : public QObject
{
    Q_OBJECT
private slots:
    void totalsAreThoseOfASingleEngine();
    void aKilledServerIsNamedAndTheOthersGoOn();
    void whatNeedsAPersonSaysSo();
    void frozenServersHoldUpNoOther();
    void notTooManyArePendingAtOnce();
    void whatIsNotShownStaysOpen();
    void whatHasNotChangedStaysOpen();
    void aFailoverIsRemembered();
    void aGroupWithoutQuorumSaysSo();
    void theLastHourIsOfWholeHolds();
    void aRetryKeepsWhatIsKnown();
    void whatIsKnownIsHandedOver();
    void aRestartBeforeTheFirstConnectionIsReported();
    void nothingIsReportedWithoutAChange();
    void everyConnectionIsReadOnly();
};

void TestFleetWatch::totalsAreThoseOfASingleEngine()
{
    const auto one = startedServer();
    const auto two = startedServer();
    for (const Command &command :
         {Command{"HSET", "lock:a", Alice, "1"}, Command{"SET", "lock:b", "x", "PX", "600000"},
          Command{"SET", "lock:c", "1"}, Command{"SET", "other", "1"}})
        VERIFY_OK(ask(*one, command));
    VERIFY_OK(ask(*two, {"SET", "lock:d", "x", "PX", "600000"}));
    EngineOptions options{.patterns = {"lock:*"}};
    options.thresholds.grace = 100ms; // lock:a never expires: critical soon
    FleetTarget first = targetNamed(one->tcp(), "one");
    first.options = options;
    WatchedFleet fleet;
    fleet.open({first, targetNamed(two->tcp(), "two")});
    LockTotals single;
    Engine engine; // tells of its end too
    connect(&engine, &Engine::tableChanged, this,
            [&single](const LockDelta &delta) { single = delta.totals; });
    engine.open(one->tcp(), options);
    QTRY_VERIFY(single.levels[size_t(VerdictLevel::Critical)] > 0);
    QTRY_VERIFY(fleet.of("one").totals && *fleet.of("one").totals == single);
    QVERIFY(single.locks >= 2);
    QVERIFY(fleet.of("one").worst);
    QCOMPARE(fleet.of("one").worst->shownVerdict().level, VerdictLevel::Critical);
    QCOMPARE(fleet.of("one").nodesReady, 1);
    QCOMPARE(fleet.of("one").nodes, 1);
    QTRY_COMPARE(fleet.locks("two"), 1);
    QVERIFY(!fleet.of("two").worst);
}

void TestFleetWatch::aKilledServerIsNamedAndTheOthersGoOn()
{
    const auto one = startedServer();
    const auto two = startedServer();
    const auto three = startedServer();
    for (const auto *each : {&one, &two, &three})
        VERIFY_OK(ask(**each, {"SET", "lock:a", "x", "PX", "600000"}));
    WatchedFleet fleet;
    fleet.open(
        {targetNamed(one->tcp(), "one"), targetNamed(two->tcp(), "two"), targetNamed(three->tcp(), "three")});
    for (const char *name : {"one", "two", "three"})
        QTRY_COMPARE(fleet.locks(name), 1);
    two->stop();
    QTRY_COMPARE(fleet.state("two"), FleetState::Unreachable);
    QCOMPARE(fleet.of("two").totals->locks, 1); // the last known
    QVERIFY(fleet.of("two").asOf.has_value());
    QVERIFY(!fleet.of("two").reason.text.isEmpty());
    QTRY_COMPARE(fleet.of("two").stale, 1);
    QCOMPARE(fleet.state("one"), FleetState::Connected);
    VERIFY_OK(ask(*one, {"SET", "lock:b", "x", "PX", "600000"}));
    VERIFY_OK(ask(*three, {"SET", "lock:b", "x", "PX", "600000"}));
    QTRY_COMPARE(fleet.locks("one"), 2);
    QTRY_COMPARE(fleet.locks("three"), 2);
    QVERIFY(!fleet.of("one").asOf);
    VERIFY_OK(two->restart());
    QTRY_COMPARE(fleet.state("two"), FleetState::Connected);
    QVERIFY(!fleet.of("two").asOf);
    QTRY_COMPARE(fleet.locks("two"), 0); // its data was lost
    VERIFY_OK(ask(*two, {"SET", "lock:c", "x", "PX", "600000"}));
    QTRY_COMPARE(fleet.locks("two"), 1);
}

void TestFleetWatch::whatNeedsAPersonSaysSo()
{
    const auto open = startedServer();
    const auto locked = startedServer({.password = QStringLiteral("secret")});
    ConnectionSpec wrong = locked->tcp();
    wrong.password = QStringLiteral("wrong");
    ConnectionSpec without = locked->tcp();
    without.password.clear();
    ConnectionSpec user = without;
    user.user = QStringLiteral("default");
    FleetTarget keychain = targetNamed(open->tcp(), "keychain");
    keychain.obstacle = FleetObstacle::Password;
    keychain.why = {.text = QStringLiteral("the keychain is locked")};
    FleetTarget ssh = targetNamed(open->tcp(), "ssh");
    ssh.obstacle = FleetObstacle::SshConsent;
    FleetTarget asked = targetNamed(open->tcp(), "asked");
    asked.obstacle = FleetObstacle::Keychain;
    WatchedFleet fleet;
    fleet.open({targetNamed(wrong, "wrong"), targetNamed(without, "without"), targetNamed(user, "user"),
                keychain, ssh, asked, targetNamed(locked->tcp(), "right")});
    QTRY_COMPARE(fleet.state("right"), FleetState::Connected);
    QTRY_COMPARE(fleet.state("wrong"), FleetState::Failed);
    QCOMPARE(fleet.of("wrong").reason.kind, ErrorKind::WrongPass);
    QVERIFY(!fleet.of("wrong").totals); // unknown
    QTRY_COMPARE(fleet.state("without"), FleetState::NeedsPassword);
    QTRY_COMPARE(fleet.state("user"), FleetState::NeedsPassword);
    QCOMPARE(fleet.state("keychain"), FleetState::NeedsPassword);
    QCOMPARE(fleet.of("keychain").reason.text, keychain.why.text);
    QCOMPARE(fleet.state("ssh"), FleetState::NeedsSshConsent);
    QCOMPARE(fleet.state("asked"), FleetState::Queued);
    QVERIFY(!fleet.of("ssh").totals);
    // The server accepts it from now on.
    VERIFY_OK(ask(*locked, {"CONFIG", "SET", "requirepass", ""}));
    fleet.retry();
    QTRY_COMPARE(fleet.state("without"), FleetState::Connected);
    QTRY_COMPARE(fleet.locks("without"), 0);
    QCOMPARE(fleet.state("keychain"), FleetState::NeedsPassword);
}

void TestFleetWatch::frozenServersHoldUpNoOther()
{
    const auto frozen = startedServer();
    const auto healthy = startedServer();
    ConnectionSpec patient = frozen->tcp();
    patient.connectTimeout = 60s;
    patient.commandTimeout = 60s;
    std::vector<FleetTarget> targets;
    for (const char *name : {"a", "b", "c", "d", "e", "f"})
        targets.push_back(targetNamed(patient, name));
    for (const char *name : {"x", "y", "z"})
        targets.push_back(targetNamed(healthy->tcp(), name));
    frozen->pause(); // takes connections and does not answer
    WatchedFleet fleet;
    fleet.open(targets);
    QTRY_COMPARE(fleet.count(FleetState::Connected), 3);
    QCOMPARE(fleet.count(FleetState::Connecting), 6);
    frozen->resume();
    QTRY_COMPARE(fleet.count(FleetState::Connected), qsizetype(targets.size()));
}

void TestFleetWatch::notTooManyArePendingAtOnce()
{
    const auto frozen = startedServer();
    ConnectionSpec patient = frozen->tcp();
    patient.connectTimeout = 60s;
    patient.commandTimeout = 60s;
    std::vector<FleetTarget> targets;
    for (size_t i = 0; i < FleetWatch::MostPending + 5; ++i)
        targets.push_back(targetNamed(patient, QByteArray::number(qulonglong(i)).constData()));
    frozen->pause();
    WatchedFleet fleet;
    fleet.open(targets);
    QTRY_COMPARE(fleet.count(FleetState::Connecting), qsizetype(FleetWatch::MostPending));
    QCOMPARE(fleet.count(FleetState::Queued), 5);
    frozen->resume();
    QTRY_COMPARE(fleet.count(FleetState::Connected), qsizetype(targets.size()));
    QCOMPARE(fleet.mostOpening(), FleetWatch::MostPending);
}

void TestFleetWatch::whatIsNotShownStaysOpen()
{
    const auto one = startedServer();
    const auto two = startedServer();
    WatchedFleet fleet;
    fleet.open({targetNamed(one->tcp(), "one"), targetNamed(two->tcp(), "two")});
    QTRY_COMPARE(fleet.count(FleetState::Connected), 2);
    const WallTime since = fleet.of("two").since;
    FleetTarget hidden = targetNamed(two->tcp(), "two");
    hidden.isShown = false;
    FleetTarget never = targetNamed(two->tcp(), "never");
    never.isShown = false; // it was never open, and is not opened
    fleet.open({targetNamed(one->tcp(), "one"), hidden, never});
    QTRY_COMPARE(fleet.state("one"), FleetState::Connected);
    QVERIFY(fleet.of("two").name.isEmpty());
    QVERIFY(fleet.of("never").name.isEmpty());
    fleet.open({targetNamed(one->tcp(), "one"), targetNamed(two->tcp(), "two")});
    QTRY_COMPARE(fleet.state("two"), FleetState::Connected);
    QCOMPARE(fleet.of("two").since, since);
    fleet.open({targetNamed(one->tcp(), "one")}); // not mentioned: closed
    fleet.open({targetNamed(one->tcp(), "one"), targetNamed(two->tcp(), "two")});
    QTRY_COMPARE(fleet.state("two"), FleetState::Connected);
    QVERIFY(fleet.of("two").since > since);
}

void TestFleetWatch::whatHasNotChangedStaysOpen()
{
    const auto one = startedServer();
    const auto two = startedServer();
    const auto connections = [&one] {
        const auto list = ask(*one, {"INFO", "stats"});
        const QByteArray text = list ? list->bytes : QByteArray();
        const qsizetype at = text.indexOf("total_connections_received:");
        return text.mid(at, text.indexOf('\r', at) - at).split(':').last().toInt();
    };
    WatchedFleet fleet;
    fleet.open({targetNamed(one->tcp(), "one"), targetNamed(two->tcp(), "two")});
    QTRY_COMPARE(fleet.count(FleetState::Connected), 2);
    QTRY_COMPARE(fleet.locks("one"), 0);
    const WallTime since = fleet.of("one").since;
    FleetTarget other = targetNamed(one->tcp(), "one");
    other.options.thresholds.longHeld = 1ms; // judged anew on the same connection
    VERIFY_OK(ask(*one, {"SET", "lock:a", "x", "PX", "600000"}));
    QTRY_COMPARE(fleet.locks("one"), 1);
    const int before = connections();
    fleet.open({other});
    QTRY_COMPARE(fleet.of("one").since, since);
    QVERIFY(fleet.of("two").name.isEmpty());
    QCOMPARE(fleet.locks("one"), 1);
    QCOMPARE(connections(), before + 1); // of the question itself
}

void TestFleetWatch::aFailoverIsRemembered()
{
    auto started = SandboxDeployment::start(SandboxTopology::Sentinel);
    VERIFY_OK(started);
    SandboxDeployment &servers = **started;
    VERIFY_OK(hold(servers.node(0), "lock:a", Alice));
    const auto alone = startedServer();
    WatchedFleet fleet;
    fleet.open({targetNamed(servers.spec(), "replicated"), targetNamed(alone->tcp(), "alone")});
    QTRY_COMPARE(fleet.locks("replicated"), 1);
    QTRY_COMPARE(fleet.of("replicated").nodesReady, 6);
    QTRY_COMPARE(ownerOn(servers.node(1), "lock:a"), Alice);
    QTRY_COMPARE(ownerOn(servers.node(2), "lock:a"), Alice);
    QVERIFY(!fleet.of("replicated").failover);
    const NodeId first = servers.node(0).spec().node();
    servers.node(0).kill();
    // A sentinel that stood still is in TILT mode for 30 s.
    QTRY_VERIFY_WITH_TIMEOUT(fleet.of("replicated").failover.has_value(), 75'000);
    QCOMPARE(fleet.of("replicated").failover->from, first);
    QVERIFY(fleet.of("replicated").failover->to != first);
    QTRY_COMPARE(fleet.locks("replicated"), 1);
    QTRY_COMPARE(fleet.of("replicated").stale, 0);
    QTRY_COMPARE(fleet.of("replicated").nodesReady, 5);
    QVERIFY(isLive(fleet.state("replicated")));
    QCOMPARE(fleet.state("alone"), FleetState::Connected);
    QVERIFY(!fleet.of("alone").failover);
}

void TestFleetWatch::aGroupWithoutQuorumSaysSo()
{
    DeploymentOptions options;
    options.masters = 3;
    auto started = SandboxDeployment::start(SandboxTopology::RedLock, options);
    VERIFY_OK(started);
    SandboxDeployment &servers = **started;
    for (size_t i = 0; i < servers.size(); ++i)
        VERIFY_OK(servers.node(i).ask({"SET", "lock:a", "x", "PX", "600000"}));
    WatchedFleet fleet;
    fleet.open({targetNamed(servers.spec(), "group")});
    QTRY_COMPARE(fleet.of("group").nodesReady, 3);
    QTRY_COMPARE(fleet.locks("group"), 1);
    servers.node(0).kill();
    QTRY_COMPARE(fleet.state("group"), FleetState::PartlyReached);
    servers.node(1).kill();
    QTRY_COMPARE(fleet.state("group"), FleetState::NoQuorum);
    QCOMPARE(fleet.of("group").nodes, 3);
    VERIFY_OK(servers.node(0).restart(Data::Lost));
    QTRY_COMPARE(fleet.state("group"), FleetState::PartlyReached);
}

void TestFleetWatch::theLastHourIsOfWholeHolds()
{
    const auto one = startedServer();
    VERIFY_OK(ask(*one, {"SET", "lock:old", "x", "PX", "600000"}));
    WatchedFleet fleet;
    fleet.open({targetNamed(one->tcp(), "one")});
    QTRY_COMPARE(fleet.locks("one"), 1);
    const auto heldNow = [&fleet] {
        const std::vector<FleetMinute> hour = fleet.of("one").hour;
        return hour.empty() ? std::nullopt : hour.back().held;
    };
    QTRY_COMPARE(heldNow(), 1);
    QCOMPARE(fleet.of("one").holds, 0);
    QVERIFY(!fleet.of("one").holdP90);
    VERIFY_OK(ask(*one, {"SET", "lock:a", "x", "PX", "600000"}));
    QTRY_COMPARE(heldNow(), 2);
    VERIFY_OK(ask(*one, {"DEL", "lock:a"}));
    QTRY_COMPARE(fleet.of("one").holds, 1);
    QVERIFY(!fleet.of("one").holdP90);         // of so few
    VERIFY_OK(ask(*one, {"DEL", "lock:old"})); // it was held before
    QTRY_COMPARE(heldNow(), 0);
    QCOMPARE(fleet.of("one").holds, 1);
    for (qint64 holds = 1; holds < HoldLengths::leastFor(0.9); ++holds) {
        VERIFY_OK(ask(*one, {"SET", "lock:a", "x", "PX", "600000"}));
        QTRY_COMPARE(heldNow(), 1);
        VERIFY_OK(ask(*one, {"DEL", "lock:a"}));
        QTRY_COMPARE(fleet.of("one").holds, holds + 1);
    }
    QVERIFY(fleet.of("one").holdP90.has_value());
    one->stop();
    QTRY_COMPARE(fleet.state("one"), FleetState::Unreachable);
    QTRY_VERIFY(!fleet.of("one").hour.empty() && !heldNow()); // not 0
    QCOMPARE(fleet.of("one").holds, HoldLengths::leastFor(0.9));
}

void TestFleetWatch::aRetryKeepsWhatIsKnown()
{
    const auto one = startedServer({.password = QStringLiteral("secret")});
    VERIFY_OK(ask(*one, {"SET", "lock:a", "x", "PX", "600000"}));
    VERIFY_OK(ask(*one, {"SET", "lock:b", "x", "PX", "600000"}));
    Session admin(one->unixSocket());
    admin.open();
    VERIFY_OK(callAndWait(admin, {"PING"}));
    WatchedFleet fleet;
    fleet.open({targetNamed(one->tcp(), "one")});
    QTRY_COMPARE(fleet.locks("one"), 2);
    VERIFY_OK(callAndWait(admin, {"CONFIG", "SET", "requirepass", "other"}));
    VERIFY_OK(callAndWait(admin, {"CLIENT", "KILL", "TYPE", "normal"}));
    VERIFY_OK(callAndWait(admin, {"CLIENT", "KILL", "TYPE", "pubsub"}));
    QTRY_COMPARE(fleet.state("one"), FleetState::Failed);
    QCOMPARE(fleet.locks("one"), 2);
    const WallTime since = fleet.of("one").since;
    const auto asOf = fleet.of("one").asOf;
    QVERIFY(asOf.has_value());
    fleet.retry();
    QTRY_VERIFY(fleet.state("one") == FleetState::Failed && fleet.of("one").since > since);
    QCOMPARE(fleet.locks("one"), 2);
    QCOMPARE(fleet.of("one").stale, 2);
    QCOMPARE(fleet.of("one").asOf, asOf);
    fleet.handOver("one");
    QTRY_COMPARE(fleet.handedOver().size(), size_t(1));
    QCOMPARE(fleet.handedOver().front().locks.size(), size_t(2));
    QCOMPARE(fleet.handedOver().front().runs.size(), size_t(1)); // of the server that had them
    VERIFY_OK(callAndWait(admin, {"DEL", "lock:b"}));
    VERIFY_OK(callAndWait(admin, {"CONFIG", "SET", "requirepass", "secret"}));
    fleet.retry();
    QTRY_COMPARE(fleet.state("one"), FleetState::Connected);
    QTRY_COMPARE(fleet.locks("one"), 1);
    QCOMPARE(fleet.of("one").stale, 0);
    QVERIFY(!fleet.of("one").asOf);
}

void TestFleetWatch::whatIsKnownIsHandedOver()
{
    const auto one = startedServer();
    VERIFY_OK(ask(*one, {"SET", "lock:a", "x", "PX", "600000"}));
    WatchedFleet fleet;
    fleet.open({targetNamed(one->tcp(), "one")});
    QTRY_COMPARE(fleet.locks("one"), 1);
    fleet.handOver("other");
    fleet.handOver("one");
    QTRY_COMPARE(fleet.handedOver().size(), size_t(1));
    const FleetKnown known = fleet.handedOver().front();
    QCOMPARE(known.connection, QStringLiteral("one"));
    QCOMPARE(known.locks.size(), size_t(1));
    QVERIFY(known.locks.front()->stale);
    QCOMPARE(known.locks.front()->key, LockName{"lock:a"});
    Engine next;
    next.open(one->tcp(), {});
    next.expect(known.locks);
    QTRY_VERIFY(next.find({"lock:a"}));
    QVERIFY(next.find({"lock:a"})->heldSince == known.locks.front()->heldSince);
    QVERIFY(next.find({"lock:a"})->isOneHold());
}

// By the engine of the window, which saw only the new server.
void TestFleetWatch::aRestartBeforeTheFirstConnectionIsReported()
{
    const auto one = startedServer();
    VERIFY_OK(ask(*one, {"SET", "lock:a", "x", "PX", "600000"}));
    WatchedFleet fleet;
    fleet.open({targetNamed(one->tcp(), "one")});
    QTRY_COMPARE(fleet.locks("one"), 1);
    fleet.handOver("one");
    QTRY_COMPARE(fleet.handedOver().size(), size_t(1));
    const FleetKnown known = fleet.handedOver().front();
    QCOMPARE(known.runs.size(), size_t(1));
    VERIFY_OK(one->restart());
    Engine next;
    QSignalSpy failovers(&next, &Engine::failedOver);
    next.open(one->tcp(), {});
    next.expect(known.locks, known.runs);
    QTRY_COMPARE(failovers.size(), 1);
    const auto report = failovers.front().front().value<FailoverReport>();
    QVERIFY(report.from == report.to);
    QCOMPARE(report.before, 1);
    QCOMPARE(report.lost.size(), size_t(1));
    QCOMPARE(report.lost.front()->key, LockName{"lock:a"});
    QVERIFY(!report.readAt && report.isWhole);
    Engine same; // and of a server that did not restart there is none
    QSignalSpy none(&same, &Engine::failedOver);
    same.open(one->tcp(), {});
    same.expect({}, {{report.to, {.id = next.nodes().front().runId, .seenAt = wallNow()}}});
    QVERIFY(finished(same.waitReady(20s)).ok());
    QCOMPARE(finished(same.scan()).phase, ScanPhase::Complete);
    QCOMPARE(none.size(), 0);
}

void TestFleetWatch::nothingIsReportedWithoutAChange()
{
    const auto one = startedServer();
    WatchedFleet fleet;
    fleet.open({targetNamed(one->tcp(), "one")});
    QTRY_COMPARE(fleet.locks("one"), 0);
    const int before = fleet.reports();
    fleet.retry(); // nothing has failed
    VERIFY_OK(ask(*one, {"SET", "lock:a", "x", "PX", "600000"}));
    QTRY_COMPARE(fleet.locks("one"), 1);
    QVERIFY(fleet.reports() > before);
    QVERIFY(fleet.reports() <= before + 3);
}

void TestFleetWatch::everyConnectionIsReadOnly()
{
    ConnectionSpec one;
    one.host = QStringLiteral("127.0.0.1");
    one.readOnly = false;
    QVERIFY(FleetConnection(targetNamed(one, "one")).target().spec.readOnly);
    const FleetConnection group(targetNamed(redLockGroup({one, one, one}), "group"));
    QVERIFY(group.target().spec.readOnly);
    for (const ConnectionSpec &each : group.target().spec.members)
        QVERIFY(each.readOnly);
}

LOCKSCOPE_TEST(TestFleetWatch)

} // namespace tst_fleetwatch

#include "tst_fleetwatch.moc"
