// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether the window shows the locks of a lab run, and the connection to do so. Pure; GUI thread.

#include "ui/bridges/deploymentstate.h"

namespace lockscope
{

bool isWatching(const DeploymentState &deployment, const ConnectionSpec &lab);
// The lab's connection plus the pattern of its keys.
ConnectionSpec labConnection(ConnectionSpec lab, bool sandbox);

} // namespace lockscope
