// SPDX-License-Identifier: GPL-3.0-or-later
// The audit of real acts: what it records, whether its commands restore the state before, and what remains
// when the program is killed during an act.
#include "tests/live/acts/auditlivetest.h"
#include "tests/support/heldlock.h"
#include "tests/support/runner.h"

namespace tst_audit_live
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::auditlive;
using auditlive::Deadlines;
using auditlive::Queue;
using namespace std::chrono_literals;

class TestAuditLive final : public AuditLiveTest
{
    Q_OBJECT

private slots:
    void init() { makeFolder(); }
    void cleanup() { end(); }
    void eachActLeavesItsStory_data();
    void eachActLeavesItsStory();
    void aRefusedActIsKept();
    void onProductionNothingIsDoneUnwritten();
    void elsewhereItIsDoneAndTold();
    void listsOfAllLocksAreNotKept();
    void whatIsShownBesideALockIsNotKept();
    void aHugeKeyIsNotKept();
    void renewalsAndTriesAreNoEntries();
};

void TestAuditLive::eachActLeavesItsStory_data()
{
    QTest::addColumn<SandboxTopology>("topology");
    QTest::addColumn<int>("nodes");
    QTest::newRow("standalone") << SandboxTopology::Standalone << 1;
    QTest::newRow("cluster") << SandboxTopology::Cluster << 1;
    QTest::newRow("redlock") << SandboxTopology::RedLock << 5;
}

void TestAuditLive::eachActLeavesItsStory()
{
    QFETCH(SandboxTopology, topology);
    QFETCH(int, nodes);
    start(topology);
    open(m_servers->spec());
    const OwnerId ann{Alice};
    const LockName key{"lock:a"};
    const LockName shared{"lock:rw"};
    const QString why = QStringLiteral("because of it");
    const std::vector<ActRequest> requests{
        {.act = ActKind::Acquire, .key = key, .kind = "rlock", .owner = ann, .lease = 60s, .reason = why},
        {.act = ActKind::Renew, .key = key, .owner = ann, .lease = 90s, .reason = why},
        {.act = ActKind::SetExpiry, .key = key, .expectedOwner = ann, .lease = 50s, .reason = why},
        {.act = ActKind::Wake, .key = key, .reason = why},
        {.act = ActKind::Release, .key = key, .owner = ann, .reason = why},
        {.act = ActKind::Acquire,
         .key = shared,
         .kind = "rw-lock",
         .owner = ann,
         .mode = HoldMode::Read,
         .lease = 60s,
         .reason = why},
        {.act = ActKind::RemoveShare, .key = shared, .owner = ann, .mode = HoldMode::Read, .reason = why},
        {.act = ActKind::Acquire, .key = key, .kind = "rlock", .owner = ann, .lease = 60s, .reason = why},
        {.act = ActKind::ForceRelease, .key = key, .expectedOwner = ann, .reason = why}};
    for (const ActRequest &request : requests) {
        const Receipt receipt = act(request);
        QVERIFY2(receipt.result == ActResult::Done,
                 qPrintable(QLatin1String(name(request.act)) + receipt.failure.line()));
    }
    const auto all = entries();
    QCOMPARE(all.size(), requests.size());
    const bool isGroup = topology == SandboxTopology::RedLock;
    for (size_t i = 0; i < all.size(); ++i) {
        const AuditEntry &entry = all[i];
        const ActRequest &request = requests[i];
        const bool takes = takesAway(request.act) || request.act == ActKind::Release;
        QCOMPARE(entry.act, name(request.act));
        QCOMPARE(entry.key, request.key.bytes);
        QCOMPARE(entry.result, "done");
        QCOMPARE(entry.reason, why);
        QVERIFY(entry.endedMs && *entry.endedMs >= entry.atMs);
        QVERIFY2(entry.steps.size() == size_t(nodes), entry.act.constData());
        QCOMPARE(entry.answers.size(), size_t(isGroup ? nodes : 0));
        for (const AuditStep &step : entry.steps) {
            QCOMPARE(step.act, entry.act);
            QVERIFY(!step.node.isEmpty() && step.cli.startsWith(QLatin1String("redis-cli ")));
            QVERIFY2(!step.script.isEmpty() || request.act == ActKind::Acquire, entry.act.constData());
            const bool read = takes || (request.act != ActKind::Wake && !isGroup);
            QVERIFY2(step.before.empty() != read, entry.act.constData());
            if (!read)
                continue;
            QCOMPARE(step.before.front().key, request.key);
            QCOMPARE(step.before.front().why, QString());
            QVERIFY2(step.before.front().dump.isEmpty() == (request.act == ActKind::Acquire),
                     entry.act.constData());
            if (request.act == ActKind::Release) // After SetExpiry
                QVERIFY(step.before.front().ttl && *step.before.front().ttl <= 50s &&
                        *step.before.front().ttl > 0s);
        }
    }
}

void TestAuditLive::aRefusedActIsKept()
{
    start(SandboxTopology::Standalone);
    VERIFY_OK(hold(m_servers->node(0), "lock:a", Alice));
    ConnectionSpec spec = m_servers->spec();
    spec.limits.denied = {ActKind::ForceRelease};
    open(spec);
    QCOMPARE(act({.act = ActKind::ForceRelease, .key = {"lock:a"}}).result, ActResult::Refused);
    QCOMPARE(act({.act = ActKind::Release, .key = {"lock:a"}, .owner = {Bob}}).result,
             ActResult::OwnerChanged);
    QCOMPARE(act({.act = ActKind::ForceRelease, .key = {"lock:a"}, .dryRun = true}).result, ActResult::Done);
    const auto all = entries();
    QCOMPARE(all.size(), 2u);
    QCOMPARE(all[0].result, "refused");
    QVERIFY(all[0].steps.empty());
    QVERIFY(!all[0].failure.isEmpty());
    QCOMPARE(all[1].result, "owner-changed");
    QCOMPARE(all[1].expectedOwner, Bob);
    QCOMPARE(ownerFound(all[1]), Alice);
    QCOMPARE(ownerOn(m_servers->node(0), "lock:a"), Alice);
}

void TestAuditLive::onProductionNothingIsDoneUnwritten()
{
    start(SandboxTopology::Standalone);
    VERIFY_OK(hold(m_servers->node(0), "lock:a", Alice));
    ConnectionSpec spec = m_servers->spec();
    spec.name = QStringLiteral("prod");
    spec.environment = Environment::Production;
    open(spec, QStringLiteral("/proc/self"));
    const Receipt receipt = act({.act = ActKind::ForceRelease,
                                 .key = {"lock:a"},
                                 .reason = QStringLiteral("stuck"),
                                 .confirmedName = QStringLiteral("lock:a")});
    QCOMPARE(receipt.result, ActResult::Refused);
    QVERIFY2(receipt.failure.text.contains(QLatin1String("audit")), qPrintable(receipt.failure.text));
    QCOMPARE(ownerOn(m_servers->node(0), "lock:a"), Alice);
}

void TestAuditLive::elsewhereItIsDoneAndTold()
{
    start(SandboxTopology::Standalone);
    VERIFY_OK(hold(m_servers->node(0), "lock:a", Alice));
    open(m_servers->spec(), QStringLiteral("/proc/self"));
    QCOMPARE(act({.act = ActKind::ForceRelease, .key = {"lock:a"}}).result, ActResult::Done);
    QCOMPARE(m_told.size(), 1u);
}

// Other locks use the same lists.
void TestAuditLive::listsOfAllLocksAreNotKept()
{
    start(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    const QByteArray digest = "uniquejobs:0123456789abcdef0123456789abcdef";
    VERIFY_OK(server.ask({"HSET", digest + ":LOCKED", "0123456789abcdef01234567", "1787313600.5"}));
    VERIFY_OK(server.ask({"SET", digest, "0123456789abcdef01234567"}));
    VERIFY_OK(server.ask({"ZADD", "uniquejobs:digests", "1", digest, "2", "uniquejobs:another"}));
    open(m_servers->spec());
    const Receipt receipt =
        act({.act = ActKind::ForceRelease, .key = {digest + ":LOCKED"}, .kind = "sidekiq-lock"});
    QVERIFY2(receipt.result == ActResult::Done, qPrintable(receipt.failure.line()));
    QCOMPARE(server.ask({"ZCARD", "uniquejobs:digests"})->number(), 1);
    QByteArrayList kept;
    const auto all = entries();
    for (const KeyBackup &value : all.front().steps.front().before)
        kept += value.key.bytes;
    QVERIFY(kept.contains(digest + ":LOCKED") && kept.contains(digest));
    QVERIFY2(!kept.contains("uniquejobs:digests") && !kept.contains("uniquejobs:expiring_digests"),
             kept.join(' ').constData());
}

// The job is independent: the script does not touch it.
void TestAuditLive::whatIsShownBesideALockIsNotKept()
{
    start(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    VERIFY_OK(
        server.ask({"SET", "bull:mail:7:lock", "11111111-1111-4111-8111-111111111111:3", "PX", "60000"}));
    VERIFY_OK(server.ask({"HSET", "bull:mail:7", "name", "send", "data", "{}", "timestamp", "1"}));
    open(m_servers->spec());
    const Receipt receipt = act({.act = ActKind::ForceRelease, .key = {"bull:mail:7:lock"}});
    QVERIFY2(receipt.result == ActResult::Done, qPrintable(receipt.failure.line()));
    const auto all = entries();
    QCOMPARE(all.front().kind, "job-lock");
    QCOMPARE(all.front().steps.front().before.size(), 1u);
    QCOMPARE(all.front().steps.front().before.front().key.bytes, "bull:mail:7:lock");
}

void TestAuditLive::aHugeKeyIsNotKept()
{
    start(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    VERIFY_OK(server.ask({"HSET", "lock:f", Alice, "1"}));
    const QByteArray waiter(1'100'000, 'w');
    VERIFY_OK(server.ask({"RPUSH", Queue, waiter}));
    VERIFY_OK(server.ask({"ZADD", Deadlines, "99999999999999", Bob}));
    open(m_servers->spec());
    const Receipt receipt = act({.act = ActKind::ForceRelease, .key = {"lock:f"}, .kind = "fair-lock"});
    QVERIFY2(receipt.result == ActResult::Done, qPrintable(receipt.failure.line()));
    const auto all = entries();
    const auto &before = all.front().steps.front().before;
    const auto queue =
        std::ranges::find_if(before, [](const KeyBackup &value) { return value.key.bytes == Queue; });
    QVERIFY(queue != before.end());
    QVERIFY(queue->dump.isEmpty() && !queue->why.isEmpty());
    QCOMPARE(restoreLines(all.front().steps.front()).size(), 2);
    QVERIFY(QFileInfo(m_folder->filePath(QStringLiteral("audit.sqlite-wal"))).size() < 500'000);
}

void TestAuditLive::renewalsAndTriesAreNoEntries()
{
    start(SandboxTopology::RedLock);
    open(m_servers->spec());
    const ActRequest take{.act = ActKind::Acquire,
                          .key = {"lock:a"},
                          .kind = "rlock",
                          .owner = {Alice},
                          .lease = 20s,
                          .wait = 20s,
                          .watchdog = true};
    QCOMPARE(act(take).result, ActResult::Done);
    const auto taken = entries();
    QCOMPARE(taken.size(), 1u);
    QVERIFY(taken[0].steps.size() >= 5);
    const ActRequest wait{
        .act = ActKind::Acquire, .key = {"lock:a"}, .kind = "rlock", .owner = {Bob}, .wait = 2s};
    QCOMPARE(act(wait).result, ActResult::NotAcquired);
    qint64 before = 0;
    const auto isRenewed = [this, &before] { // Since the last call
        const qint64 ttl = m_servers->node(0).ask({"PTTL", "lock:a"})->integer;
        return std::exchange(before, ttl) < ttl;
    };
    isRenewed();
    QVERIFY(QTest::qWaitFor(isRenewed, 30'000));
    const auto all = entries();
    QCOMPARE(all.size(), 2u);
    QCOMPARE(all[0].steps.size(), taken[0].steps.size());
    QVERIFY(all[1].steps.size() >= 5 && all[1].steps.size() <= 10); // Tried and released on each
    QCOMPARE(all[1].result, "not-acquired");
}

LOCKSCOPE_TEST(TestAuditLive)

} // namespace tst_audit_live

#include "tst_audit_live.moc"
