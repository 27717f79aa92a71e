// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How Lockscope judges, whom it knows, what it tells of: observe.json in the configuration folder, for both
// programs. Values; any thread.

#include "core/engine/verdicts/verdict.h"
#include "core/values/historysettings.h"
#include "core/values/owneralias.h"

#include <QList>

namespace lockscope
{

struct ObserveSettings {
    VerdictThresholds thresholds{};
    QList<OwnerAlias> aliases{};
    QStringList alerts{}; // rules, as alertrule.h reads them
    HistorySettings history{};
    friend bool operator==(const ObserveSettings &, const ObserveSettings &) = default;
};

} // namespace lockscope
