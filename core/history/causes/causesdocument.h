// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Waiting caused, and what changed, as JSON and CSV. Names are a released interface. Times in UTC. Pure.

#include "core/base/jsonwriter.h"
#include "core/history/causes/waitingcost.h"
#include "core/history/causes/whatchanged.h"

namespace lockscope
{

enum class CostBy { Lock, Prefix, Client };

const char *name(CostBy by);         // "lock", "prefix", "client"
const char *name(Change::Kind kind); // "failover", "unreachable", "missed", "verdict", "new-client",
                                     // "holds-grew", "rate-rose"
const std::vector<WaitingCost> &costsBy(const WaitingCosts &costs, CostBy by);

QByteArray costsCsv(const WaitingCosts &costs, CostBy by);
QByteArray costsJson(const WaitingCosts &costs, CostBy by, JsonWriter::Layout layout);
QByteArray changesCsv(const Changes &changes);
QByteArray changesJson(const Changes &changes, JsonWriter::Layout layout);

} // namespace lockscope
