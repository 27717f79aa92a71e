// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The data of plots and pages as CSV for other programs: English column names, bytes escaped as in
// `lockscope-cli`, times in UTC. Pure; any thread.

#include "core/history/values/hold.h"
#include "ui/plots/ttltrace.h"
#include "ui/plots/wallaxis.h"

namespace lockscope
{

QByteArray holdsCsv(const std::vector<Hold> &holds, const HistoryRange &range, WallTime now);
QByteArray contentionCsv(const std::vector<Contention> &locks);
QByteArray holdLengthsCsv(const HoldLengths &lengths, bool sampled); // Only lengths that occur
QByteArray ttlCsv(const std::vector<TtlTrace::Piece> &pieces, const WallAxis &axis);

} // namespace lockscope
