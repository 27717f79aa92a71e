// SPDX-License-Identifier: GPL-3.0-or-later
// What changed between two times: holds, rates, clients, servers, verdicts.

#include "core/history/causes/causesdocument.h"
#include "core/history/causes/causesquery.h"
#include "core/history/causes/causestext.h"
#include "tests/core/history/causeholds.h"
#include "tests/core/history/historyevents.h"
#include "tests/support/runner.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_whatchanged
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::history;

namespace
{

QByteArrayList kinds(const Changes &changes)
{
    QByteArrayList kinds;
    for (const Change &change : changes.changes)
        kinds << QByteArray(name(change.kind)) + ' ' + change.key.bytes;
    return kinds;
}

// Holds of one length, one a second, from a time on.
void addHolds(HoldsAnswer &answer, const QByteArray &key, const QByteArray &owner, int from, int count,
              milliseconds length)
{
    for (int i = 0; i < count; ++i)
        answer.holds.push_back(hold(key, owner, 1000ms * (from + i), 1000ms * (from + i) + length));
}

Changes changesAt(const HoldsAnswer &answer, milliseconds at)
{
    return whatChanged(answer, {.at = Start + at, .width = 60s}, Start + 1h);
}

} // namespace

class TestWhatChanged : public QObject
{
    Q_OBJECT

private slots:
    void holdsThatGrewAreTold();
    void noiseIsNotTold();
    void aRateThatRoseIsTold();
    void newClientsAreTold();
    void withoutTheTimeBeforeNobodyIsNew();
    void aLostNodeMakesNobodyNew();
    void serversAndVerdictsAreTold();
    void whatIsLeftOutIsSaid();
    void changesAreWritten();
};

void TestWhatChanged::holdsThatGrewAreTold()
{
    HoldsAnswer answer;
    addHolds(answer, "a", Slow + ":1", 0, 20, 100ms);
    addHolds(answer, "a", Slow + ":1", 60, 25, 900ms);
    addHolds(answer, "b", Slow + ":1", 0, 20, 100ms);
    addHolds(answer, "b", Slow + ":1", 60, 20, 110ms);
    const Changes changes = changesAt(answer, 60s);
    QCOMPARE(kinds(changes), (QByteArrayList{"holds-grew a"}));
    QCOMPARE(changes.changes[0].countBefore, qint64(20));
    QCOMPARE(changes.changes[0].countAfter, qint64(25));
    const auto near = [](milliseconds found, milliseconds meant) {
        return std::abs(double(found.count()) / double(meant.count()) - 1) < 0.11; // As holdlengths.h says
    };
    QVERIFY(near(changes.changes[0].lengthBefore, 100ms));
    QVERIFY(near(changes.changes[0].lengthAfter, 900ms));
    QVERIFY(changeText(changes.changes[0]).contains(QStringLiteral("20 and 25 holds")));
}

void TestWhatChanged::noiseIsNotTold()
{
    HoldsAnswer answer;
    addHolds(answer, "few", Slow + ":1", 0, 19, 100ms);
    addHolds(answer, "few", Slow + ":1", 60, 19, 900ms);
    addHolds(answer, "short", Slow + ":1", 0, 20, 2ms); // Grows fivefold, by milliseconds
    addHolds(answer, "short", Slow + ":1", 60, 20, 10ms);
    addHolds(answer, "busier", Slow + ":1", 0, 20, 100ms); // As chance would have it
    addHolds(answer, "busier", Slow + ":1", 60, 32, 100ms);
    for (int i = 0; i < 25; ++i) { // Four long ones more raise the percentile, by chance
        addHolds(answer, "mixed", Slow + ":1", i, 1, i < 2 ? 900ms : 100ms);
        addHolds(answer, "mixed", Slow + ":1", 60 + i, 1, i < 6 ? 900ms : 100ms);
    }
    QCOMPARE(kinds(changesAt(answer, 60s)), QByteArrayList());
    QCOMPARE(kinds(changesAt({}, 60s)), QByteArrayList());
    HoldsAnswer unseenEnds;
    addHolds(unseenEnds, "a", Slow + ":1", 0, 30, 100ms);
    addHolds(unseenEnds, "a", Slow + ":1", 60, 30, 900ms);
    QCOMPARE(kinds(changesAt(unseenEnds, 60s)), (QByteArrayList{"holds-grew a"}));
    for (Hold &one : unseenEnds.holds)
        one.how = EventKind::Changed;
    QCOMPARE(kinds(changesAt(unseenEnds, 60s)), QByteArrayList());
}

void TestWhatChanged::aRateThatRoseIsTold()
{
    HoldsAnswer answer;
    addHolds(answer, "a", Slow + ":1", 0, 10, 100ms);
    addHolds(answer, "a", Slow + ":1", 60, 55, 100ms);
    QCOMPARE(kinds(changesAt(answer, 60s)), (QByteArrayList{"rate-rose a"}));
    // The same rate over a shorter time is none: the present ends it.
    HoldsAnswer steady;
    addHolds(steady, "a", Slow + ":1", 0, 60, 100ms);
    addHolds(steady, "a", Slow + ":1", 60, 20, 100ms);
    QCOMPARE(kinds(whatChanged(steady, {.at = Start + 60s, .width = 60s}, Start + 80s)), QByteArrayList());
}

void TestWhatChanged::newClientsAreTold()
{
    HoldsAnswer answer;
    addHolds(answer, "a", Slow + ":1", 0, 5, 100ms);
    addHolds(answer, "a", Slow + ":2", 60, 5, 100ms); // A new thread of a known process
    addHolds(answer, "a", Quick + ":1", 70, 3, 100ms);
    addHolds(answer, "b", Quick + ":1", 80, 2, 100ms);
    for (Hold &one : answer.holds) {
        if (one.key.bytes == "b")
            one.kind = "rlock";
    }
    Hold random = hold("c", "0c9d1e", 75s, 76s); // Such an id is always new
    random.kind = "token-lock";
    answer.holds.push_back(random);
    const Changes changes = changesAt(answer, 60s);
    QCOMPARE(kinds(changes), (QByteArrayList{"new-client "}));
    QCOMPARE(changes.changes[0].client, Quick);
    QCOMPARE(changes.changes[0].countAfter, qint64(5));
    QCOMPARE(changes.changes[0].locks, qint64(2));
    QCOMPARE(*changes.changes[0].at, Start + 70s);
}

void TestWhatChanged::withoutTheTimeBeforeNobodyIsNew()
{
    HoldsAnswer answer;
    addHolds(answer, "a", Quick + ":1", 70, 3, 100ms);
    answer.unseen = {{Start, Start + 50s}};
    const Changes changes = changesAt(answer, 60s);
    QCOMPARE(kinds(changes), QByteArrayList());
    QCOMPARE(changes.unwatchedBefore, milliseconds(50s));
    QCOMPARE(unknownText(changes).size(), qsizetype(2));
    answer.unseen.clear();
    QCOMPARE(kinds(changesAt(answer, 60s)), (QByteArrayList{"new-client a"}));
    answer.truncated = true;
    answer.leftOutBefore = Start + 20s;
    QCOMPARE(kinds(changesAt(answer, 60s)), QByteArrayList());
    QCOMPARE(changesAt(answer, 60s).unwatchedBefore, milliseconds(0));
    QCOMPARE(changesAt(answer, 60s).comparedFrom, std::optional(Start + 20s));
    QVERIFY(changesAt(answer, 60s).isCompared());
    answer.leftOutBefore = Start + 70s;
    QVERIFY(!changesAt(answer, 60s).isCompared());
}

void TestWhatChanged::aLostNodeMakesNobodyNew()
{
    HoldsAnswer answer;
    addHolds(answer, "a", Quick + ":1", 60, 40, 100ms);
    QCOMPARE(kinds(changesAt(answer, 60s)), (QByteArrayList{"new-client a", "rate-rose a"}));
    HoldsAnswer lost = answer;
    lost.marks = {{.kind = Mark::Kind::Lost, .at = Start + 10s, .node = {"a:1"}},
                  {.kind = Mark::Kind::Back, .at = Start + 50s, .node = {"a:1"}}};
    QCOMPARE(kinds(changesAt(lost, 60s)), QByteArrayList());
    QCOMPARE(changesAt(lost, 60s).unwatchedBefore, milliseconds(40s));
    const Changes replica = whatChanged(lost, {.at = Start + 60s, .width = 60s}, Start + 1h,
                                        {{.from = Start, .length = 120s}}); // no locks were hidden
    QCOMPARE(kinds(replica), (QByteArrayList{"new-client a", "rate-rose a"}));
    QVERIFY(replica.isWhole());
    const auto cut = std::chrono::microseconds(900); // Lengths are whole milliseconds
    const Changes rounded = whatChanged(lost, {.at = Start + 60s, .width = 60s}, Start + 1h,
                                        {{.from = Start, .length = 20s},
                                         {.from = Start + 20s + cut, .length = 19'999ms},
                                         {.from = Start + 40s + 2 * cut, .length = 80s}});
    QVERIFY(rounded.isWhole());
    lost.marks.erase(lost.marks.begin()); // Lost before
    QCOMPARE(changesAt(lost, 60s).unwatchedBefore, milliseconds(50s));
    HoldsAnswer gap = answer;
    gap.marks = {{.kind = Mark::Kind::Gap, .at = Start + 10s}};
    QCOMPARE(kinds(changesAt(gap, 60s)), QByteArrayList());
    HoldsAnswer sampled = answer;
    sampled.holds[0].sampled = true;
    QCOMPARE(kinds(changesAt(sampled, 60s)), QByteArrayList());
    HoldsAnswer met = answer; // A lock that was held when watching began, found by the scan
    addHolds(met, "held", Slow + ":9", 0, 1, 110s);
    met.holds.back().beganBefore = true;
    met.holds.back().sampled = true;
    QCOMPARE(kinds(changesAt(met, 60s)), (QByteArrayList{"new-client a", "rate-rose a"}));
}

void TestWhatChanged::serversAndVerdictsAreTold()
{
    HoldsAnswer answer;
    answer.marks = {{.kind = Mark::Kind::Failover, .at = Start + 61s, .node = {"b:1"}, .other = {"a:1"}},
                    {.kind = Mark::Kind::Lost, .at = Start + 62s, .node = {"c:1"}},
                    {.kind = Mark::Kind::Back, .at = Start + 65s, .node = {"c:1"}},
                    {.kind = Mark::Kind::Gap, .at = Start + 66s}};
    answer.verdicts = {{{"ill"}, Start + 10s, VerdictLevel::Critical, "no-expiry"},
                       {{"ill"}, Start + 70s, VerdictLevel::Critical, "renewal-overdue"}, // As bad before
                       {{"late"}, Start + 75s, VerdictLevel::Warning, "renewal-overdue"},
                       {{"worse"}, Start + 20s, VerdictLevel::Warning, "renewal-overdue"},
                       {{"worse"}, Start + 80s, VerdictLevel::Critical, "renewal-overdue"},
                       {{"mild"}, Start + 80s, VerdictLevel::Info, "waited-for"}};
    const Changes changes = changesAt(answer, 60s);
    QCOMPARE(kinds(changes),
             (QByteArrayList{"failover ", "unreachable ", "missed ", "verdict worse", "verdict late"}));
    QCOMPARE(*changes.changes[1].backAt, Start + 65s);
    QVERIFY(changeText(changes.changes[0]).contains(QStringLiteral("a:1 → b:1")));
    QVERIFY(changeText(changes.changes[3]).contains(QStringLiteral("renewal-overdue")));
    QVERIFY(changeText(changes.changes[3]).contains(QStringLiteral("was critical at")));
    QVERIFY(!changeText(changes.changes[3]).contains(QStringLiteral("since")));
    answer.unjudged = {{{Start + 30s, Start + 65s}, {}}}; // Not known when the second half begins
    QCOMPARE(kinds(changesAt(answer, 60s)), (QByteArrayList{"failover ", "unreachable ", "missed "}));
}

void TestWhatChanged::whatIsLeftOutIsSaid()
{
    HoldsAnswer answer;
    answer.since = Start - 1h;
    answer.waiters = {step("a", 0s, 1)};
    const std::vector<Contention> all{{.key = {"a"}, .mostWaiters = 1, .over = Minute}};
    const WaitingCosts whole = causesquery::costsOf(answer, all, Minute, Start + 1h);
    QVERIFY(!whole.coveredFrom && !whole.locksTruncated);
    QCOMPARE(whole.waited, 60.0);
    std::vector<Contention> many(causesquery::WaitedForMost + 1,
                                 {.key = {"a"}, .mostWaiters = 1, .over = {Start + 20s, Start + 60s}});
    QCOMPARE(causesquery::waitedFor(many).size(), causesquery::WaitedForMost);
    const WaitingCosts cut = causesquery::costsOf(answer, many, Minute, Start + 1h);
    QCOMPARE(cut.coveredFrom, std::optional(Start + 20s));
    QCOMPARE(cut.over.from, Start + 20s);
    QCOMPARE(cut.waited, 40.0);
    QVERIFY(cut.locksTruncated);
    QCOMPARE(unknownText(cut).size(), qsizetype(2));
}

void TestWhatChanged::changesAreWritten()
{
    HoldsAnswer answer;
    addHolds(answer, "a", Slow + ":1", 0, 20, 100ms);
    addHolds(answer, "a", Slow + ":1", 60, 25, 900ms);
    const Changes changes = changesAt(answer, 60s);
    const QJsonObject json =
        QJsonDocument::fromJson(changesJson(changes, JsonWriter::Layout::Compact)).object();
    QCOMPARE(json[QLatin1String("before")].toObject()[QLatin1String("from")].toInteger(),
             qint64(1'700'000'000'000));
    QCOMPARE(json[QLatin1String("after")].toObject()[QLatin1String("to")].toInteger(),
             qint64(1'700'000'120'000));
    QVERIFY(!json[QLatin1String("verdicts_truncated")].toBool(true));
    const QJsonObject change = json[QLatin1String("changes")].toArray()[0].toObject();
    QCOMPARE(change[QLatin1String("change")].toString(), QStringLiteral("holds-grew"));
    QCOMPARE(change[QLatin1String("key")].toString(), QStringLiteral("a"));
    QCOMPARE(change[QLatin1String("percentile")].toString(), QStringLiteral("p90"));
    QCOMPARE(change[QLatin1String("count_before")].toInt(), 20);
    QCOMPARE(change[QLatin1String("text")].toString(), changeText(changes.changes[0]));
    QVERIFY(changesCsv(changes).startsWith("change,at,key,text\nholds-grew,,a,"));
}

LOCKSCOPE_TEST(TestWhatChanged)

} // namespace tst_whatchanged

#include "tst_whatchanged.moc"
