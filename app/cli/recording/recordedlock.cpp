// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/recordedlock.h"

#include "app/cli/recording/moment.h"
#include "app/cli/run/timemeant.h"
#include "core/base/unixms.h"
#include "core/history/playback/verdictthen.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

constexpr size_t EventsSearched = 200;

// Waiters are counted by polling in any case, and what was held at the start is found by a scan.
bool isPolled(const LockEvent &event)
{
    return event.source == EventSource::Poll ? event.kind != EventKind::Waiters
                                             : event.source == EventSource::Scan && !isFirstSight(event);
}

} // namespace

Outcome<RecordedLock> recordedLock(HistoryQueries &reader, const LockName &key, WallTime at)
{
    RecordedLock lock{.key = key, .at = at};
    const auto lockEvents = reader.lockEvents(key, EventsSearched);
    if (!lockEvents)
        return lockEvents.failure();
    lock.isRecorded = !lockEvents->events.empty();
    lock.isSampled = std::ranges::any_of(lockEvents->events, isPolled);
    const auto answer = reader.holds({.range = {at, at + milliseconds(1)}, .keys = {key}});
    if (!answer)
        return answer.failure();
    const auto isOfSome = reader.isSelection();
    if (!isOfSome)
        return isOfSome.failure();
    lock.watched = answer->unseen.empty() && (lock.isRecorded || !*isOfSome);
    lock.setBackBy = setBackAt(*answer, at);
    lock.holds = answer->holds;
    std::ranges::sort(lock.holds, {}, &Hold::began);
    for (const WaitersStep &step : answer->waiters)
        lock.waiters = step.waiters;
    lock.lost = nodesLost(*answer, at);
    if (lock.watched && !lock.holds.empty())
        lock.verdict = verdictThen(*answer, key, lock.holds, at);
    return lock;
}

QStringList recordedLockText(const RecordedLock &lock)
{
    const QString key = escapedText(lock.key.bytes);
    const QString when = secondText(lock.at);
    QStringList lines;
    if (!lock.isRecorded)
        return {QStringLiteral("%1 is not in the recording").arg(key)};
    if (!lock.watched)
        return {QStringLiteral("%1 at %2: %3").arg(key, when, unknownText(lock.setBackBy))};
    if (lock.holds.empty())
        lines +=
            QStringLiteral("%1 at %2: not held%3")
                .arg(key, when, lock.isSampled ? QStringLiteral(", as far as polling showed") : QString());
    for (const Hold &hold : lock.holds)
        lines += QStringLiteral("%1 at %2: held by %3 %4; %5")
                     .arg(key, when,
                          hold.owner.isEmpty() ? QStringLiteral("an unknown owner")
                                               : escapedText(hold.owner.bytes),
                          sinceText(hold, lock.at), endText(hold));
    if (lock.verdict)
        lines += QStringLiteral("verdict: %1").arg(verdictText(*lock.verdict));
    if (lock.waiters)
        lines += QStringLiteral("waiters: %1").arg(*lock.waiters);
    return lines + lostTexts(lock.lost);
}

void writeRecordedLock(JsonWriter &json, const RecordedLock &lock)
{
    json.beginObject();
    json.bytes("key", lock.key.bytes);
    json.number("at", unixMs(lock.at));
    json.boolean("recorded", lock.isRecorded);
    json.boolean("watched", lock.watched);
    writeSetBack(json, lock.setBackBy);
    if (lock.isSampled)
        json.boolean("sampled", true);
    if (lock.watched && lock.isRecorded) {
        writeHolds(json, lock.holds);
        if (lock.waiters)
            json.number("waiters", *lock.waiters);
        if (lock.verdict)
            writeVerdict(json, *lock.verdict);
        writeLost(json, lock.lost);
    }
    json.endObject();
}

QCoro::Task<int> runRecorded(Run *run, const ShowOptions &options)
{
    RecordingReader reader(options.recording);
    const auto at = openAtMoment(reader, options.recording, options.at, "show");
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
