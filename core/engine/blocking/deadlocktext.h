// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A deadlock in sentences. Pure; any thread.

#include "core/engine/blocking/deadlocks.h"

#include <QString>
#include <QStringList>

namespace lockscope
{

QString deadlockHeadline(const Deadlock &deadlock);
// Who holds what and waits for what, one client a line.
QStringList deadlockSteps(const WaitGraph &graph, const Deadlock &deadlock);
// Whether it ends by itself, which release breaks it with the least loss, and how to prevent it.
QStringList deadlockAdvice(const WaitGraph &graph, const Deadlock &deadlock, Instant at);

// "6f96…:61 (api-7 at 10.0.3.7:50312)"; by its connection alone where it sent no id.
QString partyText(const OwnerId &owner, const ClientInfo &client);

} // namespace lockscope
