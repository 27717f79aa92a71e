// SPDX-License-Identifier: GPL-3.0-or-later
// Redisson's read-write lock: several readers, each hold with a time of its own, or one writer.
#include "core/engine/verdicts/verdict.h"
#include "tests/interop/harness/withclients.h"
#include "tests/support/runner.h"

#include <QTest>

#include <algorithm>

namespace tst_with_redisson_readwrite
{

using namespace lockscope;
using namespace lockscope::test;

class tst_with_redisson_readwrite : public WithClients
{
    Q_OBJECT
public:
    tst_with_redisson_readwrite() : WithClients(redissonReleases()) {}

private slots:
    void itsReadersAreShown();
    void aReaderWhoseTimeIsOverCountsNoMore();
    void renewalsOfAReaderAreCounted();
    void twoProcessesThatReadAreHealthy();
    void aProcessThatDiesAsAReaderIsNamed();
    void weReadTogether();
    void readersKeepWritersOut();
    void writersKeepReadersOut();
    void ourReadHoldsAreCountedTheSame();
    void ourReleaseAsWriterLetsItsReadersIn();
    void ourReleaseAsLastReaderLetsItsWriterIn();
    void itsReleaseLetsOurWriterIn();
    void ourForceReleaseIsNoticed();
    void aReaderWeTookAwayIsNoticed();
    void aWriterWhoReadsBecomesAReader();

private:
    QByteArray key() const { return fresh("lock:"); }
    QByteArray ask(const QByteArray &actor, const QByteArray &verb, const QByteArray &kind,
                   const QByteArray &rest = {})
    {
        return client().ask(actor, verb + ' ' + kind + ' ' + key() + ' ' + rest);
    }
    bool hold(const QByteArray &actor, const QByteArray &kind)
    {
        return ask(actor, "acquire", kind, "60000 0") == "true";
    }
    QByteArray owner(const QByteArray &actor, const QByteArray &kind) { return ask(actor, "owner", kind); }
    QByteArrayList keysLeft();
    bool readApart(Client &second);
    int beginToWait(const QByteArray &actor, const QByteArray &kind);
    Receipt take(HoldMode mode, const QByteArray &who = {});
    Receipt giveBack(HoldMode mode, const QByteArray &who);
    static const Holder *holder(const LockPtr &lock, const QByteArray &id);
    static bool isRenewedLate(const Holder &holder);
};

// The companion keys of the lock. A hold key would stay for the rest of its 60 s. Of Redisson 3.40, that of
// an unlock (redisson_unlock_latch) stays until a DEL that is sent after the caller has its answer.
QByteArrayList tst_with_redisson_readwrite::keysLeft()
{
    QByteArrayList keys;
    for (const Reply &found : stage().call({"KEYS", "*{" + key() + "}*"}).items)
        keys += found.bytes;
    return keys;
}

// Both read with a watchdog, and the second renews well between two renewals of the first.
bool tst_with_redisson_readwrite::readApart(Client &second)
{
    const auto renewals = [this] {
        return stage().followed(key()) ? stage().followed(key())->renewals.count : 0;
    };
    const auto isShared = [this] {
        return stage().followed(key()) && stage().followed(key())->holders.size() == 2;
    };
    if (ask("alice", "acquire", "read", "- 0") != "true" ||
        !QTest::qWaitFor([&] { return renewals() > 0; }, 15'000))
        return false;
    const qint64 before = renewals();
    if (!QTest::qWaitFor([&] { return renewals() > before; }, 15'000))
        return false;
    QTest::qWait(400);
    return second.ask("bob", "acquire read " + key() + " - 0") == "true" && QTest::qWaitFor(isShared, 10'000);
}

int tst_with_redisson_readwrite::beginToWait(const QByteArray &actor, const QByteArray &kind)
{
    const int id = client().begin(actor, "acquire " + kind + ' ' + key() + " 60000 30000");
    const QByteArray channel = "redisson_rwlock:{" + key() + '}';
    if (!QTest::qWaitFor([&] { return stage().subscribers(channel) > 0; }, int(Client::Promptly.count())))
        qWarning("nobody listens on %s", channel.constData());
    letItFallAsleep(actor); // the message "1" wakes those that sleep already, and is lost on others
    return client().isAnswered(id) ? -1 : id;
}

Receipt tst_with_redisson_readwrite::take(HoldMode mode, const QByteArray &who)
{
    return stage().act({.act = ActKind::Acquire,
                        .key = {key()},
                        .kind = "rw-lock",
                        .owner = {who},
                        .mode = mode,
                        .lease = Stage::Lease});
}

Receipt tst_with_redisson_readwrite::giveBack(HoldMode mode, const QByteArray &who)
{
    return stage().act({.act = ActKind::Release, .key = {key()}, .owner = {who}, .mode = mode});
}

const Holder *tst_with_redisson_readwrite::holder(const LockPtr &lock, const QByteArray &id)
{
    if (!lock)
        return nullptr;
    const auto found = std::find_if(lock->holders.begin(), lock->holders.end(),
                                    [&id](const Holder &holder) { return holder.id.bytes == id; });
    return found == lock->holders.end() ? nullptr : &*found;
}

// A program on a busy machine may renew late, and then an alarm is right.
bool tst_with_redisson_readwrite::isRenewedLate(const Holder &holder)
{
    constexpr milliseconds Lease = 3s; // The watchdog's, which renews each second
    const milliseconds overdue = duration_cast<milliseconds>(VerdictThresholds().overdue * 1s);
    return holder.expiresAt && *holder.expiresAt - now() < Lease - overdue;
}

void tst_with_redisson_readwrite::itsReadersAreShown()
{
    QVERIFY(hold("alice", "read"));
    QVERIFY(hold("alice", "read"));
    QCOMPARE(ask("bob", "acquire", "read", "20000 0"), QByteArray("true"));
    const LockPtr lock = stage().look(key());
    QVERIFY(lock);
    QCOMPARE(lock->kind.name, std::string_view("rw-lock"));
    QVERIFY(lock->confidence == Confidence::Certain);
    QCOMPARE(lock->holders.size(), 2);
    const Holder *alice = holder(lock, owner("alice", "read"));
    const Holder *bob = holder(lock, owner("bob", "read"));
    QVERIFY(alice && bob);
    QCOMPARE(alice->count, 2);
    QCOMPARE(bob->count, 1);
    QVERIFY(alice->mode == HoldMode::Read && bob->mode == HoldMode::Read);
    QVERIFY(alice->expiresAt && *alice->expiresAt - lock->readAt > 50s);
    QVERIFY(bob->expiresAt && *bob->expiresAt - lock->readAt <= 20s); // a time of his own
    QTRY_VERIFY(stage().followed(key()));
}

// A reader that died: its field stays in the hash as long as others read.
void tst_with_redisson_readwrite::aReaderWhoseTimeIsOverCountsNoMore()
{
    QVERIFY(hold("alice", "read"));
    QCOMPARE(ask("bob", "acquire", "read", "1000 0"), QByteArray("true"));
    const QByteArray alice = owner("alice", "read"), bob = owner("bob", "read");
    const auto isBobOver = [&] {
        const LockPtr lock = stage().look(key());
        return holder(lock, bob) && isOver(*lock, *holder(lock, bob));
    };
    QTRY_VERIFY(isBobOver());
    const LockPtr lock = stage().look(key());
    QVERIFY(holder(lock, alice) && !isOver(*lock, *holder(lock, alice)));
    QCOMPARE(ask("alice", "release", "read"), QByteArray("released"));
    QVERIFY(hold("carol", "write"));
    QCOMPARE(ask("carol", "release", "write"), QByteArray("released"));
}

void tst_with_redisson_readwrite::renewalsOfAReaderAreCounted()
{
    QCOMPARE(ask("alice", "acquire", "read", "- 0"), QByteArray("true"));
    QTRY_VERIFY(stage().followed(key()));
    QTRY_VERIFY(stage().followed(key())->renewals.count >= 2);
    QCOMPARE(ask("alice", "release", "read"), QByteArray("released"));
    QTRY_VERIFY(!stage().followed(key()));
}

// Each has a watchdog of its own, at any distance from the other one.
void tst_with_redisson_readwrite::twoProcessesThatReadAreHealthy()
{
    Client second(rowOf(row()).client, arguments());
    QSet<QByteArray> codes;
    const QObject here;
    connect(&stage().engine(), &Engine::tableChanged, &here, [this, &codes](const LockDelta &delta) {
        for (const LockPtr &lock : delta.upserted) {
            if (lock->key.bytes != key() ||
                std::any_of(lock->holders.begin(), lock->holders.end(), isRenewedLate))
                continue;
            codes += QByteArray(lock->verdict.code.data(), qsizetype(lock->verdict.code.size()));
        }
    });
    QVERIFY(readApart(second));
    QTRY_VERIFY(stage().followed(key())->renewals.count >= 10);
    for (const char *code : {"renewal-overdue", "about-to-expire", "client-silent", "client-gone"})
        QVERIFY2(!codes.contains(code), code);
    const LockPtr lock = stage().followed(key());
    QVERIFY(!lock->renewals.period);
    // From 4.4 on a client renews its own holds only; before, whose renewals they are is not known.
    const bool isKnown = lock->renewalsOf(0) && lock->renewalsOf(1);
    QCOMPARE(isKnown, rowOf(row()).title.startsWith("4."));
    QCOMPARE(ask("alice", "release", "read"), QByteArray("released"));
    QCOMPARE(second.ask("bob", "release read " + key()), QByteArray("released"));
}

// Of two readers one is killed: where it can be known which one renews, that is said, and of no other one.
void tst_with_redisson_readwrite::aProcessThatDiesAsAReaderIsNamed()
{
    auto second = std::make_unique<Client>(rowOf(row()).client, arguments());
    QVERIFY(readApart(*second));
    const QByteArray bob = second->ask("bob", "owner read " + key());
    const bool isKnown = rowOf(row()).title.startsWith("4.");
    // One that renews unevenly, on a busy machine, has no rhythm, and is never late.
    const auto hasRhythm = [this](qsizetype reader) {
        const LockPtr lock = stage().followed(key());
        const Renewals *renewals = lock->renewalsOf(reader);
        return renewals && renewals->period;
    };
    QTRY_VERIFY(stage().followed(key())->renewals.count >= 8 && (!isKnown || (hasRhythm(0) && hasRhythm(1))));
    QByteArrayList named;
    const QObject here;
    connect(&stage().engine(), &Engine::tableChanged, &here, [this, &named, &bob](const LockDelta &delta) {
        for (const LockPtr &lock : delta.upserted) {
            if (lock->key.bytes != key() || lock->verdict.code != "renewal-overdue" ||
                lock->verdict.figure == 0)
                continue;
            const Holder &holder = lock->holders[qsizetype(lock->verdict.figure) - 1];
            if (holder.id.bytes == bob || !isRenewedLate(holder))
                named += holder.id.bytes;
        }
    });
    const qint64 renewed = stage().followed(key())->renewals.count;
    // Its share lasts for 3 s more. An end in order may take as long, and nothing would be seen of it.
    second->kill();
    QTRY_VERIFY(!isKnown || named.contains(bob));
    QTRY_VERIFY(stage().followed(key())->renewals.count >= renewed + 4);
    QCOMPARE(QSet<QByteArray>(named.begin(), named.end()),
             isKnown ? QSet<QByteArray>{bob} : QSet<QByteArray>());
    QCOMPARE(ask("alice", "release", "read"), QByteArray("released"));
}

void tst_with_redisson_readwrite::weReadTogether()
{
    QVERIFY(hold("alice", "read"));
    const Receipt ours = take(HoldMode::Read);
    COMPARE_RESULT(ours, ActResult::Done);
    QVERIFY(hold("bob", "read"));
    QCOMPARE(stage().look(key())->holders.size(), 3);
    COMPARE_RESULT(giveBack(HoldMode::Read, ours.owner.bytes), ActResult::Done);
    QCOMPARE(ask("alice", "release", "read"), QByteArray("released"));
    QCOMPARE(ask("bob", "release", "read"), QByteArray("released"));
    QVERIFY(!stage().look(key()));
    QTRY_COMPARE(keysLeft(), QByteArrayList());
}

void tst_with_redisson_readwrite::readersKeepWritersOut()
{
    QVERIFY(hold("alice", "read"));
    COMPARE_RESULT(take(HoldMode::Write), ActResult::NotAcquired);
    QCOMPARE(ask("alice", "release", "read"), QByteArray("released"));
    const Receipt ours = take(HoldMode::Read);
    COMPARE_RESULT(ours, ActResult::Done);
    QCOMPARE(ask("alice", "acquire", "write", "60000 0"), QByteArray("false"));
    COMPARE_RESULT(giveBack(HoldMode::Read, ours.owner.bytes), ActResult::Done);
    QVERIFY(hold("alice", "write"));
    QCOMPARE(ask("alice", "release", "write"), QByteArray("released"));
}

void tst_with_redisson_readwrite::writersKeepReadersOut()
{
    QVERIFY(hold("alice", "write"));
    const Receipt refused = take(HoldMode::Read);
    COMPARE_RESULT(refused, ActResult::NotAcquired);
    QCOMPARE(refused.foundOwner->bytes, owner("alice", "write"));
    QCOMPARE(ask("alice", "release", "write"), QByteArray("released"));
    const Receipt ours = take(HoldMode::Write);
    COMPARE_RESULT(ours, ActResult::Done);
    QCOMPARE(ask("alice", "acquire", "read", "60000 0"), QByteArray("false"));
    COMPARE_RESULT(giveBack(HoldMode::Write, ours.owner.bytes), ActResult::Done);
    QVERIFY(hold("alice", "read"));
    QCOMPARE(ask("alice", "release", "read"), QByteArray("released"));
}

void tst_with_redisson_readwrite::ourReadHoldsAreCountedTheSame()
{
    QVERIFY(hold("alice", "read"));
    const QByteArray alice = owner("alice", "read");
    COMPARE_RESULT(take(HoldMode::Read, alice), ActResult::Done);
    QCOMPARE(ask("alice", "count", "read"), QByteArray("2"));
    QCOMPARE(ask("alice", "release", "read"), QByteArray("released"));
    const LockPtr lock = stage().look(key());
    QVERIFY(holder(lock, alice));
    QCOMPARE(holder(lock, alice)->count, 1);
    COMPARE_RESULT(giveBack(HoldMode::Read, alice), ActResult::Done);
    QVERIFY(!stage().look(key()));
    QTRY_COMPARE(keysLeft(), QByteArrayList());
}

void tst_with_redisson_readwrite::ourReleaseAsWriterLetsItsReadersIn()
{
    const Receipt ours = take(HoldMode::Write);
    COMPARE_RESULT(ours, ActResult::Done);
    const int bob = beginToWait("bob", "read");
    const int carol = beginToWait("carol", "read");
    QVERIFY(bob > 0 && carol > 0);
    COMPARE_RESULT(giveBack(HoldMode::Write, ours.owner.bytes), ActResult::Done);
    QCOMPARE(client().answer(bob), QByteArray("true"));
    QCOMPARE(client().answer(carol), QByteArray("true"));
    QCOMPARE(ask("bob", "release", "read"), QByteArray("released"));
    QCOMPARE(ask("carol", "release", "read"), QByteArray("released"));
}

void tst_with_redisson_readwrite::ourReleaseAsLastReaderLetsItsWriterIn()
{
    QVERIFY(hold("alice", "read"));
    const Receipt ours = take(HoldMode::Read);
    COMPARE_RESULT(ours, ActResult::Done);
    const int bob = beginToWait("bob", "write");
    QVERIFY(bob > 0);
    QCOMPARE(ask("alice", "release", "read"), QByteArray("released"));
    QVERIFY(!client().isAnswered(bob));
    COMPARE_RESULT(giveBack(HoldMode::Read, ours.owner.bytes), ActResult::Done);
    QCOMPARE(client().answer(bob), QByteArray("true"));
    QCOMPARE(ask("bob", "release", "write"), QByteArray("released"));
}

void tst_with_redisson_readwrite::itsReleaseLetsOurWriterIn()
{
    QVERIFY(hold("alice", "read"));
    const quint64 waiting = stage().beginAcquire("rw-lock", key());
    QVERIFY(!QTest::qWaitFor([&] { return stage().isAnswered(waiting); }, 300));
    QCOMPARE(ask("alice", "release", "read"), QByteArray("released"));
    const Receipt ours = stage().receipt(waiting);
    COMPARE_RESULT(ours, ActResult::Done);
    COMPARE_RESULT(giveBack(HoldMode::Write, ours.owner.bytes), ActResult::Done);
}

void tst_with_redisson_readwrite::ourForceReleaseIsNoticed()
{
    QVERIFY(hold("alice", "read"));
    QVERIFY(hold("bob", "read"));
    const int carol = beginToWait("carol", "write");
    QVERIFY(carol > 0);
    const LockPtr shown = stage().look(key());
    const Receipt forced =
        stage().act({.act = ActKind::ForceRelease,
                     .key = {key()},
                     .expectedHolders = std::vector(shown->holders.begin(), shown->holders.end()),
                     .reason = QStringLiteral("test")});
    COMPARE_RESULT(forced, ActResult::Done);
    QCOMPARE(client().answer(carol), QByteArray("true"));
    QCOMPARE(ask("alice", "release", "read"), QByteArray("error IllegalMonitorStateException"));
    QCOMPARE(ask("bob", "release", "read"), QByteArray("error IllegalMonitorStateException"));
    QCOMPARE(ownerOf(key()), owner("carol", "write"));
    QCOMPARE(ask("carol", "release", "write"), QByteArray("released"));
    QTRY_COMPARE(keysLeft(), QByteArrayList());
}

void tst_with_redisson_readwrite::aReaderWeTookAwayIsNoticed()
{
    QVERIFY(hold("alice", "read"));
    QVERIFY(hold("bob", "read"));
    const auto remove = [this](const QByteArray &actor) {
        return stage().act({.act = ActKind::RemoveShare,
                            .key = {key()},
                            .owner = {owner(actor, "read")},
                            .mode = HoldMode::Read,
                            .reason = QStringLiteral("test")});
    };
    COMPARE_RESULT(remove("alice"), ActResult::Done);
    QCOMPARE(ask("alice", "release", "read"), QByteArray("error IllegalMonitorStateException"));
    QCOMPARE(ownerOf(key()), owner("bob", "read"));
    const int carol = beginToWait("carol", "write");
    QVERIFY(carol > 0);
    COMPARE_RESULT(remove("bob"), ActResult::Done);
    QCOMPARE(client().answer(carol), QByteArray("true"));
    QCOMPARE(ask("carol", "release", "write"), QByteArray("released"));
}

void tst_with_redisson_readwrite::aWriterWhoReadsBecomesAReader()
{
    QVERIFY(hold("alice", "write"));
    QVERIFY(hold("alice", "read"));
    const QByteArray alice = owner("alice", "read");
    const LockPtr both = stage().look(key());
    QVERIFY(holder(both, alice) && holder(both, owner("alice", "write")));
    const Receipt removed = stage().act({.act = ActKind::RemoveShare,
                                         .key = {key()},
                                         .owner = {owner("alice", "write")},
                                         .mode = HoldMode::Write,
                                         .reason = QStringLiteral("test")});
    COMPARE_RESULT(removed, ActResult::Done);
    QVERIFY(hold("bob", "read"));
    QCOMPARE(stage().look(key())->holders.size(), 2);
    QCOMPARE(ask("alice", "release", "write"), QByteArray("error IllegalMonitorStateException"));
    QCOMPARE(ask("alice", "release", "read"), QByteArray("released"));
    QCOMPARE(ask("bob", "release", "read"), QByteArray("released"));
}

LOCKSCOPE_TEST(tst_with_redisson_readwrite)

} // namespace tst_with_redisson_readwrite

#include "tst_with_redisson_readwrite.moc"
