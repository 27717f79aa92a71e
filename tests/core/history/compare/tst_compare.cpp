// SPDX-License-Identifier: GPL-3.0-or-later
// Two stretches of a recording side by side: what is found, what is not, and what is left out.

#include "core/history/compare/compare.h"
#include "core/history/compare/comparisondocument.h"
#include "core/history/compare/comparisontext.h"
#include "tests/core/history/compare/comparestreams.h"
#include "tests/support/rawsql.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace tst_compare
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestCompare : public test::CompareTest
{
    Q_OBJECT

private slots:
    void init() { start(); }

    void chanceIsNotSignificant();
    void slowMinutesAreNotSignificant();
    void longerHoldsAreFound();
    void moreOftenIsFound();
    void timeWithoutWatchingIsLeftOut();
    void holdsSeenInPartAreCountedApart();
    void waitersAreAddedUp();
    void renewalsAndVerdicts();
    void tooFewToTell();
    void sampledEventsAreNotCompared();
    void theRarestAreOthers();
    void onlyWhatIsWanted();
    void redactedNamesDoNotMatch();
    void whatCannotBeCompared();
    void aFileOfAnOlderVersion();
    void whileItIsWritten();

private:
    Outcome<Comparison> compared(const HistoryRange &before, const HistoryRange &after,
                                 CompareQuery query = {})
    {
        query.before = {file(), before};
        query.after = {file(), after};
        return compare(query);
    }
    static HistoryRange hour(int number) { return {Start + 1h * number, Start + 1h * (number + 1)}; }
    // Of a hundred pairs of hours of the same distribution, what is said to be significant in each.
    QStringList significantPairs(double minuteSpread)
    {
        constexpr int Pairs = 100;
        std::vector<LockEvent> events;
        for (int i = 0; i < 2 * Pairs; ++i) {
            for (const char *key : {"order:1", "stock:1"})
                add(events, {.key = key,
                             .from = 1h * i,
                             .to = 1h * (i + 1),
                             .gapMs = 30'000,
                             .minuteSpread = minuteSpread,
                             .seed = unsigned(1 + 2 * i + (*key == 's' ? 1 : 0))});
        }
        if (!write(file(), events, 1h * 2 * Pairs))
            return {QStringLiteral("cannot be written")};
        QStringList found;
        for (int i = 0; i < Pairs; ++i) {
            const auto comparison = compared(hour(2 * i), hour(2 * i + 1));
            if (!comparison || comparison->groups.size() != 3)
                return {QStringLiteral("cannot be compared")};
            if (std::ranges::any_of(comparison->groups, &ComparedGroup::isSignificant))
                found += findingsText(*comparison).join(u' ');
        }
        return found;
    }
};

// 95 of 100 must have nothing.
void TestCompare::chanceIsNotSignificant()
{
    const QStringList found = significantPairs(0);
    QVERIFY2(found.size() <= 5, qPrintable(found.join(u'\n')));
}

// Ranks of single holds would find a quarter of these, or more.
void TestCompare::slowMinutesAreNotSignificant()
{
    const QStringList found = significantPairs(0.5);
    QVERIFY2(found.size() <= 5, qPrintable(found.join(u'\n')));
}

void TestCompare::longerHoldsAreFound()
{
    std::vector<LockEvent> events;
    add(events, {.key = "order:1", .to = 1h, .seed = 1});
    add(events, {.key = "order:1", .from = 1h, .to = 2h, .medianMs = 1'000, .seed = 2});
    add(events, {.key = "stock:1", .to = 1h, .seed = 3});
    add(events, {.key = "stock:1", .from = 1h, .to = 2h, .seed = 4});
    QVERIFY(write(file(), events, 2h));
    const auto comparison = compared(hour(0), hour(1));
    VERIFY_OK(comparison);
    QCOMPARE(comparison->groups.size(), size_t(3));
    const auto order = std::ranges::find(comparison->groups, QByteArray("order:"), &ComparedGroup::name);
    const Difference &holds = order->of(Compared::Holds);
    QCOMPARE(holds.finding, Significance::Significant);
    QVERIFY2(*holds.ratio > 1.8 && *holds.ratio < 2.2, qPrintable(QString::number(*holds.ratio)));
    QVERIFY2(holds.interval->from < 2 && holds.interval->to > 2 && holds.interval->from > 1.7,
             qPrintable(QStringLiteral("%1 %2").arg(holds.interval->from).arg(holds.interval->to)));
    const auto stock = std::ranges::find(comparison->groups, QByteArray("stock:"), &ComparedGroup::name);
    QCOMPARE(stock->of(Compared::Holds).finding, Significance::Chance);
    const QStringList lines = findingsText(*comparison);
    QVERIFY2(
        lines.filter(QRegularExpression(QStringLiteral(
                         "^Hold times of order:\\* are (1\\.[89]|2|2\\.1) times as long \\(p90 .* → .*; 95 % "
                         "interval .* to .*\\)\\.$")))
                .size() == 1,
        qPrintable(lines.join(u'\n')));
    QVERIFY2(lines.filter(QStringLiteral("stock:")).isEmpty(), qPrintable(lines.join(u'\n')));
    QCOMPARE(inOrder(*comparison)[1]->name, QByteArray("order:"));
    const QJsonObject json =
        QJsonDocument::fromJson(comparisonJson(*comparison, JsonWriter::Layout::Compact)).object();
    const QJsonObject group = json[u"groups"][1].toObject();
    QCOMPARE(group[u"prefix"].toString(), QStringLiteral("order:"));
    QCOMPARE(group[u"differences"][0][u"finding"].toString(), QStringLiteral("significant"));
    QCOMPARE(group[u"before"][u"holds"].toInteger(), order->before.holds);
    QVERIFY(!group[u"before"].toObject().contains(QStringLiteral("waited_ms"))); // unknown
    QVERIFY(comparisonCsv(*comparison).contains("named,order:,hold_p50_ms,"));
}

void TestCompare::moreOftenIsFound()
{
    std::vector<LockEvent> events;
    add(events, {.key = "order:1", .to = 1h, .seed = 1});
    add(events, {.key = "order:1", .from = 1h, .to = 2h, .gapMs = 1'500, .seed = 2});
    for (const milliseconds at : {70min, 75min, 80min, 85min, 90min, 95min, 100min, 110min})
        events.push_back(lockEvent(EventKind::Expired, "order:1", "b", at, 30s));
    QVERIFY(write(file(), events, 2h));
    const auto comparison = compared(hour(0), hour(1));
    VERIFY_OK(comparison);
    const ComparedGroup &all = comparison->groups.front();
    QCOMPARE(comparison->groups.size(), size_t(1)); // all locks are of one prefix
    QCOMPARE(all.name, QByteArray("order:"));
    QCOMPARE(all.of(Compared::Acquired).finding, Significance::Significant);
    QVERIFY(*all.of(Compared::Acquired).ratio > 1.8);
    QVERIFY(std::abs(*all.of(Compared::Holds).ratio - 1) < 0.1);
    QCOMPARE(all.after.expired, 8);
    QCOMPARE(all.of(Compared::Expired).finding, Significance::Significant);
    QVERIFY(!all.of(Compared::Expired).ratio); // there was none before
    QVERIFY(findingsText(*comparison)
                .contains(QStringLiteral(
                    "Holds of order:* that expired: only in one of the periods (0 → 0.133 per minute).")));
}

void TestCompare::timeWithoutWatchingIsLeftOut()
{
    std::vector<LockEvent> events;
    add(events, {.key = "order:1", .to = 1h, .seed = 1});
    add(events, {.key = "order:1", .from = 1h, .to = 80min, .seed = 2}); // then it was not watched
    add(events, {.key = "order:1", .from = 100min, .to = 2h, .seed = 3});
    const NodeId node{"127.0.0.1:6379"};
    const std::vector<Mark> marks{{.kind = Mark::Kind::Closed, .at = Start + 80min},
                                  {.kind = Mark::Kind::Opened, .at = Start + 90min},
                                  {.kind = Mark::Kind::Lost, .at = Start + 90min, .node = node},
                                  {.kind = Mark::Kind::Back, .at = Start + 100min, .node = node},
                                  {.kind = Mark::Kind::Gap, .at = Start + 110min + 30s}};
    QVERIFY(write(file(), events, 2h, marks));
    const auto comparison = compared(hour(0), hour(1));
    VERIFY_OK(comparison);
    QCOMPARE(comparison->before.watched, 60min);
    QCOMPARE(comparison->after.watched, 40min - 2s); // without the seconds in which changes were missed
    QCOMPARE(comparison->after.gaps, 1);
    const ComparedGroup &all = comparison->groups.front();
    QCOMPARE(all.of(Compared::Acquired).finding, Significance::Chance);
    QVERIFY2(std::abs(*all.of(Compared::Acquired).ratio - 1) < 0.1,
             qPrintable(QString::number(*all.of(Compared::Acquired).ratio)));
    QVERIFY(unknownText(*comparison).join(u'\n').contains(QStringLiteral("of 1 h were watched")));
    const WallTime gap = Start + 110min + 30s;
    const auto within = compared({gap - 5s, gap - 2s}, {gap + 2s, gap + 5s}); // of its minute
    VERIFY_OK(within);
    QCOMPARE(within->before.watched, 3s);
    QCOMPARE(within->after.watched, 3s);
}

void TestCompare::holdsSeenInPartAreCountedApart()
{
    std::vector<LockEvent> events;
    add(events, {.key = "order:1", .to = 1h, .seed = 1});
    add(events, {.key = "order:1", .from = 1h, .to = 2h, .seed = 2});
    const size_t whole = events.size() / 2;
    LockEvent seenLate = lockEvent(EventKind::Released, "order:2", "b", 10min, 9min);
    seenLate.heldIsLowerBound = true;
    events.push_back(seenLate);
    events.push_back(lockEvent(EventKind::Changed, "order:3", "b", 20min, 19min)); // its end is unknown
    events.push_back(lockEvent(EventKind::Acquired, "order:4", "b", 30min));       // ends in the second hour
    events.push_back(lockEvent(EventKind::Released, "order:4", "b", 65min, 35min));
    QVERIFY(write(file(), events, 2h));
    const auto comparison = compared(hour(0), hour(1));
    VERIFY_OK(comparison);
    const ComparedGroup &all = comparison->groups.front();
    QCOMPARE(all.before.holds + all.after.holds, qint64(whole) + 1);
    QCOMPARE(all.before.partlySeen, 3);
    QCOMPARE(*all.before.longestPartlySeen, 30min);
    QVERIFY(*all.before.longest < 1min);
    QCOMPARE(all.after.partlySeen, 0);
    QCOMPARE(*all.after.longest, 35min);
    QVERIFY(!all.after.longestPartlySeen);
}

void TestCompare::waitersAreAddedUp()
{
    const auto waiting = [](const QByteArray &key, qint64 count, milliseconds at) {
        LockEvent event = lockEvent(EventKind::Waiters, key, {}, at);
        event.count = count;
        return event;
    };
    QVERIFY(write(file(),
                  {lockEvent(EventKind::Acquired, "order:1", "a", 1min), waiting("order:1", 2, 2min),
                   waiting("order:2", 1, 3min), waiting("order:2", 0, 5min),
                   lockEvent(EventKind::Released, "order:1", "a", 6min, 5min), // they can go on
                   lockEvent(EventKind::Acquired, "order:1", "b", 7min), waiting("order:1", 3, 8min),
                   waiting("order:1", 0, 70min)},
                  2h));
    const auto comparison = compared(hour(0), {Start + 60min, Start + 80min});
    VERIFY_OK(comparison);
    const ComparedGroup &all = comparison->groups.front();
    // 2 for 4 min and 1 min, 1 for 2 min, 3 for 52 min.
    QCOMPARE(*all.before.waiterSeconds, 60.0 * (2 * 4 + 2 + 2 + 3 * 52));
    QCOMPARE(*all.before.waitedSeconds, 60.0 * (4 + 1 + 52));
    QCOMPARE(*all.before.mostWaiters, 3);
    QCOMPARE(*all.after.waiterSeconds, 60.0 * 3 * 10);
    QCOMPARE(*all.after.waitedSeconds, 60.0 * 10);
    const auto before = [](const Comparison &comparison) {
        return QJsonDocument::fromJson(comparisonJson(comparison, JsonWriter::Layout::Compact))
            .object()[u"groups"][0][u"before"]
            .toObject();
    };
    QCOMPARE(all.locksBefore, 2); // The acquisitions of one say nothing about the wait for the other
    QVERIFY(!before(*comparison).contains(QStringLiteral("wait_estimate_ms")));
    const auto single = compared({Start, Start + 170s}, {Start + 60min, Start + 80min});
    VERIFY_OK(single);
    QCOMPARE(single->groups.front().locksBefore, 1);
    QCOMPARE(before(*single)[u"wait_estimate_ms"].toInt(), 100'000);
    const auto none = compared({Start, Start + 90s}, {Start + 100s, Start + 110s});
    VERIFY_OK(none);
    QVERIFY(!none->groups.front().before.waiterSeconds); // nothing was counted yet
    QCOMPARE(none->groups.front().of(Compared::Waiting).finding, Significance::Unknown);
}

void TestCompare::renewalsAndVerdicts()
{
    {
        auto store = opened();
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "a:1", "x", 1s)}).ok());
        QVERIFY(store->beginVerdicts({}, Start + 60s).ok());
        for (const int minute : {2, 4, 6, 70}) {
            QVERIFY(store->append({lockEvent(EventKind::Renewed, "a:1", "x", 1min * minute)}).ok());
            QVERIFY(
                store
                    ->append(
                        {VerdictStep{
                             {"a:1"}, Start + 1min * minute, VerdictLevel::Warning, "renewal-overdue"},
                         VerdictStep{
                             {"a:1"}, Start + 1min * minute + 20s, VerdictLevel::Critical, "client-silent"},
                         VerdictStep{{"a:1"}, Start + 1min * minute + 30s, VerdictLevel::Ok, {}}})
                    .ok());
        }
        QVERIFY(store->close(Start + 2h).ok());
    }
    const auto comparison = compared(hour(0), hour(1));
    VERIFY_OK(comparison);
    const ComparedGroup &all = comparison->groups.front();
    QCOMPARE(*all.before.overdue, 3); // each once, though its client fell silent
    QCOMPARE(*all.after.overdue, 1);
    QCOMPARE(*all.before.warningSeconds, 60.0);
    QCOMPARE(*all.before.criticalSeconds, 30.0);
    QCOMPARE(all.before.renewed, 3);
    QCOMPARE(comparison->before.judged, 59min);
}

void TestCompare::tooFewToTell()
{
    std::vector<LockEvent> events;
    for (int i = 0; i < 15; ++i)
        events.push_back(
            lockEvent(EventKind::Released, "order:1", "a", i < 3 ? 10min * (i + 1) : 60min + 4min * i, 1s));
    QVERIFY(write(file(), events, 2h));
    const auto comparison = compared(hour(0), hour(1));
    VERIFY_OK(comparison);
    const ComparedGroup &all = comparison->groups.front();
    QCOMPARE(all.of(Compared::Holds).finding, Significance::TooFew);
    QVERIFY(!all.before.p50 && all.before.longest == 1s);
    QCOMPARE(findingsText(*comparison), QStringList{QStringLiteral("Too few holds to tell (3 and 12).")});
}

void TestCompare::sampledEventsAreNotCompared()
{
    std::vector<LockEvent> events;
    add(events, {.key = "order:1", .to = 1h, .seed = 1});
    const size_t exact = events.size();
    add(events, {.key = "order:1", .from = 1h, .to = 2h, .gapMs = 40'000, .seed = 2});
    for (size_t i = exact; i < events.size(); ++i)
        events[i].sampled = true;
    QVERIFY(write(file(), events, 2h));
    const auto comparison = compared(hour(0), hour(1));
    VERIFY_OK(comparison);
    const ComparedGroup &all = comparison->groups.front();
    QCOMPARE(all.of(Compared::Holds).finding, Significance::Sampled);
    QCOMPARE(all.of(Compared::Acquired).finding, Significance::Sampled);
    QVERIFY(!all.before.sampled && all.after.sampled);
}

void TestCompare::theRarestAreOthers()
{
    std::vector<LockEvent> events;
    for (int prefix = 0; prefix < 20; ++prefix) {
        for (int i = 0; i < 25 - prefix; ++i)
            events.push_back(lockEvent(EventKind::Acquired, "p" + QByteArray::number(prefix) + ":1", "a",
                                       1min * i + 1s * prefix));
    }
    QVERIFY(write(file(), events, 1h));
    const auto comparison = compared({Start, Start + 10min}, {Start + 10min, Start + 20min});
    VERIFY_OK(comparison);
    QCOMPARE(comparison->groups.size(), Comparison::MostGroups + 2);
    QCOMPARE(comparison->groups[1].name, QByteArray("p0:"));
    QCOMPARE(comparison->groups.back().kind, ComparedGroup::Kind::Others);
    qint64 acquired = 0;
    for (size_t i = 1; i < comparison->groups.size(); ++i)
        acquired += comparison->groups[i].before.acquired;
    QCOMPARE(comparison->groups.front().before.acquired, acquired);
    QCOMPARE(comparison->groups.back().locksBefore, 8);
}

void TestCompare::onlyWhatIsWanted()
{
    QVERIFY(write(file(),
                  {lockEvent(EventKind::Acquired, "order:1", "a", 1min),
                   lockEvent(EventKind::Acquired, "order:2", "a", 2min),
                   lockEvent(EventKind::Acquired, "stock:1", "a", 3min)},
                  1h));
    const HistoryRange first{Start, Start + 10min};
    const HistoryRange second{Start + 10min, Start + 20min};
    const auto orders = compared(first, second, {.prefixes = {"order:"}});
    VERIFY_OK(orders);
    QCOMPARE(orders->groups.front().before.acquired, 2);
    QCOMPARE(orders->groups.front().locksBefore, 2);
    QCOMPARE(orders->groups.front().before.partlySeen, 2); // still held
    const auto locks = compared(first, second, {.by = CompareBy::Lock});
    VERIFY_OK(locks);
    QCOMPARE(locks->groups.size(), size_t(4));
    QCOMPARE(locks->groups[1].name, QByteArray("order:1"));
}

void TestCompare::redactedNamesDoNotMatch()
{
    const QString redacted = m_folder->filePath(QStringLiteral("redacted"));
    const QString other = m_folder->filePath(QStringLiteral("other"));
    QVERIFY(write(file(), {lockEvent(EventKind::Acquired, "order:1", "a", 1min)}, 1h));
    QVERIFY(write(redacted, {lockEvent(EventKind::Acquired, "key-8f3a2b90c4d1e577", "a", 1min)}, 1h));
    QVERIFY(write(other, {lockEvent(EventKind::Acquired, "key-0000000000000001", "a", 1min)}, 1h));
    const CompareQuery one{{file(), hour(0)}, {redacted, hour(0)}, CompareBy::Lock};
    const auto mixed = compare(one);
    VERIFY_OK(mixed);
    QCOMPARE(mixed->names, Comparison::Names::OneRedacted);
    QCOMPARE(mixed->groups.size(), size_t(1));
    QVERIFY(unknownText(*mixed).front().startsWith(QStringLiteral("Only one of the recordings is redacted")));
    const auto salts = compare({{redacted, hour(0)}, {other, hour(0)}, CompareBy::Lock});
    VERIFY_OK(salts);
    QCOMPARE(salts->names, Comparison::Names::NoneInCommon);
    const auto same = compare({{redacted, {Start, Start + 2min}}, {redacted, {Start + 2min, Start + 1h}}});
    VERIFY_OK(same);
    QCOMPARE(same->names, Comparison::Names::Comparable);
}

void TestCompare::whatCannotBeCompared()
{
    QVERIFY(write(file(), {lockEvent(EventKind::Acquired, "order:1", "a", 1min)}, 2h,
                  {{.kind = Mark::Kind::Closed, .at = Start + 30min},
                   {.kind = Mark::Kind::Opened, .at = Start + 40min}}));
    const HistoryRange first{Start, Start + 10min};
    const auto why = [this](const HistoryRange &before, const HistoryRange &after) {
        const auto comparison = compared(before, after);
        return comparison ? QString() : comparison.failure().line();
    };
    QVERIFY(why(first, {Start + 9min, Start + 20min}).startsWith(QStringLiteral("the periods overlap: ")));
    QVERIFY(why(first, {Start + 20min, Start + 20min}).startsWith(QStringLiteral("a period is empty: ")));
    const QString outside = why(first, {Start + 3h, Start + 4h});
    QVERIFY2(outside.contains(QStringLiteral("is outside of the recording")) &&
                 outside.contains(QStringLiteral("it has ")),
             qPrintable(outside));
    QVERIFY(why(first, {Start + 31min, Start + 39min}).contains(QStringLiteral("nothing was watched")));
    QVERIFY(!compare({{QStringLiteral("/dev/null"), first}, {file(), first}}).ok());
}

void TestCompare::aFileOfAnOlderVersion()
{
    QFile statements(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/tests/core/history/version1.sql"));
    QVERIFY(statements.open(QIODevice::ReadOnly));
    QCOMPARE(test::sql(file(), QString::fromUtf8(statements.readAll()).split(u'\n', Qt::SkipEmptyParts)),
             QString());
    const WallTime middle{milliseconds(1'795'697'494'000)};
    const auto comparison = compared({middle - 10s, middle}, {middle, middle + 10s});
    VERIFY_OK(comparison);
    QCOMPARE(comparison->groups.front().after.holds, 1);
    QCOMPARE(comparison->groups.front().after.partlySeen, 2);
}

void TestCompare::whileItIsWritten()
{
    auto store = opened();
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    QVERIFY(store->append({lockEvent(EventKind::Acquired, "order:1", "a", 1min)}).ok());
    QVERIFY(store->append(Tally{.from = Start + 9min, .length = 60s}).ok() && store->commit().ok());
    const auto comparison = compared({Start, Start + 5min}, {Start + 5min, WallTime::max()});
    VERIFY_OK(comparison);
    QCOMPARE(comparison->after.range.to, Start + 10min); // until when it is written
    QCOMPARE(comparison->groups.front().after.partlySeen, 1);
    QVERIFY(store->append({lockEvent(EventKind::Acquired, "order:2", "a", 8min)}).ok() &&
            store->commit().ok());
    QCOMPARE(compared({Start, Start + 5min}, {Start + 5min, WallTime::max()})->groups.front().after.acquired,
             1);
}

LOCKSCOPE_TEST(TestCompare)

} // namespace tst_compare

#include "tst_compare.moc"
