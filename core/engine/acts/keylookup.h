// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads one lock by its name, following redirections, before and after an act. Engine thread; registry must
// outlive the call.

#include "core/deployment/deployment.h"
#include "core/engine/reading/keyreader.h"

namespace lockscope
{

Failure connectionClosed(const LockName &key);

struct KeyLookup {
    KeyReading reading{};
    NodeId node{}; // where it was read
};

// The lock that was read there.
LockPtr lockOf(const KeyLookup &looked, const Decoded &decoded, int db);

// listened: a wake-up channel of the lock that had subscribers when last counted. Fails as the read does, or
// with NotConnected and the reason if no master owns the key within the command timeout.
QCoro::Task<Outcome<KeyLookup>> lookUp(QPointer<Deployment> deployment, const Registry &registry,
                                       LockName key, QByteArray listened = {});

// A server does not say which of the keys of a script this user may not access: names the first that it may
// not read. The receipt of another failure stays as it is.
QCoro::Task<> nameRefusedKey(QPointer<Deployment> deployment, std::shared_ptr<Receipt> receipt);

// Replaces holder and time left in the receipt by what was read. decoded: as the kind of the act; nullopt: it
// is not of that kind.
void noteReadBack(Receipt &receipt, const KeyReading &reading, const std::optional<Decoded> &decoded);
// The reply to an acquire was lost, and the lock is held under the id that was made for it: so it was done.
bool isAcquiredAsRead(const ActRequest &request, const Receipt &receipt);
// The kind that it may be by its value alone; empty: none.
QByteArray kindItMayBe(const KeyReading &reading);

} // namespace lockscope
