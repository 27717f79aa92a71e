// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The state of the servers at a moment of a recording: findings of the health check, and the list of nodes.
// Blocks; the reader's thread.

#include "core/history/playback/recordingreader.h"
#include "core/history/states/staterow.h"

namespace lockscope
{

struct FoundState {
    StateRow row{};
    bool isLastKnown = false; // watching began or ended after it, so it may have changed
};
// The last row of the kind until then in one file; nullopt: nothing was recorded.
Outcome<std::optional<FoundState>> lastState(const HistoryFile &file, StateRow::Kind kind, WallTime until);

template<class T> struct StateThen {
    WallTime since{};                        // when it was first recorded
    bool isLastKnown = true;                 // not observed at that moment or in between: it may have changed
    std::optional<milliseconds> setBackBy{}; // HistoryMoment::setBackBy
    std::vector<T> what{};
};

// nullopt: not recorded.
Outcome<std::optional<StateThen<Finding>>> findingsThen(RecordingReader &reader, WallTime at);
Outcome<std::optional<StateThen<NodeStatus>>> nodesThen(RecordingReader &reader, WallTime at);

struct ServersThen {
    std::optional<StateThen<Finding>> findings{};
    std::optional<StateThen<NodeStatus>> nodes{};
};
Outcome<ServersThen> serversThen(RecordingReader &reader, WallTime at);

} // namespace lockscope
