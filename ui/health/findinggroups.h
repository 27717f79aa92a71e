// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Groups equal findings of several nodes, and formats them. Pure functions, GUI thread.

#include "core/values/finding.h"

#include <vector>

namespace lockscope
{

// Findings of one rule and level whose sentences differ at most in node-specific parts; never empty.
struct FindingGroup {
    std::vector<Finding> all{};
    QString sentence{}; // The common sentence, with "…" for the differences

    const Finding &first() const { return all.front(); }
};

// Ordered by the first finding of each group.
std::vector<FindingGroup> grouped(const std::vector<Finding> &findings);

namespace text
{

QString findingNodes(const FindingGroup &group);        // Node names; empty: the whole deployment
QStringList findingEvidence(const FindingGroup &group); // Prefixed with the node if there are several
QStringList findingRemedy(const FindingGroup &group);   // One step each, each different one once
bool isCommand(const QString &step);                    // Of a remedy: to be copied; else a sentence
QString findingBlock(const FindingGroup &group);        // All of it as text, to pass on

} // namespace text

} // namespace lockscope
