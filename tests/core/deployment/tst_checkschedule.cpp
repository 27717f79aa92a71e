// SPDX-License-Identifier: GPL-3.0-or-later
// When a deployment is examined again.
#include "core/deployment/health/checkschedule.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_checkschedule
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestCheckSchedule : public QObject
{
    Q_OBJECT

private slots:
    void atFirstAndWhenTheServersChange();
    void afterAPeriod();
};

void TestCheckSchedule::atFirstAndWhenTheServersChange()
{
    const Instant start = now();
    std::vector<NodeStatus> nodes{
        {.node = {"a:1"}, .role = "master", .connection = {.phase = ConnectionPhase::Ready}}};
    CheckSchedule schedule;
    QVERIFY(!schedule.isDue({}, start));
    QVERIFY(schedule.isDue(nodes, start));
    schedule.noteHealthChecked(nodes, start);
    QVERIFY(!schedule.isDue(nodes, start + 24h));
    nodes.front().clockOffset = 3ms; // no other server
    QVERIFY(!schedule.isOutdated(nodes));
    for (const auto &change :
         {+[](NodeStatus &node) { node.runId = "b"; }, +[](NodeStatus &node) { node.role = "slave"; },
          +[](NodeStatus &node) { node.connection.phase = ConnectionPhase::Waiting; }}) {
        std::vector<NodeStatus> changed = nodes;
        change(changed.front());
        QVERIFY(schedule.isOutdated(changed));
        QVERIFY(!schedule.isDue(changed, start + 5s)); // a server that flaps
        QVERIFY(schedule.isDue(changed, start + 11s));
    }
    schedule.clear();
    QVERIFY(schedule.isDue(nodes, start) && !schedule.isOutdated(nodes));
}

void TestCheckSchedule::afterAPeriod()
{
    const Instant start = now();
    const std::vector<NodeStatus> nodes{{.node = {"a:1"}}};
    CheckSchedule schedule(5min);
    schedule.noteHealthChecked(nodes, start);
    QVERIFY(!schedule.isDue(nodes, start + 4min) && schedule.isDue(nodes, start + 5min));
}

LOCKSCOPE_TEST(TestCheckSchedule)

} // namespace tst_checkschedule

#include "tst_checkschedule.moc"
