// SPDX-License-Identifier: GPL-3.0-or-later
// A recording that is rotated while it is read, played or shown.

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

namespace tst_rotationwhileread
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace test;

class TestRotationWhileRead : public test::RotatedSetTest
{
    Q_OBJECT

private slots:
    void init() { start(); }

    void whileItIsRead();
    void whileItIsPlayed();
    void aRotationDoesNotWait();
};

// A reader that asks again and again while a history on its own thread writes and rotates.
void TestRotationWhileRead::whileItIsRead()
{
    std::atomic<qint64> written = 0;
    std::atomic<int> failures = 0;
    std::atomic<int> seconds = 0;
    test::Threaded<History> history(new History(QString{}));
    const auto onItsThread = [&](const std::function<void(History &)> &call) {
        QMetaObject::invokeMethod(
            history.object, [&] { call(*history.object); }, Qt::BlockingQueuedConnection);
    };
    const auto acquiredIn = [](RecordingReader &reader) {
        qint64 acquired = 0;
        const auto found = reader.contention({WallTime{}, WallTime::max()}, 1'000'000);
        for (const Contention &lock : found ? *found : std::vector<Contention>{})
            acquired += lock.acquired;
        return found ? acquired : -1;
    };
    QTimer clock;
    const auto take = [&] {
        LockDelta delta;
        for (int i = 0; i < 40; ++i) {
            LockEvent event{.kind = EventKind::Acquired,
                            .key = {QByteArray::number(qint64(++written)) + QByteArray(900, 'k')},
                            .lockKind = {"token-lock"},
                            .owner = {"me"},
                            .count = 1,
                            .wallAt = wallNow()};
            delta.events.push_back(event);
            event.kind = EventKind::Released;
            event.count = 0;
            event.held = 0ms;
            delta.events.push_back(event);
        }
        history.object->take(delta);
        failures += history.object->status().failure.text.isEmpty() ? 0 : 1;
    };
    onItsThread([&](History &own) {
        own.setFile(set());
        own.configure({.keep = true, .bytes = 1 << 20, .rotated = 9});
        QObject::connect(&own, &History::tallied, &own, [&] { ++seconds; });
        own.open(QString());
        clock.setInterval(100);
        QObject::connect(&clock, &QTimer::timeout, &own, take);
    });
    clock.moveToThread(&history.thread);
    onItsThread([&](History &) { clock.start(); });
    RecordingReader reader(set());
    qint64 before = 0;
    while (reader.files() < 4) {
        VERIFY_OK(reader.resume());
        QVERIFY2(reader.flaws().isEmpty(), qPrintable(reader.flaws().join(u' ')));
        const qint64 acquired = acquiredIn(reader);
        QVERIFY2(acquired >= before, "some are lost again");
        QVERIFY2(acquired <= written, "some are there twice");
        before = acquired;
        reader.pause();
        // A window that plays is not always asking, either. Each second it is tried to rotate.
        const int second = seconds;
        QTRY_VERIFY(seconds > second + 1);
    }
    onItsThread([&](History &own) {
        clock.stop();
        own.close();
    });
    QCOMPARE(failures, 0);
    VERIFY_OK(reader.resume());
    QCOMPARE(acquiredIn(reader), qint64(written));
}

void TestRotationWhileRead::whileItIsPlayed()
{
    RotatedSet both(whole(), set());
    VERIFY_OK(both.open());
    QByteArrayList expected;
    const auto add = [&](int from, int to) {
        for (int i = from; i < to; ++i) {
            const LockEvent event =
                lockEvent(EventKind::Acquired, "lock:" + QByteArray::number(i), "me", i * 100ms);
            expected << event.key.bytes;
            VERIFY_OK(both.add(event));
        }
        VERIFY_OK(both.commit());
    };
    add(0, 50);
    VERIFY_OK(both.rotate(5'050ms));
    add(51, 100);
    RecordingSteps steps(set());
    VERIFY_OK(steps.open({WallTime{}, WallTime::max()}));
    QByteArrayList told;
    int parts = 0;
    for (auto part = steps.next(10); part.ok() && !part->empty(); part = steps.next(10)) {
        for (const PlaybackStep &step : *part) {
            if (const auto *event = std::get_if<LockEvent>(&step.what))
                told << event->key.bytes;
        }
        if (++parts == 2 || parts == 8) { // amid the first file, and amid the second
            const QByteArrayList known = expected;
            const int at = parts == 2 ? 10'000 : 20'000;
            VERIFY_OK(both.rotate(milliseconds(at + 10)));
            add(at / 100 + 1, at / 100 + 20);
            expected = known; // what comes later is not of the state at the opening
        }
    }
    QCOMPARE(told, expected);
    QCOMPARE(steps.flaws(), QStringList());
}

// A window that shows a recording keeps no file open.
void TestRotationWhileRead::aRotationDoesNotWait()
{
    RotatedSet both(whole(), set());
    VERIFY_OK(both.open());
    VERIFY_OK(both.add(lockEvent(EventKind::Acquired, "a", "ann", 1s)));
    VERIFY_OK(both.commit());
    RecordingHistory recording(set());
    QSignalSpy status(&recording, &RecordingHistory::statusChanged);
    QSignalSpy moments(&recording, &RecordingHistory::momentReady);
    QSignalSpy stops(&recording, &RecordingHistory::stopReady);
    recording.open();
    QCOMPARE(status.last().at(0).value<RecordingStatus>().files, QStringList{set()});
    for (int number = 1; number <= 3; ++number) {
        recording.requestMoment(quint64(number), Start + 1s);
        QCOMPARE(moments.last().at(1).value<HistoryMoment>().holds.size(), size_t(1));
        recording.requestStop(1, {.from = Start});
        QCOMPARE(stops.size(), number);
        VERIFY_OK(both.rotate(10s * number));
        recording.look();
        QCOMPARE(status.last().at(0).value<RecordingStatus>().files.size(), number + 1);
    }
    QCOMPARE(status.last().at(0).value<RecordingStatus>().files.last(), set());
    QVERIFY(status.last().at(0).value<RecordingStatus>().flaws.isEmpty());
    RecordingReader reader(set());
    VERIFY_OK(reader.open());
    QCOMPARE(reader.lockEvents({"a"}, 1)->events.size(), size_t(1)); // before all rotations
    reader.pause();
    recording.requestMoment(9, Start + 25s);
    const auto moment = moments.last().at(1).value<HistoryMoment>();
    QCOMPARE(moment.holds.size(), size_t(1));
    QCOMPARE(after(moment.holds.front().began), 1'000);
    QVERIFY(!moment.holds.front().ended);
}

LOCKSCOPE_TEST(TestRotationWhileRead)

} // namespace tst_rotationwhileread

#include "tst_rotationwhileread.moc"
