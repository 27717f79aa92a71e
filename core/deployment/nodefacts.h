// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks one server what it says of its settings and its state. Questions only, on the reading session; each
// may be refused.

#include "core/deployment/node.h"
#include "core/values/connection/nodefacts.h"

namespace lockscope
{

// The settings that are asked for, one CONFIG GET each: several at once need Redis 7.0.
const std::vector<QByteArray> &settingsAsked();

// Of a node that cannot be reached: its status alone. status: as its deployment tells it. patterns: whose
// keys the user wants to reach.
QCoro::Task<NodeFacts> readFacts(QPointer<Node> node, NodeStatus status, Topology topology,
                                 QList<QByteArray> patterns);

} // namespace lockscope
