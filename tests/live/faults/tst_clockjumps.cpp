// SPDX-License-Identifier: GPL-3.0-or-later
// A server's wall clock is set forth and back by an hour. Redis counts leases by it, so locks end early or
// late; what Lockscope says stays what the server has. See resources/docs/faults.md.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/auditedcli.h"
#include "tests/support/followedengine.h"
#include "tests/support/heldlock.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_clockjumps
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_ClockJumps : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void anHourAhead();
    void anHourBack();

private:
    SandboxServer &server() const { return m_servers->node(0); }

    std::unique_ptr<SandboxDeployment> m_servers;
};

void tst_ClockJumps::init()
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(SandboxTopology::Standalone, {.ownClocks = true}));
    VERIFY_OK(hold(server(), "lock:a", Alice));
}

void tst_ClockJumps::cleanup()
{
    m_servers.reset();
}

// The lock is free although its owner still works.
void tst_ClockJumps::anHourAhead()
{
    FollowedEngine followed;
    VERIFY_OK(followed.follow(server().spec()));
    QTRY_VERIFY(followed.find("lock:a"));
    VERIFY_OK(server().setClock(1h));
    QVERIFY(server().ask({"GET", "lock:a"})->isNil());
    QTRY_VERIFY(!followed.find("lock:a"));
    for (const LockEvent &event : followed.events("lock:a"))
        QVERIFY2(event.kind != EventKind::Expired,
                 name(event.kind)); // By this clock it had nine minutes left
    QTRY_VERIFY(followed.status(server()).clockOffset.value_or(0ms) > 50min);
    const AuditedCli cli(server().spec());
    const Ended gone = cli({"release", "lock:a", "--owner", Alice});
    QVERIFY2(gone.status == 1 && gone.err.contains("already gone"), gone.told().constData());
    QCOMPARE(cli.story(), QByteArray("release already-gone"));
    const Ended nodes = cli({"nodes"});
    QVERIFY2(nodes.out.contains("+59 min") || nodes.out.contains("+1 h"), nodes.told().constData());
}

// The lock outlives its lease by an hour.
void tst_ClockJumps::anHourBack()
{
    FollowedEngine followed;
    VERIFY_OK(followed.follow(server().spec()));
    QTRY_VERIFY(followed.find("lock:a"));
    VERIFY_OK(server().setClock(-1h));
    QVERIFY(server().ask({"PTTL", "lock:a"})->integer > 3'600'000);
    QTRY_VERIFY(followed.status(server()).clockOffset.value_or(0ms) < -50min);
    QCOMPARE(ownerOn(server(), "lock:a"), Alice);
    const AuditedCli cli(server().spec());
    const Ended shown = cli({"show", "lock:a"});
    QVERIFY2(shown.status == 0 && shown.out.contains("1 h 9 min left"), shown.told().constData());
    const Ended doctor = cli({"doctor"});
    QVERIFY2(doctor.status == 1 && doctor.out.contains("clock-jumped"), doctor.told().constData());
    const Ended shortened = cli({"set-expiry", "lock:a", "--lease", "20s"});
    QVERIFY2(shortened.status == 0, shortened.told().constData());
    QVERIFY(server().ask({"PTTL", "lock:a"})->integer <= 20'000);
    QCOMPARE(cli({"release", "lock:a", "--owner", Alice}).status, 0);
    QCOMPARE(cli.story(), QByteArray("set-expiry done, release done"));
    QTRY_VERIFY(!followed.find("lock:a"));
}

LOCKSCOPE_TEST(tst_ClockJumps)

} // namespace tst_clockjumps

#include "tst_clockjumps.moc"
