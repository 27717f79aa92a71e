// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"

#include "core/base/tr.h"

namespace lockscope
{

namespace
{

constexpr qint64 SecondMs = 1000;
constexpr qint64 MinuteMs = 60 * SecondMs;
constexpr qint64 HourMs = 60 * MinuteMs;
constexpr qint64 DayMs = 24 * HourMs;
// An Instant counts nanoseconds in 64 bits, 292 years; a deadline this far away still fits.
constexpr qint64 LongestMs = 36500 * DayMs;
constexpr qint64 VeryLongMs = 36000 * DayMs;

qint64 unitLength(QStringView unit)
{
    if (unit == QLatin1String("ms"))
        return 1;
    if (unit == QLatin1String("s"))
        return SecondMs;
    if (unit == QLatin1String("m"))
        return MinuteMs;
    if (unit == QLatin1String("h"))
        return HourMs;
    if (unit == QLatin1String("d"))
        return DayMs;
    return 0;
}

bool isDigit(QChar c)
{
    return c >= QLatin1Char('0') && c <= QLatin1Char('9');
}

qsizetype digitsFrom(QStringView text, qsizetype start)
{
    qsizetype end = start;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    return end;
}

Failure badDuration(const QString &typed, const QString &why)
{
    return {.kind = ErrorKind::BadInput,
            .text = Tr::tr("Duration \"%1\": %2").arg(escapedText(typed.left(40).toUtf8()), why),
            .remedy = Tr::tr("use a number and a unit, such as 250ms, 30s, 5m, 2h or 1d")};
}

struct Parts {
    QStringView whole;
    QStringView fraction;
    QStringView unit;
};

Parts split(QStringView text)
{
    const qsizetype wholeEnd = digitsFrom(text, 0);
    Parts parts{text.left(wholeEnd), {}, text.mid(wholeEnd)};
    if (wholeEnd > 0 && parts.unit.startsWith(QLatin1Char('.'))) {
        const qsizetype end = digitsFrom(text, wholeEnd + 1);
        if (end > wholeEnd + 1) {
            parts.fraction = text.mid(wholeEnd + 1, end - wholeEnd - 1);
            parts.unit = text.mid(end);
        }
    }
    return parts;
}

// The fraction of a unit in milliseconds; nullopt if that is not a whole number.
std::optional<qint64> fractionMs(QStringView fraction, qint64 unit)
{
    while (fraction.endsWith(QLatin1Char('0')))
        fraction.chop(1);
    if (fraction.size() > 8) // a day in ms has 8 digits: longer fractions are never whole
        return std::nullopt;
    qint64 numerator = 0;
    qint64 denominator = 1;
    for (const QChar c : fraction) {
        numerator = numerator * 10 + (c.unicode() - u'0');
        denominator *= 10;
    }
    if (numerator * unit % denominator != 0)
        return std::nullopt;
    return numerator * unit / denominator;
}

QString two(const QString &both, qint64 large, const QString &alone, qint64 small)
{
    const QString number = QString::number(large);
    return small == 0 ? alone.arg(number) : both.arg(number, QString::number(small));
}

} // namespace

Outcome<milliseconds> parseDuration(const QString &text)
{
    const QStringView typed = QStringView(text).trimmed();
    if (typed.isEmpty())
        return badDuration(text, Tr::tr("it is empty"));
    if (typed.startsWith(QLatin1Char('-')))
        return badDuration(text, Tr::tr("it must not be negative"));
    const Parts parts = split(typed);
    if (parts.whole.isEmpty())
        return badDuration(text, Tr::tr("it does not start with a number"));
    if (parts.unit.isEmpty())
        return badDuration(text,
                           Tr::tr("the unit is missing, and seconds and milliseconds are easily confused"));
    const qint64 unit = unitLength(parts.unit);
    if (unit == 0 && std::any_of(parts.unit.begin(), parts.unit.end(), isDigit))
        return badDuration(text, Tr::tr("only one number and one unit are allowed"));
    if (unit == 0)
        return badDuration(text,
                           Tr::tr("unknown unit \"%1\"").arg(escapedText(parts.unit.left(10).toUtf8())));
    const std::optional<qint64> fraction = fractionMs(parts.fraction, unit);
    if (!fraction)
        return badDuration(text, Tr::tr("it is finer than a millisecond"));
    bool fits = false;
    const qint64 whole = parts.whole.toLongLong(&fits);
    if (!fits || whole > LongestMs / unit || whole * unit + *fraction > LongestMs)
        return badDuration(text, Tr::tr("it is longer than 36500d"));
    return milliseconds(whole * unit + *fraction);
}

QString durationText(milliseconds duration)
{
    const qint64 ms = duration.count();
    if (ms == 0)
        return QStringLiteral("0s");
    if (ms % DayMs == 0)
        return QStringLiteral("%1d").arg(ms / DayMs);
    if (ms % HourMs == 0)
        return QStringLiteral("%1h").arg(ms / HourMs);
    if (ms % MinuteMs == 0)
        return QStringLiteral("%1m").arg(ms / MinuteMs);
    if (ms % SecondMs == 0)
        return QStringLiteral("%1s").arg(ms / SecondMs);
    if (qAbs(ms) < SecondMs)
        return QStringLiteral("%1ms").arg(ms);
    QString digits =
        QStringLiteral("%1.%2").arg(ms / SecondMs).arg(qAbs(ms % SecondMs), 3, 10, QLatin1Char('0'));
    while (digits.endsWith(QLatin1Char('0')))
        digits.chop(1);
    return digits + QLatin1Char('s');
}

namespace
{

QString exactDuration(milliseconds duration)
{
    const qint64 ms = duration.count();
    if (ms < 0)
        return QLatin1Char('-') +
               exactDuration(milliseconds(ms == std::numeric_limits<qint64>::min() ? -(ms + 1) : -ms));
    // Truncates: 59.96 s must not read "60.0 s", and a countdown must not show more than is left.
    if (ms < SecondMs)
        return Tr::tr("%1 ms").arg(ms);
    if (ms < MinuteMs && ms % SecondMs == 0)
        return Tr::tr("%1 s").arg(ms / SecondMs);
    if (ms < MinuteMs)
        return Tr::tr("%1 s").arg(QStringLiteral("%1.%2").arg(ms / SecondMs).arg(ms % SecondMs / 100));
    if (ms < HourMs)
        return two(Tr::tr("%1 min %2 s"), ms / MinuteMs, Tr::tr("%1 min"), ms % MinuteMs / SecondMs);
    if (ms < DayMs)
        return two(Tr::tr("%1 h %2 min"), ms / HourMs, Tr::tr("%1 h"), ms % HourMs / MinuteMs);
    if (ms < 10 * DayMs)
        return two(Tr::tr("%1 d %2 h"), ms / DayMs, Tr::tr("%1 d"), ms % DayMs / HourMs);
    return Tr::tr("%1 d").arg(ms / DayMs);
}

} // namespace

// An expiry beyond that is only known to be later: see boundedTtl().
QString humanDuration(milliseconds duration)
{
    return duration.count() > VeryLongMs ? Tr::tr("over %1 d").arg(VeryLongMs / DayMs)
                                         : exactDuration(duration);
}

QString humanAgo(milliseconds age)
{
    return age.count() < SecondMs ? Tr::tr("just now") : Tr::tr("%1 ago").arg(humanDuration(age));
}

} // namespace lockscope
