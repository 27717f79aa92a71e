// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/figuretext.h"

#include "core/base/tr.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace lockscope::figuretext
{

namespace
{

// Two digits would say that nothing changed.
bool isNearOne(double ratio)
{
    return std::abs(ratio - 1) < 0.1;
}

} // namespace

QString countText(qint64 value)
{
    QLocale locale = QLocale::c();
    locale.setNumberOptions({});
    return locale.toString(value);
}

QString decimalText(double value, int digits)
{
    if (value == 0)
        return QStringLiteral("0");
    if (std::abs(value) >= 100)
        return countText(std::llround(value));
    const int whole = int(std::floor(std::log10(std::abs(value)))) + 1;
    QString text = QString::number(value, 'f', std::clamp(digits - whole, 0, 6));
    while (text.contains(u'.') && (text.endsWith(u'0') || text.endsWith(u'.')))
        text.chop(1);
    return text;
}

QString ratioText(double ratio)
{
    return decimalText(ratio, isNearOne(ratio) ? 3 : 2);
}

QString secondsText(double seconds)
{
    return humanDuration(milliseconds(std::llround(seconds * 1000)));
}

QString intervalText(const RatioInterval &interval)
{
    constexpr int MostDigits = 5;
    int digits = isNearOne(interval.from) || isNearOne(interval.to) ? 3 : 2;
    while (digits < MostDigits && decimalText(interval.from, digits) == decimalText(interval.to, digits))
        ++digits;
    return Tr::tr("%1 to %2").arg(decimalText(interval.from, digits), decimalText(interval.to, digits));
}

double minutesOf(milliseconds time)
{
    return double(time.count()) / 1000 / SecondsAMinute;
}

QString rateText(qint64 events, milliseconds time)
{
    return decimalText(double(events) / minutesOf(time), 3);
}

QString lengthText(const std::optional<milliseconds> &length)
{
    return length ? humanDuration(*length) : QString(NoValue);
}

} // namespace lockscope::figuretext
