// SPDX-License-Identifier: GPL-3.0-or-later
// A rotated recording is one past: each answer is that of the same past in one file. Also what is said of
// files that are missing, damaged or of another recording, and a rotation while it is read.

#include "core/history/causes/causesquery.h"
#include "core/history/compare/compare.h"
#include "core/history/playback/playbackstop.h"
#include "core/history/playback/recordingreader.h"
#include "core/history/playback/recordingsteps.h"
#include "core/history/sharing/sharing.h"
#include "tests/core/history/rotatedset.h"
#include "tests/support/rawsql.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

namespace tst_rotatedrecording
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace test;

namespace
{

// Several may end at the same time.
QByteArrayList endsOf(const std::vector<Hold> &holds)
{
    QByteArrayList ends;
    for (const Hold &hold : holds)
        ends << (hold.ended ? QByteArray::number(after(*hold.ended)) : QByteArray("open"));
    return ends;
}

// What changes; a rotation says again what was so.
QByteArrayList changesOf(const std::vector<WaitersStep> &steps)
{
    QByteArrayList changes;
    QHash<LockName, qint64> before;
    for (const WaitersStep &step : steps) {
        if (before.contains(step.key) && before[step.key] == step.waiters)
            continue;
        before[step.key] = step.waiters;
        changes << step.key.bytes + ' ' + QByteArray::number(after(step.at)) + ' ' +
                       QByteArray::number(step.waiters);
    }
    return changes;
}

QByteArrayList changesOf(const std::vector<VerdictStep> &steps)
{
    QByteArrayList changes;
    QHash<LockName, QByteArray> before;
    for (size_t i = 0; i < steps.size(); ++i) {
        const VerdictStep &step = steps[i];
        const QByteArray verdict = QByteArray::number(int(step.level)) + step.code;
        // All verdicts that are not OK follow at the same time.
        const auto isSaidAgain = [&step](const VerdictStep &other) {
            return other.key == step.key && other.at == step.at;
        };
        if (std::find_if(steps.begin() + qsizetype(i) + 1, steps.end(), isSaidAgain) != steps.end())
            continue;
        if (before.value(step.key, QByteArray::number(int(VerdictLevel::Ok))) == verdict)
            continue;
        before[step.key] = verdict;
        changes << step.key.bytes + ' ' + QByteArray::number(after(step.at)) + ' ' + verdict;
    }
    return changes;
}

QStringList unknownOf(const HoldsAnswer &answer)
{
    QStringList parts;
    for (const HistoryRange &part : answer.unseen)
        parts << QStringLiteral("unseen %1-%2").arg(after(part.from)).arg(after(part.to));
    for (const Unjudged &part : answer.unjudged)
        parts << QStringLiteral("unjudged %1-%2").arg(after(part.over.from)).arg(after(part.over.to));
    for (const Mark &mark : answer.marks)
        parts << QStringLiteral("mark %1 %2").arg(int(mark.kind)).arg(after(mark.at));
    return parts;
}

} // namespace

class TestRotatedRecording : public test::RotatedSetTest
{
    Q_OBJECT

private slots:
    void init() { start(); }

    void isOnePast_data();
    void isOnePast();
    void isPlayedInOrder();
    void isComparedAsOne();
    void eventsOfTheTimeOfTheRotation();
    void ordersOfTwoFilesAreAnInversion();
    void minutesFollowOneAnother();
    void aCopyIsOnePast();

private:
    void compareMoments(RecordingReader &one, RecordingReader &many);
    void compareStops(RecordingReader &one, RecordingReader &many);
};

void TestRotatedRecording::isOnePast_data()
{
    QTest::addColumn<bool>("isOlder"); // without a place in the recording
    QTest::addColumn<bool>("isClosed");
    QTest::newRow("closed") << false << true;
    QTest::newRow("crashed") << false << false;
    QTest::newRow("older version") << true << true;
}

void TestRotatedRecording::compareMoments(RecordingReader &one, RecordingReader &many)
{
    const auto outside = [](milliseconds at) {
        return std::none_of(Rotations.begin(), Rotations.end(),
                            [at](milliseconds rotation) { return at >= rotation && at < rotation + 6ms; });
    };
    for (milliseconds at = 0ms; at < 1s * Seconds; at += 733ms) {
        if (!outside(at))
            continue;
        const auto expected = one.judgedMoment(Start + at, 1'000);
        const auto found = many.judgedMoment(Start + at, 1'000);
        VERIFY_OK(expected);
        VERIFY_OK(found);
        QCOMPARE(sorted(textsOf(found->holds)), sorted(textsOf(expected->holds)));
        QCOMPARE(found->watched, expected->watched);
        QCOMPARE(found->since, expected->since);
        QCOMPARE(sorted(changesOf(found->verdicts)).size(), sorted(changesOf(expected->verdicts)).size());
        QCOMPARE(found->unjudged.size(), expected->unjudged.size());
        QHash<LockName, qint64> counts;
        for (const WaitersStep &step : expected->waiters)
            counts[step.key] = step.waiters;
        for (const WaitersStep &step : found->waiters)
            QCOMPARE(step.waiters, counts.take(step.key));
        for (const qint64 count : std::as_const(counts)) // a part says only who is there
            QCOMPARE(count, 0);
    }
    // While a file was closed and the next one begun.
    for (const milliseconds at : {Rotations[1], Rotations[1] + 2ms, Rotations[1] + 5ms}) {
        const auto expected = one.judgedMoment(Start + at, 1'000);
        const auto found = many.judgedMoment(Start + at, 1'000);
        VERIFY_OK(found);
        QVERIFY(found->watched && found->unjudged.empty() && !found->holds.empty());
        QCOMPARE(sorted(textsOf(found->holds)), sorted(textsOf(expected->holds)));
        QCOMPARE(found->verdicts.size(), expected->verdicts.size());
    }
}

// From many times; to try each takes long.
void TestRotatedRecording::compareStops(RecordingReader &one, RecordingReader &many)
{
    constexpr milliseconds Jump = 333ms;
    for (const PlaybackStop what : {PlaybackStop::Event, PlaybackStop::Verdict, PlaybackStop::Failover}) {
        for (const bool forward : {true, false}) {
            for (const char *key : {"", "lock:a", "lock:b"}) {
                WallTime at = forward ? Start : Start + 1s * Seconds;
                for (int stops = 0; stops < 10'000; ++stops) {
                    const PlaybackQuery query{.what = what, .from = at, .forward = forward, .key = {key}};
                    const auto expected = findStop(one, query);
                    const auto found = findStop(many, query);
                    VERIFY_OK(expected);
                    VERIFY_OK(found);
                    QCOMPARE(found->has_value(), expected->has_value());
                    if (!*found)
                        break;
                    QCOMPARE(after((*found)->at), after((*expected)->at));
                    QCOMPARE((*found)->key, (*expected)->key);
                    at = (*found)->at + (forward ? Jump : -Jump);
                }
            }
        }
    }
}

void TestRotatedRecording::isOnePast()
{
    QFETCH(const bool, isOlder);
    QFETCH(const bool, isClosed);
    record(isClosed);
    if (isOlder) {
        for (int number = 0; number <= int(Rotations.size()); ++number)
            QCOMPARE(test::sql(number == 0 ? set() : numbered(number),
                               {QStringLiteral("DROP TABLE recording_part")}),
                     QString());
    }
    RecordingReader one(whole());
    RecordingReader many(set());
    VERIFY_OK(one.open());
    VERIFY_OK(many.open());
    QCOMPARE(many.files(), Rotations.size() + 1);
    QCOMPARE(many.flaws(), QStringList());
    const auto extents = std::pair(one.extent(), many.extent());
    QCOMPARE(after((*extents.second)->from), after((*extents.first)->from));
    QCOMPARE(after((*extents.second)->to), after((*extents.first)->to));
    compareMoments(one, many);
    compareStops(one, many);

    const auto ranges = {std::pair(0ms, milliseconds(1s * Seconds + 1s)), std::pair(30s + 0ms, 60s + 0ms),
                         std::pair(100s + 0ms, 101s + 0ms), std::pair(84s + 0ms, 139s + 0ms)};
    for (const auto &[from, to] : ranges) {
        for (const bool isOfSome : {false, true}) {
            HoldsQuery query{.range = {Start + from, Start + to}};
            if (isOfSome)
                query.keys = {{"lock:a"}, {"lock:b"}, {"lock:c"}};
            const auto expected = one.holds(query);
            const auto found = many.holds(query);
            VERIFY_OK(expected);
            VERIFY_OK(found);
            QCOMPARE(sorted(textsOf(found->holds)), sorted(textsOf(expected->holds)));
            QCOMPARE(textsOf(found->renewals), textsOf(expected->renewals));
            QCOMPARE(unknownOf(*found), unknownOf(*expected));
            QCOMPARE(changesOf(found->waiters), changesOf(expected->waiters));
            QCOMPARE(changesOf(found->verdicts), changesOf(expected->verdicts));
            if (isOfSome) // the renewals of each part count, too
                continue;
            query.most = 5; // the newest
            const auto few = many.holds(query);
            const auto expectedFew = one.holds(query);
            QCOMPARE(endsOf(few->holds), endsOf(expectedFew->holds));
            QVERIFY(few->truncated || !expectedFew->truncated);
            QCOMPARE(few->leftOutBefore.has_value(), few->truncated);
        }
        const auto expected = one.contention({Start + from, Start + to}, 100);
        const auto found = many.contention({Start + from, Start + to}, 100);
        VERIFY_OK(found);
        QCOMPARE(found->size(), expected->size());
        for (const Contention &lock : *expected) {
            const auto same = std::find_if(found->begin(), found->end(), [&lock](const Contention &other) {
                return other.key == lock.key;
            });
            QVERIFY(same != found->end());
            QCOMPARE(same->acquired, lock.acquired);
            QCOMPARE(same->mostWaiters, lock.mostWaiters);
            QVERIFY(std::abs(same->waiterSeconds - lock.waiterSeconds) < 0.5);
            QVERIFY(std::abs((same->heldFor - lock.heldFor).count()) < 100);
        }
        const auto cost = waitingCosts(one, {Start + from, Start + to}, Start + to);
        const auto costs = waitingCosts(many, {Start + from, Start + to}, Start + to);
        VERIFY_OK(costs);
        QVERIFY2(std::abs(costs->waited - cost->waited) < 0.02,
                 qPrintable(QStringLiteral("%1 %2").arg(costs->waited).arg(cost->waited)));
        QCOMPARE(costs->unwatched, cost->unwatched);
    }
    for (const char *key : {"lock:a", "lock:b", "lock:nobody"}) {
        for (const size_t most : {size_t(100'000), size_t(7), size_t(1)}) {
            const auto expected = one.lockEvents({key}, most);
            const auto found = many.lockEvents({key}, most);
            VERIFY_OK(found);
            QCOMPARE(textsOf(found->events), textsOf(expected->events));
            QCOMPARE(found->truncated, expected->truncated);
            QCOMPARE(found->since, expected->since);
        }
    }
}

void TestRotatedRecording::isPlayedInOrder()
{
    record();
    const auto told = [](const QString &file, const HistoryRange &range, size_t most) {
        RecordingSteps steps(file);
        QByteArrayList lines;
        if (!steps.open(range).ok())
            return lines;
        for (;;) {
            const auto part = steps.next(most);
            if (!part || part->empty())
                return lines;
            for (const PlaybackStep &step : *part) {
                const auto *event = std::get_if<LockEvent>(&step.what);
                lines << (event ? textOf(*event)
                                : "mark " + QByteArray::number(int(std::get<Mark>(step.what).kind)));
            }
        }
    };
    for (const HistoryRange &range :
         {HistoryRange{WallTime{}, WallTime::max()}, HistoryRange{Start + 50s, Start + 190s}}) {
        const QByteArrayList expected = told(whole(), range, 10'000);
        QVERIFY(expected.size() > 1'000);
        for (const size_t most : {size_t(10'000), size_t(37)})
            QCOMPARE(told(set(), range, most), expected);
    }
}

void TestRotatedRecording::isComparedAsOne()
{
    record();
    const auto compared = [](const QString &file) {
        return compare({.before = {file, {Start, Start + 110s}},
                        .after = {file, {Start + 110s, Start + 230s}},
                        .by = CompareBy::Lock});
    };
    const auto expected = compared(whole());
    const auto found = compared(set());
    VERIFY_OK(expected);
    VERIFY_OK(found);
    QCOMPARE(found->before.watched, expected->before.watched);
    QCOMPARE(found->after.judged, expected->after.judged);
    QCOMPARE(found->before.gaps, 0);
    QCOMPARE(found->groups.size(), expected->groups.size());
    for (size_t i = 0; i < expected->groups.size(); ++i) {
        const ComparedGroup &one = expected->groups[i];
        const auto many = std::find_if(found->groups.begin(), found->groups.end(), [&one](const auto &group) {
            return group.kind == one.kind && group.name == one.name;
        });
        QVERIFY(many != found->groups.end());
        for (const auto &[a, b] : {std::pair(one.before, many->before), std::pair(one.after, many->after)}) {
            QCOMPARE(b.holds, a.holds);
            QCOMPARE(b.p50, a.p50);
            QCOMPARE(b.longest, a.longest);
            QCOMPARE(b.partlySeen, a.partlySeen);
            QCOMPARE(b.longestPartlySeen, a.longestPartlySeen);
            QCOMPARE(b.acquired, a.acquired);
            QCOMPARE(b.renewed, a.renewed);
            QCOMPARE(b.mostWaiters, a.mostWaiters);
            QCOMPARE(b.overdue, a.overdue);
            QVERIFY(std::abs(b.waiterSeconds.value_or(0) - a.waiterSeconds.value_or(0)) < 0.001);
            QVERIFY(std::abs(b.warningSeconds.value_or(0) - a.warningSeconds.value_or(0)) < 0.001);
        }
        QCOMPARE(many->locksBefore, one.locksBefore);
        QCOMPARE(many->locksAfter, one.locksAfter);
    }
}

// Written before the file was closed, in the same millisecond.
void TestRotatedRecording::eventsOfTheTimeOfTheRotation()
{
    RotatedSet both(whole(), set());
    VERIFY_OK(both.open());
    LockEvent waiting = lockEvent(EventKind::Waiters, "b", {}, 5s);
    waiting.count = 2;
    VERIFY_OK(both.add(lockEvent(EventKind::Acquired, "b", "ann", 2s)));
    VERIFY_OK(both.add(waiting));
    waiting.count = 0;
    waiting.wallAt = Start + 10s;
    VERIFY_OK(both.add(waiting));
    VERIFY_OK(both.add(lockEvent(EventKind::Acquired, "a", "ann", 10s)));
    VERIFY_OK(both.add(lockEvent(EventKind::Renewed, "b", "ann", 10s)));
    VERIFY_OK(
        both.add(VerdictStep{.key = {"b"}, .at = Start + 10s, .level = VerdictLevel::Warning, .code = "x"}));
    VERIFY_OK(both.add(Mark{.kind = Mark::Kind::Failover, .at = Start + 10s, .node = {"n"}}));
    VERIFY_OK(both.rotate(10s));
    VERIFY_OK(both.close(20s));
    RecordingReader one(whole());
    RecordingReader many(set());
    VERIFY_OK(one.open());
    VERIFY_OK(many.open());
    for (const HistoryRange &range :
         {HistoryRange{Start, Start + 20s}, HistoryRange{Start + 4s, Start + 15s}}) {
        const HoldsQuery query{.range = range, .keys = {{"a"}, {"b"}}};
        const auto expected = one.holds(query);
        const auto found = many.holds(query);
        VERIFY_OK(found);
        QCOMPARE(sorted(textsOf(found->holds)), sorted(textsOf(expected->holds)));
        QCOMPARE(textsOf(found->renewals), textsOf(expected->renewals));
        QCOMPARE(unknownOf(*found), unknownOf(*expected));
        QCOMPARE(changesOf(found->waiters), changesOf(expected->waiters));
        QCOMPARE(changesOf(found->verdicts), changesOf(expected->verdicts));
        const auto demand = many.contention(range, 10);
        VERIFY_OK(demand);
        qint64 acquired = 0;
        for (const Contention &lock : *demand)
            acquired += lock.acquired;
        QCOMPARE(acquired, range.from == Start ? 2 : 1);
    }
}

void TestRotatedRecording::ordersOfTwoFilesAreAnInversion()
{
    RotatedSet both(whole(), set());
    VERIFY_OK(both.open());
    const auto order = [](const char *first, const char *second, milliseconds at) {
        return AcquireOrder{.first = {first}, .second = {second}, .owner = {"me"}, .at = Start + at};
    };
    VERIFY_OK(both.add(order("a", "b", 1s)));
    VERIFY_OK(both.add(order("c", "d", 1s)));
    VERIFY_OK(both.rotate(5s));
    VERIFY_OK(both.add(order("a", "b", 6s)));
    VERIFY_OK(both.add(order("b", "a", 7s)));
    VERIFY_OK(both.close(9s));
    RecordingReader one(whole());
    RecordingReader many(set());
    VERIFY_OK(one.open());
    VERIFY_OK(many.open());
    const auto expected = one.orders(WallTime{});
    const auto found = many.orders(WallTime{});
    VERIFY_OK(found);
    QCOMPARE(found->orders, expected->orders);
    QCOMPARE(found->inversions.size(), size_t(1));
    QCOMPARE(found->inversions.front().usual, expected->inversions.front().usual);
    QCOMPARE(found->inversions.front().usual.count, 2);
    QCOMPARE(found->inversions.front().opposite, expected->inversions.front().opposite);
    QVERIFY(many.orders(Start + 8s)->inversions.empty());
}

void TestRotatedRecording::minutesFollowOneAnother()
{
    RotatedSet both(whole(), set());
    VERIFY_OK(both.open());
    const auto minute = [](milliseconds from, milliseconds length) {
        return Tally{.from = Start + from, .length = length, .acquired = 1 + from / 1s};
    };
    VERIFY_OK(both.add(minute(40s, 60s)));
    VERIFY_OK(both.add(minute(100s, 17s)));
    VERIFY_OK(both.rotate(117s));
    VERIFY_OK(both.add(minute(117s, 43s)));
    VERIFY_OK(both.add(minute(160s, 60s)));
    VERIFY_OK(both.close(220s));
    RecordingReader one(whole());
    RecordingReader many(set());
    VERIFY_OK(one.open());
    VERIFY_OK(many.open());
    for (const milliseconds step : {1ms, milliseconds(1min), milliseconds(5min)}) {
        const auto expected = one.minutes({Start, Start + 300s}, step);
        const auto found = many.minutes({Start, Start + 300s}, step);
        VERIFY_OK(found);
        QCOMPARE(found->size(), expected->size());
        for (size_t i = 0; i < found->size(); ++i) {
            QCOMPARE(found->at(i).from, expected->at(i).from);
            QCOMPARE(found->at(i).length, expected->at(i).length);
            QCOMPARE(found->at(i).acquired, expected->at(i).acquired);
        }
    }
}

// A copy of all files, and of a stretch that begins in one file and ends in another.
void TestRotatedRecording::aCopyIsOnePast()
{
    record();
    for (const HistoryRange &range :
         {HistoryRange{WallTime{}, WallTime::max()}, HistoryRange{Start + 60s, Start + 150s}}) {
        QStringList unknown, verdicts;
        QByteArrayList holds;
        for (const QString &source : {whole(), set()}) {
            QStringList files{source};
            if (source == set())
                files += rotatedFiles(source);
            VERIFY_OK(share({.files = files,
                             .output = path("copy"),
                             .replaces = true,
                             .range = range,
                             .keepsNames = true}));
            RecordingReader copy(path("copy"));
            VERIFY_OK(copy.open());
            const HistoryRange all{Start + 60s, Start + 150s};
            const auto answer = copy.holds({.range = all, .most = 100'000});
            const auto ofOne = copy.holds({.range = all, .keys = {{"lock:a"}, {"lock:b"}}});
            VERIFY_OK(answer);
            VERIFY_OK(ofOne);
            const QByteArrayList texts = sorted(textsOf(answer->holds));
            const QString judged = QString::fromLatin1(changesOf(ofOne->verdicts).join('\n'));
            if (source == whole()) {
                holds = texts;
                unknown = unknownOf(*answer);
                verdicts = QStringList{judged};
            }
            QCOMPARE(texts, holds);
            QCOMPARE(unknownOf(*answer), unknown);
            QCOMPARE(QStringList{judged}, verdicts);
            QVERIFY(copy.moment(Start + 85s + 2ms, 100)->watched);
        }
    }
}

LOCKSCOPE_TEST(TestRotatedRecording)

} // namespace tst_rotatedrecording

#include "tst_rotatedrecording.moc"
