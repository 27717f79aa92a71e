// SPDX-License-Identifier: GPL-3.0-or-later
// The probes of the nodes of a RedLock group, put together.
#include "core/engine/owners/groupprobe.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_groupprobe
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const OwnerId ann{"token-of-ann"}, bob{"token-of-bob"};

ProbeReport report(const char *node, ProbeStop stopped, std::vector<OwnerId> learnt = {})
{
    ProbeReport one{.key = {"lock:a"}, .node = {node}, .stopped = stopped, .lines = 10, .duration = 2s};
    for (const OwnerId &owner : learnt)
        one.learnt.emplace_back(owner, ClientInfo{.address = "10.0.0.7:1"});
    if (stopped == ProbeStop::Lost || stopped == ProbeStop::Refused)
        one.failure = {.kind = ErrorKind::NoPerm, .text = QStringLiteral("why")};
    return one;
}

} // namespace

class tst_GroupProbe : public QObject
{
    Q_OBJECT

private slots:
    void oneNodeIsEnoughToLearn();
    void whatIsNotLearntSaysWhy();
    void refusedByEach();
    void costsAreAddedUp();
};

void tst_GroupProbe::oneNodeIsEnoughToLearn()
{
    const ProbeReport sum = together({report("a:1", ProbeStop::Time), report("b:2", ProbeStop::Refused),
                                      report("c:3", ProbeStop::Learnt, {ann})},
                                     {ann, ann});
    QCOMPARE(QByteArray(name(sum.stopped)), QByteArray("learnt"));
    QCOMPARE(sum.nodes, (std::vector<NodeId>{{"a:1"}, {"c:3"}}));
    QCOMPARE(sum.learnt.size(), 1u);
    QCOMPARE(sum.lines, 20);
    QCOMPARE(sum.duration, 2s);
    QVERIFY(sum.failure.text.isEmpty());
}

void tst_GroupProbe::whatIsNotLearntSaysWhy()
{
    // A node that names another owner has learnt all that it was asked for.
    const ProbeReport sum =
        together({report("a:1", ProbeStop::Learnt, {ann}), report("b:2", ProbeStop::Lost)}, {ann, bob});
    QCOMPARE(QByteArray(name(sum.stopped)), QByteArray("lost"));
    QCOMPARE(sum.failure.text, QStringLiteral("why"));
    QCOMPARE(sum.learnt.size(), 1u);
}

void tst_GroupProbe::refusedByEach()
{
    const ProbeReport sum =
        together({report("a:1", ProbeStop::Refused), report("b:2", ProbeStop::Refused)}, {ann});
    QCOMPARE(QByteArray(name(sum.stopped)), QByteArray("refused"));
    QCOMPARE(sum.failure.kind, ErrorKind::NoPerm);
    QVERIFY(sum.nodes.empty());
}

void tst_GroupProbe::costsAreAddedUp()
{
    const ProbeEstimate one{
        .node = {"a:1"}, .length = 5s, .commandsPerSecond = 10, .lines = 50, .bytes = 500};
    const ProbeEstimate other{.node = {"c:3"}, .length = 9s, .commandsPerSecond = 1, .lines = 9, .bytes = 90};
    const Failure failure{.kind = ErrorKind::NotConnected};
    const auto sum = together({one, failure, other});
    QVERIFY(sum.ok());
    QCOMPARE(sum->node.bytes, QByteArray("a:1, c:3"));
    QCOMPARE(sum->length, 9s);
    QCOMPARE(sum->commandsPerSecond, std::optional<qint64>(11));
    QCOMPARE(sum->lines, 59);
    QCOMPARE(sum->bytes, 590);
    const ProbeEstimate unknown{.node = {"d:4"}, .length = 1s};
    const auto partly = together({one, unknown, other});
    QVERIFY(!partly->commandsPerSecond);
    QCOMPARE(partly->lines, 0);
    QCOMPARE(together(std::vector<Outcome<ProbeEstimate>>{failure}).failure().kind, ErrorKind::NotConnected);
}

LOCKSCOPE_TEST(tst_GroupProbe)

} // namespace tst_groupprobe

#include "tst_groupprobe.moc"
