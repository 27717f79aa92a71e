// SPDX-License-Identifier: GPL-3.0-or-later
// Holds in the history of a live window: memory and file give the same answer, as a recording does.

#include "core/history/memory/eventring.h"
#include "core/history/playback/recordingreader.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_liveholds
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestLiveHolds : public test::HistoryStoreTest
{
    Q_OBJECT

private slots:
    void init()
    {
        start();
        m_store = opened();
        m_ring = {};
        m_ring.clear(Start);
        VERIFY_OK(m_store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
        VERIFY_OK(m_store->beginVerdicts({}, Start));
    }
    void cleanup() { m_store.reset(); }
    void aHoldIsWhereItWas();
    void aRefusedKeyIsUnknown();
    void aRefusedKeyStaysSoWhenTheClockIsSet();
    void aLossEndsWithTheRange();

private:
    bool take(const LockEvent &event)
    {
        m_ring.add(event);
        return m_store->append({event}).ok();
    }
    bool take(Mark::Kind kind, milliseconds at, const char *node = "", const char *other = "")
    {
        const Mark mark{.kind = kind, .at = Start + at, .node = {node}, .other = {other}};
        m_ring.add(mark);
        return m_store->append(mark).ok();
    }
    // Of memory, the open file, and the recording that it is.
    std::vector<HoldsAnswer> answers(milliseconds from, milliseconds to, bool isAll = false)
    {
        HoldsQuery query{.range = {Start + from, Start + to}};
        if (!isAll)
            query.keys = {{"lock:a"}};
        std::vector<HoldsAnswer> all{m_ring.holds(query)};
        RecordingReader recording(file());
        if (!m_store->commit().ok() || !recording.open().ok())
            return {};
        for (const auto &answer : {m_store->holds(query), recording.holds(query)})
            all.push_back(answer ? *answer : HoldsAnswer());
        return all;
    }

    std::unique_ptr<HistoryStore> m_store;
    EventRing m_ring{};
};

// A failover after the query's range decides, too.
void TestLiveHolds::aHoldIsWhereItWas()
{
    const NodeId first{"127.0.0.1:6379"}, second{"b:1"};
    QVERIFY(take(lockEvent(EventKind::Acquired, "lock:a", "me", 1s)));
    QVERIFY(take(Mark::Kind::Failover, 20s, "b:1", "127.0.0.1:6379"));
    for (const bool isOver : {false, true}) {
        for (const bool isAll : {false, true}) {
            const auto all = answers(5s, 6s, isAll);
            QCOMPARE(all.size(), size_t(3));
            for (const HoldsAnswer &answer : all) {
                QCOMPARE(answer.holds.size(), size_t(1));
                QCOMPARE(answer.holds.front().nodeAt(Start + 5s), first);
                QCOMPARE(answer.holds.front().nodeAt(Start + 30s), second);
            }
        }
        LockEvent end = lockEvent(EventKind::Released, "lock:a", "me", 40s, 39s);
        end.node = second;
        QVERIFY(isOver || take(end));
    }
}

void TestLiveHolds::aRefusedKeyIsUnknown()
{
    LockEvent end = lockEvent(EventKind::Changed, "lock:a", "me", 10s, 9s);
    end.unreadable = true;
    QVERIFY(take(lockEvent(EventKind::Acquired, "lock:a", "me", 1s)) && take(end));
    QVERIFY(take(LockEvent{.key = {"lock:a"}, .unreadable = true, .wallAt = Start + 10s}));
    QVERIFY(take(lockEvent(EventKind::Waiters, "lock:a", "", 15s)));
    QVERIFY(take(LockEvent{.key = {"lock:a"}, .wallAt = Start + 20s}));
    const auto all = answers(0s, 60s);
    QCOMPARE(all.size(), size_t(3));
    for (const HoldsAnswer &answer : all) {
        QCOMPARE(answer.unreadable.size(), size_t(1));
        QCOMPARE(answer.unreadable.front().from, Start + 10s);
        QCOMPARE(answer.unreadable.front().to, Start + 20s);
        QCOMPARE(answer.unseen.size(), size_t(1));
    }
    for (const HoldsAnswer &answer : answers(12s, 13s))
        QCOMPARE(answer.unreadable.size(), size_t(1));
    for (const HoldsAnswer &answer : answers(30s, 40s))
        QVERIFY(answer.unreadable.empty() && answer.unseen.empty());
}

void TestLiveHolds::aRefusedKeyStaysSoWhenTheClockIsSet()
{
    LockDelta refused;
    refused.refused.push_back({.key = {"lock:a"}});
    m_ring.take(refused, {}, false, Start + 10s);
    m_ring.goOn({.before = Start + 20s, .after = Start + 50s});
    m_ring.add(Mark{.kind = Mark::Kind::Opened, .at = Start + 50s});
    const HoldsAnswer answer = m_ring.holds({.range = {Start, Start + 60s}, .keys = {{"lock:a"}}});
    QCOMPARE(answer.unreadable.size(), size_t(2));
    QCOMPARE(answer.unreadable.front().from, Start + 50s);
    QCOMPARE(answer.unreadable.back().to, Start + 20s);
}

// That watching ended later does not end it earlier.
void TestLiveHolds::aLossEndsWithTheRange()
{
    QVERIFY(take(Mark::Kind::Lost, 10s, "127.0.0.1:6379"));
    QVERIFY(take(Mark::Kind::Closed, 60s) && take(Mark::Kind::Opened, 70s));
    const auto all = answers(20s, 30s, true);
    QCOMPARE(all.size(), size_t(3));
    for (const HoldsAnswer &answer : all)
        QVERIFY(answer.unjudged.size() == 1 && answer.unseen.empty());
    for (const HoldsAnswer &answer : answers(50s, 75s, true)) {
        QCOMPARE(answer.unseen.size(), size_t(1));
        QCOMPARE(answer.unseen.front().from, Start + 60s);
        QCOMPARE(answer.unseen.front().to, Start + 70s);
    }
}

LOCKSCOPE_TEST(TestLiveHolds)

} // namespace tst_liveholds

#include "tst_liveholds.moc"
