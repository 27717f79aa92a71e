// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/recordedevents.h"

#include "app/cli/run/following.h"
#include "app/cli/run/timemeant.h"
#include "app/cli/syntax/usage.h"
#include "app/cli/terminal/streams.h"
#include "app/cli/text/eventtext.h"
#include "app/cli/text/plaintext.h"
#include "core/base/unixms.h"
#include "core/export/jsondocuments.h"
#include "core/history/playback/lastknown.h"
#include "core/history/playback/recordingreader.h"

#include <QDateTime>
#include <QFileInfo>
#include <QHash>
#include <QTimer>

#include <algorithm>
#include <deque>

namespace lockscope::cli
{

namespace
{

constexpr size_t Part = 1'000; // steps between two looks at signals

QDateTime dateTime(WallTime at)
{
    return QDateTime::fromMSecsSinceEpoch(unixMs(at));
}

bool isChange(const LockEvent &event)
{
    return event.kind == EventKind::Changed && !event.untilClosing;
}

// After a reconnection, a change is recorded of each lock, then what is held, then why. As text, each lock
// gets one line, after the cause.
void tellOnce(std::vector<PlaybackStep> &steps)
{
    for (auto step = steps.begin(); step != steps.end(); ++step) {
        const auto *mark = std::get_if<Mark>(&step->what);
        if (!mark || mark->kind != Mark::Kind::Failover)
            continue;
        const auto isItsEffect = [at = step->at](const PlaybackStep &before) {
            const auto *event = std::get_if<LockEvent>(&before.what);
            return event && (isChange(*event) || isFirstSight(*event)) && at - before.at <= AtOnce;
        };
        auto first = step;
        while (first != steps.begin() && isItsEffect(*std::prev(first)))
            --first;
        std::rotate(first, step, std::next(step));
    }
    QHash<std::pair<LockName, OwnerId>, WallTime> seen;
    std::vector<PlaybackStep> told;
    for (auto it = steps.rbegin(); it != steps.rend(); ++it) {
        PlaybackStep &step = *it;
        if (const auto *event = std::get_if<LockEvent>(&step.what)) {
            const std::pair who(event->key, event->owner);
            if (const auto sight = seen.constFind(who);
                isChange(*event) && sight != seen.cend() && *sight - step.at <= AtOnce)
                continue;
            if (isFirstSight(*event))
                seen.insert(who, step.at);
        }
        told.push_back(std::move(step));
    }
    std::ranges::reverse(told);
    steps = std::move(told);
}

// Of a key that could not be read any more, the end says so.
void findDoubts(std::vector<PlaybackStep> &steps)
{
    QHash<std::pair<LockName, OwnerId>, const LockEvent *> next;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        const auto *event = std::get_if<LockEvent>(&step->what);
        if (!event || event->kind == EventKind::Waiters)
            continue;
        const LockEvent *&later = next[{event->key, event->owner}];
        step->mayGoOn = later && isChange(*event) && isEnd(*event) && goesOn(*event, *later);
        later = event;
    }
    const auto isEndOfUnreadable = [](const PlaybackStep &step) {
        const auto *event = std::get_if<LockEvent>(&step.what);
        return event && event->unreadable && isEnd(*event);
    };
    std::vector<PlaybackStep> told;
    for (PlaybackStep &step : steps) {
        const auto *event = std::get_if<LockEvent>(&step.what);
        if (event && event->unreadable && !isEnd(*event) && !told.empty() && isEndOfUnreadable(told.back()) &&
            std::get<LockEvent>(told.back().what).key == event->key)
            continue;
        told.push_back(std::move(step));
    }
    steps = std::move(told);
}

// Prints until the end of the recording, or until told to end. Lives in the coroutine's frame.
class RecordedStream final : public QObject
{
public:
    RecordedStream(Run *run, const WatchOptions &options, RecordingSteps *steps);

    OneShot<int> &over() { return m_following.over(); }
    void begin();

private:
    void go();
    bool fill();
    std::optional<milliseconds> untilDue(const PlaybackStep &step);
    bool wanted(const PlaybackStep &step) const;
    void print(const PlaybackStep &step);
    void endWhenNobodyReads();

    Run *m_run;
    const WatchOptions &m_options;
    RecordingSteps *m_recording;
    Following m_following;
    const std::unique_ptr<QObject> m_reader = onReaderGone([this] { over().happen(Success); });
    std::deque<PlaybackStep> m_steps{}; // read, not yet printed
    QTimer m_clock{};
    std::optional<WallTime> m_first{}; // the time of the first step
    Instant m_began{};
    QDate m_date{}; // of the last line
};

RecordedStream::RecordedStream(Run *run, const WatchOptions &options, RecordingSteps *steps)
    : m_run(run), m_options(options), m_recording(steps), m_following(run)
{
    m_clock.setSingleShot(true);
    m_clock.setTimerType(Qt::PreciseTimer);
    connect(&m_clock, &QTimer::timeout, this, &RecordedStream::go);
}

void RecordedStream::begin()
{
    m_following.begin({});
    m_began = now();
    go();
}

// Returns to the event loop after each part, so that signals are seen.
void RecordedStream::go()
{
    for (size_t told = 0; told < Part && !over().happened(); ++told) {
        if (m_steps.empty() && !fill())
            return;
        if (const auto left = untilDue(m_steps.front()))
            return m_clock.start(*left);
        if (wanted(m_steps.front()))
            print(m_steps.front());
        m_steps.pop_front();
    }
    if (!over().happened())
        m_clock.start(0);
}

bool RecordedStream::fill()
{
    std::vector<PlaybackStep> steps;
    for (size_t wanted = Part; wanted > 0;) {
        auto more = m_recording->next(wanted);
        if (!more) {
            over().happen(m_run->fail(more.failure()));
            return false;
        }
        std::ranges::move(*more, std::back_inserter(steps));
        const auto *last = steps.empty() ? nullptr : std::get_if<LockEvent>(&steps.back().what);
        // The next ones may be of the same holds.
        wanted = last && (isChange(*last) || isFirstSight(*last)) && !more->empty() ? 1 : 0;
    }
    findDoubts(steps);
    if (!m_run->arguments.json)
        tellOnce(steps);
    std::ranges::move(steps, std::back_inserter(m_steps));
    if (m_steps.empty())
        over().happen(Success);
    return !m_steps.empty();
}

std::optional<milliseconds> RecordedStream::untilDue(const PlaybackStep &step)
{
    if (m_options.speed <= 0)
        return {};
    if (!m_first)
        m_first = step.at;
    const std::chrono::duration<double> after = (step.at - *m_first) / m_options.speed;
    const auto left = std::chrono::ceil<milliseconds>(m_began + after - now());
    return left > milliseconds(0) ? std::optional(left) : std::nullopt;
}

bool RecordedStream::wanted(const PlaybackStep &step) const
{
    const auto *event = std::get_if<LockEvent>(&step.what);
    const std::vector<LockName> &keys = m_options.keys;
    return !event || keys.empty() || std::ranges::find(keys, event->key) != keys.end();
}

void RecordedStream::print(const PlaybackStep &step)
{
    if (m_run->arguments.json) {
        JsonWriter json;
        writeRecorded(json, step);
        m_run->output.document(json.take() + '\n');
    } else {
        const QDate date = dateTime(step.at).date();
        if (std::exchange(m_date, date) != date)
            m_run->output.print(date.toString(Qt::ISODate));
        m_run->output.print(recordedLine(step, m_run->output.style()));
    }
    endWhenNobodyReads();
}

void RecordedStream::endWhenNobodyReads()
{
    if (m_run->output.readerGone())
        over().happen(Success);
    else if (m_run->output.failed())
        over().happen(ProgramFailed);
}

QString markText(const Mark &mark)
{
    const QString node = mark.node.isEmpty() ? QStringLiteral("all nodes") : escapedText(mark.node.bytes);
    switch (mark.kind) {
    case Mark::Kind::Opened:
        return QStringLiteral("recording begins");
    case Mark::Kind::Closed:
        return QStringLiteral("recording ends");
    case Mark::Kind::Lost:
        return QStringLiteral("%1  connection lost").arg(node);
    case Mark::Kind::Back:
        return QStringLiteral("%1  connected again").arg(node);
    case Mark::Kind::Gap:
        return QStringLiteral("%1  events were missed").arg(node);
    case Mark::Kind::Flushed:
        return QStringLiteral("%1  flushed or reloaded").arg(node);
    case Mark::Kind::Failover:
        return mark.other == mark.node
                   ? QStringLiteral("%1  restarted").arg(node)
                   : QStringLiteral("%1  failover from %2").arg(node, escapedText(mark.other.bytes));
    }
    return QStringLiteral("%1  unknown").arg(node);
}

std::string_view changeOf(Mark::Kind kind)
{
    switch (kind) {
    case Mark::Kind::Opened:
        return "recording-began";
    case Mark::Kind::Closed:
        return "recording-ended";
    case Mark::Kind::Lost:
        return "lost";
    case Mark::Kind::Back:
        return "back";
    case Mark::Kind::Gap:
        return "events-missed";
    case Mark::Kind::Flushed:
        return "flushed";
    case Mark::Kind::Failover:
        return "failover";
    }
    return "unknown";
}

// Watching ended, or that of the key, or the hold may go on: the lock may be held still.
bool isUnseenEnd(const PlaybackStep &step, const LockEvent &event)
{
    return event.untilClosing || event.unreadable || step.mayGoOn;
}

Outcome<HistoryRange> rangeMeant(const WatchOptions &options)
{
    RecordingReader reader(options.recording);
    if (const Done opened = reader.open(); !opened.ok())
        return opened.failure();
    const auto written = reader.lastWritten();
    if (!written)
        return written.failure();
    if (!*written)
        return badInput(QStringLiteral("watch: the recording %1 is empty").arg(options.recording));
    const HistoryRange recorded = timeRecorded(reader);
    const auto timeOf = [&](const QByteArray &text, const char *option, WallTime usual) {
        return text.isEmpty() ? Outcome<WallTime>(usual) : timeMeant(text, recorded, "watch", option);
    };
    const auto from = timeOf(options.from, "from", WallTime{});
    const auto to = timeOf(options.to, "to", WallTime::max());
    if (!from || !to)
        return from ? to.failure() : from.failure();
    if (*from > **written)
        return badInput(QStringLiteral("watch: the recording ends at %1").arg(secondText(**written)),
                        QStringLiteral("use an earlier --from"));
    HistoryRange range{*from, *to};
    putEndAfterBegin(range, options.to, recorded);
    if (range.to <= range.from)
        return endsBeforeBegin("watch", "--from", "--to", range);
    if (range.to <= recorded.from)
        return badInput(QStringLiteral("watch: the recording begins at %1").arg(secondText(recorded.from)),
                        QStringLiteral("use a later --to"));
    return range;
}

} // namespace

QString recordedLine(const PlaybackStep &step, const TextStyle &style)
{
    const auto *event = std::get_if<LockEvent>(&step.what);
    if (event && isUnseenEnd(step, *event))
        return unseenEndLine(*event, style);
    if (event)
        return isFirstSight(*event) ? seenLine(*event, style) : eventLine(*event, style);
    return nodeLine(markText(std::get<Mark>(step.what)), step.at, style);
}

void writeRecorded(JsonWriter &json, const PlaybackStep &step)
{
    const auto *event = std::get_if<LockEvent>(&step.what);
    if (event && isUnseenEnd(step, *event))
        return writeUnseenEnd(json, *event);
    if (event)
        return isFirstSight(*event) ? writeSeen(json, *event) : writeEvent(json, *event);
    const Mark &mark = std::get<Mark>(step.what);
    json.beginObject();
    json.text("event", QByteArrayView(name(EventKind::Node)));
    json.number("at", unixMs(mark.at));
    if (!mark.node.isEmpty())
        json.bytes("node", mark.node.bytes);
    json.text("change", QByteArrayView(changeOf(mark.kind)));
    if (mark.kind == Mark::Kind::Failover)
        json.bytes("from", mark.other.bytes);
    json.endObject();
}

QCoro::Task<int> runRecorded(Run *run, const WatchOptions &options)
{
    if (!QFileInfo(options.recording).isFile())
        co_return run->fail(badInput(QStringLiteral("watch: there is no recording %1").arg(options.recording),
                                     QStringLiteral("lockscope-cli record makes one")));
    const auto range = rangeMeant(options);
    if (!range)
        co_return run->fail(range.failure());
    RecordingSteps steps(options.recording);
    if (const Done opened = steps.open(*range); !opened.ok())
        co_return run->fail(opened.failure());
    RecordedStream stream(run, options, &steps);
    stream.begin();
    const int status = co_await stream.over().reached();
    for (const QString &flaw : steps.flaws())
        run->output.warning(flaw);
    co_return status;
}

} // namespace lockscope::cli
