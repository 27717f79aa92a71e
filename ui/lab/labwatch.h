// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether the window shows the locks of a run of the lab, and how it comes to. Pure; GUI thread.

#include "ui/bridges/deploymentstate.h"

namespace lockscope
{

bool isWatching(const DeploymentState &deployment, const ConnectionSpec &lab);
// The connection that shows them, besides what it shows anyway.
ConnectionSpec labConnection(ConnectionSpec lab, bool sandbox);

} // namespace lockscope
