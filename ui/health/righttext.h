// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts for the rights of a user on a server. Pure functions, GUI thread.

#include "core/values/lock.h"
#include "core/values/rights.h"

namespace lockscope::text
{

QString right(Right right);        // With its command
QString withoutRight(Right right); // What Lockscope cannot do without it
QString rightState(RightState state);
// The severity. A read-only connection needs no rights that only acts need.
VerdictLevel rightLevel(const RightInfo &told, bool readOnly);

} // namespace lockscope::text
