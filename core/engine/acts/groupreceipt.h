// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Combines the receipts of the nodes of a RedLock group into one. Pure.

#include "core/values/act.h"

namespace lockscope
{

OwnerId ownerMeant(const ActRequest &request);
int countOf(const std::vector<Receipt> &receipts, ActResult result);
NodeReceipt partOf(const Receipt &receipt, milliseconds took);
// For a node that did not answer in time.
Receipt tooLate(const ActRequest &request, const NodeId &node, milliseconds patience);
// The fields that all nodes share, what was done to their queues, and the part of each node, which is moved
// out of the receipts.
Receipt gathered(const ActRequest &request, std::vector<Receipt> &receipts);
// The failure of an act that succeeded on too few nodes, with the answer of each node.
Failure quorumMissed(const Receipt &whole, int done, int needed);
// The same for an acquire that was undone. given: the answers to undoing it. Adds the present owner, and the
// nodes on which the attempt may remain.
void settleRefused(const ActRequest &request, const std::vector<Receipt> &receipts,
                   const std::vector<Receipt> &given, int needed, Receipt &whole);
// True if every node refused the request itself, whatever the state of lock and node; then so is `whole`.
bool isRefusedByAll(const std::vector<Receipt> &receipts, Receipt &whole);
// The receipt of a renewal that is not sent, because too few nodes can have the hold: what is left of it
// would outlast the lock. nullopt: it may be sent. looked: dry runs.
std::optional<Receipt> unheld(const ActRequest &request, std::vector<Receipt> looked, int needed);
Receipt summed(const ActRequest &request, std::vector<Receipt> receipts, int needed);

} // namespace lockscope
