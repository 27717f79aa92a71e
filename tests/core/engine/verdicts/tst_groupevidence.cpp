// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a RedLock group's lock: since when a majority has it, and what is left without one.

#include "core/engine/verdicts/quorum.h"
#include "core/engine/verdicts/verdictevidence.h"
#include "core/engine/verdicts/verdicttext.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_groupevidence
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const Instant Start = Instant() + 1000h;

// The copy of one node.
struct View {
    milliseconds taken{0};
    bool isMet = false; // the copy may be older than that
    bool answers = true;
    bool hasIt = true;
    milliseconds ends{30s};
};

Lock merged(const std::vector<View> &views)
{
    std::vector<MemberSight> members;
    for (const View &view : views) {
        MemberSight &member = members.emplace_back();
        member.node = {QByteArray("n") + QByteArray::number(qint64(members.size()))};
        member.reachable = view.answers;
        if (!view.hasIt)
            continue;
        Lock lock{.key = {"lock:a"},
                  .kind = {"token-lock"},
                  .confidence = Confidence::Certain,
                  .expiresAt = Start + view.ends,
                  .lease = 30s,
                  .heldSince = Start + view.taken,
                  .heldIsLowerBound = view.isMet,
                  .readAt = Start + 20s};
        lock.holders.append(Holder{.id = {"worker-7"}});
        member.lock = std::make_shared<const Lock>(lock);
    }
    return *mergedLock(members);
}

QString evidence(const Lock &lock)
{
    return verdictEvidence(lock, Start + 20s).join(QStringLiteral(" · "));
}

constexpr View Lost{.hasIt = false};
constexpr View Away{.answers = false, .hasIt = false};

} // namespace

class TestGroupEvidence : public QObject
{
    Q_OBJECT

private slots:
    void aMajorityHoldsItSinceItsLastNode_data();
    void aMajorityHoldsItSinceItsLastNode();
    void copiesAreNotAHold();
    void aShortageJustNowMayBeAnAttempt();
};

void TestGroupEvidence::aMajorityHoldsItSinceItsLastNode_data()
{
    QTest::addColumn<std::vector<View>>("views");
    QTest::addColumn<qint64>("since"); // ms
    QTest::addColumn<bool>("isExact");
    const auto row = [](const char *name, std::vector<View> views, milliseconds since, bool isExact = true) {
        QTest::newRow(name) << std::move(views) << qint64(since.count()) << isExact;
    };
    row("one node after the other", {{0ms}, {3ms}, {7ms}}, 3ms);
    row("in another order", {{7ms}, {3ms}, {0ms}}, 3ms);
    // A copy survived; a majority had none until the lock was acquired again on the others.
    row("acquired again", {{0ms}, {9s}, {9s}}, 9s);
    row("acquired again, met later by one", {{0ms}, {9s}, {10s, true}}, 9s);
    row("met by most", {{0ms}, {9s, true}, {9s, true}}, 9s, false);
    row("met by one", {{0ms, true}, {3ms}, {7ms}}, 3ms);
    row("a node is lost", {{0ms}, {3ms}, Lost}, 3ms);
}

void TestGroupEvidence::aMajorityHoldsItSinceItsLastNode()
{
    QFETCH(std::vector<View>, views);
    QFETCH(qint64, since);
    QFETCH(bool, isExact);
    const Lock lock = merged(views);
    QVERIFY(lock.heldByMajority());
    QCOMPARE(qint64(millisecondsBetween(Start, lock.heldSince).count()), since);
    QCOMPARE(lock.isHoldSinceExact(), isExact);
}

void TestGroupEvidence::copiesAreNotAHold()
{
    QVERIFY(evidence(merged({{}, {}, Lost})).contains(QStringLiteral("held for 20 s")));
    const View Later{.ends = 45s};
    for (const View &other : {Lost, Away}) {
        const QString text = evidence(merged({{}, Later, other, other, other}));
        QVERIFY2(!text.contains(QStringLiteral("held for")), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("TTL")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("the last copy seen expires in 25 s")), qPrintable(text));
    }
}

void TestGroupEvidence::aShortageJustNowMayBeAnAttempt()
{
    Lock lock = merged({{}, Lost, Lost});
    lock.verdict = {VerdictLevel::Info, "no-quorum"};
    QVERIFY(explainVerdict(lock, Start).advice.contains(QStringLiteral("The next few seconds show which")));
    lock.verdict.level = VerdictLevel::Warning;
    QVERIFY(explainVerdict(lock, Start).advice.contains(QStringLiteral("A failed attempt left it behind")));
}

LOCKSCOPE_TEST(TestGroupEvidence)

} // namespace tst_groupevidence

#include "tst_groupevidence.moc"
