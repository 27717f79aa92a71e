// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/harness/exclusive.h"

#include "core/formats/format.h"
#include "tests/support/verify.h"

#include <QTest>

#include <algorithm>

namespace lockscope::test
{

namespace
{

std::vector<Row> rowsOf(const std::vector<Subject> &subjects)
{
    std::vector<Row> rows;
    for (const Subject &subject : subjects)
        rows.push_back({subject.row, subject.client});
    return rows;
}

} // namespace

Exclusive::Exclusive(std::vector<Subject> subjects)
    : WithClients(rowsOf(subjects)), m_subjects(std::move(subjects))
{
}

QByteArray Exclusive::line(const QByteArray &verb, const QByteArray &rest) const
{
    return verb + ' ' + subject().word + ' ' + name() + (rest.isEmpty() ? "" : ' ' + rest);
}

QByteArray Exclusive::ask(const QByteArray &actor, const QByteArray &verb, const QByteArray &rest)
{
    return client().ask(actor, line(verb, rest));
}

int Exclusive::beginToWait(const QByteArray &actor)
{
    const qint64 tried = stage().writesTried();
    const int id = client().begin(actor, line("acquire", "60000 30000"));
    const bool waits = QTest::qWaitFor(
        [&] {
            switch (subject().waits) {
            case Waits::Subscribed: {
                const LockPtr lock = stage().look(key());
                return lock && lock->waiters.count().least > 0;
            }
            case Waits::Blocked:
                return stage().blockedClients() > 0;
            case Waits::Polling:
                break;
            }
            return stage().writesTried() > tried;
        },
        int(Client::Promptly.count()));
    if (!waits)
        qWarning("nobody was seen waiting for %s", key().constData());
    if (subject().waits == Waits::Subscribed)
        letItFallAsleep(actor);
    return client().isAnswered(id) ? -1 : id; // It must still be waiting
}

void Exclusive::itsLockIsRecognised()
{
    QVERIFY(hold("alice"));
    const LockPtr lock = stage().look(key());
    QVERIFY(lock);
    const std::vector<QByteArray> kinds =
        subject().shownAs.empty() ? std::vector{subject().kind} : subject().shownAs;
    const QByteArray kind = QByteArray::fromStdString(std::string(lock->kind.name));
    QVERIFY2(std::ranges::find(kinds, kind) != kinds.end(), kind.constData());
    QCOMPARE(lock->owner().bytes, owner("alice"));
    QCOMPARE(lock->count(), 1);
    const auto ttl = lock->expiresAt ? *lock->expiresAt - lock->readAt : milliseconds(0);
    // If companion keys carry the deadline, the time of reading is exact only to half a round trip.
    QVERIFY2(ttl > 50s && ttl < 61s, qPrintable(QString::number(duration_cast<milliseconds>(ttl).count())));
    if (!subject().library.isEmpty())
        QCOMPARE(QByteArray::fromStdString(std::string(lock->libraries->front())), subject().library);
    QTRY_VERIFY(stage().followed(key())); // The live feed must find it too
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    QVERIFY(!stage().look(key()));
    QTRY_VERIFY(!stage().followed(key()));
}

void Exclusive::itsRenewalsAreCounted()
{
    const QByteArray lease = subject().renewsItself ? "-" : "60000";
    QCOMPARE(ask("alice", "acquire", lease + " 0"), QByteArray("true"));
    QTRY_VERIFY(stage().followed(key()));
    const auto renewals = [this] {
        const LockPtr lock = stage().followed(key());
        return lock ? lock->renewals.count : -1;
    };
    for (qint64 seen = 0; seen < 2; ++seen) {
        if (!subject().renewsItself) {
            // Otherwise there is nothing to renew.
            QTRY_VERIFY(stage().call({"PTTL", key()}).integer < 59'500);
            QCOMPARE(ask("alice", "renew", "60000"), QByteArray("true"));
        }
        QTRY_VERIFY(renewals() > seen);
    }
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
}

void Exclusive::itsLockRefusesUs()
{
    QVERIFY(hold("alice"));
    const Receipt refused = stage().acquire(subject().kind, key());
    COMPARE_RESULT(refused, ActResult::NotAcquired);
    QVERIFY(refused.foundOwner);
    QCOMPARE(refused.foundOwner->bytes, owner("alice"));
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
}

// None that is counted is none only where all would be seen.
void Exclusive::aWaiterIsNotDenied()
{
    QVERIFY(hold("alice"));
    const int waiting = beginToWait("bob");
    QVERIFY(waiting > 0);
    const LockPtr lock = stage().look(key());
    QVERIFY(lock);
    QVERIFY2(lock->waiters.subscribed.value_or(1) > 0 || !lock->waiters.queued.empty(), "one waits");
    QVERIFY(!client().isAnswered(waiting));
    QCOMPARE(stage().call({"DEL", key()}).integer, 1);
    ask("alice", "release");
    stage().act({.act = ActKind::Wake, .key = {key()}, .kind = subject().kind});
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    ask("bob", "release");
}

void Exclusive::aProbeIdentifiesItsWaiter()
{
    QVERIFY(hold("alice"));
    QTRY_VERIFY(stage().followed(key()) && stage().followed(key())->held());
    int waiting = -1;
    const BlockingReport report = stage().probeBlocking(2s, [&] { waiting = beginToWait("bob"); });
    QVERIFY(waiting > 0);
    const auto isThis = [this](const BlockedLock &blocked) { return blocked.lock->key.bytes == key(); };
    const auto blocked = std::ranges::find_if(report.graph.locks, isThis);
    QVERIFY(blocked != report.graph.locks.end());
    QVERIFY(report.deadlocks.empty());
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    const OwnerId bob{ownerNow()};
    QByteArrayList found;
    for (const Wait &wait : blocked->waits)
        found << (wait.id.isEmpty() ? wait.client.address : wait.id.bytes);
    QCOMPARE(found.size(), 1); // one client waits, whatever it sends
    QVERIFY2(found.contains(bob.bytes) != subject().newIdEachTry,
             (bob.bytes + " and " + found.join(", ")).constData());
    ask("bob", "release");
}

void Exclusive::ourLockRefusesIt()
{
    const Receipt ours = stage().acquire(subject().kind, key());
    COMPARE_RESULT(ours, ActResult::Done);
    QCOMPARE(ask("alice", "acquire", "60000 0"), QByteArray("false"));
    QCOMPARE(ownerNow(), ours.owner.bytes + subject().ending);
    COMPARE_RESULT(stage().release(key(), ours.owner.bytes), ActResult::Done);
    QVERIFY(hold("alice"));
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
}

void Exclusive::ourReleaseLetsItsWaiterIn()
{
    const Receipt ours = stage().acquire(subject().kind, key());
    COMPARE_RESULT(ours, ActResult::Done);
    const int waiting = beginToWait("bob");
    QVERIFY(waiting > 0);
    COMPARE_RESULT(stage().release(key(), ours.owner.bytes), ActResult::Done);
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    QCOMPARE(ownerNow(), owner("bob"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

void Exclusive::itsReleaseLetsOurWaiterIn()
{
    QVERIFY(hold("alice"));
    const quint64 waiting = stage().beginAcquire(subject().kind, key());
    QVERIFY(!QTest::qWaitFor([&] { return stage().isAnswered(waiting); }, 300));
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    const Receipt receipt = stage().receipt(waiting);
    COMPARE_RESULT(receipt, ActResult::Done);
    QCOMPARE(ownerNow(), receipt.owner.bytes + subject().ending);
    COMPARE_RESULT(stage().release(key(), receipt.owner.bytes), ActResult::Done);
}

void Exclusive::ourForceReleaseLetsItsWaiterIn()
{
    QVERIFY(hold("alice"));
    const int waiting = beginToWait("bob");
    QVERIFY(waiting > 0);
    const Receipt forced = stage().force(key(), owner("alice"));
    COMPARE_RESULT(forced, ActResult::Done);
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    QCOMPARE(ownerNow(), owner("bob"));
    if (subject().isToldOfLoss)
        QCOMPARE(ask("alice", "lost"), QByteArray("lost"));
    QCOMPARE(ask("alice", "release"), subject().lost); // The lock now belongs to another owner
    QCOMPARE(ownerNow(), owner("bob"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

void Exclusive::ourForceReleaseIsNoticedAtItsRelease()
{
    QVERIFY(hold("alice"));
    const QByteArray alice = owner("alice");
    COMPARE_RESULT(stage().force(key(), "somebody else"), ActResult::OwnerChanged);
    QCOMPARE(ownerNow(), alice);
    COMPARE_RESULT(stage().force(key(), alice), ActResult::Done);
    QVERIFY(!stage().look(key()));
    if (subject().isToldOfLoss)
        QCOMPARE(ask("alice", "lost"), QByteArray("lost"));
    const QByteArray released = ask("alice", "release");
    QCOMPARE(released, subject().lostToNobody.isEmpty() ? subject().lost : subject().lostToNobody);
}

void Exclusive::ourReleaseInItsNameIsItsOwn()
{
    QVERIFY(hold("alice"));
    QVERIFY(stage().release(key(), "somebody else").result != ActResult::Done);
    QCOMPARE(ownerNow(), owner("alice"));
    COMPARE_RESULT(stage().release(key(), owner("alice")), ActResult::Done);
    QVERIFY(!stage().look(key()));
    QVERIFY(hold("bob"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

void Exclusive::reentriesAreCountedTheSame()
{
    if (!subject().reentrant)
        QSKIP("its locks are not reentrant");
    QVERIFY(hold("alice"));
    const QByteArray alice = owner("alice");
    QVERIFY(hold("alice"));
    QCOMPARE(stage().look(key())->count(), 2);
    COMPARE_RESULT(stage().acquire(subject().kind, key(), alice), ActResult::Done);
    QCOMPARE(ask("alice", "count"), QByteArray("3"));
    COMPARE_RESULT(stage().release(key(), alice), ActResult::Done);
    QCOMPARE(ask("alice", "count"), QByteArray("2"));
    for (const qint64 left : {1, 0}) {
        QCOMPARE(ask("alice", "release"), QByteArray("released"));
        const LockPtr lock = stage().look(key());
        QCOMPARE(lock ? lock->count() : 0, left);
    }
}

} // namespace lockscope::test
