// SPDX-License-Identifier: GPL-3.0-or-later
// Redisson's locks of several things at once: values of a group in one hash, and a MultiLock over plain
// locks.
#include "tests/interop/harness/withclients.h"
#include "tests/support/runner.h"

#include <QTest>

#include <set>

namespace tst_with_redisson_multi
{

using namespace lockscope;
using namespace lockscope::test;

class tst_with_redisson_multi : public WithClients
{
    Q_OBJECT
public:
    tst_with_redisson_multi() : WithClients(redissonReleases()) {}

private slots:
    void aGroupIsShown();
    void renewalsOfAGroupAreCounted();
    void weAndItRefuseEachOther();
    void ourReleaseLetsTheWaiterOfAGroupIn();
    void itsReleaseLetsUsIntoAGroup();
    void ourForceReleaseOfAGroupIsNoticed();
    void aValueWeTookAwayIsFree();
    void reentriesOfAGroupAreCountedTheSame();
    void theMembersOfAMultiLockAreShown();
    void ourMemberKeepsAMultiLockOut();
    void aMemberWeTookAwayIsNoticed();

protected:
    QString notHere() const override;

private:
    QByteArray group() const { return fresh("lock:group:"); }
    QByteArray both() const { return group() + ",a,b"; }
    QByteArray members() const { return fresh("lock:one:") + ',' + fresh("lock:two:"); }
    QByteArray ask(const QByteArray &actor, const QByteArray &line) { return client().ask(actor, line); }
    int beginToWait(const QByteArray &line, const QByteArray &key);
    // The hash that Redisson makes of a value: seen in a lock of that value.
    QByteArray hashOf(const QByteArray &value);
    Receipt takeOurs(const QByteArray &part, const QByteArray &owner = {})
    {
        return stage().act({.act = ActKind::Acquire,
                            .key = {group()},
                            .kind = "multi-lock",
                            .owner = {owner},
                            .part = part,
                            .lease = Stage::Lease});
    }
};

QString tst_with_redisson_multi::notHere() const
{
    const QByteArray function = QTest::currentTestFunction();
    const bool ofGroups = !function.contains("Multi") && !function.contains("Member");
    return ofGroups && rowOf(row()).title == "3.13.6" ? QStringLiteral("that release has no locks of groups")
                                                      : QString();
}

int tst_with_redisson_multi::beginToWait(const QByteArray &line, const QByteArray &key)
{
    const int id = client().begin("bob", line);
    const QByteArray channel = "redisson_lock__channel:{" + key + '}';
    if (!QTest::qWaitFor([&] { return stage().subscribers(channel) > 0; }, int(Client::Promptly.count())))
        qWarning("nobody listens on %s", channel.constData());
    return client().isAnswered(id) ? -1 : id;
}

QByteArray tst_with_redisson_multi::hashOf(const QByteArray &value)
{
    const QByteArray one = fresh("lock:group:of:") + ',' + value;
    ask("erin", "acquire group " + one + " 60000 0");
    const LockPtr lock = stage().look(fresh("lock:group:of:"));
    const QByteArray hash = lock && lock->held() ? lock->holders.front().part : QByteArray();
    ask("erin", "release group " + one);
    return hash;
}

void tst_with_redisson_multi::aGroupIsShown()
{
    QCOMPARE(ask("alice", "acquire group " + both() + " 60000 0"), QByteArray("true"));
    const QByteArray alice = ask("alice", "owner group " + both());
    const LockPtr lock = stage().look(group());
    QVERIFY(lock);
    QCOMPARE(lock->kind.name, std::string_view("multi-lock"));
    QVERIFY(lock->confidence == Confidence::Certain);
    std::set<QByteArray> parts;
    for (const Holder &holder : lock->holders) {
        QCOMPARE(holder.id.bytes, alice);
        QCOMPARE(holder.count, 1);
        QVERIFY(holder.expiresAt);
        QVERIFY(*holder.expiresAt - lock->readAt > 50s && *holder.expiresAt - lock->readAt <= 61s);
        parts.insert(holder.part);
    }
    QVERIFY(parts == (std::set{hashOf("a"), hashOf("b")}));
    QTRY_VERIFY(stage().followed(group()));
    QCOMPARE(ask("alice", "release group " + both()), QByteArray("released"));
    QVERIFY(!stage().look(group()));
}

void tst_with_redisson_multi::renewalsOfAGroupAreCounted()
{
    QCOMPARE(ask("alice", "acquire group " + both() + " - 0"), QByteArray("true"));
    QTRY_VERIFY(stage().followed(group()));
    QTRY_VERIFY(stage().followed(group())->renewals.count >= 2);
    QCOMPARE(ask("alice", "release group " + both()), QByteArray("released"));
}

void tst_with_redisson_multi::weAndItRefuseEachOther()
{
    const QByteArray a = hashOf("a");
    const Receipt ours = takeOurs(a);
    COMPARE_RESULT(ours, ActResult::Done);
    QCOMPARE(ask("alice", "acquire group " + both() + " 60000 0"), QByteArray("false"));
    QCOMPARE(ask("alice", "acquire group " + group() + ",b 60000 0"), QByteArray("true"));
    const Receipt refused = takeOurs(hashOf("b"));
    COMPARE_RESULT(refused, ActResult::NotAcquired);
    QCOMPARE(refused.foundOwner->bytes, ask("alice", "owner group " + both()));
    COMPARE_RESULT(stage().release(group(), ours.owner.bytes), ActResult::Done);
    QCOMPARE(ask("alice", "acquire group " + group() + ",a 60000 0"), QByteArray("true"));
}

void tst_with_redisson_multi::ourReleaseLetsTheWaiterOfAGroupIn()
{
    const Receipt ours = takeOurs(hashOf("a") + ',' + hashOf("b"));
    COMPARE_RESULT(ours, ActResult::Done);
    const int waiting = beginToWait("acquire group " + both() + " 60000 30000", group());
    QVERIFY(waiting > 0);
    COMPARE_RESULT(stage().release(group(), ours.owner.bytes), ActResult::Done);
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    QCOMPARE(ownerOf(group()), ask("bob", "owner group " + both()));
    QCOMPARE(ask("bob", "release group " + both()), QByteArray("released"));
}

void tst_with_redisson_multi::itsReleaseLetsUsIntoAGroup()
{
    const QByteArray a = hashOf("a");
    QCOMPARE(ask("alice", "acquire group " + both() + " 60000 0"), QByteArray("true"));
    const quint64 waiting = stage().begin({.act = ActKind::Acquire,
                                           .key = {group()},
                                           .kind = "multi-lock",
                                           .part = a,
                                           .lease = Stage::Lease,
                                           .wait = Stage::Lease / 2});
    QVERIFY(!QTest::qWaitFor([&] { return stage().isAnswered(waiting); }, 300));
    QCOMPARE(ask("alice", "release group " + both()), QByteArray("released"));
    const Receipt ours = stage().receipt(waiting);
    COMPARE_RESULT(ours, ActResult::Done);
    QCOMPARE(ownerOf(group()), ours.owner.bytes);
}

void tst_with_redisson_multi::ourForceReleaseOfAGroupIsNoticed()
{
    QCOMPARE(ask("alice", "acquire group " + both() + " 60000 0"), QByteArray("true"));
    const int waiting = beginToWait("acquire group " + both() + " 60000 30000", group());
    QVERIFY(waiting > 0);
    COMPARE_RESULT(stage().force(group(), ask("alice", "owner group " + both())), ActResult::Done);
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    QCOMPARE(ask("alice", "release group " + both()), QByteArray("error IllegalMonitorStateException"));
    QCOMPARE(ownerOf(group()), ask("bob", "owner group " + both()));
    QCOMPARE(ask("bob", "release group " + both()), QByteArray("released"));
}

void tst_with_redisson_multi::aValueWeTookAwayIsFree()
{
    const QByteArray a = hashOf("a");
    QCOMPARE(ask("alice", "acquire group " + both() + " 60000 0"), QByteArray("true"));
    const int waiting = beginToWait("acquire group " + group() + ",a 60000 30000", group());
    QVERIFY(waiting > 0);
    const QByteArray alice = ask("alice", "owner group " + both());
    const Receipt removed = stage().act({.act = ActKind::RemoveShare,
                                         .key = {group()},
                                         .owner = {alice},
                                         .part = a,
                                         .reason = QStringLiteral("test")});
    COMPARE_RESULT(removed, ActResult::Done);
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    QCOMPARE(stage().look(group())->holders.size(), 2);
    QCOMPARE(ask("alice", "release group " + both()), QByteArray("error IllegalMonitorStateException"));
}

void tst_with_redisson_multi::reentriesOfAGroupAreCountedTheSame()
{
    const QByteArray values = hashOf("a") + ',' + hashOf("b");
    QCOMPARE(ask("alice", "acquire group " + both() + " 60000 0"), QByteArray("true"));
    QCOMPARE(ask("alice", "acquire group " + both() + " 60000 0"), QByteArray("true"));
    QCOMPARE(stage().look(group())->count(), 2);
    COMPARE_RESULT(takeOurs(values, ask("alice", "owner group " + both())), ActResult::Done);
    for (const qint64 left : {2, 1, 0}) {
        QCOMPARE(ask("alice", "release group " + both()), QByteArray("released"));
        const LockPtr lock = stage().look(group());
        QCOMPARE(lock ? lock->count() : 0, left);
    }
}

void tst_with_redisson_multi::theMembersOfAMultiLockAreShown()
{
    QCOMPARE(ask("alice", "acquire multi " + members() + " 60000 10000"), QByteArray("true"));
    for (const QByteArray &key : {fresh("lock:one:"), fresh("lock:two:")}) {
        const LockPtr lock = stage().look(key);
        QVERIFY(lock);
        QCOMPARE(lock->kind.name, std::string_view("rlock"));
        QCOMPARE(lock->owner().bytes, ask("alice", "owner multi " + members()));
    }
    QCOMPARE(ask("alice", "release multi " + members()), QByteArray("released"));
    QVERIFY(!stage().look(fresh("lock:two:")));
}

void tst_with_redisson_multi::ourMemberKeepsAMultiLockOut()
{
    const Receipt ours = stage().acquire("rlock", fresh("lock:two:"));
    COMPARE_RESULT(ours, ActResult::Done);
    QCOMPARE(ask("alice", "acquire multi " + members() + " 60000 1000"), QByteArray("false"));
    QVERIFY(!stage().look(fresh("lock:one:"))); // what it got, it gave back
    const int waiting = beginToWait("acquire multi " + members() + " 60000 30000", fresh("lock:two:"));
    QVERIFY(waiting > 0);
    COMPARE_RESULT(stage().release(fresh("lock:two:"), ours.owner.bytes), ActResult::Done);
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    QCOMPARE(ownerOf(fresh("lock:two:")), ask("bob", "owner multi " + members()));
    QCOMPARE(ask("bob", "release multi " + members()), QByteArray("released"));
}

void tst_with_redisson_multi::aMemberWeTookAwayIsNoticed()
{
    QCOMPARE(ask("alice", "acquire multi " + members() + " 60000 10000"), QByteArray("true"));
    const QByteArray alice = ask("alice", "owner multi " + members());
    COMPARE_RESULT(stage().force(fresh("lock:one:"), alice), ActResult::Done);
    QCOMPARE(ownerOf(fresh("lock:two:")), alice); // the others stay
    QCOMPARE(ask("bob", "acquire lock " + fresh("lock:one:") + " 60000 0"), QByteArray("true"));
    QCOMPARE(ask("alice", "release multi " + members()), QByteArray("error IllegalMonitorStateException"));
    QCOMPARE(ownerOf(fresh("lock:one:")), ask("bob", "owner lock x"));
}

LOCKSCOPE_TEST(tst_with_redisson_multi)

} // namespace tst_with_redisson_multi

#include "tst_with_redisson_multi.moc"
