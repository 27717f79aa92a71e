// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run/timemeant.h"

#include "app/cli/syntax/usage.h"
#include "core/base/unixms.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace lockscope::cli
{

namespace
{

constexpr std::array Forms{"HH:mm", "HH:mm:ss", "HH:mm:ss.zzz"};

// The last day that has it; of a time that none has, the nearest one.
QDateTime onTheDayMeant(QTime time, const HistoryRange &recorded)
{
    const QDateTime end = QDateTime::fromMSecsSinceEpoch(unixMs(recorded.to));
    const QDateTime last(end.date(), time);
    const QDateTime before = last.addDays(-1);
    const qint64 tooEarly = unixMs(recorded.from) - before.toMSecsSinceEpoch();
    return last.toMSecsSinceEpoch() - unixMs(recorded.to) > std::max<qint64>(0, tooEarly) ? before : last;
}

// ".5" of a second is ".500".
QString withMilliseconds(const QString &time)
{
    constexpr qsizetype Digits = 3;
    const qsizetype point = time.lastIndexOf(u'.');
    return point < 0 || point + 1 == time.size() ? time : time.leftJustified(point + 1 + Digits, u'0');
}

} // namespace

std::optional<WallTime> timeMeant(const QByteArray &text, const HistoryRange &recorded)
{
    const QString written = QString::fromUtf8(text);
    const bool isUtc = written.endsWith(u'Z');
    const QString words = withMilliseconds(isUtc ? written.chopped(1) : written);
    for (const char *form : Forms) {
        if (const QTime time = QTime::fromString(words, QLatin1String(form)); time.isValid() && !isUtc)
            return wallTimeOf(onTheDayMeant(time, recorded).toMSecsSinceEpoch());
        QDateTime time = QDateTime::fromString(words, QStringLiteral("yyyy-MM-ddT") + QLatin1String(form));
        if (!time.isValid())
            continue;
        if (isUtc)
            time.setTimeSpec(Qt::UTC);
        return wallTimeOf(time.toMSecsSinceEpoch());
    }
    return {};
}

Outcome<WallTime> timeMeant(const QByteArray &text, const HistoryRange &recorded, const char *command,
                            const char *option)
{
    if (const auto at = timeMeant(text, recorded))
        return *at;
    return badInput(QStringLiteral("%1: --%2: %3 is not a time")
                        .arg(QLatin1String(command), QLatin1String(option), escapedText(text)),
                    QStringLiteral("use 14:05, 14:05:10.250 or 2026-06-12T14:05"));
}

void putEndAfterBegin(HistoryRange &range, const QByteArray &end, const HistoryRange &recorded)
{
    constexpr std::chrono::hours Day(24);
    const bool hasDate = end.contains('T');
    if (range.to < range.from && !hasDate && range.to + Day <= recorded.to)
        range.to += Day;
}

QString secondText(WallTime at)
{
    return QDateTime::fromMSecsSinceEpoch(unixMs(at)).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

Failure endsBeforeBegin(const char *command, const char *from, const char *to, const HistoryRange &range)
{
    return badInput(QStringLiteral("%1: %2 is not after %3: %4 and %5")
                        .arg(QLatin1String(command), QLatin1String(to), QLatin1String(from),
                             secondText(range.to), secondText(range.from)),
                    QStringLiteral("give times with a date, such as 2026-06-12T14:05, to name another day"));
}

HistoryRange timeRecorded(RecordingReader &reader)
{
    const auto extent = reader.extent();
    return extent && *extent ? **extent : HistoryRange{WallTime{}, wallNow()};
}

} // namespace lockscope::cli
