// SPDX-License-Identifier: GPL-3.0-or-later
// What a failover or a restart did to the locks of a table, and what is not known of it.

#include "core/engine/failoverwatch.h"
#include "tests/support/plaintable.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_failoverwatch
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class TestFailoverWatch : public TableTest
{
    Q_OBJECT

private slots:
    void aLeaseThatEndedMeanwhileIsNoChangeOfHands()
    {
        const milliseconds at = millisecondsBetween(Start, now());
        read(token("lock:ended", "ann", 30s, at - 60s));
        read(token("lock:running", "ann", 30s, at));
        read(token("lock:taken", "ann", 30s, at - 40s));
        FailoverWatch watch;
        watch.begin(Node, Node, *m_table);
        read(token("lock:taken", "bob", 30s, at - 20s)); // While the lease of ann still ran
        read(token("lock:ended", "bob", 30s, at));
        read(token("lock:running", "bob", 30s, at));
        const std::optional<FailoverReport> report = watch.end(Node, *m_table);
        QCOMPARE(report->expired, 1);
        QSet<LockName> changed;
        for (const auto &hands : report->changedHands)
            changed.insert(hands.before->key);
        QCOMPARE(changed, (QSet<LockName>{key("lock:running"), key("lock:taken")}));
    }

    // The server ran on after the other engine had lost it.
    void whatMayHaveBeenReleasedBeforeARestartIsNotLost_data()
    {
        QTest::addColumn<milliseconds>("seenBefore");
        QTest::addColumn<milliseconds>("startedBefore"); // 0: not known
        QTest::addColumn<bool>("isClear");
        QTest::newRow("seen until now") << milliseconds(0) << milliseconds(0) << true;
        QTest::newRow("seen until its start") << milliseconds(1h) << milliseconds(1h) << true;
        QTest::newRow("start not known") << milliseconds(1h) << milliseconds(0) << false;
        QTest::newRow("unseen before its start") << milliseconds(2h) << milliseconds(1h) << false;
    }

    void whatMayHaveBeenReleasedBeforeARestartIsNotLost()
    {
        QFETCH(const milliseconds, seenBefore);
        QFETCH(const milliseconds, startedBefore);
        QFETCH(const bool, isClear);
        const milliseconds at = millisecondsBetween(Start, now());
        read(token("lock:gone", "ann", 600s, at));
        read(token("lock:taken", "ann", 600s, at));
        read(token("lock:kept", "ann", 600s, at));
        std::vector<LockPtr> known;
        m_table->forEach([&known](const LockPtr &lock) { known.push_back(lock); });
        FailoverWatch watch;
        watch.expect(known,
                     {{Node, {.id = "old", .seenAt = wallNow() - seenBefore, .hasAllLocks = isClear}}});
        NodeStatus master{.node = Node, .runId = "new"};
        if (startedBefore > 0ms)
            master.startedAt = now() - startedBefore;
        watch.noteRun(master, *m_table);
        m_table->apply(gone("lock:gone", at + 1s), Node, 0, EventSource::Tracking);
        read(token("lock:taken", "bob", 600s, at + 1s));
        const std::optional<FailoverReport> report = watch.end(Node, *m_table);
        QVERIFY(report);
        QCOMPARE(report->before, 3);
        QCOMPARE(report->kept, 1);
        QCOMPARE(report->lost.size(), isClear ? 1u : 0u);
        QCOMPARE(report->changedHands.size(), isClear ? 1u : 0u);
        QCOMPARE(report->unclear, isClear ? 0 : 2);
        QCOMPARE(report->unread(), 0);
        QCOMPARE(report->readAt.has_value(), !isClear);
        QCOMPARE(report->isWhole, isClear);
    }

    // The same within one engine, which lost the connection before.
    void whatMayHaveBeenReleasedBeforeASeenRestartIsNotLost()
    {
        const milliseconds at = millisecondsBetween(Start, now());
        int number = 0;
        const auto restarted = [&](std::optional<Instant> lostAt, std::optional<Instant> startedAt) {
            const QByteArray key = "lock:" + QByteArray::number(++number);
            read(token(key.constData(), "ann", 600s, at));
            FailoverWatch watch;
            watch.beginRestart({.node = Node, .runId = "new", .startedAt = startedAt}, lostAt, *m_table);
            m_table->apply(gone(key.constData(), at + 1s), Node, 0, EventSource::Tracking);
            return watch.end(Node, *m_table);
        };
        const Instant started = now() - 1min;
        for (const std::optional<Instant> &lostAt : {std::optional<Instant>(), std::optional(started - 1s)}) {
            const auto report = restarted(lostAt, started);
            QVERIFY(report && report->lost.size() == 1 && report->unclear == 0 && !report->readAt);
        }
        for (const std::optional<Instant> &startedAt : {std::optional<Instant>(), std::optional(started)}) {
            const auto report = restarted(started - 30s, startedAt);
            QVERIFY(report && report->lost.empty() && report->unclear == 1 && report->readAt);
            QVERIFY(*report->readAt <= wallNow() - 90s);
        }
    }
};

LOCKSCOPE_TEST(TestFailoverWatch)

} // namespace tst_failoverwatch

#include "tst_failoverwatch.moc"
