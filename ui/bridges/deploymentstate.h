// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the window knows of the deployment it looks at, as the engine last said. A value; every panel shows
// its part of it. GUI thread.

#include "core/values/connection/connection.h"
#include "core/values/status.h"

#include <optional>

namespace lockscope
{

struct DeploymentState {
    std::optional<ConnectionSpec> spec{}; // nothing: not connected, and not meant to be
    std::vector<NodeStatus> nodes{};
    ScanProgress scan{};
    LiveStatus live{};

    // What the window as a whole says: ready while a master is; else the worst of all nodes.
    ConnectionState link() const;
    bool isReady() const { return spec && link().phase == LinkPhase::Ready; }
    // Was connected once and tries to be again: what is shown is old.
    bool isReconnecting() const;
    bool canWrite() const { return isReady() && !spec->readOnly; }
    QString title() const; // profile, else the address
};

} // namespace lockscope
