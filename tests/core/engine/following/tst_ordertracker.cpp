// SPDX-License-Identifier: GPL-3.0-or-later
// Which locks a client surely acquired while it held another one.

#include "core/engine/following/ordertracker.h"
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
    void aLockThatMayHaveExpired();
    void theDeadlineIsReadAgain();
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
    void read(const QByteArray &key, milliseconds askedAt, const QByteArray &thread = Thread,
              std::optional<milliseconds> deadline = 30s)
    {
        Lock lock{.key = {key}, .node = Server};
        lock.holders.append({.id = {thread}});
        if (deadline)
            lock.expiresAt = Start + *deadline;
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
    m_tracker = {};
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
    QCOMPARE(confirm(26ms), std::vector<AcquireOrder>{order("a", "b", 20ms)});
    QVERIFY(m_tracker.isComplete());
    QVERIFY(confirm(27ms).empty()); // Once
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
    QCOMPARE(confirm(27ms).size(), size_t(1));
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
    QCOMPARE(confirm(36ms), std::vector<AcquireOrder>{order("a", "b", 31ms)});
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
    read("a", 25ms);
    read("b", 25ms);
    QCOMPARE(confirm(26ms), std::vector<AcquireOrder>{order("a", "b", 20ms)});
}

void TestOrderTracker::aKeyThatIsMadeOfAnother()
{
    tell("a", "rename_to", 10ms);
    acquire("b", 20ms);
    read("a", 25ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
}

// A server tells late that a key has expired.
void TestOrderTracker::aLockThatMayHaveExpired()
{
    acquire("a", 10ms);
    read("a", 15ms, Thread, 1s);
    QVERIFY(confirm(16ms).empty());
    acquire("b", 950ms);
    read("b", 955ms);
    QVERIFY(confirm(956ms).empty());
    tell("a", "expired", 1'500ms);
    acquire("c", 2s);
    read("c", 2'005ms, Thread, {});
    QCOMPARE(confirm(2'006ms), std::vector<AcquireOrder>{order("b", "c", 2s)});
}

void TestOrderTracker::theDeadlineIsReadAgain()
{
    acquire("a", 10ms);
    read("a", 15ms);
    QVERIFY(confirm(16ms).empty());
    tell("a", "expire", 18ms); // Perhaps nearer
    acquire("b", 20ms);
    read("b", 25ms);
    QVERIFY(confirm(26ms).empty());
    acquire("c", 30ms);
    read("a", 35ms);
    read("c", 35ms);
    const std::vector<AcquireOrder> both{order("a", "c", 30ms), order("b", "c", 30ms)};
    QCOMPARE(confirm(36ms), both);
}

void TestOrderTracker::eachNestingCounts()
{
    acquire("a", 10ms);
    read("a", 11ms);
    for (milliseconds at = 20ms; at < 60ms; at += 20ms) {
        acquire("b", at);
        read("b", at + 5ms);
        QCOMPARE(confirm(at + 6ms), std::vector<AcquireOrder>{order("a", "b", at)});
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
