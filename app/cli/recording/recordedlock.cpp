// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/recordedlock.h"

#include "app/cli/recording/moment.h"
#include "app/cli/run/timemeant.h"
#include "core/base/unixms.h"
#include "core/history/playback/lockthen.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

// What is unknown, and why.
QString whyUnknown(const LockThen &lock)
{
    if (lock.isUnreadable)
        return QStringLiteral("unknown: the server refused to show the key");
    return lock.isHidden
               ? QStringLiteral("unknown: it may have been held on a server that could not be reached")
               : unknownText(lock.setBackBy);
}

QStringList recordedLockText(const LockThen &lock)
{
    const QString key = escapedText(lock.key.bytes);
    const QString when = secondText(lock.at);
    QStringList lines;
    if (!lock.isRecorded)
        return {QStringLiteral("%1 is not in the recording").arg(key)};
    if (!lock.watched)
        return QStringList{QStringLiteral("%1 at %2: %3").arg(key, when, whyUnknown(lock))} +
               lostTexts(lock.lost);
    if (lock.holds.empty() && lock.verdict && lock.verdict->code == "reads-expired")
        lines += QStringLiteral("%1 at %2: no reader had time left, but the key existed").arg(key, when);
    else if (lock.holds.empty())
        lines +=
            QStringLiteral("%1 at %2: not held%3")
                .arg(key, when, lock.isSampled ? QStringLiteral(", as far as polling showed") : QString());
    for (const Hold &hold : lock.holds)
        lines += QStringLiteral("%1 at %2: %3 by %4 %5; %6")
                     .arg(key, when,
                          hold.isCertainAt(lock.at) ? QStringLiteral("held") : QStringLiteral("perhaps held"),
                          hold.owner.isEmpty() ? QStringLiteral("an unknown owner")
                                               : escapedText(hold.owner.bytes),
                          sinceText(hold, lock.at), endText(hold));
    if (lock.verdict)
        lines += QStringLiteral("verdict: %1").arg(verdictText(*lock.verdict));
    if (lock.waiters)
        lines += (*lock.waiters > 0 ? QStringLiteral("waiters: at least %1, as last counted")
                                    : QStringLiteral("waiters: %1, as last counted"))
                     .arg(*lock.waiters);
    return lines + lostTexts(lock.lost);
}

void writeRecordedLock(JsonWriter &json, const LockThen &lock)
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
        if (lock.waiters.value_or(0) > 0)
            json.boolean("waiters_is_lower_bound", true);
        if (lock.verdict)
            writeVerdict(json, *lock.verdict);
    }
    if (lock.isUnreadable)
        json.boolean("unreadable", true);
    if (lock.isRecorded && (lock.watched || lock.isHidden))
        writeLost(json, lock.lost);
    json.endObject();
}

} // namespace

QCoro::Task<int> runRecorded(Run *run, const ShowOptions &options)
{
    RecordingReader reader(options.recording);
    const auto at = openAtMoment(reader, options.recording, options.at, "show");
    if (!at)
        co_return run->fail(at.failure());
    const auto lock = lockThen(reader, options.key, *at);
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
    const auto isCertain = [&lock](const Hold &hold) { return hold.isCertainAt(lock->at); };
    co_return lock->watched &&std::ranges::any_of(lock->holds, isCertain) ? Success : LockSaidNo;
}

} // namespace lockscope::cli
