// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How Lockscope judges, whom it knows, what it tells of: observe.json in the configuration folder, for both
// programs. Values; any thread.

#include "core/engine/verdicts/verdict.h"

#include <QList>

namespace lockscope
{

// Who is meant by an owner id: a glob over its bytes, as in "8f3c*", and what to call it.
struct OwnerAlias {
    QByteArray pattern{};
    QString name{};
    friend bool operator==(const OwnerAlias &, const OwnerAlias &) = default;
};

// How long what happened is kept in a file: the oldest goes when either limit is reached.
struct HistorySettings {
    bool keep = false;
    milliseconds age{std::chrono::hours(24) * 365};
    qint64 bytes = qint64(1) << 30;
    friend bool operator==(const HistorySettings &, const HistorySettings &) = default;
};

struct ObserveSettings {
    VerdictThresholds thresholds{};
    QList<OwnerAlias> aliases{};
    QStringList alerts{}; // rules, as alertrule.h reads them
    HistorySettings history{};
    friend bool operator==(const ObserveSettings &, const ObserveSettings &) = default;
};

} // namespace lockscope
