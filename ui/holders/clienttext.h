// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts about the client behind an owner id. Pure functions; GUI thread.

#include "core/config/observesettings.h"
#include "core/values/lock.h"
#include "core/values/probe.h"
#include "ui/text/holdertext.h"

namespace lockscope
{

// The glob for this owner and, if the id contains a client id, all other owners of that client.
QByteArray aliasPattern(const OwnerId &owner);

namespace text
{

QString clientHelp(const ClientInfo &client, Instant now); // And how it is known, since when it is gone
QString probeCost(const ProbeEstimate &estimate);          // Several sentences
QString probeOutcome(const ProbeReport &report);           // One sentence

} // namespace text

} // namespace lockscope
