// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts for what the lab reports, in the application's language. Pure functions, GUI thread.

#include "core/lab/laboutcome.h"
#include "core/lab/scenario.h"

namespace lockscope::text
{

QString labTime(microseconds time); // "0.42 ms", "28 ms", "12.3 s"
// One of the times of a spread; "—" if there are too few for it.
QString labTime(const Spread &spread, microseconds Spread::*which);
QString verdict(const LabOutcome &outcome); // "passed", "not confirmed", "cancelled", "failed"
VerdictLevel verdictLevel(const LabOutcome &outcome);
QString claimWord(const LabClaim &claim);     // "confirmed", "✘ not confirmed"
QString labValues(const LabOutcome &outcome); // "Workers per server: 20 · Lease: 10 s"
QString place(const LabOutcome &outcome);     // "Sandbox: one server", or the address
QString runName(const LabOutcome &outcome);   // "14:03:22 oversell, seed 42"
QString topology(SandboxTopology topology);

} // namespace lockscope::text
