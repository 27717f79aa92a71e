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
    QByteArray program{}; // host and name of the client; empty: not both are known
    QByteArray joined{};  // the name of the client that a deadlock takes it for; empty: it is in none

    // Equal for all locks of one owner; empty: unknown owner.
    const QByteArray &key() const { return !joined.isEmpty() ? joined : thread.isEmpty() ? process : thread; }
    // The same, or its connection; empty: neither is known.
    QByteArray name() const;
};

// The address, if it identifies one connection; empty: it is only a host, or the unix socket that all clients
// share.
QByteArray connectionOf(const QByteArray &address);
// The known client of this owner of the lock.
ClientInfo clientAmong(const Lock &lock, const OwnerId &owner);
// Host and name, if both are known.
QByteArray programOf(const ClientInfo &client);
// format: of the lock; null: unknown.
Party partyOf(const Format *format, const OwnerId &owner, const ClientInfo &client);

// By name: only host and name of the client are the same, which several processes may share.
enum class Sameness { No, ByName, Possible, Certain };
Sameness sameness(const Party &a, const Party &b);

} // namespace lockscope
