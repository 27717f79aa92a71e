// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The same finding of several nodes as one, and as text. Pure functions, GUI thread.

#include "core/values/finding.h"

#include <vector>

namespace lockscope
{

// Of one rule and level, with sentences that differ in what is particular to a node at most; never empty.
struct FindingGroup {
    std::vector<Finding> all{};
    QString sentence{}; // what all of them say; "…" stands where they differ

    const Finding &first() const { return all.front(); }
};

// In the order of the first of each.
std::vector<FindingGroup> grouped(const std::vector<Finding> &findings);

namespace text
{

QString findingNodes(const FindingGroup &group);        // their names; empty: the deployment as a whole
QStringList findingEvidence(const FindingGroup &group); // with the node before it where there are several
QString findingRemedy(const FindingGroup &group);       // each different one in a line of its own
QString findingBlock(const FindingGroup &group);        // all of it, to be sent to somebody

} // namespace text

} // namespace lockscope
