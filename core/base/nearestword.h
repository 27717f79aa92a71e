// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Suggests the word that was probably meant. Pure.

#include <QByteArray>

#include <vector>

namespace lockscope
{

// The number of insertions, deletions, replacements and swaps of neighbours.
int editDistance(QByteArrayView a, QByteArrayView b);

// The nearest of the words; empty if none is near enough.
QByteArray nearestWord(QByteArrayView typed, const std::vector<QByteArray> &words);

} // namespace lockscope
