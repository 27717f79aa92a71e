// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The translated words of a verdict: what is wrong, the evidence, and what to do. Pure.

#include "core/engine/verdicts/verdict.h"

#include <QString>
#include <QStringList>

namespace lockscope
{

struct VerdictText {
    QString sentence{};
    QStringList evidence{};
    QString advice{};
};
VerdictText explainVerdict(const Lock &lock, Instant at);
// All codes, in the order of verdict.h.
std::vector<std::string_view> verdictCodes();

} // namespace lockscope
