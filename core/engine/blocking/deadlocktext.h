// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A deadlock in sentences. Pure; any thread.

#include "core/engine/blocking/deadlocks.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope
{

QString deadlockHeadline(const Deadlock &deadlock);
// What each client holds and waits for, one line per client.
QStringList deadlockSteps(const WaitGraph &graph, const Deadlock &deadlock);

struct DeadlockText {
    QString headline{};
    QStringList steps{};
    QStringList caveats{}; // why it is only possible
    QStringList advice{};  // whether it ends by itself, and which release breaks it with the least loss
    QStringList general{}; // what is assumed, what a release does to the old holder, how to prevent it
    QStringList remarks() const { return caveats + advice + general; }
};
std::vector<DeadlockText> deadlockTexts(const WaitGraph &graph, const std::vector<Deadlock> &deadlocks,
                                        Instant at);
// Removes the caveats and general sentences that all texts have, and returns each once.
QStringList takeCommon(std::vector<DeadlockText> &texts);

// "6f96…:61 (api-7 at 10.0.3.7:50312)"; without an id, only the connection.
QString partyText(const OwnerId &owner, LockKind kind, const ClientInfo &client);

} // namespace lockscope
