// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks one server for its settings and state: questions only, on the reading session; each may be refused.

#include "core/deployment/node.h"
#include "core/values/connection/nodefacts.h"

namespace lockscope
{

// The settings to ask for, with one CONFIG GET each: several at once need Redis 7.0.
const std::vector<QByteArray> &settingsAsked();

// Returns only the status if the node cannot be reached. status: as the deployment reports it. patterns: the
// keys that the user wants to reach.
QCoro::Task<NodeFacts> readFacts(QPointer<Node> node, NodeStatus status, Topology topology,
                                 QList<QByteArray> patterns);

} // namespace lockscope
