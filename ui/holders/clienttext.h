// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts about the client behind an owner id. Pure functions; GUI thread.

#include "core/config/observesettings.h"
#include "core/values/lock.h"
#include "core/values/probe.h"

namespace lockscope
{

// The glob for this owner and, if the id contains a client id, all other owners of that client.
QByteArray aliasPattern(const OwnerId &owner);

namespace text
{

QString client(const ClientInfo &client);                  // "billing at 10.0.0.7:50312", "… (gone)"
QString clientHelp(const ClientInfo &client, Instant now); // Plus how it is known and since when it is gone
QString probeCost(const ProbeEstimate &estimate);          // Several sentences
QString probeOutcome(const ProbeReport &report);           // One sentence

} // namespace text

} // namespace lockscope
