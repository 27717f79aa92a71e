// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an engine is opened with. Values; any thread.

#include "core/engine/verdicts/verdict.h"
#include "core/formats/format.h"
#include "core/values/owneralias.h"

#include <QList>

#include <memory>

namespace lockscope
{

struct EngineOptions {
    QList<QByteArray> patterns{}; // empty: the connection's, else the built-in list
    bool allKeys = false;         // recognise by shape alone
    bool follow = true;           // false: one scan, no live feed
    bool exact = true;            // by keyspace events where the server has them on, not by cheaper means
    bool scan = true;             // false: only exact names (show, acts)
    QList<LockName> watched{};    // exact names to follow besides the patterns
    VerdictThresholds thresholds{};
    QString historyName{}; // under which what happens is kept in a file; empty: it is not (history.h)
    QList<OwnerAlias> aliases{};
    // With the families of the user's rules (rulestore.h); null: the built-in ones.
    std::shared_ptr<const Registry> registry{};
};

} // namespace lockscope
