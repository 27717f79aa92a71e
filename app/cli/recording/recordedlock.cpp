// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/recordedlock.h"

#include "app/cli/commands/contentioncommand.h"
#include "app/cli/syntax/usage.h"
#include "core/base/unixms.h"
#include "core/history/playback/recordingreader.h"

#include <QDateTime>
#include <QFileInfo>

#include <algorithm>

namespace lockscope::cli
{

namespace
{

QString timeText(WallTime at)
{
    return QDateTime::fromMSecsSinceEpoch(unixMs(at)).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

bool isWithin(WallTime at, const HistoryRange &range)
{
    return at >= range.from && at < range.to;
}

QString holdLine(const Hold &hold, WallTime at)
{
    const QString owner =
        hold.owner.isEmpty() ? QStringLiteral("an unknown owner") : escapedText(hold.owner.bytes);
    const milliseconds held(std::max<qint64>(unixMs(at) - unixMs(hold.began), 0));
    QString line = QStringLiteral("held by %1 since %2 (%3%4)")
                       .arg(owner, timeText(hold.began),
                            hold.beganBefore ? QStringLiteral("at least ") : QString(), humanDuration(held));
    if (!hold.ended)
        return line + QStringLiteral("; still held when the recording ends");
    if (hold.untilClosing)
        return line +
               QStringLiteral("; still held when the recording stopped at %1").arg(timeText(*hold.ended));
    if (hold.how == EventKind::Changed)
        return line + QStringLiteral("; not known how it ended, at %1 or before").arg(timeText(*hold.ended));
    return line + QStringLiteral("; %1 at %2").arg(QLatin1String(name(hold.how)), timeText(*hold.ended));
}

Failure notAnswerable(const QString &text, const QString &remedy)
{
    return {.kind = ErrorKind::BadInput, .text = text, .remedy = remedy};
}

// The moment meant. Default: the last one that is recorded.
Outcome<WallTime> momentMeant(HistoryQueries &reader, const ShowOptions &options)
{
    const auto written = reader.lastWritten();
    if (!written)
        return written.failure();
    if (!*written)
        return notAnswerable(QStringLiteral("show: the recording %1 is empty").arg(options.recording), {});
    if (options.at.isEmpty())
        return **written - milliseconds(1);
    const auto at = timeMeant(options.at, wallNow());
    if (!at)
        return notAnswerable(QStringLiteral("show: --at: %1 is not a time").arg(escapedText(options.at)),
                             QStringLiteral("use 14:05 or 2026-06-12T14:05"));
    if (*at >= **written)
        return notAnswerable(QStringLiteral("show: the recording ends at %1").arg(timeText(**written)),
                             QStringLiteral("ask about a time before it"));
    return *at;
}

} // namespace

Outcome<RecordedLock> recordedLock(HistoryQueries &reader, const LockName &key, WallTime at)
{
    RecordedLock lock{.key = key, .at = at};
    const auto story = reader.story(key, 1);
    if (!story)
        return story.failure();
    lock.isRecorded = !story->events.empty();
    const auto answer = reader.holds({.range = {at, at + milliseconds(1)}, .keys = {key}});
    if (!answer)
        return answer.failure();
    const auto isOfSome = reader.isSelection();
    if (!isOfSome)
        return isOfSome.failure();
    lock.watched = answer->unseen.empty() && (lock.isRecorded || !*isOfSome);
    lock.holds = answer->holds;
    std::ranges::sort(lock.holds, {}, &Hold::began);
    for (const WaitersStep &step : answer->waiters)
        lock.waiters = step.waiters;
    bool isJudged = true;
    for (const Unjudged &part : answer->unjudged) {
        if (!isWithin(at, part.over))
            continue;
        const bool concerns =
            part.node.isEmpty() ||
            std::ranges::any_of(lock.holds, [&part](const Hold &hold) { return hold.node == part.node; });
        isJudged = isJudged && !concerns;
        if (!part.node.isEmpty())
            lock.lost.push_back(part.node);
    }
    if (isJudged && lock.watched && !lock.holds.empty())
        lock.verdict = answer->verdicts.empty() ? VerdictStep{.key = key, .at = at} : answer->verdicts.back();
    return lock;
}

QStringList recordedLockText(const RecordedLock &lock)
{
    const QString key = escapedText(lock.key.bytes);
    const QString when = timeText(lock.at);
    QStringList lines;
    if (!lock.isRecorded)
        return {QStringLiteral("%1 is not in the recording").arg(key)};
    if (!lock.watched)
        return {QStringLiteral("%1 at %2: unknown: nothing was recorded then").arg(key, when)};
    if (lock.holds.empty())
        lines += QStringLiteral("%1 at %2: not held").arg(key, when);
    for (const Hold &hold : lock.holds)
        lines += QStringLiteral("%1 at %2: %3").arg(key, when, holdLine(hold, lock.at));
    if (lock.verdict)
        lines += QStringLiteral("verdict: %1 %2")
                     .arg(QLatin1String(name(lock.verdict->level)), QString::fromUtf8(lock.verdict->code))
                     .trimmed();
    if (lock.waiters)
        lines += QStringLiteral("waiters: %1").arg(*lock.waiters);
    for (const NodeId &node : lock.lost)
        lines += QStringLiteral("%1 could not be reached then: its locks are as last known")
                     .arg(escapedText(node.bytes));
    return lines;
}

void writeRecordedLock(JsonWriter &json, const RecordedLock &lock)
{
    json.beginObject();
    json.bytes("key", lock.key.bytes);
    json.number("at", unixMs(lock.at));
    json.boolean("recorded", lock.isRecorded);
    json.boolean("watched", lock.watched);
    if (lock.watched && lock.isRecorded) {
        json.name("holders");
        json.beginArray();
        for (const Hold &hold : lock.holds) {
            json.beginObject();
            if (!hold.owner.isEmpty())
                json.bytes("owner", hold.owner.bytes);
            json.text("kind", QByteArrayView(hold.kind));
            json.bytes("node", hold.node.bytes);
            json.number("since", unixMs(hold.began));
            json.boolean("held_is_lower_bound", hold.beganBefore);
            if (hold.ended) {
                json.number("ended", unixMs(*hold.ended));
                json.text("how", QByteArrayView(name(hold.how)));
                if (hold.untilClosing)
                    json.boolean("still_held", true);
            }
            json.endObject();
        }
        json.endArray();
        if (lock.waiters)
            json.number("waiters", *lock.waiters);
        if (lock.verdict) {
            json.text("level", QByteArrayView(name(lock.verdict->level)));
            if (!lock.verdict->code.isEmpty())
                json.text("verdict", QByteArrayView(lock.verdict->code));
        }
        json.name("unreachable");
        json.beginArray();
        for (const NodeId &node : lock.lost)
            json.text(QByteArrayView(escapedText(node.bytes).toUtf8()));
        json.endArray();
    }
    json.endObject();
}

QCoro::Task<int> showRecorded(Run *run, const ShowOptions &options)
{
    if (!QFileInfo(options.recording).isFile())
        co_return run->fail(badInput(QStringLiteral("show: there is no recording %1").arg(options.recording),
                                     QStringLiteral("lockscope-cli record makes one")));
    RecordingReader reader(options.recording);
    if (const Done opened = reader.open(); !opened.ok())
        co_return run->fail(opened.failure());
    const auto at = momentMeant(reader, options);
    if (!at)
        co_return run->fail(at.failure());
    const auto lock = recordedLock(reader, options.key, *at);
    if (!lock)
        co_return run->fail(lock.failure());
    if (run->arguments.json) {
        JsonWriter json(run->output.documentLayout());
        writeRecordedLock(json, *lock);
        run->output.document(json.take() + '\n');
    } else {
        run->output.print(recordedLockText(*lock));
    }
    for (const QString &flaw : reader.flaws())
        run->output.warning(flaw);
    co_return lock->watched && !lock->holds.empty() ? Success : LockSaidNo;
}

} // namespace lockscope::cli
