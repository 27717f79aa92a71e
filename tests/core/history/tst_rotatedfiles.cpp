// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a rotated recording: which belong to it, and what is said of those that are missing or
// damaged.

#include "core/history/compare/compare.h"
#include "core/history/compare/comparisontext.h"
#include "core/history/history.h"
#include "core/history/playback/playbackstop.h"
#include "core/history/playback/recordingreader.h"
#include "core/history/playback/recordingsteps.h"
#include "core/history/playback/verdictthen.h"
#include "core/history/service/recordinghistory.h"
#include "core/history/sharing/sharing.h"
#include "core/history/values/historyfiles.h"
#include "tests/core/history/rotatedset.h"
#include "tests/support/begunrecording.h"
#include "tests/support/runner.h"
#include "tests/support/threaded.h"

#include <QFile>
#include <QSignalSpy>
#include <QTimer>

#include <atomic>
#include <functional>

namespace tst_rotatedfiles
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace test;

class TestRotatedFiles : public test::RotatedSetTest
{
    Q_OBJECT

private slots:
    void init() { start(); }

    void aNodeStaysLost();
    void aFailoverInTheNextFile();
    void aHoldIsSeenAgainInTheNextFile();
    void oneNumberAlone();
    void aBreakIsNoRotation();
    void aMissingFileIsNamed();
    void aDamagedFileIsLeftOut_data();
    void aDamagedFileIsLeftOut();
    void othersAreLeftOut();
    void anEmptyFileIsNoPart();
};

// A history that begins a file says again which nodes are lost.
void TestRotatedFiles::aNodeStaysLost()
{
    History history(QString{});
    history.setFile(set());
    history.configure({.keep = true, .bytes = 1 << 20, .rotated = 1});
    history.open(QString());
    NodeStatus node{.node = {"127.0.0.1:1"}};
    node.connection.phase = ConnectionPhase::Ready;
    history.takeNodes({node});
    node.connection.phase = ConnectionPhase::Waiting;
    history.takeNodes({node});
    LockDelta delta;
    for (int i = 0; i < 2'000; ++i)
        delta.events.push_back({.kind = EventKind::Acquired,
                                .key = {QByteArray::number(i) + QByteArray(900, 'k')},
                                .lockKind = {"token-lock"},
                                .owner = {"me"},
                                .count = 1,
                                .wallAt = wallNow()});
    history.take(delta);
    QTRY_VERIFY(QFile::exists(numbered(1)));
    QVERIFY(QFileInfo(numbered(1)).size() >= 1 << 20); // without its write-ahead log
    history.close();
    RecordingReader alone(set());
    VERIFY_OK(alone.open());
    QCOMPARE(alone.files(), size_t(2));
    const auto end = alone.lastWritten();
    const auto moment = alone.judgedMoment(**end - 1ms, 10);
    VERIFY_OK(moment);
    QVERIFY(std::any_of(moment->unjudged.begin(), moment->unjudged.end(),
                        [&node](const Unjudged &one) { return one.node == node.node; }));
    // It is told once.
    RecordingSteps steps(set());
    VERIFY_OK(steps.open({WallTime{}, WallTime::max()}));
    int losses = 0;
    for (auto part = steps.next(100); part.ok() && !part->empty(); part = steps.next(100)) {
        for (const PlaybackStep &step : *part) {
            const auto *mark = std::get_if<Mark>(&step.what);
            losses += mark && mark->kind == Mark::Kind::Lost ? 1 : 0;
        }
    }
    QCOMPARE(losses, 1);
}

// Its time before is judged where it was then.
void TestRotatedFiles::aFailoverInTheNextFile()
{
    const NodeId old{"127.0.0.1:6379"}, promoted{"b:1"};
    const auto event = [](EventKind kind, const NodeId &node, milliseconds at) {
        LockEvent event = lockEvent(kind, "lock:a", "me", at);
        event.node = node;
        return event;
    };
    RotatedSet both(whole(), set());
    VERIFY_OK(both.open());
    VERIFY_OK(both.add(event(EventKind::Acquired, old, 1s)));
    VERIFY_OK(both.add(Mark{.kind = Mark::Kind::Lost, .at = Start + 10s, .node = old}));
    VERIFY_OK(both.add(Mark{.kind = Mark::Kind::Back, .at = Start + 20s, .node = old}));
    VERIFY_OK(both.rotate(30s));
    VERIFY_OK(
        both.add(Mark{.kind = Mark::Kind::Failover, .at = Start + 40s, .node = promoted, .other = old}));
    LockEvent end = event(EventKind::Released, promoted, 50s);
    end.count = 0;
    end.held = 49s;
    VERIFY_OK(both.add(end));
    VERIFY_OK(both.close(60s));
    for (const QString &name : {whole(), set()}) {
        RecordingReader reader(name);
        VERIFY_OK(reader.open());
        const auto answer = reader.holds({.range = {Start + 15s, Start + 15s + 1ms}, .keys = {end.key}});
        QVERIFY(answer && answer->holds.size() == 1);
        QCOMPARE(answer->holds.front().nodeAt(Start + 15s), old);
        QVERIFY(!verdictThen(*answer, end.key, answer->holds, Start + 15s));
    }
}

// It was lost from sight at the end of one file. In one file, that end is deleted.
void TestRotatedFiles::aHoldIsSeenAgainInTheNextFile()
{
    const auto event = [](EventKind kind, const char *key, milliseconds at,
                          std::optional<milliseconds> held = {}) {
        return LockEvent{.kind = kind,
                         .key = {key},
                         .lockKind = {"token-lock"},
                         .owner = {"me"},
                         .count = isEnd({.kind = kind, .held = held}) ? 0 : 1,
                         .held = held,
                         .node = {"127.0.0.1:1"},
                         .wallAt = Start + at};
    };
    RotatedSet both(whole(), set());
    VERIFY_OK(both.open());
    for (const LockEvent &one :
         {event(EventKind::Acquired, "lock:a", 1s), event(EventKind::Acquired, "lock:b", 2s),
          event(EventKind::Acquired, "lock:gone", 3s), event(EventKind::Changed, "lock:gone", 9s, 6s),
          event(EventKind::Changed, "lock:a", 10s, 9s)})
        VERIFY_OK(both.add(one));
    VERIFY_OK(both.rotate(11s));
    for (const LockEvent &one :
         {event(EventKind::Acquired, "lock:a", 12s, 11s), event(EventKind::Released, "lock:b", 13s, 11s),
          event(EventKind::Acquired, "lock:gone", 14s), event(EventKind::Released, "lock:a", 20s, 19s)})
        VERIFY_OK(both.add(one));
    VERIFY_OK(both.close(30s));

    RecordingReader one(whole()), many(set());
    VERIFY_OK(one.open());
    VERIFY_OK(many.open());
    QCOMPARE(many.files(), size_t(2));
    for (const HistoryRange &range :
         {HistoryRange{Start, Start + 30s}, HistoryRange{Start, Start + 10500ms},
          HistoryRange{Start + 5s, Start + 5s + 1ms}, HistoryRange{Start + 15s, Start + 15s + 1ms},
          HistoryRange{Start + 10500ms, Start + 10500ms + 1ms}}) {
        const auto expected = one.holds({.range = range, .most = 100});
        const auto found = many.holds({.range = range, .most = 100});
        QVERIFY(expected.ok() && found.ok());
        QCOMPARE(sorted(textsOf(found->holds)), sorted(textsOf(expected->holds)));
    }
    for (const char *key : {"lock:a", "lock:gone"}) {
        const auto expected = one.lockEvents({key}, 100);
        const auto found = many.lockEvents({key}, 100);
        QVERIFY(expected.ok() && found.ok());
        QCOMPARE(textsOf(found->events), textsOf(expected->events));
    }
    const auto told = [](const QString &file) {
        QByteArrayList texts;
        RecordingSteps steps(file);
        const bool isRead = steps.open({WallTime{}, WallTime::max()}).ok();
        for (auto part = steps.next(1); isRead && part.ok() && !part->empty(); part = steps.next(1)) {
            for (const PlaybackStep &step : *part) {
                if (const auto *event = std::get_if<LockEvent>(&step.what))
                    texts << textOf(*event);
            }
        }
        return texts;
    };
    QVERIFY(told(whole()).contains("20000 released lock:a me 0"));
    QCOMPARE(told(set()), told(whole()));
    for (const LockName &key : {LockName(), LockName{"lock:a"}, LockName{"lock:gone"}}) {
        for (const bool forward : {true, false}) {
            for (milliseconds from = 500ms; from < 25s; from += 500ms) {
                const PlaybackQuery query{.from = Start + from, .forward = forward, .key = key};
                const auto expected = findStop(one, query);
                const auto found = findStop(many, query);
                QVERIFY(expected.ok() && found.ok());
                QCOMPARE(found->has_value(), expected->has_value());
                if (*found)
                    QCOMPARE((*found)->at, (*expected)->at);
            }
        }
    }
    // One hold: partly seen by the end of the first period, and whole in the second one.
    const auto compared = [](const QString &file) {
        return compare({.before = {file, {Start, Start + 10500ms}},
                        .after = {file, {Start + 10500ms, Start + 30s}},
                        .by = CompareBy::Lock});
    };
    const auto expected = compared(whole());
    const auto found = compared(set());
    VERIFY_OK(expected);
    VERIFY_OK(found);
    QCOMPARE(expected->groups.size(), size_t(4));
    for (const ComparedGroup &one : expected->groups) {
        const auto many = std::ranges::find_if(found->groups, [&one](const ComparedGroup &group) {
            return group.kind == one.kind && group.name == one.name;
        });
        QVERIFY(many != found->groups.end());
        QCOMPARE(many->before.partlySeen, one.before.partlySeen);
        QCOMPARE(many->before.longestPartlySeen, one.before.longestPartlySeen);
        QCOMPARE(many->after.holds, one.after.holds);
        QCOMPARE(many->after.partlySeen, one.after.partlySeen);
    }
}

void TestRotatedFiles::oneNumberAlone()
{
    record();
    RecordingReader one(numbered(3));
    VERIFY_OK(one.open());
    QCOMPARE(one.files(), size_t(1));
    QCOMPARE(one.flaws(), QStringList());
    QCOMPARE(after((*one.extent())->from), (Rotations[1] + 3ms).count());
    QCOMPARE(after((*one.extent())->to), Rotations[2].count());
    QVERIFY(!one.moment(Start + 10s, 10)->watched);
}

void TestRotatedFiles::aBreakIsNoRotation()
{
    RotatedSet both(whole(), set());
    VERIFY_OK(both.open());
    VERIFY_OK(both.add(lockEvent(EventKind::Acquired, "a", "ann", 1s)));
    VERIFY_OK(both.rotate(10s, false)); // and the new file could be written only later
    VERIFY_OK(both.close(20s));
    RecordingReader many(set());
    VERIFY_OK(many.open());
    QCOMPARE(many.files(), size_t(2));
    const auto answer = many.holds({.range = {Start, Start + 20s}});
    VERIFY_OK(answer);
    QCOMPARE(answer->holds.size(), size_t(2)); // whether it is one is not known
    QCOMPARE(answer->unseen.size(), size_t(1));
    QCOMPARE(after(answer->unseen.front().from), 10'000);
}

void TestRotatedFiles::aMissingFileIsNamed()
{
    record();
    QVERIFY(QFile::remove(numbered(2)));
    RecordingReader many(set());
    VERIFY_OK(many.open());
    QCOMPARE(many.files(), Rotations.size());
    QCOMPARE(many.flaws(), QStringList{QStringLiteral("set.2 is missing")});
    RecordingReader one(whole());
    VERIFY_OK(one.open());
    for (const milliseconds at : {milliseconds(20s), milliseconds(100s), milliseconds(220s)}) {
        const auto moment = many.moment(Start + at, 100);
        VERIFY_OK(moment);
        QCOMPARE(moment->watched, at != 100s);
        if (at == 220s)
            QCOMPARE(sorted(textsOf(moment->holds)), sorted(textsOf(one.moment(Start + at, 100)->holds)));
    }
    const auto answer = many.holds({.range = {Start, Start + 1s * Seconds}});
    QCOMPARE(answer->unseen.size(), size_t(1));
    QCOMPARE(after(answer->unseen.front().from), Rotations[2].count());
    QCOMPARE(after(answer->unseen.front().to), (Rotations[3] + 3ms).count());
    many.pause();
    VERIFY_OK(many.resume());
    QCOMPARE(many.flaws(), QStringList{QStringLiteral("set.2 is missing")});
    // Renamed, so that no number is missing.
    for (int number = 3; number <= int(Rotations.size()); ++number)
        QVERIFY(QFile::rename(numbered(number), numbered(number - 1)));
    many.pause();
    VERIFY_OK(many.resume());
    QCOMPARE(many.files(), Rotations.size());
    QCOMPARE(many.flaws(), QStringList{QStringLiteral("a file between set.2 and set.1 is missing")});
    const auto compared =
        compare({.before = {set(), {Start, Start + 80s}}, .after = {set(), {Start + 145s, Start + 230s}}});
    VERIFY_OK(compared);
    QVERIFY(unknownText(*compared).contains(many.flaws().front()));
    QStringList flaws;
    QCOMPARE(rotatedFiles(set(), &flaws).size(), qsizetype(Rotations.size()) - 1);
    QCOMPARE(flaws, many.flaws());
}

void TestRotatedFiles::aDamagedFileIsLeftOut_data()
{
    QTest::addColumn<QByteArray>("damage");
    QTest::newRow("no database") << QByteArray("whole");
    QTest::newRow("cut off") << QByteArray("end");
    QTest::newRow("bad pages") << QByteArray("middle");
    QTest::newRow("empty") << QByteArray("all");
}

void TestRotatedFiles::aDamagedFileIsLeftOut()
{
    QFETCH(const QByteArray, damage);
    record();
    QFile file(numbered(3));
    QVERIFY(file.open(QIODevice::ReadWrite));
    const qint64 size = file.size();
    if (damage == "end")
        QVERIFY(file.resize(4096 * (size / 4096 / 3)));
    else if (damage == "all")
        QVERIFY(file.resize(0));
    else if (damage == "whole")
        QVERIFY(file.write(QByteArray(size, 'x')) == size);
    for (qint64 page = 4096 * 2; damage == "middle" && page < size; page += 4096)
        QVERIFY(file.seek(page) && file.write(QByteArray(200, '\xff')) == 200);
    file.close();
    RecordingReader many(set());
    VERIFY_OK(many.open());
    const auto answer = many.holds({.range = {Start, Start + 1s * Seconds}});
    VERIFY_OK(answer);
    QCOMPARE(many.flaws().size(), 1);
    QVERIFY2(many.flaws().front().startsWith(QStringLiteral("set.3 is left out: ")),
             qPrintable(many.flaws().front()));
    QCOMPARE(many.files(), Rotations.size());
    QCOMPARE(answer->unseen.size(), size_t(1));
    QCOMPARE(after(answer->unseen.front().from), Rotations[1].count());
    QCOMPARE(after(answer->unseen.front().to), (Rotations[2] + 3ms).count());
    QVERIFY(many.moment(Start + 20s, 10)->watched && many.moment(Start + 220s, 10)->watched);
    RecordingSteps steps(set());
    VERIFY_OK(steps.open({WallTime{}, WallTime::max()}));
    qsizetype told = 0;
    for (auto part = steps.next(500); part.ok() && !part->empty(); part = steps.next(500))
        told += qsizetype(part->size());
    QVERIFY(told > 1'000);
    QCOMPARE(steps.flaws().size(), 1);
}

void TestRotatedFiles::othersAreLeftOut()
{
    record();
    const QString other = path("other");
    {
        HistoryStore store(other);
        VERIFY_OK(beginRecording(store, Start - 100s));
        VERIFY_OK(store.append({lockEvent(EventKind::Acquired, "a", "ann", -90s)}));
        VERIFY_OK(store.close(Start - 50s));
    }
    QVERIFY(QFile::rename(other, numbered(6)));
    QVERIFY(QFile::copy(numbered(2), numbered(7))); // of the same time
    QVERIFY(QFile::copy(numbered(1), set() + QStringLiteral(".old")));
    QVERIFY(QFile::copy(numbered(1), set() + QStringLiteral(".01")));
    RecordingReader many(set());
    VERIFY_OK(many.open());
    QCOMPARE(many.files(), Rotations.size() + 1);
    QCOMPARE(many.flaws().size(), 2);
    QCOMPARE(many.flaws()[0], QStringLiteral("set.6 is of another recording, and is left out"));
    QCOMPARE(many.flaws()[1], QStringLiteral("set.7 and set.5 cover the same time: set.7 is left out"));
    QCOMPARE(rotatedFiles(set()).size(), qsizetype(Rotations.size()));
}

void TestRotatedFiles::anEmptyFileIsNoPart()
{
    record();
    QVERIFY(rotateHistoryFile(set(), 20).ok());
    {
        HistoryStore store(set());
        PartReader newest(numbered(1));
        VERIFY_OK(newest.open());
        VERIFY_OK(store.open(newest.file().place()->value().next()));
        VERIFY_OK(store.commit());
    }
    RecordingReader many(set());
    VERIFY_OK(many.open());
    QCOMPARE(many.files(), Rotations.size() + 1);
    QCOMPARE(many.flaws(), QStringList());
    QCOMPARE(after((*many.extent())->to), 1'000 * Seconds);
}

LOCKSCOPE_TEST(TestRotatedFiles)

} // namespace tst_rotatedfiles

#include "tst_rotatedfiles.moc"
