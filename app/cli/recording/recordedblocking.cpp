// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/recordedblocking.h"

#include "app/cli/recording/moment.h"
#include "app/cli/run/timemeant.h"
#include "app/cli/text/plaintext.h"
#include "core/base/unixms.h"
#include "core/export/jsonparts.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

QString lockLine(const BlockedThen &lock, const OwnerId &owner, WallTime at)
{
    QString line = escapedText(lock.key.bytes);
    const auto hold = std::ranges::find(lock.holds, owner, &Hold::owner);
    line += QStringLiteral(", held %1").arg(sinceText(*hold, at));
    if (lock.holds.size() > 1)
        line += QStringLiteral(" with %1")
                    .arg(counted(qint64(lock.holds.size()) - 1, QStringLiteral("other holder")));
    line += QStringLiteral("; ") + endText(*hold);
    if (lock.verdict && lock.verdict->level != VerdictLevel::Ok)
        line += QStringLiteral("; verdict: ") + verdictText(*lock.verdict);
    return line;
}

} // namespace

QStringList blockingThenText(const BlockingThen &then, const TextStyle &style)
{
    QStringList lines{secondText(then.at)};
    for (const BlockerThen &blocker : then.blockers) {
        const QString who =
            blocker.owner.isEmpty() ? QStringLiteral("unknown client") : escapedText(blocker.owner.bytes);
        lines += QStringLiteral("%1  %2").arg(tinted(who, Tint::Title, style),
                                              counted(blocker.waiters, QStringLiteral("waiter")));
        for (const size_t place : blocker.locks)
            lines += QStringLiteral("  ") + lockLine(then.locks[place], blocker.owner, then.at);
    }
    return lines + lostTexts(then.lost);
}

QString blockingThenSummary(const BlockingThen &then)
{
    if (!then.watched)
        return unknownText(then.setBackBy);
    QString line = QStringLiteral("no held lock is known to have been waited for");
    if (!then.locks.empty())
        line = QStringLiteral("%1 for %2 when last counted; which clients waited is not recorded")
                   .arg(counted(then.waiters(), QStringLiteral("waiter")),
                        counted(qint64(then.locks.size()), QStringLiteral("lock")));
    if (then.withoutHolder > 0)
        line += QStringLiteral("; clients waited for %1 of which the recording has no holder: free then, or "
                               "its acquisition was not recorded")
                    .arg(then.locks.empty() ? counted(then.withoutHolder, QStringLiteral("lock"))
                                            : counted(then.withoutHolder, QStringLiteral("more lock")));
    if (then.isSelection)
        line += QStringLiteral("; the recording has some locks only");
    return line;
}

void writeBlockingThen(JsonWriter &json, const BlockingThen &then)
{
    json.beginObject();
    json.number("at", unixMs(then.at));
    json.boolean("watched", then.watched);
    writeSetBack(json, then.setBackBy);
    if (then.isSelection)
        json.boolean("some_locks_only", true);
    if (then.watched) {
        writeList(json, "blockers", then.blockers, [&](const BlockerThen &blocker) {
            json.beginObject();
            if (!blocker.owner.isEmpty())
                json.bytes("owner", blocker.owner.bytes);
            json.number("waiters", blocker.waiters);
            writeList(json, "holds", blocker.locks, [&](size_t place) {
                json.beginObject();
                json.bytes("key", then.locks[place].key.bytes);
                json.endObject();
            });
            json.endObject();
        });
        writeList(json, "locks", then.locks, [&](const BlockedThen &lock) {
            json.beginObject();
            json.bytes("key", lock.key.bytes);
            writeHolds(json, lock.holds, then.at);
            json.number("waiters_not_identified", lock.waiters);
            if (lock.verdict)
                writeVerdict(json, *lock.verdict);
            json.endObject();
        });
        json.number("waiters", then.waiters());
        json.number("waiters_identified", 0);
        if (then.withoutHolder > 0)
            json.number("locks_without_holder", then.withoutHolder);
        writeLost(json, then.lost);
    }
    json.endObject();
}

QCoro::Task<int> runRecorded(Run *run, const BlockingOptions &options)
{
    RecordingReader reader(options.recording);
    const auto at = openAtMoment(reader, options.recording, options.at, "blocking");
    if (!at)
        co_return run->fail(at.failure());
    const auto then = blockingThen(reader, *at);
    if (!then)
        co_return run->fail(then.failure());
    if (run->arguments.json) {
        JsonWriter json(run->output.documentLayout());
        writeBlockingThen(json, *then);
        run->output.document(json.take() + '\n');
    } else {
        run->output.print(blockingThenText(*then, run->output.style()));
        run->output.remark(blockingThenSummary(*then));
    }
    for (const QString &flaw : reader.flaws())
        run->output.warning(flaw);
    co_return then->watched ? Success : LockSaidNo;
}

} // namespace lockscope::cli
