// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A comparison in sentences and rows. Translated; local times. Pure; any thread.

#include "core/history/compare/comparison.h"

#include <QStringList>

namespace lockscope
{

// "2026-06-12 13:05:00 to 14:05:00"
QString rangeText(const HistoryRange &range);
// "order:*", "all locks"
QString groupText(const ComparedGroup &group, CompareBy by);

// Significant differences: of all locks first, then the greatest; or that there is none. Then what could not
// be tested.
QStringList findingsText(const Comparison &comparison);
// How the stretches were observed, and what the figures lack.
QStringList unknownText(const Comparison &comparison);
// How the differences were tested.
QString testsText(const Comparison &comparison);

// All locks first, then groups with a significant difference, the greatest first.
std::vector<const ComparedGroup *> inOrder(const Comparison &comparison);

} // namespace lockscope
