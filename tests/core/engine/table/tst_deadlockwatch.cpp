// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/deadlockwatch.h"
#include "tests/core/engine/blocking/waits.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_deadlockwatch
{

using namespace lockscope;
using namespace lockscope::test::waits;

// Two threads that hold a lock each and wait for the other's.
class tst_DeadlockWatch : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void isSureOnceEachLockWasReadAgain();
    void isSureOnceItLasts();
    void isOverWithTheFirstLockThatChanges_data();
    void isOverWithTheFirstLockThatChanges();

private:
    void read(int lock) // as it is now
    {
        m_locks[size_t(lock)] = std::make_shared<Lock>(*m_locks[size_t(lock)]);
        m_locks[size_t(lock)]->readAt = m_now += 1ms;
        m_watch.note(*m_locks[size_t(lock)]);
    }
    std::vector<LockName> update()
    {
        return m_watch.update(Registry::builtIn(), [this](const LockName &key) -> LockPtr {
            const auto found =
                std::ranges::find(m_locks, key, [](const std::shared_ptr<Lock> &lock) { return lock->key; });
            return found == m_locks.end() ? nullptr : LockPtr(*found);
        });
    }

    Instant m_now = now();
    DeadlockWatch m_watch;
    std::array<std::shared_ptr<Lock>, 2> m_locks;
};

void tst_DeadlockWatch::init()
{
    m_watch = {};
    for (int i : {0, 1}) {
        m_locks[size_t(i)] = Made::held(i, threadNo(i));
        Made::queue(*m_locks[size_t(i)], threadNo(1 - i));
        read(i);
    }
    QCOMPARE(update().size(), size_t(2));
}

void tst_DeadlockWatch::isSureOnceEachLockWasReadAgain()
{
    read(0);
    update();
    QCOMPARE(m_watch.sizeAt(*m_locks[0]), 0);
    read(1);
    update();
    QCOMPARE(m_watch.sizeAt(*m_locks[0]), 2);
    QCOMPARE(m_watch.sizeAt(*m_locks[1]), 2);
}

// Their limits are shorter than what a deadlock is taken for, until they have waited that long.
void tst_DeadlockWatch::isSureOnceItLasts()
{
    for (const auto &lock : m_locks) {
        lock->waiters.queued.front().deadline = *lock->expiresAt + 2500ms;
        lock->waiters.queued.front().seenSince = m_now;
    }
    for (const milliseconds after : {milliseconds(0), milliseconds(5s), milliseconds(20s)}) {
        m_now += after;
        for (int round = 0; round < 2; ++round) {
            read(0);
            read(1);
            update();
        }
        QCOMPARE(m_watch.sizeAt(*m_locks[0]), after == 20s ? 2 : 0);
        QCOMPARE(m_watch.readAgainAt(m_locks[0]->key).has_value(), after != 20s);
    }
}

void tst_DeadlockWatch::isOverWithTheFirstLockThatChanges_data()
{
    QTest::addColumn<int>("what");
    QTest::newRow("another holder, the same waiter") << 0;
    QTest::newRow("the same holder, a new hold") << 1;
    QTest::newRow("another waiter") << 2;
    QTest::newRow("free") << 3;
}

// A hold that begins after the end of a deadlock was shown in it until the next look.
void tst_DeadlockWatch::isOverWithTheFirstLockThatChanges()
{
    QFETCH(int, what);
    read(0);
    read(1);
    update();
    QCOMPARE(m_watch.sizeAt(*m_locks[1]), 2);
    Lock changed = *m_locks[0];
    if (what == 0)
        changed.holders[0].id = threadNo(7);
    else if (what == 1)
        changed.heldSince = m_now;
    else if (what == 2)
        changed.waiters.queued[0].id = threadNo(7);
    else
        changed.holders.clear();
    QCOMPARE(m_watch.sizeAt(changed), 0); // before it is noted
    m_watch.note(changed);
    QCOMPARE(m_watch.sizeAt(*m_locks[1]), 0); // that one did not change
    m_locks[0] = std::make_shared<Lock>(changed);
    QCOMPARE(update().size(), size_t(2)); // both are to be judged again
}

LOCKSCOPE_TEST(tst_DeadlockWatch)

} // namespace tst_deadlockwatch

#include "tst_deadlockwatch.moc"
