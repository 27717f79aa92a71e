// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is taken of an address that came from a link, which anybody may have written: where, which database,
// who, and whether by TLS. Never what runs a program (ssh), leads elsewhere (a proxy, other addresses), reads
// a file, leaves the server unverified, or says whose name it has to prove. Pure; any thread.

#include "core/values/connection/connection.h"

namespace lockscope
{

struct LinkedConnection {
    ConnectionSpec spec{}; // read-only
    bool leftOut = false;  // the link said more
};

LinkedConnection linkedConnection(const ConnectionSpec &link);

} // namespace lockscope
