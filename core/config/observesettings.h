// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The settings of observe.json in the configuration folder: thresholds, aliases, alerts, history and audit,
// for both programs. Values; any thread.

#include "core/engine/verdicts/verdict.h"
#include "core/values/historysettings.h"
#include "core/values/owneralias.h"

#include <QList>

namespace lockscope
{

struct ObserveSettings {
    VerdictThresholds thresholds{};
    QList<OwnerAlias> aliases{};
    QStringList alerts{}; // rules in the syntax of alertrule.h
    HistorySettings history{};
    QString auditSyslog{}; // socket of the system log that gets each row of the audit too; empty: none
    friend bool operator==(const ObserveSettings &, const ObserveSettings &) = default;
};

} // namespace lockscope
