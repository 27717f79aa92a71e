// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The last known state of the deployment, as the engine reported it. A value, from which each panel shows its
// part. GUI thread.

#include "core/values/connection/connection.h"
#include "core/values/status.h"

#include <optional>

namespace lockscope
{

struct DeploymentState {
    std::optional<ConnectionSpec> spec{}; // Empty: not connected and not connecting
    std::vector<NodeStatus> nodes{};
    ScanProgress scan{};
    LiveStatus live{};

    ConnectionState connection() const { return connectionOf(nodes); }
    bool isReady() const { return spec && connection().phase == ConnectionPhase::Ready; }
    // The connection was lost, or failed: what is shown is old.
    bool isLost() const;
    // Of a RedLock group: how many of its members answer, and how many are a majority.
    int answering() const { return answeringMembers(nodes); }
    int needed() const { return spec ? int(spec->members.size()) / 2 + 1 : 0; }
    bool lacksQuorum() const
    {
        return spec && spec->members.size() > 1 && isReady() && answering() < needed();
    }
    // Why not all locks are read although servers answer, as a sentence; empty: all are.
    QString whyNotWhole() const;
    // The last scan failed, and yet read all of at least one server.
    bool isScannedInPart() const;
    // The servers that the last scan did not read.
    std::vector<NodeScan> notScanned() const;
    // Of a RedLock group: less than a majority of its members were scanned.
    bool isScannedWithoutQuorum() const;
    // Why the last scan did not read everything, other than by the failures of notScanned(); none: only by
    // those.
    std::optional<Failure> failureOfWhole() const;
    // The first server that gets no password because it was only announced; null: none.
    const NodeStatus *untrusted() const;
    bool canWrite() const { return isReady() && !spec->readOnly; }
    QString whyNoChanges() const; // Empty: canWrite()
    // Why that server cannot be read now; null: it can, or is unknown.
    const Failure *whyUnread(const NodeId &node) const;
    QString title() const; // Profile name, otherwise the address
};

} // namespace lockscope
