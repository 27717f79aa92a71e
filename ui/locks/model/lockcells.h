// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The content of each cell of the lock list: text, tool tip, spoken text, and the bare value for sorting.
// Pure functions, GUI thread.

#include "ui/locks/model/lockmodel.h"
#include "ui/text/format.h"

namespace lockscope
{

QVariant headerCell(LockColumn column, int role);
QVariant lockCell(LockColumn column, const Lock &lock, const Kinds &kinds, int trend, Instant now, int role);
QVariant sortValue(LockColumn column, const Lock &lock);
QString cellText(LockColumn column, const Lock &lock, int trend, Instant now);
QString ttlCellText(const Lock &lock, Instant now, text::Units units = text::Units::Both);
// The whole row as one sentence for screen readers. key: the name to use for the lock.
QString lockSentence(const Lock &lock, const QString &key, const Kinds &kinds, Instant now);
// Of a lock that is gone: how it ended and when, and what was last known.
QString endedCellText(LockColumn column, const EndedLock &ended, Instant now);
QString endedSentence(const EndedLock &ended, const QString &key, Instant now);
QString groupCounts(const GroupSummary &group); // "120 locks, 2 warnings"
QString groupLine(const GroupSummary &group);   // "lock:stock: — 120 locks, 2 warnings"

// Aligned text with a header, for the clipboard and for terminals.
QString locksAsText(const std::vector<LockPtr> &locks, Instant now);
// Rows in columns of blanks, the header first. numeric: columns with their text at the right.
QString tableAsText(const std::vector<QStringList> &rows, const std::vector<bool> &numeric);

} // namespace lockscope
