// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The fields of a connection by what they are for, so that each use that needs some of them takes all of that
// purpose, also a field that is added later. Pure values, any thread.

#include "core/values/connection/connection.h"

#include <QFlags>

namespace lockscope
{

// What is in no part is never taken along: what reads files (certificates, keys, an SSH configuration), whose
// certificate is accepted, where announced addresses lead, and the login at a proxy.
enum class ConnectionPart : quint8 {
    Servers = 1,    // which servers, and which database of them
    Path = 2,       // through which proxy or SSH host: an address may mean another server there
    Login = 4,      // at the servers and the sentinels, with passwords and client name
    Encryption = 8, // whether TLS is used
    Treatment = 16, // which keys are locks, what may be done to them, what the servers are for
    Bounds = 32,    // timeouts, memory
    ListEntry = 64, // how the profile is listed and saved
};
Q_DECLARE_FLAGS(ConnectionParts, ConnectionPart)
Q_DECLARE_OPERATORS_FOR_FLAGS(ConnectionParts)

// Copies these parts, but not those of members.
void copyParts(const ConnectionSpec &from, ConnectionSpec &to, ConnectionParts parts);
// A connection with these parts only, and members with them.
ConnectionSpec onlyParts(const ConnectionSpec &spec, ConnectionParts parts);

} // namespace lockscope
