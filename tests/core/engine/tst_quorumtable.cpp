// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/quorumtable.h"
#include "tests/core/engine/quorumlocks.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_quorumtable
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::quorumlocks;

namespace
{

// A table of three nodes, all read, and what its merges tell.
struct Group {
    Group() { table.noteNodes(true); }

    // "reached 2/3 b": the change, how many agree at least (and at most), on which nodes.
    QByteArray merge(const QByteArray &owners, Instant at = Start)
    {
        LockDelta delta;
        delta.removed = {Key}; // touches it
        const LockDelta whole = table.merge(
            {delta}, [&](const LockName &) { return sights(owners); }, at);
        QByteArrayList told;
        for (const QuorumEvent &event : whole.quorums) {
            owner = event.owner.bytes.left(1);
            QByteArray line =
                QByteArray(name(event.change)) + ' ' + QByteArray::number(event.quorum.agreeing);
            if (event.quorum.atMost() != event.quorum.agreeing)
                line += '-' + QByteArray::number(event.quorum.atMost());
            for (const Copy &copy : event.changed)
                line += ' ' + copy.node.bytes + ':' + name(copy.state);
            told << line;
        }
        return told.join(", ");
    }

    // A letter a node: its owner; '.': nothing there; '?': it does not answer; a capital: it does not answer,
    // and that was its owner.
    static std::vector<MemberSight> sights(const QByteArray &owners)
    {
        std::vector<MemberSight> sights;
        for (qsizetype i = 0; i < owners.size(); ++i) {
            MemberSight &sight = sights.emplace_back(MemberSight{.node = {'n' + QByteArray::number(i)}});
            const char owner = owners.toLower()[i];
            sight.reachable = owners[i] != '?' && owners[i] == owner;
            if (owner != '.' && owner != '?')
                sight.lock = renewing(Key.bytes, {QByteArray(16, owner)}, Start);
        }
        return sights;
    }

    static inline const LockName Key{"lock:a"};
    QuorumTable table{};
    QByteArray owner{}; // of the last change
};

} // namespace

class TestQuorumTable : public QObject
{
    Q_OBJECT

private slots:
    void changesAreToldWithTheirNodes();
    void theOwnerOfAChangeIsWhoHadTheMajority();
    void whatIsMetAtFirstIsNoChange();
    void aSilentNodeMakesItUnknown();
    void aSilentNodeMayStillNameTheOwner();
    void whatIsWrongIsNoBetterOutOfSight();
    void whatItsNodesLeftOutIsLeftOutOfTheGroup();
};

void TestQuorumTable::changesAreToldWithTheirNodes()
{
    Group group;
    QCOMPARE(group.merge("..."), QByteArray()); // nobody has seen what there was before
    QCOMPARE(group.merge("a.."), QByteArray());
    QCOMPARE(group.merge("aa."), QByteArray("reached 2 n1:held"));
    QCOMPARE(group.merge("aaa"), QByteArray("node 3 n2:held"));
    QCOMPARE(group.merge("aaa"), QByteArray());
    QCOMPARE(group.merge("aab"), QByteArray("split 2 n2:other-owner"));
    QCOMPARE(group.merge("aa."), QByteArray("reached 2 n2:missing"));
    QCOMPARE(group.merge("a.."), QByteArray("lost 1 n1:missing"));
    QCOMPARE(group.merge("..."), QByteArray("ended 0 n0:missing"));
    QCOMPARE(group.merge("bbb"), QByteArray("reached 3 n0:held n1:held n2:held"));
    QCOMPARE(group.merge("ccc"), QByteArray("reached 3 n0:held n1:held n2:held"));
    QCOMPARE(group.merge("..."), QByteArray("ended 0 n0:missing n1:missing n2:missing"));
    QCOMPARE(group.merge("d.."), QByteArray()); // an attempt at one node is no quorum
    QCOMPARE(group.merge("..."), QByteArray());
}

void TestQuorumTable::theOwnerOfAChangeIsWhoHadTheMajority()
{
    Group group;
    QCOMPARE(group.merge("....."), QByteArray());
    group.merge("aaabb");
    QCOMPARE(group.owner, QByteArray("a"));
    QCOMPARE(group.merge("a??bb"), QByteArray("unknown 1-3 n1:unreachable n2:unreachable"));
    QCOMPARE(group.owner, QByteArray("a"));
    QCOMPARE(group.merge("a..bb"), QByteArray("lost 1 n1:missing n2:missing"));
    QCOMPARE(group.owner, QByteArray("a"));
    QCOMPARE(group.merge("...bb"), QByteArray("ended 0 n0:missing"));
    QCOMPARE(group.owner, QByteArray("a"));
}

void TestQuorumTable::whatIsMetAtFirstIsNoChange()
{
    Group group;
    group.table.noteNodes(false);
    QCOMPARE(group.merge("a??"), QByteArray());
    QCOMPARE(group.merge("aa?"), QByteArray());
    group.table.noteNodes(true);
    QCOMPARE(group.merge("aaa"), QByteArray()); // that it answers now is told of the node
    QCOMPARE(group.merge("..."), QByteArray("ended 0 n0:missing n1:missing n2:missing"));
    QCOMPARE(group.merge("bb."), QByteArray("reached 2 n0:held n1:held"));
}

// That a node does not answer is an event of the node; of the lock only where its quorum depends on that.
void TestQuorumTable::aSilentNodeMakesItUnknown()
{
    Group group;
    QCOMPARE(group.merge("..."), QByteArray());
    QCOMPARE(group.merge("aaa"), QByteArray("reached 3 n0:held n1:held n2:held"));
    QCOMPARE(group.merge("aa?"), QByteArray());
    QCOMPARE(group.merge("a??"), QByteArray("unknown 1-3 n1:unreachable"));
    const auto level = [&group] { return group.table.find(Group::Key)->verdict.level; };
    QCOMPARE(level(), VerdictLevel::Critical); // its majority was seen, and is out of sight
    QCOMPARE(group.merge("a?."), QByteArray());
    QCOMPARE(level(), VerdictLevel::Info); // a majority answers
    QCOMPARE(group.merge("aa."), QByteArray("reached 2 n1:held"));
    QCOMPARE(group.merge("a?."), QByteArray("unknown 1-2 n1:unreachable"));
    QCOMPARE(group.merge("a.."), QByteArray("lost 1 n1:missing"));
}

// The majority is gone, but it has not ended.
void TestQuorumTable::aSilentNodeMayStillNameTheOwner()
{
    Group group;
    QCOMPARE(group.merge("..."), QByteArray());
    QCOMPARE(group.merge("aaa"), QByteArray("reached 3 n0:held n1:held n2:held"));
    QCOMPARE(group.merge("aaA"), QByteArray());
    QCOMPARE(group.merge(".aA"), QByteArray("unknown 1-2 n0:missing"));
    QCOMPARE(group.merge("..A"), QByteArray("lost 0-1 n1:missing"));
    QCOMPARE(group.merge("..a"), QByteArray());
    QCOMPARE(group.merge("bb?"), QByteArray("reached 2-3 n0:held n1:held n2:unreachable"));
    QCOMPARE(group.merge("..?"), QByteArray("lost 0-1 n0:missing n1:missing"));
}

void TestQuorumTable::whatIsWrongIsNoBetterOutOfSight()
{
    Group group;
    const auto level = [&group] { return group.table.find(Group::Key)->verdict.level; };
    group.merge("aa...");
    QCOMPARE(level(), VerdictLevel::Info); // it may be being acquired
    group.merge("aa...", Start + 1min);
    QCOMPARE(level(), VerdictLevel::Warning);
    group.merge("aa???", Start + 61s);
    QCOMPARE(level(), VerdictLevel::Critical);
}

void TestQuorumTable::whatItsNodesLeftOutIsLeftOutOfTheGroup()
{
    QuorumTable table;
    const auto nothing = [](const LockName &) { return std::vector<MemberSight>(); };
    QCOMPARE(table.merge({{.dropped = 2}, {}, {.dropped = 3}}, nothing, Start).dropped, qint64(5));
    QCOMPARE(table.merge({{}, {}, {}}, nothing, Start).dropped, qint64(0));
}

LOCKSCOPE_TEST(TestQuorumTable)

} // namespace tst_quorumtable

#include "tst_quorumtable.moc"
