// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an act on all nodes of a RedLock group came to, out of the receipts of its nodes. Pure.

#include "core/values/act.h"

namespace lockscope
{

int countOf(const std::vector<Receipt> &receipts, ActResult result);
NodeReceipt partOf(const Receipt &receipt, milliseconds took);
// Of a node that did not answer in time.
Receipt tooLate(const ActRequest &request, const NodeId &node, milliseconds patience);
// The fields that all nodes share, with what each of them said, which is taken from the receipts.
Receipt gathered(const ActRequest &request, std::vector<Receipt> &receipts);
// Why so few did it, node by node.
Failure quorumMissed(const Receipt &whole, int done, int needed);
// Refused for what the request is, not for what the lock or a node is; then the whole is refused, too.
bool isRefusedByAll(const std::vector<Receipt> &receipts, Receipt &whole);
// What a release or a force-release of the group came to.
Receipt summed(const ActRequest &request, std::vector<Receipt> receipts, int needed);

} // namespace lockscope
