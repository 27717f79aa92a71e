// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The word somebody may have meant. Pure.

#include <QByteArray>

#include <vector>

namespace lockscope
{

// Insertions, deletions, replacements and swaps of neighbours between the two.
int editDistance(QByteArrayView a, QByteArrayView b);

// The nearest of the words, or empty when none is near enough to be meant.
QByteArray nearestWord(QByteArrayView typed, const std::vector<QByteArray> &words);

} // namespace lockscope
