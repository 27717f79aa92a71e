// SPDX-License-Identifier: GPL-3.0-or-later
// One receipt of the receipts of a RedLock group's nodes: what was done to the queues on them.

#include "core/engine/acts/groupreceipt.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_groupreceipt
{

using namespace lockscope;

namespace
{

const OwnerId Ann{"ann"};
const OwnerId Bob{"bob"};
const OwnerId Cat{"cat"};

Receipt ofNode(const char *node, const OwnerId &wokenWaiter, std::vector<OwnerId> dropped)
{
    return {.act = ActKind::Wake,
            .result = ActResult::Done,
            .key = {"lock:a"},
            .woken = 1,
            .wokenWaiter = wokenWaiter,
            .dropped = std::move(dropped),
            .node = {node}};
}

Receipt together(std::vector<Receipt> receipts)
{
    return summed({.act = ActKind::Wake, .key = {"lock:a"}}, std::move(receipts), 2);
}

} // namespace

class tst_groupreceipt : public QObject
{
    Q_OBJECT
private slots:
    void eachDroppedWaiterIsNamedOnce();
    void theFirstIsNamedWhereTheQueuesAgree();
    void noneIsTheFirstWhereTheyDiffer();
    void aMajorityOfAnotherOwnerIsNamed();
};

void tst_groupreceipt::eachDroppedWaiterIsNamedOnce()
{
    const Receipt whole =
        together({ofNode("n:1", Cat, {Ann, Bob}), ofNode("n:2", Cat, {Bob}), ofNode("n:3", Cat, {})});
    QVERIFY(whole.result == ActResult::Done);
    QCOMPARE(whole.woken, 3);
    QVERIFY((whole.dropped == std::vector<OwnerId>{Ann, Bob}));
    QVERIFY(whole.line().contains(QStringLiteral("ann, bob")));
}

void tst_groupreceipt::theFirstIsNamedWhereTheQueuesAgree()
{
    const Receipt whole = together({ofNode("n:1", Cat, {}), ofNode("n:2", {}, {}), ofNode("n:3", Cat, {})});
    QCOMPARE(whole.wokenWaiter.bytes, Cat.bytes);
}

void tst_groupreceipt::noneIsTheFirstWhereTheyDiffer()
{
    const Receipt whole = together({ofNode("n:1", Ann, {}), ofNode("n:2", Cat, {}), ofNode("n:3", Ann, {})});
    QVERIFY(whole.wokenWaiter.isEmpty());
}

// A had one node of three only, left behind by a failed attempt.
void tst_groupreceipt::aMajorityOfAnotherOwnerIsNamed()
{
    const auto node = [](ActResult result, const std::optional<OwnerId> &found) {
        Receipt one{.act = ActKind::ForceRelease,
                    .result = result,
                    .key = {"lock:a"},
                    .owner = Ann,
                    .foundOwner = found};
        one.nodes = {NodeReceipt{.result = result, .foundOwner = found}};
        return one;
    };
    const auto forced = [&](const std::optional<OwnerId> &third) {
        return summed({.act = ActKind::ForceRelease, .key = {"lock:a"}, .expectedOwner = Ann},
                      {node(ActResult::Done, {}), node(ActResult::OwnerChanged, Bob),
                       node(ActResult::OwnerChanged, third)},
                      2);
    };
    const Receipt whole = forced(Bob);
    QVERIFY(whole.result == ActResult::Done);
    QCOMPARE(whole.foundOwner, std::optional(Bob));
    QCOMPARE(whole.line(),
             QStringLiteral("lock:a: the copy of ann was removed; held by bob on 2 of 3 nodes"));
    QVERIFY(!forced(Cat).foundOwner);
}

LOCKSCOPE_APPLESS_TEST(tst_groupreceipt)

} // namespace tst_groupreceipt

#include "tst_groupreceipt.moc"
