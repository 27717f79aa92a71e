// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compares what two sides say in lines, in any order. QCOMPARE shows only the beginning of long texts.

#include <QByteArrayList>

#include <algorithm>
#include <iterator>

namespace lockscope::test
{

// A text with the lines that only one side has; empty: they say the same.
inline QByteArray lineDiff(QByteArrayList actual, QByteArrayList expected)
{
    std::sort(actual.begin(), actual.end());
    std::sort(expected.begin(), expected.end());
    QByteArrayList wrong, missing;
    std::set_difference(actual.cbegin(), actual.cend(), expected.cbegin(), expected.cend(),
                        std::back_inserter(wrong));
    std::set_difference(expected.cbegin(), expected.cend(), actual.cbegin(), actual.cend(),
                        std::back_inserter(missing));
    QByteArray text;
    for (const QByteArray &line : wrong)
        text += "\n  not expected: " + line;
    for (const QByteArray &line : missing)
        text += "\n  missing: " + line;
    return text;
}

} // namespace lockscope::test
