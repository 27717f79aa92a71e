// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock by its exact name, read whole from the server that answers for it, wherever that is by then.
// Engine thread; registry must outlive the call.

#include "core/deployment/deployment.h"
#include "core/engine/reading/keyreader.h"

namespace lockscope
{

Failure connectionClosed(const LockName &key);

struct KeyLookup {
    KeyReading reading{};
    NodeId node{}; // that said so
};

// listened: a wake-up channel of it that has subscribers, as found last. Failures: of the reading;
// NotConnected with the reason when no master answers for the key within the command time-out.
QCoro::Task<Outcome<KeyLookup>> lookUp(QPointer<Deployment> deployment, const Registry &registry,
                                       LockName key, QByteArray listened = {});

} // namespace lockscope
