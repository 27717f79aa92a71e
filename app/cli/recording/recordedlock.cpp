// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/recordedlock.h"

#include "app/cli/recording/moment.h"
#include "app/cli/run/timemeant.h"
#include "core/base/unixms.h"
#include "core/history/playback/hidden.h"
#include "core/history/playback/verdictthen.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

constexpr size_t EventsSearched = 200;

// As its last event before tells, or its first one after. Waiters are counted by polling in any case, what
// was held at the start is found by a scan, and what ends watching has no source.
bool isPolledAt(const std::vector<LockEvent> &events, WallTime at)
{
    const LockEvent *told = nullptr;
    bool isScanned = false; // a change, also after a gap or a flush where all others were announced
    for (const LockEvent &event : events) {
        if (event.kind == EventKind::Waiters || isFirstSight(event) || event.untilClosing || event.unreadable)
            continue;
        if (event.source == EventSource::Scan)
            isScanned = true;
        else if (!told || event.wallAt <= at)
            told = &event;
    }
    return told ? told->source == EventSource::Poll : isScanned;
}

// What is unknown, and why.
QString whyUnknown(const RecordedLock &lock)
{
    if (lock.isUnreadable)
        return QStringLiteral("unknown: the server refused to show the key");
    return lock.isHidden
               ? QStringLiteral("unknown: it may have been held on a server that could not be reached")
               : unknownText(lock.setBackBy);
}

} // namespace

Outcome<RecordedLock> recordedLock(RecordingReader &reader, const LockName &key, WallTime at)
{
    RecordedLock lock{.key = key, .at = at};
    const auto lockEvents = reader.lockEvents(key, EventsSearched);
    if (!lockEvents)
        return lockEvents.failure();
    lock.isRecorded = !lockEvents->events.empty();
    lock.isSampled = isPolledAt(lockEvents->events, at);
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
    lock.isUnreadable = !answer->unreadable.empty();
    const auto isHidden = mayBeHidden(reader, *answer, key, at);
    if (!isHidden)
        return isHidden.failure();
    lock.isHidden = *isHidden;
    lock.watched = lock.watched && !lock.isHidden;
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
        return QStringList{QStringLiteral("%1 at %2: %3").arg(key, when, whyUnknown(lock))} +
               lostTexts(lock.lost);
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
        writeHolds(json, lock.holds, lock.at);
        if (lock.waiters)
            json.number("waiters", *lock.waiters);
        if (lock.verdict)
            writeVerdict(json, *lock.verdict);
    }
    if (lock.isUnreadable)
        json.boolean("unreadable", true);
    if (lock.isRecorded && (lock.watched || lock.isHidden))
        writeLost(json, lock.lost);
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
