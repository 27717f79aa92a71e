// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the engine is doing: connection, scan and live mode, as the status bar and the cli show them. Values.

#include "core/base/clock.h"
#include "core/base/names.h"
#include "core/base/outcome.h"

#include <vector>

namespace lockscope
{

enum class LinkPhase { Idle, Connecting, Ready, Waiting, Failed, Closed };

struct ConnectionState {
    LinkPhase phase = LinkPhase::Idle;
    Instant since{};
    int attempt = 0;                  // of reconnecting; 0 while ready
    std::optional<Instant> retryAt{}; // Waiting
    Failure reason{};                 // Waiting and Failed: why
};

// First and last slot of a run of them.
struct SlotRange {
    int first = 0;
    int last = 0;
    friend bool operator==(const SlotRange &, const SlotRange &) = default;
};

// How a replica stands to its master.
struct Replication {
    NodeId master{};
    bool linked = false;               // it is connected to its master
    std::optional<qint64> lagBytes{};  // of the stream, that it has not got yet
    std::optional<milliseconds> lag{}; // since it said that it had all there was; 0: it has all now
    friend bool operator==(const Replication &, const Replication &) = default;
};

struct NodeStatus {
    NodeId node{};      // the address that is used
    NodeId announced{}; // what the deployment calls it, where that is another; else empty
    int member = 0;     // of a RedLock group: which; else 0
    QByteArray role{};  // "master", "slave", "sentinel"; empty: not known
    QByteArray version{};
    ConnectionState link{};
    std::optional<milliseconds> clockOffset{}; // server's wall clock minus ours
    std::optional<milliseconds> roundTrip{};
    QByteArray runId{};                   // another one after each start of the server
    std::optional<Instant> startedAt{};   // of the server
    std::vector<SlotRange> slotRanges{};  // of a cluster's master
    std::optional<Replication> replica{}; // of a replica

    bool isMaster() const { return role == "master"; }
    bool isReplica() const { return role == "slave"; }
    bool isReady() const { return link.phase == LinkPhase::Ready; }
};

enum class ScanPhase { Idle, Running, Complete, Stopped, Failed };

// What a pass looked at on one master.
struct NodeScan {
    NodeId node{};
    ScanPhase phase = ScanPhase::Idle;
    qint64 keysSeen = 0;
    qint64 locksFound = 0;
    Failure failure{}; // Failed: why
};

struct ScanProgress {
    ScanPhase phase = ScanPhase::Idle;
    qint64 keysSeen = 0;
    qint64 keysEstimated = 0; // DBSIZE at the start
    qint64 locksFound = 0;
    Instant startedAt{};
    std::optional<Instant> endedAt{};
    std::vector<NodeScan> nodes{}; // each master once
    Failure failure{};             // Failed: on which node and why
    qint64 keysRefused = 0;        // under a lock's name, but the server would not show them
    Failure refusal{};             // of the first of them
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
