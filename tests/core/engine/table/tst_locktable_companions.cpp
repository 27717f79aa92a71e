// SPDX-License-Identifier: GPL-3.0-or-later
// How a table handles keyspace events of locks with further keys: readers, and queues of waiters.
#include "tests/support/plaintable.h"
#include "tests/support/runner.h"

namespace tst_locktable_companions
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

// A read-write lock of DistributedLock: the value of name.writer (empty: none) and the readers.
KeyReading readWrite(const QByteArray &writer, const QByteArrayList &readers, milliseconds at)
{
    KeyReading reading = writer.isEmpty() ? gone("lock:a.writer", at)
                                          : token("lock:a.writer", writer.constData(), 60s - at, at);
    KeyReading set = gone("lock:a.readers", at);
    if (!readers.isEmpty()) {
        set.type = ValueType::Set;
        set.ttl = 60s - at;
        set.size = readers.size();
        for (const QByteArray &reader : readers)
            set.members.push_back({.bytes = reader});
    }
    reading.companions = {std::move(set)};
    reading.companionsRead = true;
    return reading;
}

} // namespace

class TestLockTableCompanions : public TableTest
{
    Q_OBJECT

private slots:
    void whoHoldsByAFurtherKeyIsNotLeftToEventsOfTheMainKey_data()
    {
        QTest::addColumn<bool>("mayHaveMoved");
        QTest::newRow("one server") << false;
        QTest::newRow("a cluster") << true;
    }

    void whoHoldsByAFurtherKeyIsNotLeftToEventsOfTheMainKey()
    {
        QFETCH(bool, mayHaveMoved);
        const QByteArray one = "host_1_" + QByteArray(32, 'a');
        const QByteArray two = "host_1_" + QByteArray(32, 'b');
        const QByteArray waiting = "host_1_" + QByteArray(32, 'c') + "_WRITERWAITING";
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        const auto happens = [&](const char *name, const char *event, milliseconds at) {
            m_table->noteHappened(key(name), event, Node, Start + at, mayHaveMoved);
        };
        const auto shows = [&](const QByteArray &writer, const QByteArrayList &readers, milliseconds at,
                               const QByteArray &expected) {
            read(readWrite(writer, readers, at), EventSource::Keyspace);
            QCOMPARE(happened(), expected);
        };
        passOverNothing();
        shows(one, {}, 1s, "acquired " + one + " 1");
        // The writer leaves, and a reader enters.
        happens("lock:a.writer", "del", 2s);
        happens("lock:a.readers", "sadd", 3s);
        shows({}, {two}, 4s, "released " + one + " 0, acquired " + two + " 1");
        // A writer waits and gives up: its key appears and vanishes.
        happens("lock:a.writer", "set", 5s);
        happens("lock:a.writer", "expire", 5s);
        shows(waiting, {two}, 6s, "changed " + two + " 1, waiters " + two + " 1");
        happens("lock:a.writer", "del", 7s);
        shows({}, {two}, 8s, "changed " + two + " 1, waiters " + two + " 0");
        // Other readers.
        happens("lock:a.readers", "srem", 9s);
        happens("lock:a.readers", "sadd", 9s);
        shows({}, {one}, 10s, "released " + two + " 0, acquired " + one + " 1");
        happens("lock:a.readers", "del", 11s);
        shows({}, {}, 12s, "released " + one + " 0");
        // A writer came and went while readers came: no event shows whether it held or waited.
        happens("lock:a.writer", "set", 13s);
        happens("lock:a.readers", "sadd", 13s);
        happens("lock:a.writer", "del", 14s);
        shows({}, {two}, 15s, "acquired " + two + " 1");
    }

    // The end of one hold and the start of the next may fall between two reads.
    void whatOnlyReadingsTellIsSampled()
    {
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        passOverNothing();
        read(readWrite("host_1_" + QByteArray(32, 'a'), {}, 1s), EventSource::Keyspace);
        read(token("lock:b", "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f", 30s, 1s), EventSource::Keyspace);
        const std::vector<LockEvent> events = m_table->takeDelta().events;
        QCOMPARE(events.size(), 2u);
        QVERIFY(events[0].sampled && !events[1].sampled);
    }

    // With keyspace events, a lock is gone between two holds.
    void whoLeftTheQueueMeanwhileIsTold()
    {
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        passOverNothing();
        const QByteArray alice = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1";
        const QByteArray bob = "00000000-1c6a-4b5e-9d8e-0a1b2c3d4e5f:7";
        KeyReading queue = token("redisson_lock_queue:{lock:a}", "", {}, 1s);
        queue.type = ValueType::List;
        queue.size = 1;
        queue.members = {{.bytes = bob}};
        KeyReading held = hash("lock:a", {{alice, "1"}}, 30s, 1s);
        held.companions = {queue};
        held.companionsRead = true;
        read(held, EventSource::Keyspace);
        m_table->takeDelta();
        hear("lock:a", "del", 3s);
        hear("lock:a", "hincrby", 3s);
        KeyReading next = hash("lock:a", {{bob, "1"}}, 30s, 3s);
        next.companionsRead = true;
        read(next, EventSource::Keyspace);
        QCOMPARE(happened(), "released " + alice + " 0, acquired " + bob + " 1, waiters " + bob + " 0");
    }

    // The slot of a fair lock is moving: its queue is on the node that takes over, its hash is not yet.
    void theQueueOfALockThatMovesIsNotTheLock()
    {
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        passOverNothing();
        const QByteArray alice = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1";
        read(hash("lock:a", {{alice, "1"}}, 30s, 1s));
        m_table->takeDelta();
        KeyReading part = gone("lock:a", 2s);
        part.size = RefusedSize;
        KeyReading queue = token("redisson_lock_queue:{lock:a}", "", {}, 2s);
        queue.type = ValueType::List;
        queue.size = 1;
        queue.members = {{.bytes = "00000000-1c6a-4b5e-9d8e-0a1b2c3d4e5f:7"}};
        part.companions = {queue};
        part.companionsRead = true;
        m_table->apply(part, OtherNode, 0, EventSource::Tracking);
        QCOMPARE(happened(), QByteArray());
        QCOMPARE(lockA().owner(), OwnerId{alice});
    }

    // It was counted as one that listens, and takes the lock: nobody waits behind it.
    void whoLeavesAQueueToHoldTheLockWaitsNoMore_data()
    {
        QTest::addColumn<bool>("wasGone"); // between the two holds
        QTest::newRow("handed over") << false;
        QTest::newRow("released, then acquired") << true;
    }
    void whoLeavesAQueueToHoldTheLockWaitsNoMore()
    {
        QFETCH(bool, wasGone);
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        passOverNothing();
        const QByteArray alice = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1";
        const QByteArray bob = "00000000-1c6a-4b5e-9d8e-0a1b2c3d4e5f:7";
        KeyReading queue = token("redisson_lock_queue:{lock:a}", "", {}, 1s);
        queue.type = ValueType::List;
        queue.size = 1;
        queue.members = {{.bytes = bob}};
        KeyReading held = hash("lock:a", {{alice, "1"}}, 30s, 1s);
        held.companions = {queue};
        held.companionsRead = true;
        read(held, EventSource::Keyspace);
        m_table->setWaiters(key("lock:a"), 1, Start + 2s);
        QCOMPARE(lockA().waiters.count().least, 1);
        if (wasGone) {
            hear("lock:a", "del", 3s);
            hear("lock:a", "hincrby", 3s);
        }
        KeyReading next = hash("lock:a", {{bob, "1"}}, 30s, 3s);
        next.companionsRead = true;
        read(next, wasGone ? EventSource::Keyspace : EventSource::Tracking);
        QCOMPARE(lockA().owner(), OwnerId{bob});
        QCOMPARE(lockA().waiters.count().least, 0);
    }
};

LOCKSCOPE_TEST(TestLockTableCompanions)

} // namespace tst_locktable_companions

#include "tst_locktable_companions.moc"
