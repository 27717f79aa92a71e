// SPDX-License-Identifier: GPL-3.0-or-later
// How long a hold was certainly held whose end was not seen: until its server was lost, or its TTL was over.

#include "core/history/compare/compare.h"
#include "core/history/eventring.h"
#include "core/history/playback/recordingreader.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_lastknown
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestLastKnown : public test::HistoryStoreTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void untilTheServerIsLost();
    void notBeyondItsExpiry();
    void whatGoesOnIsHeldThroughout();
    void aReplacedMasterIsLost();
    void theSameOwnerAfterwards();
    void onlyTheEndIsUnknown();
    void comparedByWhatIsCertain();

private:
    static LockEvent acquired(std::optional<milliseconds> ttl)
    {
        LockEvent event = lockEvent(EventKind::Acquired, "lock:a", "me", 1s);
        event.ttl = ttl;
        return event;
    }
    static Mark mark(Mark::Kind kind, milliseconds at)
    {
        return {.kind = kind, .at = Start + at, .node = {"127.0.0.1:6379"}};
    }
    // Lost at 10 s, connected again at 20 s.
    void write(std::optional<milliseconds> ttl, const std::vector<LockEvent> &after)
    {
        const auto store = opened();
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
        VERIFY_OK(store->append({acquired(ttl)}));
        VERIFY_OK(store->append(mark(Mark::Kind::Lost, 10s)));
        VERIFY_OK(store->append(mark(Mark::Kind::Back, 20s)));
        VERIFY_OK(store->append(after));
        VERIFY_OK(store->close(Start + 60s));
    }
    Hold heldAt(milliseconds at) const
    {
        RecordingReader reader(file());
        const Done done = reader.open();
        const auto then = reader.moment(Start + at, 10);
        return done.ok() && then && then->holds.size() == 1 ? then->holds.front() : Hold{};
    }
    static LockEvent unseenEnd() { return lockEvent(EventKind::Changed, "lock:a", "me", 20s, 19s); }
};

void TestLastKnown::untilTheServerIsLost()
{
    write(30s, {unseenEnd()});
    const Hold hold = heldAt(15s);
    QCOMPARE(hold.began, Start + 1s);
    QCOMPARE(hold.knownLength(Start + 15s), 9s);
    QVERIFY(hold.isLengthAtLeast(Start + 15s));
    QCOMPARE(heldAt(5s).knownLength(Start + 5s), 4s);
    QVERIFY(!heldAt(5s).isLengthAtLeast(Start + 5s));
}

// A server that hangs is noticed later.
void TestLastKnown::notBeyondItsExpiry()
{
    write(3s, {unseenEnd()});
    QCOMPARE(heldAt(15s).knownLength(Start + 15s), 3s);
    QVERIFY(heldAt(15s).isLengthAtLeast(Start + 15s));
}

void TestLastKnown::whatGoesOnIsHeldThroughout()
{
    write(30s, {lockEvent(EventKind::Released, "lock:a", "me", 25s, 24s)});
    for (const milliseconds at : {15s, 22s}) {
        QCOMPARE(heldAt(at).knownLength(Start + at), at - 1s);
        QVERIFY(!heldAt(at).isLengthAtLeast(Start + at));
    }
    start();
    write(50s, {}); // until the recording ends
    QCOMPARE(heldAt(40s).knownLength(Start + 40s), 39s);
}

void TestLastKnown::aReplacedMasterIsLost()
{
    const auto store = opened();
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
    VERIFY_OK(store->append({acquired(30s)}));
    VERIFY_OK(store->append(mark(Mark::Kind::Lost, 10s)));
    LockEvent end = unseenEnd();
    end.node = {"b:1"};
    VERIFY_OK(store->append(Mark{
        .kind = Mark::Kind::Failover, .at = Start + 20s, .node = end.node, .other = {"127.0.0.1:6379"}}));
    VERIFY_OK(store->append({end}));
    VERIFY_OK(store->close(Start + 60s));
    QCOMPARE(heldAt(15s).knownLength(Start + 15s), 9s);
}

// Nothing shows that it is the same hold, nor that it is another.
void TestLastKnown::theSameOwnerAfterwards()
{
    LockEvent again = lockEvent(EventKind::Acquired, "lock:a", "me", 20s, 0s);
    again.count = 1;
    again.heldIsLowerBound = true;
    write({}, {unseenEnd(), again});
    QVERIFY(heldAt(15s).mayGoOn);
    QCOMPARE(heldAt(15s).knownLength(Start + 15s), 9s);
    QVERIFY(!heldAt(30s).mayGoOn);
    QVERIFY(heldAt(30s).beganBefore);
}

// The engine knows such a hold until its last reading only, and calls that a lower bound.
void TestLastKnown::onlyTheEndIsUnknown()
{
    EventRing ring;
    ring.clear(Start);
    ring.add(std::vector{acquired(30s)});
    LockEvent end = lockEvent(EventKind::Changed, "lock:a", "me", 20s, 4s);
    end.heldIsLowerBound = true;
    const LockEvent kept = ring.add(std::vector{end}).front();
    QCOMPARE(holdOf(kept).began, Start + 1s);
    QVERIFY(!holdOf(kept).beganBefore);
}

void TestLastKnown::comparedByWhatIsCertain()
{
    write(3s, {unseenEnd(), lockEvent(EventKind::Acquired, "lock:b", "me", 30s)});
    const auto comparison = compare({.before = {file(), {Start, Start + 25s}},
                                     .after = {file(), {Start + 25s, Start + 60s}},
                                     .by = CompareBy::Lock});
    VERIFY_OK(comparison);
    const ComparedGroup &all = comparison->groups.front();
    QCOMPARE(all.before.longestPartlySeen, std::optional<milliseconds>(3s));
}

LOCKSCOPE_TEST(TestLastKnown)

} // namespace tst_lastknown

#include "tst_lastknown.moc"
