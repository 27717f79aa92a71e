// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The words of a verdict, translated: what is so, what shows it, and what to do. Pure.

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
// All codes there are, as verdict.h lists them.
std::vector<std::string_view> verdictCodes();

} // namespace lockscope
