// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parts accepted from an address in a link, which may come from anyone: address, database, user, and
// whether to use TLS. Never accepted: what runs a program (ssh), redirects (a proxy, other addresses), reads
// a file, leaves the server unverified, or changes the name that the server must prove. Pure; any thread.

#include "core/values/connection/connection.h"

namespace lockscope
{

struct LinkedConnection {
    ConnectionSpec spec{}; // Read-only
    bool leftOut = false;  // The link contained more
};

LinkedConnection linkedConnection(const ConnectionSpec &link);

} // namespace lockscope
