// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts that one look at the locks cannot make.

#include "core/engine/verdicts/verdicttimes.h"
#include "tests/support/runner.h"

#include <QTest>

#include <algorithm>

namespace tst_notjudged
{

using namespace lockscope;
using namespace std::chrono_literals;

class tst_NotJudged : public QObject
{
    Q_OBJECT

private slots:
    // When it was taken is unknown, and no replica has the last seconds.
    void saysThatReplicationCouldNotBeJudged()
    {
        const NodeId master{"m:1"};
        const auto isOpen = [&](const Lock &lock, const std::vector<Replication> &replicas) {
            std::vector<NodeStatus> nodes{{.node = master, .role = "master"}};
            for (const Replication &replica : replicas)
                nodes.push_back({.node = {"r:1"}, .role = "slave", .replica = replica});
            const auto codes = codesNotMade({std::make_shared<const Lock>(lock)}, 0s, {}, nodes);
            return std::ranges::find(codes, "replica-behind") != codes.end();
        };
        const Replication late{.master = master, .linked = true, .lagBytes = 500, .lag = 20s};
        const Replication cut{.master = master};
        const Replication whole{.master = master, .linked = true, .lagBytes = 0, .lag = 0ms};
        Lock lock{.key = {"lock:a"}, .node = master};
        lock.holders.append(Holder{.id = {"me"}});
        lock.heldIsLowerBound = true;
        QVERIFY(isOpen(lock, {late}) && isOpen(lock, {late, cut}) && isOpen(lock, {cut}));
        QVERIFY(!isOpen(lock, {late, whole}) && !isOpen(lock, {}));
        Lock other = lock;
        other.node = {"m:2"};
        QVERIFY(!isOpen(other, {late}));
        Lock seen = lock;
        seen.heldIsLowerBound = false;
        QVERIFY(!isOpen(seen, {late}));
    }
};

LOCKSCOPE_TEST(tst_NotJudged)

} // namespace tst_notjudged

#include "tst_notjudged.moc"
