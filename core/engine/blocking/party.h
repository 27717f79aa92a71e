// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether the holder of one lock and a waiter for another one are the same client. Owner ids prove it only if
// they name a thread: another thread of the same process may wait while the first one works. Pure; any
// thread.

#include "core/formats/format.h"

namespace lockscope
{

struct Party {
    QByteArray thread{};  // process and thread as one string; empty: the id does not name a thread
    QByteArray process{}; // the common part of the ids of one process, or the id; empty: no client is named
    QByteArray address{}; // of its connection; empty: unknown

    // Equal for all locks of one owner; empty: unknown owner.
    const QByteArray &key() const { return thread.isEmpty() ? process : thread; }
};

// The address, if it identifies one connection; empty: it is only a host, or the unix socket that all clients
// share.
QByteArray connectionOf(const QByteArray &address);
// format: of the lock; null: unknown.
Party partyOf(const Format *format, const OwnerId &owner, const ClientInfo &client);

enum class Sameness { No, Possible, Certain };
Sameness sameness(const Party &a, const Party &b);

} // namespace lockscope
