// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Figures of a comparison as short texts. Translated. Pure; any thread.

#include "core/history/compare/statistics/significance.h"
#include "core/history/values/hold.h"

#include <QString>

namespace lockscope::figuretext
{

constexpr double SecondsAMinute = 60;
constexpr double SecondsAnHour = 3'600;
constexpr QLatin1String NoValue("-"); // in plain text; the window has a sign of its own

QString countText(qint64 value); // thousands grouped
// Whole from 100 on, else with this many significant digits.
QString decimalText(double value, int digits = 2);
QString ratioText(double ratio);
QString intervalText(const RatioInterval &interval); // "2.1 to 2.6"
QString secondsText(double seconds);
QString lengthText(const std::optional<milliseconds> &length); // NoValue: none
QString rateText(qint64 events, milliseconds time);            // per minute
double minutesOf(milliseconds time);

} // namespace lockscope::figuretext
