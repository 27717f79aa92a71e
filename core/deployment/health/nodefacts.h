// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks one server for its settings and state, with reading commands only, on the reading session of the node
// and the engine's thread. The node may be deleted meanwhile. Nothing fails as a whole: what the server
// refuses is missing, and named in NodeFacts::refused.

#include "core/deployment/node.h"
#include "core/values/connection/nodefacts.h"
#include "core/values/finding.h"

namespace lockscope
{

// The settings to ask for, with one CONFIG GET each: several at once need Redis 7.0.
const std::vector<QByteArray> &settingsAsked();

// Only the status if the node is unreachable. status: from its deployment. patterns: keys of interest.
QCoro::Task<NodeFacts> readFacts(QPointer<Node> node, NodeStatus status, Topology topology,
                                 QList<QByteArray> patterns);

// Why the server refuses writes now, as the doctor finds it; nothing if it does not say so. Asks for INFO,
// and for settings only if INFO leaves the question open. The node must exist when this is called.
QCoro::Task<std::vector<Finding>> readRefusals(QPointer<Node> node);

} // namespace lockscope
