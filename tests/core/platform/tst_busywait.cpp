// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/busywait.h"
#include "tests/support/runner.h"

#include <sys/socket.h>
#include <unistd.h>

#include <QSocketNotifier>
#include <QTest>
#include <QTimer>

#include <ctime>
#include <memory>

namespace tst_busywait
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

std::chrono::nanoseconds cpuOfThisThread()
{
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

// Two ends that exchange one byte.
struct Pair {
    Pair() { ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends); }
    ~Pair()
    {
        ::close(ends[0]);
        ::close(ends[1]);
    }
    int ends[2];
};

void passOn(int end)
{
    char byte = 0;
    if (::read(end, &byte, 1) == 1)
        QCOMPARE(::write(end, &byte, 1), 1);
}

} // namespace

class tst_Awake : public QObject
{
    Q_OBJECT

private slots:
    void socketsTimersAndCallsAreServed();
    void itSleepsWhileNothingComes();
};

// Also when one of two is gone, and after both.
void tst_Awake::socketsTimersAndCallsAreServed()
{
    auto first = std::make_unique<BusyWait>();
    auto second = std::make_unique<BusyWait>();
    for (int left = 2; left >= 0; --left) {
        Pair pair;
        int turns = 0;
        QSocketNotifier here(pair.ends[0], QSocketNotifier::Read);
        QSocketNotifier there(pair.ends[1], QSocketNotifier::Read);
        connect(&here, &QSocketNotifier::activated, this, [&] {
            ++turns;
            passOn(pair.ends[0]);
        });
        connect(&there, &QSocketNotifier::activated, this, [&] { passOn(pair.ends[1]); });
        QCOMPARE(::write(pair.ends[0], "x", 1), 1);
        QTRY_VERIFY(turns > 100);
        bool rang = false;
        bool called = false;
        QTimer::singleShot(1ms, this, [&] { rang = true; });
        QMetaObject::invokeMethod(
            this, [&] { called = true; }, Qt::QueuedConnection);
        QTRY_VERIFY(rang && called);
        (second ? second : first).reset();
    }
}

// The busy wait ends: longer waits sleep.
void tst_Awake::itSleepsWhileNothingComes()
{
    const BusyWait awake;
    const auto before = cpuOfThisThread();
    bool rang = false;
    QTimer::singleShot(1s, this, [&] { rang = true; });
    QTRY_VERIFY(rang);
    const auto used = cpuOfThisThread() - before;
    QVERIFY2(used < 300ms, qPrintable(QString::number(used.count())));
}

LOCKSCOPE_TEST(tst_Awake)

} // namespace tst_busywait

#include "tst_busywait.moc"
