// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts for one server of a deployment. Pure functions, GUI thread.

#include "core/values/lock.h"
#include "core/values/status.h"

namespace lockscope::text
{

VerdictLevel nodeLevel(ConnectionPhase phase);
VerdictLevel nodeLevel(const NodeStatus &node); // Also considers a replica without a connection to its master
QString nodeState(const NodeStatus &node);
QString nodeConnection(const NodeStatus &node, Instant now); // Without the address of the node
// Of a server that answers, but refuses: the first sentence of what it says. Empty: it does not answer.
QString refusal(const Failure &why);
QString nodeRole(const NodeStatus &node);    // "was master" if it does not answer; empty: unknown
QString nodeLag(const NodeStatus &node);     // Empty unless a replica
QString clockOffset(const NodeStatus &node); // "+12 ms"; empty: unknown
QString slotRanges(const NodeStatus &node);  // "0–5460 5462"; empty: none

} // namespace lockscope::text
