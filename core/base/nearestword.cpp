// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearestword.h"

#include <algorithm>

namespace lockscope
{

int editDistance(QByteArrayView a, QByteArrayView b)
{
    const auto width = size_t(b.size()) + 1;
    std::vector<int> before(width), above(width), row(width);
    for (size_t j = 0; j < width; ++j)
        above[j] = int(j);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        row[0] = int(i);
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const auto column = size_t(j);
            const int replace = above[column - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[column] = std::min({replace, above[column] + 1, row[column - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[column] = std::min(row[column], before[column - 2] + 1);
        }
        std::swap(before, above);
        std::swap(above, row);
    }
    return above[width - 1];
}

QByteArray nearestWord(QByteArrayView typed, const std::vector<QByteArray> &words)
{
    // A long argument is not a typo, and the cost of the distance grows with its length.
    if (typed.isEmpty() || typed.size() > 40)
        return {};
    QByteArray nearest;
    int shortest = int(std::max<qsizetype>(1, typed.size() / 3)) + 1;
    for (const QByteArray &word : words) {
        const bool begun = typed.size() >= 3 && word.startsWith(typed);
        const int distance = begun ? 1 : editDistance(typed, word);
        if (distance < shortest) {
            shortest = distance;
            nearest = word;
        }
    }
    return nearest;
}

} // namespace lockscope
