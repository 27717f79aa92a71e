// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recording/moment.h"

#include "app/cli/run/timemeant.h"
#include "app/cli/syntax/usage.h"
#include "core/base/unixms.h"
#include "core/export/jsonparts.h"

#include <QDateTime>
#include <QFileInfo>

#include <algorithm>

namespace lockscope::cli
{

Done openRecording(RecordingReader &reader, const QString &file, const char *command)
{
    if (!QFileInfo(file).isFile())
        return badInput(QStringLiteral("%1: there is no recording %2").arg(QLatin1String(command), file),
                        QStringLiteral("lockscope-cli record makes one"));
    return reader.open();
}

Outcome<WallTime> openAtMoment(RecordingReader &reader, const QString &file, const QByteArray &at,
                               const char *command)
{
    if (const Done opened = openRecording(reader, file, command); !opened.ok())
        return opened.failure();
    const auto written = reader.lastWritten();
    if (!written)
        return written.failure();
    const QLatin1String name(command);
    if (!*written)
        return badInput(QStringLiteral("%1: the recording %2 is empty").arg(name, file));
    if (at.isEmpty())
        return **written - milliseconds(1);
    const auto meant = timeMeant(at, timeRecorded(reader), command, "at");
    if (!meant)
        return meant.failure();
    if (*meant >= **written)
        return badInput(QStringLiteral("%1: the recording ends at %2").arg(name, secondText(**written)),
                        QStringLiteral("ask about a time before it"));
    return *meant;
}

QString unknownText(std::optional<milliseconds> setBackBy)
{
    return setBackBy ? QStringLiteral("unknown: the recorder's clock was set back by %1 around then")
                           .arg(humanDuration(*setBackBy))
                     : QStringLiteral("unknown: nothing was recorded then");
}

QString sinceText(const Hold &hold, WallTime at)
{
    return QStringLiteral("since %1%2 (%3%4)")
        .arg(secondText(hold.began), hold.beganBefore ? QStringLiteral(" or before") : QString(),
             hold.isLengthAtLeast(at) ? QStringLiteral("at least ") : QString(),
             humanDuration(hold.knownLength(at)));
}

QString endText(const Hold &hold)
{
    if (hold.isEndUnseen())
        return QStringLiteral("not known whether it is still held: last known to be held at %1")
            .arg(secondText(*hold.lastKnown));
    if (!hold.ended)
        return QStringLiteral("still held when the recording ends");
    if (hold.untilClosing)
        return QStringLiteral("still held when the recording stopped at %1").arg(secondText(*hold.ended));
    if (hold.untilUnreadable)
        return QStringLiteral("not known whether it ended: the server refused to show the key from %1 on")
            .arg(secondText(*hold.ended));
    if (hold.mayGoOn)
        return QStringLiteral("not known whether it ended: its owner holds the lock after %1, too")
            .arg(secondText(*hold.ended));
    if (hold.how == EventKind::Changed)
        return QStringLiteral("not known how it ended, at %1 or before").arg(secondText(*hold.ended));
    return QStringLiteral("%1 at %2").arg(QLatin1String(name(hold.how)), secondText(*hold.ended));
}

QString verdictText(const VerdictStep &verdict)
{
    return QStringLiteral("%1 %2")
        .arg(QLatin1String(name(verdict.level)), QString::fromUtf8(verdict.code))
        .trimmed();
}

QStringList lostTexts(const std::vector<NodeId> &lost)
{
    QStringList lines;
    for (const NodeId &node : lost)
        lines += QStringLiteral("%1 could not be reached then: its locks are as last known, if at all")
                     .arg(escapedText(node.bytes));
    return lines;
}

void writeSetBack(JsonWriter &json, std::optional<milliseconds> setBackBy)
{
    if (setBackBy)
        json.number("clock_set_back_ms", setBackBy->count());
}

void writeHolds(JsonWriter &json, const std::vector<Hold> &holds, WallTime at)
{
    writeList(json, "holders", holds, [&json, at](const Hold &hold) {
        json.beginObject();
        if (!hold.owner.isEmpty())
            json.bytes("owner", hold.owner.bytes);
        json.text("kind", QByteArrayView(hold.kind));
        json.bytes("node", hold.node.bytes);
        json.number("since", unixMs(hold.began));
        json.boolean("held_is_lower_bound", hold.beganBefore);
        json.number("held_ms", hold.knownLength(at).count());
        if (hold.isLengthAtLeast(at))
            json.boolean("held_ms_is_lower_bound", true);
        if (hold.ended) {
            json.number("ended", unixMs(*hold.ended));
            json.text("how", QByteArrayView(name(hold.how)));
            if (hold.untilClosing && !hold.isEndUnseen())
                json.boolean("still_held", true);
        }
        if (hold.mayGoOn || hold.untilUnreadable || hold.isEndUnseen() || !hold.isCertainAt(at))
            json.boolean("may_be_held", true);
        if (hold.lastKnown)
            json.number("last_known", unixMs(*hold.lastKnown));
        json.endObject();
    });
}

void writeVerdict(JsonWriter &json, const VerdictStep &verdict)
{
    json.text("level", QByteArrayView(name(verdict.level)));
    if (!verdict.code.isEmpty())
        json.text("verdict", QByteArrayView(verdict.code));
}

void writeLost(JsonWriter &json, const std::vector<NodeId> &lost)
{
    writeList(json, "unreachable", lost,
              [&json](const NodeId &node) { json.text(QByteArrayView(escapedText(node.bytes).toUtf8())); });
}

} // namespace lockscope::cli
