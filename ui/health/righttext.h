// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words for what a user may do on a server. Pure functions, GUI thread.

#include "core/values/lock.h"
#include "core/values/rights.h"

namespace lockscope::text
{

QString right(Right right);        // with the command it is about
QString withoutRight(Right right); // what Lockscope cannot do without it
QString rightState(RightState state);
// How bad it is. A connection that is read-only does not act, so it lacks nothing that only acts need.
VerdictLevel rightLevel(const RightInfo &told, bool readOnly);

} // namespace lockscope::text
