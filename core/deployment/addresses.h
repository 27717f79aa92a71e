// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a node is really reached that Sentinel or a cluster tells of by an address of its own. Pure.

#include "core/values/connection/connection.h"

namespace lockscope
{

// typed: the server that told it, as it was reached. Its host stands in where none was announced ("" or "?",
// as a cluster without endpoints says).
Endpoint reachable(const Addressing &addressing, const Endpoint &announced, const Endpoint &typed);

// why: of the connection to reached. Names the node by what it is called and both addresses.
Failure notReachable(Failure why, const Addressing &addressing, const Endpoint &announced,
                     const Endpoint &reached);

} // namespace lockscope
