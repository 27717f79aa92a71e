// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words for one server of a deployment. Pure functions, GUI thread.

#include "core/values/lock.h"
#include "core/values/status.h"

namespace lockscope::text
{

VerdictLevel nodeLevel(LinkPhase phase);
VerdictLevel nodeLevel(const NodeStatus &node); // also: a replica that is not linked to its master
QString nodeState(const NodeStatus &node);
QString nodeLag(const NodeStatus &node);     // of a replica; empty: it is none
QString clockOffset(const NodeStatus &node); // "+12 ms"; empty: not known
QString slotRanges(const NodeStatus &node);  // "0–5460 5462"; empty: none

} // namespace lockscope::text
