// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the engine is doing: connection, scan and live mode, as the status bar and the cli show them. Values.

#include "core/values/clock.h"
#include "core/values/names.h"
#include "core/values/outcome.h"

#include <vector>

namespace lockscope
{

enum class LinkPhase { Idle, Connecting, Ready, Waiting, Failed, Closed };

struct LinkState {
    LinkPhase phase = LinkPhase::Idle;
    Instant since{};
    int attempt = 0;                  // of reconnecting; 0 while ready
    std::optional<Instant> retryAt{}; // Waiting
    Failure reason{};                 // Waiting and Failed: why
};

struct NodeStatus {
    NodeId node{};
    QByteArray role{}; // "master", "slave", …; empty: not known
    QByteArray version{};
    LinkState link{};
    std::optional<milliseconds> clockOffset{}; // server's wall clock minus ours
    std::optional<milliseconds> roundTrip{};
};

enum class ScanPhase { Idle, Running, Complete, Stopped, Failed };

struct ScanProgress {
    ScanPhase phase = ScanPhase::Idle;
    qint64 keysSeen = 0;
    qint64 keysEstimated = 0; // DBSIZE at the start
    qint64 locksFound = 0;
    Instant startedAt{};
    std::optional<Instant> endedAt{};
    std::vector<NodeId> nodes{}; // scanned
    Failure failure{};           // Failed: on which node and why
    qint64 keysRefused = 0;      // under a lock's name, but the server would not show them
    Failure refusal{};           // of the first of them
};

enum class LiveMode { Off, Tracking, TrackingKnownKeys, KeyspaceEvents, Polling };

struct LiveStatus {
    LiveMode mode = LiveMode::Off;
    bool exact = false; // false: fast changes merge ("sampled")
    QString reason{};   // why this mode and no better one
    QString offer{};    // what the operator could switch on, with command and cost; may be empty
    qint64 gaps = 0;    // times events may have been missed and a rescan followed
};

const char *name(LinkPhase phase);
const char *name(ScanPhase phase);
const char *name(LiveMode mode);

} // namespace lockscope
