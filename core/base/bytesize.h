// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sizes in files and options: "512MiB", "1GiB", "700KiB", "1000B"; numbers of any size in texts. Pure.

#include "core/base/outcome.h"

#include <QLocale>

#include <algorithm>
#include <limits>

namespace lockscope
{

// Refuses a bare number, and fractions of a byte; the failure says why.
Outcome<qint64> parseSize(const QString &text);
// For the replies of a connection: the same, and within bounds.
Outcome<qint64> parseMaxMemory(const QString &text);
// The shortest exact text that parseSize() accepts.
QString sizeText(qint64 bytes);

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
