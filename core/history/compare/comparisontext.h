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

// What is significant, the whole first and then the greatest difference; or that nothing is. Then what could
// not be told.
QStringList findingsText(const Comparison &comparison);
// How the stretches were watched, and what the figures leave out.
QStringList unknownText(const Comparison &comparison);
// How it was tested.
QString testsText(const Comparison &comparison);

// All locks first, then groups with a significant difference, the greatest first.
std::vector<const ComparedGroup *> inOrder(const Comparison &comparison);

} // namespace lockscope
