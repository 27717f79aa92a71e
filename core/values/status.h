// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The state of connection, scan and live feed, as the status bar and the cli show it. Values.

#include "core/base/clock.h"
#include "core/base/names.h"
#include "core/base/outcome.h"

#include <map>
#include <vector>

namespace lockscope
{

enum class ConnectionPhase { Idle, Connecting, Ready, Waiting, Failed, Closed };

struct ConnectionState {
    ConnectionPhase phase = ConnectionPhase::Idle;
    Instant since{};
    int attempt = 0;                  // number of the reconnect attempt; 0 while ready
    std::optional<Instant> retryAt{}; // Waiting
    bool silent = false;              // Waiting: connected, and the server does not answer
    Failure reason{};                 // Waiting, Failed, and Connecting again: why
};

// First and last slot of a range, inclusive.
struct SlotRange {
    int first = 0;
    int last = 0;
    friend bool operator==(const SlotRange &, const SlotRange &) = default;
};

struct Replication {
    NodeId master{};
    bool linked = false;               // to its master
    std::optional<qint64> lagBytes{};  // bytes of the stream that it has not received
    std::optional<milliseconds> lag{}; // since it acknowledged everything; 0: up to date
    friend bool operator==(const Replication &, const Replication &) = default;
};

struct NodeStatus {
    NodeId node{};      // the address in use
    NodeId announced{}; // its name in the deployment, if different; else empty
    int member = 0;     // index in a RedLock group; else 0
    int surplus = 0;    // in the first status of a deployment: announced servers that are not connected
    QByteArray role{};  // "master", "slave", "sentinel"; empty: unknown
    QByteArray version{};
    ConnectionState connection{};
    QString untrusted{}; // its host, which gets no password until the user allows it; empty: none is withheld
    std::optional<milliseconds> clockOffset{}; // server's wall clock minus the local one
    std::optional<milliseconds> roundTrip{};
    QByteArray runId{};                   // changes with each start of the server
    std::optional<Instant> startedAt{};   // of the server
    std::vector<SlotRange> slotRanges{};  // of a master in a cluster
    std::optional<Replication> replica{}; // of a replica

    bool isMaster() const { return role == "master"; }
    bool isReplica() const { return role == "slave"; }
    bool isSentinel() const { return role == "sentinel"; }
    bool isReady() const { return connection.phase == ConnectionPhase::Ready; }
};

enum class ScanPhase { Idle, Running, Complete, Stopped, Failed };

struct NodeScan {
    NodeId node{};
    ScanPhase phase = ScanPhase::Idle;
    qint64 keysSeen = 0;
    qint64 locksFound = 0;
    Failure failure{}; // for Failed
};

struct ScanProgress {
    ScanPhase phase = ScanPhase::Idle;
    qint64 keysSeen = 0;
    qint64 keysEstimated = 0; // DBSIZE at the start
    qint64 locksFound = 0;
    Instant startedAt{};
    std::optional<Instant> endedAt{};
    std::vector<NodeScan> nodes{}; // each master once
    Failure failure{};             // for Failed, with the node
    qint64 keysRefused = 0;        // keys with a lock's name that the server refused to show
    Failure refusal{};             // for the first of them
};

enum class LiveMode { Off, Tracking, TrackingKnownKeys, KeyspaceEvents, Polling };

struct LiveStatus {
    LiveMode mode = LiveMode::Off;
    bool exact = false; // false: fast changes merge ("sampled")
    QString reason{};   // why this mode and not a better one
    QString offer{};    // what the operator could enable, with command and cost; may be empty
    qint64 gaps = 0;    // how often events may have been missed and a rescan followed
    // Of these, by node: how often events of it were missed, and how often it was flushed or reloaded.
    std::map<NodeId, qint64> missed{};
    std::map<NodeId, qint64> flushes{};
};

// The state of a connection as a whole: ready while a master is, otherwise the worst of all its nodes. If a
// replica, a sentinel or another node is down, the locks of the rest can still be shown and changed.
ConnectionState connectionOf(const std::vector<NodeStatus> &nodes);
// Of a RedLock group: how many of its members have a ready master.
int answeringMembers(const std::vector<NodeStatus> &nodes);

const char *name(ConnectionPhase phase);
const char *name(ScanPhase phase);
const char *name(LiveMode mode);

} // namespace lockscope
