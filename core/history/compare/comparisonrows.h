// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The figures of a group as rows of a table. Translated. Pure; any thread.

#include "core/history/compare/comparison.h"

#include <QString>

namespace lockscope
{

QString findingText(Significance finding); // "significant", "may be chance"; empty: unknown

// One figure of a group.
struct ComparedRow {
    QString label{};
    QString before{};
    QString after{};
    QString change{};   // "×2.3"; empty: none
    QString interval{}; // "2.1 to 2.6"; empty: none
    Significance finding = Significance::Unknown;
    bool isTested = false; // finding and interval are of this row
};
// Without figures that neither side has. The significant ones first.
std::vector<ComparedRow> rowsOf(const ComparedGroup &group, const Comparison &comparison);
} // namespace lockscope
