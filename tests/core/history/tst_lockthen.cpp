// SPDX-License-Identifier: GPL-3.0-or-later
// One lock at a moment of a recording: where it may have been hidden, and whether its key was polled.

#include "core/history/playback/lockthen.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_lockthen
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestLockThen : public test::HistoryStoreTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void hiddenWhereItWasLast();
    void polledAsItsLastEventSays();

private:
    LockThen then(const char *key, milliseconds at) const
    {
        RecordingReader reader(file());
        const Done opened = reader.open();
        const auto lock = opened.ok() ? lockThen(reader, {key}, Start + at) : opened.failure();
        if (!lock)
            qWarning("%s", qPrintable(lock.failure().line()));
        return lock ? *lock : LockThen();
    }
};

// Whatever follows. A lock of a RedLock group may be on any of its nodes.
void TestLockThen::hiddenWhereItWasLast()
{
    const NodeId other{"b:1"};
    const auto store = opened();
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
    VERIFY_OK(store->append({lockEvent(EventKind::Acquired, "lock:a", "me", 1s),
                             lockEvent(EventKind::Released, "lock:a", "me", 5s, 4s)}));
    for (const milliseconds at : {10s, 310s}) {
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Lost, .at = Start + at, .node = other}));
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Back, .at = Start + at + 10s, .node = other}));
        std::vector<LockEvent> later(300, lockEvent(EventKind::Released, "lock:a", "me", at + 20s, 1s));
        for (LockEvent &event : later)
            event.node = other;
        VERIFY_OK(store->append(later));
    }
    VERIFY_OK(store->commit());
    const auto isHidden = [this](const char *key, milliseconds at) { return then(key, at).isHidden; };
    QVERIFY(!isHidden("lock:a", 15s));
    QVERIFY(isHidden("lock:other", 15s));
    QVERIFY(!isHidden("lock:other", 25s));
    QVERIFY(isHidden("lock:a", 315s));
    std::vector<NodeStatus> nodes(2);
    nodes[1].member = 1;
    VERIFY_OK(store->append(
        std::vector{StateRow{.kind = StateRow::Kind::Nodes, .at = Start, .bytes = packed(nodes)}}));
    VERIFY_OK(store->commit());
    QVERIFY(isHidden("lock:a", 15s));
}

// However many events follow.
void TestLockThen::polledAsItsLastEventSays()
{
    const auto store = opened();
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
    std::vector<LockEvent> events{lockEvent(EventKind::Acquired, "lock:a", "me", 1s)};
    events.front().source = EventSource::Poll;
    for (int i = 0; i < 300; ++i)
        events.push_back(lockEvent(EventKind::Renewed, "lock:a", "me", 10s + i * 1ms));
    events.push_back(lockEvent(EventKind::Changed, "lock:b", "me", 1s));
    events.back().source = EventSource::Scan;
    VERIFY_OK(store->append(events));
    VERIFY_OK(store->commit());
    QVERIFY(then("lock:a", 5s).isSampled && then("lock:a", 0s).isSampled);
    QVERIFY(!then("lock:a", 20s).isSampled);
    QVERIFY(then("lock:b", 5s).isSampled); // Nothing else is known of it
    QVERIFY(then("lock:a", 5s).isRecorded && !then("lock:c", 5s).isRecorded);
}

LOCKSCOPE_TEST(TestLockThen)

} // namespace tst_lockthen

#include "tst_lockthen.moc"
