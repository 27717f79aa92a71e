// SPDX-License-Identifier: GPL-3.0-or-later
// How many clients wait, in words: what is counted, what has left, and what was not read.
#include "core/engine/blocking/waitingtext.h"
#include "tests/core/engine/blocking/waits.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_waitingtext
{

using namespace lockscope;
using namespace lockscope::test::waits;

class TestWaitingText : public QObject
{
    Q_OBJECT

private slots:
    void waitersAreCounted()
    {
        const auto lock = Made::held(1, threadNo(1));
        Made::queue(*lock, threadNo(2));
        Made::queue(*lock, threadNo(3), false);
        QCOMPARE(textOf(lock), QStringLiteral("1 waiter(s) for 1 lock(s), 1 of them identified"));
        lock->waiters.subscribed = 2; // one that is not in the queue, with any number of threads
        QCOMPARE(textOf(lock), QStringLiteral("at least 2 waiter(s) for 1 lock(s), 1 of them identified"));
    }

    void aQueueWithoutListenersSaysSo()
    {
        const auto lock = Made::held(1, threadNo(1));
        Made::queue(*lock, threadNo(2), false);
        QCOMPARE(textOf(lock),
                 QStringLiteral("no client listens any more for the queued waiters of 1 lock(s)"));
    }

    void whatWasNotReadIsUnknown()
    {
        const auto lock = Made::held(1, threadNo(1));
        Made::queue(*lock, threadNo(2), false);
        QVERIFY(unreadQueueText(lock->waiters).isEmpty());
        lock->waiters.areUnread = true;
        QCOMPARE(unreadQueueText(lock->waiters),
                 QStringLiteral("maybe more in the queue, which could not be read"));
        QCOMPARE(textOf(lock), QStringLiteral("whether clients still wait for 1 lock(s) is unknown: not all "
                                              "of the queue was read"));
        lock->waiters.queueIsCut = true;
        QCOMPARE(unreadQueueText(lock->waiters),
                 QStringLiteral("more in the queue, which is too long to read"));
    }

private:
    static QString textOf(const LockPtr &lock) { return waitingText(waitGraph(Registry::builtIn(), {lock})); }
};

LOCKSCOPE_TEST(TestWaitingText)

} // namespace tst_waitingtext

#include "tst_waitingtext.moc"
