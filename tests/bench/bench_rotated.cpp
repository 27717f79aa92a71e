// SPDX-License-Identifier: GPL-3.0-or-later
// A rotated recording: how long it takes to open it, and to go to moments all over it, as a window does.
//   bench_rotated [--minutes 60] [--rate 1000] [--files 7] [--locks 2000]
// Beside it, the same past in one file.

#include "core/base/unixms.h"
#include "core/history/historystore.h"
#include "core/history/playback/playbackstop.h"
#include "core/history/playback/recordingreader.h"
#include "core/history/values/historyfiles.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <random>

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{1'700'000'000s};

struct Past {
    int minutes = 60;
    int rate = 1'000;
    int files = 7;
    int locks = 2'000;

    milliseconds length() const { return 1min * minutes; }
};

bool failed(const Done &done)
{
    if (!done.ok())
        std::fprintf(stderr, "%s\n", qPrintable(done.failure().line()));
    return !done.ok();
}

// Begins a file as a history does: with what is held.
bool begin(HistoryStore &store, const OpenHolds &open, WallTime at,
           const std::optional<RecordingPlace> &place)
{
    return !failed(store.open(place)) && !failed(store.append(Mark{.kind = Mark::Kind::Opened, .at = at})) &&
           !failed(store.append(open.allAsFirstSights(at))) && !failed(store.beginVerdicts({}, at));
}

LockEvent changed(int lock, std::vector<qint64> &heldSince, qint64 ms)
{
    qint64 &since = heldSince[size_t(lock)];
    LockEvent event{.kind = EventKind::Acquired,
                    .key = {"lock:stock:" + QByteArray::number(lock)},
                    .lockKind = {"token-lock"},
                    .owner = {"6f96ab12-7f31-4c55-9a38-0d7f2f3f6b11:" + QByteArray::number(lock % 64)},
                    .count = 1,
                    .ttl = 30s,
                    .node = {QByteArrayLiteral("127.0.0.1:6379")},
                    .source = EventSource::Keyspace,
                    .wallAt = Start + milliseconds(ms)};
    const bool isLong = lock % 10 == 0; // held throughout, and renewed
    if (since < 0) {
        since = ms;
    } else if (isLong) {
        event.kind = EventKind::Renewed;
    } else {
        event.kind = EventKind::Released;
        event.count = 0;
        event.held = milliseconds(ms - since);
        since = -1;
    }
    return event;
}

bool write(const QString &file, const Past &past, int files)
{
    std::mt19937 chance(3);
    std::vector<qint64> heldSince(size_t(past.locks), -1);
    OpenHolds open;
    auto store = std::make_unique<HistoryStore>(file);
    if (!begin(*store, open, Start, {}))
        return false;
    const qint64 seconds = past.length() / 1s;
    for (qint64 second = 0; second < seconds; ++second) {
        if (files > 1 && second > 0 && second * files / seconds != (second - 1) * files / seconds) {
            RecordingPlace place = store->place().next();
            place.isGapless = true;
            if (failed(store->commit()) || !store->endLog() || failed(store->close(Start + 1s * second)))
                return false;
            store.reset();
            if (failed(rotateHistoryFile(file, files)))
                return false;
            store = std::make_unique<HistoryStore>(file);
            if (!begin(*store, open, Start + 1s * second, place))
                return false;
        }
        std::vector<LockEvent> events;
        for (int i = 0; i < past.rate; ++i) {
            events.push_back(changed(int(chance() % unsigned(past.locks)), heldSince,
                                     second * 1000 + 1 + qint64(i) * 999 / past.rate));
            open.note(events.back());
        }
        if (failed(store->append(events)) || failed(store->commit()))
            return false;
    }
    return true;
}

struct Measured {
    double open = 0;
    std::vector<double> each{};

    double of(double part) const { return each[size_t(double(each.size() - 1) * part)]; }
};

double msSince(const QElapsedTimer &clock)
{
    return double(clock.nsecsElapsed()) / 1e6;
}

// As a window asks: the files are opened and closed for each answer.
template<class Ask> void measure(const char *what, const QString &file, const Past &past, const Ask &ask)
{
    std::mt19937 chance(5);
    Measured measured;
    QElapsedTimer clock;
    clock.start();
    RecordingReader reader(file);
    if (failed(reader.open()))
        return;
    reader.pause();
    measured.open = msSince(clock);
    for (int i = 0; i < 50; ++i) {
        const WallTime at = Start + milliseconds(qint64(chance()) % past.length().count());
        clock.restart();
        if (failed(reader.resume()) || !ask(reader, at))
            return;
        reader.pause();
        measured.each.push_back(msSince(clock));
    }
    std::sort(measured.each.begin(), measured.each.end());
    std::printf("%-22s %zu file(s)  open %6.1f ms  p50 %6.1f ms  p95 %6.1f ms  longest %6.1f ms\n", what,
                reader.files(), measured.open, measured.of(0.5), measured.of(0.95), measured.of(1));
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    Past past;
    const std::pair<const char *, int *> numbers[] = {
        {"minutes", &past.minutes}, {"rate", &past.rate}, {"files", &past.files}, {"locks", &past.locks}};
    for (const auto &[name, value] : numbers)
        parser.addOption(
            {QLatin1String(name), QLatin1String(name), QStringLiteral("N"), QString::number(*value)});
    parser.addHelpOption();
    parser.process(application);
    for (const auto &[name, value] : numbers)
        *value = std::max(1, parser.value(QLatin1String(name)).toInt());
    const QTemporaryDir folder;
    for (const int files : {1, past.files}) {
        const QString file = folder.filePath(QStringLiteral("of%1").arg(files));
        if (!write(file, past, files))
            return 1;
        measure("moment", file, past,
                [](RecordingReader &reader, WallTime at) { return reader.judgedMoment(at, 250'000).ok(); });
        measure("next event", file, past, [](RecordingReader &reader, WallTime at) {
            return findStop(reader, {.what = PlaybackStop::Event, .from = at}).ok();
        });
        measure("event of a lock before", file, past, [](RecordingReader &reader, WallTime at) {
            return findStop(reader, {.from = at, .forward = false, .key = {"lock:stock:1"}}).ok();
        });
        measure("holds of a minute", file, past, [](RecordingReader &reader, WallTime at) {
            return reader.holds({.range = {at, at + 1min}}).ok();
        });
    }
    return 0;
}
