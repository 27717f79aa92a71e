// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who is behind an owner id, in words. Pure functions; GUI thread.

#include "core/config/observesettings.h"
#include "core/values/lock.h"
#include "core/values/probe.h"

namespace lockscope
{

// The glob that means this owner, and all others of the same client as far as the id tells.
QByteArray aliasPattern(const OwnerId &owner);

namespace text
{

QString client(const ClientInfo &client);                  // "billing at 10.0.0.7:50312", "… (gone)"
QString clientHelp(const ClientInfo &client, Instant now); // and how that is known, since when it is gone
QString probeCost(const ProbeEstimate &estimate);          // sentences
QString probeOutcome(const ProbeReport &report);           // one sentence

} // namespace text

} // namespace lockscope
