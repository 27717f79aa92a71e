// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The options of Engine::open(). Values; any thread.

#include "core/engine/verdicts/verdict.h"
#include "core/formats/format.h"
#include "core/values/owneralias.h"

#include <QList>

#include <functional>
#include <memory>

namespace lockscope
{

struct EngineOptions {
    QList<QByteArray> patterns{}; // empty: those of the connection, else the default patterns
    bool allKeys = false;         // recognise locks by shape alone
    bool follow = true;           // false: one scan, no live feed
    bool followAtOnce = true;     // false: wait for Engine::startFollowing()
    bool countsClients = true;    // false: ask neither for waiters nor for the holders' clients
    bool exact = true;            // prefer keyspace events, if enabled on the server, over cheaper means
    bool scan = true;             // false: only exact names (show, acts)
    QList<LockName> watched{};    // exact names to follow in addition to the patterns
    VerdictThresholds thresholds{};
    QString historyName{}; // name of the history file; empty: no history (history.h)
    QList<OwnerAlias> aliases{};
    // Includes the formats of the user's rules (rulestore.h); null: built-in formats only.
    std::shared_ptr<const Registry> registry{};
};

// Receives locks in portions, on the engine thread. It must not delete the engine.
using LockSink = std::function<void(std::vector<LockPtr> locks)>;

} // namespace lockscope
