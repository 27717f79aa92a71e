// SPDX-License-Identifier: GPL-3.0-or-later
// A history without names: pseudonyms, and what is left of an engine's reports.
#include "core/formats/families/ruleformat.h"
#include "core/history/causes/ownerclient.h"
#include "core/history/recording/redactedfeed.h"
#include "core/values/kindname.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_recording
{

using namespace lockscope;

namespace
{

const QByteArray Salt(Pseudonyms::SaltBytes, 's');
const QByteArray Ann = "8743c9c0-0795-4907-87fd-6c719a6b4586";

LockPtr lockOf(const QByteArray &key, const QByteArray &owner)
{
    auto lock = std::make_shared<Lock>();
    lock->key = {key};
    lock->kind = {"rlock"};
    lock->node = {"db-secret:6379"};
    lock->holders.append(Holder{.id = {owner}, .part = "part-secret"});
    lock->waiters.queued.push_back({.id = {"waiter-secret"}});
    lock->clients = std::make_shared<const HolderClients>(
        HolderClients{{{owner}, {.address = "10.1.2.3:55", .name = "pod-secret"}}});
    return lock;
}

} // namespace

class TestRecording : public QObject
{
    Q_OBJECT

private slots:
    void theSameThingHasTheSamePseudonym();
    void clientsStayTogether();
    void whatAGroupAgreesOnStays();
    void kindsOfUsersRulesAreReplaced();
    void nothingElseIsPassedOn();
};

void TestRecording::theSameThingHasTheSamePseudonym()
{
    Pseudonyms one(Salt);
    Pseudonyms other(QByteArray(Pseudonyms::SaltBytes, 't'));
    const LockName key = one.key({"lock:a"});
    QVERIFY(key.bytes.startsWith("key-") && key.bytes.size() == 20);
    QCOMPARE(Pseudonyms(Salt).key({"lock:a"}), key);
    QVERIFY(one.key({"lock:b"}) != key);
    QVERIFY(other.key({"lock:a"}) != key);
    QVERIFY(one.node({"lock:a"}).bytes.last(16) != key.bytes.last(16)); // Of another sort
    QVERIFY(one.key({}).isEmpty() && one.owner({"rlock"}, {}).isEmpty());
}

void TestRecording::clientsStayTogether()
{
    Pseudonyms names(Salt);
    const OwnerId first = names.owner({"rlock"}, {Ann + ":1"});
    const OwnerId second = names.owner({"rlock"}, {Ann + ":2"});
    QVERIFY(first != second);
    QVERIFY(!pseudonymOfClient(first).isEmpty());
    QCOMPARE(pseudonymOfClient(first), pseudonymOfClient(second));
    QCOMPARE(ownerClient("rlock", first).name, pseudonymOfClient(first));
    QVERIFY(ownerClient("rlock", first).isLasting);
    const OwnerId token = names.owner({"token-lock"}, {"some-token"});
    QVERIFY(token.bytes.startsWith("owner-") && pseudonymOfClient(token).isEmpty());
    for (const char *no :
         {"", "client-", "client-0123456789abcdef", "client-0123456789abcdef:0123456789abcdeg",
          "client-0123456789ABCDEF:0123456789abcdef", "client-0123456789abcdef-0123456789abcdef"})
        QCOMPARE(pseudonymOfClient({no}), QByteArray());
}

void TestRecording::whatAGroupAgreesOnStays()
{
    Pseudonyms names(Salt);
    Lock lock = *lockOf("lock:a", Ann + ":1");
    LockExtras extras;
    extras.quorum = Quorum{.nodes = 3, .needed = 2, .agreeing = 2, .reachable = 3, .owner = {Ann + ":1"}};
    for (const char *node : {"a:1", "b:1", "c:1"})
        extras.copies.push_back({.node = {node}, .state = CopyState::Held, .owner = {Ann + ":1"}});
    lock.extras = std::make_shared<const LockExtras>(extras);
    const LockDelta safe = redacted({.upserted = {std::make_shared<const Lock>(lock)}}, names);
    const Lock &passed = *safe.upserted.front();
    QVERIFY(passed.quorum() && passed.quorum()->reached());
    QCOMPARE(passed.quorum()->owner, passed.owner());
    QCOMPARE(passed.extras->copies.size(), size_t(3));
    QCOMPARE(passed.extras->copies[1].node, names.node({"b:1"}));
    QCOMPARE(passed.extras->copies[2].owner, passed.owner());
}

void TestRecording::kindsOfUsersRulesAreReplaced()
{
    Pseudonyms names(Salt);
    Lock lock = *lockOf("lock:a", "token");
    lock.kind = storedKind("acme-secret-kind");
    const LockDelta safe = redacted({.upserted = {std::make_shared<const Lock>(lock)},
                                     .events = {{.key = lock.key, .lockKind = lock.kind}}},
                                    names);
    const QByteArray kind = kindName(safe.events.front().lockKind);
    QVERIFY2(isPseudonymOf("kind", kind), kind.constData());
    QCOMPARE(kindName(safe.upserted.front()->kind), kind);
    QVERIFY(kindName(Pseudonyms(QByteArray(Pseudonyms::SaltBytes, 'x')).kind(lock.kind)) != kind);
}

void TestRecording::nothingElseIsPassedOn()
{
    Pseudonyms names(Salt);
    const OwnerId owner{Ann + ":1"};
    LockEvent event{
        .key = {"lock:a"}, .lockKind = {"rlock"}, .owner = owner, .count = 2, .node = {"db-secret:6379"}};
    const LockDelta safe =
        redacted({.upserted = {lockOf("lock:a", owner.bytes)},
                  .removed = {{"lock:gone"}},
                  .events = {event},
                  .quorums = {{.key = {"lock:a"}}},
                  .orders = {{.first = {"lock:b"}, .second = {"lock:a"}, .owner = owner, .node = event.node}},
                  .doubts = {{.key = {"lock:a"}, .lockKind = {"rlock"}, .owner = owner}},
                  .totals = {.locks = 7},
                  .unread = 1,
                  .dropped = 2,
                  .reset = true},
                 names);
    const Lock &lock = *safe.upserted.front();
    QCOMPARE(lock.key, names.key({"lock:a"}));
    QCOMPARE(lock.owner(), names.owner({"rlock"}, owner));
    QVERIFY(!lock.clients && !lock.extras && lock.holders.front().part.isEmpty());
    QCOMPARE(lock.waiters.count().least, 1); // The number is no name
    QVERIFY(lock.waiters.queued.front().id.isEmpty());
    QCOMPARE(safe.removed.front(), names.key({"lock:gone"}));
    QCOMPARE(safe.events.front().owner, lock.owner());
    QCOMPARE(safe.events.front().count, 2);
    QCOMPARE(safe.doubts.front().key, lock.key);
    QCOMPARE(safe.doubts.front().owner, lock.owner());
    QVERIFY(safe.quorums.empty());
    QCOMPARE(safe.orders.front().owner, lock.owner());
    QCOMPARE(safe.orders.front().first, names.key({"lock:b"}));
    QVERIFY(safe.events.front().lockKind == LockKind{"rlock"});
    QVERIFY(safe.totals.locks == 7 && safe.unread == 1 && safe.dropped == 2 && safe.reset);

    const auto nodes =
        redacted(std::vector<NodeStatus>{{.node = {"db-secret:6379"},
                                          .announced = {"db-1"},
                                          .role = "slave",
                                          .connection = {.reason = {.text = QStringLiteral("db-secret")}},
                                          .runId = "secret",
                                          .replica = Replication{.master = {"db-2:6379"}}}},
                 names);
    QCOMPARE(nodes.front().node, lock.node);
    QVERIFY(nodes.front().announced.isEmpty() && nodes.front().runId.isEmpty());
    QVERIFY(nodes.front().isReplica());
    QCOMPARE(nodes.front().replica->master, names.node({"db-2:6379"}));
    QVERIFY(nodes.front().connection.reason.text.isEmpty());
    const FailoverReport report =
        redacted(FailoverReport{.from = {"a:1"}, .to = {"b:1"}, .lost = {lockOf("lock:a", "o")}}, names);
    QVERIFY(report.from == names.node({"a:1"}) && report.to == names.node({"b:1"}) && report.lost.empty());
}

LOCKSCOPE_TEST(TestRecording)

} // namespace tst_recording

#include "tst_recording.moc"
