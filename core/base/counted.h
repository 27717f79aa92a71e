// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

#include <algorithm>
#include <limits>

namespace lockscope
{

// A text with %n or %Ln, which Qt fills with an int, for a number of any size: counted(number, [](int n) {
// return tr("%n permit(s)", nullptr, n); })
template<typename Words> QString counted(qint64 number, Words words)
{
    constexpr int Most = std::numeric_limits<int>::max();
    if (number <= Most)
        return words(int(std::max<qint64>(number, -Most)));
    QString text = words(Most);
    text.replace(QLocale().toString(Most), QLocale().toString(number));
    return text.replace(QString::number(Most), QString::number(number));
}

} // namespace lockscope
