// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is done before an answer. --settle: watching for a while before the result is printed, for verdicts
// that one look cannot make; and which of them could not be made.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

// What is followed while it settles; without --settle nothing is.
EngineOptions optionsFor(const SettleOptions &options, EngineOptions whileSettling);
// Ends early, as cancelled, when it is interrupted.
QCoro::Task<> settle(Run *run, const SettleOptions &options);
// --scan: one pass, so that all locks are known. Says what it could not read, and returns the exit status of
// that, for an answer that is fine otherwise.
QCoro::Task<int> readAllLocks(Run *run);

// On standard error, the nodes that a pass did not read; the exit status of that. Success: it read all.
int tellNotScanned(Run *run, const ScanProgress &progress);

struct NotMade {
    std::vector<std::string_view> codes{};
    milliseconds watched{0};
};
NotMade verdictsNotMade(Run *run, const SettleOptions &options, const std::vector<LockPtr> &locks);
// Those of several connections.
void add(NotMade &all, const NotMade &more);
// As a line for people, with what can be done about it; of a stream, nothing can.
void tell(Run *run, const NotMade &notMade, bool isStream = false);

} // namespace lockscope::cli
