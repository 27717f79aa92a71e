// SPDX-License-Identifier: GPL-3.0-or-later
// Which locks a client surely acquired while it held another one.

#include "core/engine/blocking/ordertracker.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_ordertracker
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const Instant Start = Instant() + 24h;
const WallTime Wall{1'700'000'000s};
const QByteArray Thread = "11111111:1";
const NodeId Server{"a:6379"};

} // namespace

class TestOrderTracker : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void oneLockInAnother();
    void noOrderOfEventsAtOneTime();
    void aHoldThatEndedBefore();
    void aHoldThatEndedSoonAfter();
    void aHoldThatEndsBeforeItsReadIsConfirmed();
    void aReadThatWasAskedForBefore();
    void eventsFromBeforeTheReadAreAwaited();
    void anotherOwnerBetweenEventAndRead();
    void whatIsConfirmedLaterStillCounts();
    void anotherThread();
    void aHolderThatDoesNotExcludeOthers();
    void aLockThatWasThereBefore();
    void nothingBeforeAPass();
    void nothingAfterAGap();
    void aValueThatIsReplaced();
    void aLockThatIsAcquiredAgainByItsOwner();
    void aKeyThatIsMadeOfAnother();
    void aKeyThatWasNoLock();
    void aLockThatMayHaveExpired();
    void aLockThatWasAcquiredAgainMeanwhile();
    void aReadFromBeforeTheSecondHold();
    void aReadFromBeforeAGapConfirmsNothing();
    void eachNestingCounts();
    void tooManyKeysAreForgotten();

private:
    // The commands of one server, at its time, as they come on the connection of events.
    void tell(const QByteArray &key, const QByteArray &name, milliseconds at, bool wasAbsent = true)
    {
        m_tracker.noteEvent({key}, name, wasAbsent, Start + at);
    }
    void acquire(const QByteArray &key, milliseconds at)
    {
        tell(key, "hincrby", at);
        tell(key, "expire", at);
    }
    void read(const QByteArray &key, milliseconds askedAt, const QByteArray &thread = Thread)
    {
        Lock lock{.key = {key}, .node = Server};
        lock.holders.append({.id = {thread}});
        m_tracker.noteRead(lock, thread, Start + askedAt);
    }
    std::vector<AcquireOrder> confirm(milliseconds at)
    {
        return m_tracker.confirm(m_tracker.reads(), Start + at, Wall + at);
    }
    AcquireOrder order(const QByteArray &first, const QByteArray &second, milliseconds at) const
    {
        return {.first = {first}, .second = {second}, .owner = {Thread}, .node = Server, .at = Wall + at};
    }

    OrderTracker m_tracker;
};

void TestOrderTracker::init()
{
    m_tracker.begin(Start);
    m_tracker.notePass(Start + 1ms);
}

void TestOrderTracker::oneLockInAnother()
{
    acquire("a", 10ms);
    read("a", 15ms);
    QVERIFY(confirm(16ms).empty());
    acquire("b", 20ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty()); // Whether a was still held is not seen
    QCOMPARE(m_tracker.takeWanted(), std::vector<LockName>{LockName{"a"}});
    QVERIFY(m_tracker.takeWanted().empty());
    read("a", 27ms);
    QCOMPARE(confirm(28ms), std::vector<AcquireOrder>{order("a", "b", 20ms)});
    QVERIFY(m_tracker.isComplete());
    read("a", 29ms);
    QVERIFY(confirm(30ms).empty()); // Once
}

void TestOrderTracker::noOrderOfEventsAtOneTime()
{
    acquire("a", 10ms);
    acquire("b", 10ms);
    read("a", 15ms);
    read("b", 15ms);
    QVERIFY(confirm(16ms).empty());
}

void TestOrderTracker::aHoldThatEndedBefore()
{
    acquire("a", 10ms);
    read("a", 15ms);
    QVERIFY(confirm(16ms).empty());
    tell("a", "del", 19ms);
    acquire("b", 20ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
}

void TestOrderTracker::aHoldThatEndedSoonAfter()
{
    acquire("a", 10ms);
    read("a", 15ms);
    QVERIFY(confirm(16ms).empty());
    acquire("b", 20ms);
    tell("a", "del", 21ms);
    read("b", 25ms);
    QCOMPARE(confirm(26ms), std::vector<AcquireOrder>{order("a", "b", 20ms)});
}

// The read may be of the next hold.
void TestOrderTracker::aHoldThatEndsBeforeItsReadIsConfirmed()
{
    acquire("a", 10ms);
    acquire("b", 12ms);
    read("a", 15ms);
    read("b", 15ms);
    tell("a", "del", 16ms);
    QVERIFY(confirm(17ms).empty());
    QVERIFY(m_tracker.isComplete());
}

void TestOrderTracker::aReadThatWasAskedForBefore()
{
    acquire("b", 20ms);
    acquire("a", 10ms);
    read("b", 25ms);
    read("a", 9ms); // It may show the hold before this one
    QVERIFY(confirm(26ms).empty());
    read("a", 27ms);
    QCOMPARE(confirm(28ms), std::vector<AcquireOrder>{order("a", "b", 20ms)});
}

void TestOrderTracker::eventsFromBeforeTheReadAreAwaited()
{
    acquire("a", 10ms);
    read("a", 15ms);
    const quint64 first = m_tracker.reads();
    acquire("b", 20ms);
    read("b", 25ms);
    QVERIFY(m_tracker.confirm(first, Start + 26ms, Wall + 26ms).empty());
    QVERIFY(!m_tracker.isComplete());
    QVERIFY(confirm(27ms).empty());
    read("a", 28ms);
    const quint64 again = m_tracker.reads();
    QVERIFY(m_tracker.confirm(again - 1, Start + 29ms, Wall + 29ms).empty());
    QCOMPARE(confirm(30ms).size(), size_t(1));
}

// Truly: a by another client, b by this one, then a by this one. The read is ahead of the events.
void TestOrderTracker::anotherOwnerBetweenEventAndRead()
{
    acquire("a", 10ms);
    read("a", 15ms);
    acquire("b", 20ms);
    tell("a", "del", 21ms);
    acquire("a", 22ms);
    QVERIFY(confirm(23ms).empty());
    read("a", 25ms);
    read("b", 25ms);
    QCOMPARE(confirm(26ms), std::vector<AcquireOrder>{order("b", "a", 22ms)});
}

void TestOrderTracker::whatIsConfirmedLaterStillCounts()
{
    acquire("a", 10ms);
    acquire("b", 20ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
    tell("b", "del", 30ms);
    read("a", 35ms);
    QCOMPARE(confirm(36ms), std::vector<AcquireOrder>{order("a", "b", 20ms)});
}

void TestOrderTracker::anotherThread()
{
    acquire("a", 10ms);
    acquire("b", 20ms);
    read("a", 25ms);
    read("b", 25ms, "11111111:2");
    QVERIFY(confirm(26ms).empty());
}

void TestOrderTracker::aHolderThatDoesNotExcludeOthers()
{
    acquire("a", 10ms);
    acquire("b", 20ms);
    read("a", 25ms, {}); // Shared, or of a client that its id does not name
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
}

void TestOrderTracker::aLockThatWasThereBefore()
{
    tell("b", "hincrby", 5ms, false); // Acquired again by its owner
    acquire("a", 10ms);
    acquire("b", 20ms);
    read("a", 25ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
    tell("b", "del", 30ms);
    acquire("b", 31ms);
    read("b", 35ms);
    QVERIFY(confirm(36ms).empty());
    read("a", 37ms);
    QCOMPARE(confirm(38ms), std::vector<AcquireOrder>{order("a", "b", 31ms)});
}

void TestOrderTracker::nothingBeforeAPass()
{
    m_tracker.begin(Start);
    m_tracker.notePass(Start - 1ms); // It may have missed what was acquired before events came
    acquire("a", 10ms);
    acquire("b", 20ms);
    read("a", 25ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
}

void TestOrderTracker::nothingAfterAGap()
{
    acquire("a", 10ms);
    read("a", 15ms);
    QVERIFY(confirm(16ms).empty());
    m_tracker.gap();
    acquire("b", 20ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
    m_tracker.begin(Start + 30ms);
    m_tracker.notePass(Start + 31ms);
    tell("a", "hincrby", 40ms, false);
    acquire("b", 50ms);
    read("a", 55ms);
    read("b", 55ms);
    QVERIFY(confirm(56ms).empty());
}

void TestOrderTracker::aValueThatIsReplaced()
{
    tell("a", "set", 10ms);
    read("a", 15ms);
    QVERIFY(confirm(16ms).empty());
    tell("a", "set", 18ms); // Perhaps by another client
    acquire("b", 20ms);
    read("a", 25ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
    tell("b", "hdel", 30ms); // One of several fields
    tell("c", "set", 40ms);
    read("c", 45ms);
    QVERIFY(confirm(46ms).empty());
}

void TestOrderTracker::aLockThatIsAcquiredAgainByItsOwner()
{
    acquire("a", 10ms);
    acquire("a", 12ms);
    read("a", 15ms);
    QVERIFY(confirm(16ms).empty());
    acquire("b", 20ms);
    acquire("a", 22ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
    read("a", 27ms);
    QCOMPARE(confirm(28ms), std::vector<AcquireOrder>{order("a", "b", 20ms)});
}

void TestOrderTracker::aKeyThatIsMadeOfAnother()
{
    tell("a", "rename_to", 10ms);
    acquire("b", 20ms);
    read("a", 25ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
}

// Its holder may have held it before: a foreign field was there, and goes.
void TestOrderTracker::aKeyThatWasNoLock()
{
    acquire("a", 10ms);
    read("a", 15ms);
    acquire("b", 20ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
    tell("a", "hset", 30ms);
    m_tracker.noteOther({"a"}, Start + 31ms);
    tell("a", "hdel", 40ms);
    tell("c", "hdel", 41ms);
    for (const char *key : {"a", "b", "c"})
        read(key, 45ms);
    QVERIFY(confirm(46ms).empty());
}

// A server tells late that a key has expired.
void TestOrderTracker::aLockThatMayHaveExpired()
{
    for (const char *end : {"expired", "evicted", "rename_from"}) {
        init();
        acquire("a", 10ms);
        read("a", 15ms);
        acquire("b", 20ms);
        read("b", 25ms);
        QVERIFY(confirm(26ms).empty());
        tell("a", end, 30ms);
        QVERIFY(m_tracker.isComplete());
        acquire("c", 40ms);
        read("c", 45ms);
        QVERIFY(confirm(46ms).empty());
        read("b", 50ms);
        QCOMPARE(confirm(51ms), std::vector<AcquireOrder>{order("b", "c", 40ms)});
    }
}

// The same thread may hold it again.
void TestOrderTracker::aLockThatWasAcquiredAgainMeanwhile()
{
    acquire("a", 10ms);
    read("a", 15ms);
    acquire("b", 20ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
    read("a", 30ms); // Ahead of the events
    tell("a", "expired", 31ms);
    acquire("a", 31ms);
    QVERIFY(confirm(32ms).empty());
    read("a", 33ms);
    QVERIFY(confirm(34ms).empty());
    read("b", 35ms);
    QCOMPARE(confirm(36ms), std::vector<AcquireOrder>{order("b", "a", 31ms)});
}

void TestOrderTracker::aReadFromBeforeTheSecondHold()
{
    acquire("a", 10ms);
    read("a", 15ms);
    acquire("b", 20ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
    read("a", 19ms); // Its answer comes only now
    QVERIFY(confirm(27ms).empty());
    read("a", 28ms);
    QCOMPARE(confirm(29ms), std::vector<AcquireOrder>{order("a", "b", 20ms)});
}

void TestOrderTracker::aReadFromBeforeAGapConfirmsNothing()
{
    acquire("a", 10ms);
    read("a", 15ms);
    const quint64 before = m_tracker.reads();
    m_tracker.gap();
    init();
    acquire("a", 20ms);
    acquire("b", 30ms);
    read("a", 35ms);
    read("b", 35ms);
    QVERIFY(m_tracker.confirm(before, Start + 36ms, Wall + 36ms).empty());
    QVERIFY(!m_tracker.isComplete());
}

void TestOrderTracker::eachNestingCounts()
{
    acquire("a", 10ms);
    read("a", 11ms);
    for (milliseconds at = 20ms; at < 60ms; at += 20ms) {
        acquire("b", at);
        read("b", at + 5ms);
        QVERIFY(confirm(at + 6ms).empty());
        read("a", at + 7ms);
        QCOMPARE(confirm(at + 8ms), std::vector<AcquireOrder>{order("a", "b", at)});
        tell("b", "del", at + 10ms);
    }
}

void TestOrderTracker::tooManyKeysAreForgotten()
{
    acquire("a", 10ms);
    read("a", 15ms);
    QVERIFY(confirm(16ms).empty());
    for (qsizetype i = 0; i < OrderTracker::Most; ++i)
        acquire("lock:" + QByteArray::number(i), 20ms);
    acquire("b", 30ms);
    read("b", 35ms);
    QVERIFY(confirm(36ms).empty());
    m_tracker.notePass(Start + 40ms);
    acquire("c", 50ms);
    acquire("d", 51ms);
    read("c", 55ms);
    read("d", 55ms);
    QCOMPARE(confirm(56ms), std::vector<AcquireOrder>{order("c", "d", 51ms)});
}

LOCKSCOPE_TEST(TestOrderTracker)

} // namespace tst_ordertracker

#include "tst_ordertracker.moc"
