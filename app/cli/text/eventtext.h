// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One line per event, for watch. Pure.

#include "app/cli/text/texttable.h"
#include "core/engine/alerts/alertwatch.h"
#include "core/engine/engine.h"

namespace lockscope::cli
{

// "12:03:04.512  acquired   lock:a  by 7f…:12, 29.9 s left"
QString eventLine(const LockEvent &event, const TextStyle &style);
// Of a RedLock group, whose nodes each tell of their own copy. lock: as it is now; null: it is gone.
QString copyEventLine(const LockEvent &event, const Lock *lock, const TextStyle &style);
// Of a recording, for a lock that was held when it was first seen: "12:03:04.512  held       lock:a  by
// 7f…:12, 29.9 s left, for at least 5 s"
QString seenLine(const LockEvent &seen, const TextStyle &style);
// Of a recording, for a hold that was not seen to end, or is open where the recording ends:
// "12:03:04.512  unknown    lock:a  by 7f…:12, whether it still holds the lock"
QString unseenEndLine(const LockEvent &end, const TextStyle &style);
// "12:03:04.512  unknown    lock:a  by 7f…:12, cannot be read: …". isCopy: of a RedLock group, on one node.
QString unreadLine(const UnreadLock &lock, bool isCopy, const TextStyle &style);
// "12:03:04.512  quorum     lock:a  lost, 1 of 3 nodes: 10.0.0.2:6379 missing"
QString quorumEventLine(const QuorumEvent &event, const TextStyle &style);
QString alertLine(const Alert &alert, const TextStyle &style);
QStringList failoverLines(const FailoverReport &report, const TextStyle &style);
QString nodeLine(const QString &text, WallTime at, const TextStyle &style);
QString nodeEventLine(const NodeStatus &status, LiveMode live, WallTime at, const TextStyle &style);

} // namespace lockscope::cli
