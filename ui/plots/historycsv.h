// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the plots and the pages show as tables for other programs: names of columns are English, bytes are
// escaped as `lockscope-cli` does, times are UTC. Pure; any thread.

#include "core/history/hold.h"
#include "ui/plots/ttltrace.h"
#include "ui/plots/wallaxis.h"

namespace lockscope
{

QByteArray holdsCsv(const std::vector<Hold> &holds, const HistoryRange &range, WallTime now);
QByteArray contentionCsv(const std::vector<Contention> &locks);
QByteArray holdLengthsCsv(const HoldLengths &lengths, bool sampled); // of those that there are any
QByteArray ttlCsv(const std::vector<TtlTrace::Piece> &pieces, const WallAxis &axis);

} // namespace lockscope
