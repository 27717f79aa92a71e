// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Changes of the address table of a connection. Pure.

#include "core/values/connection/connection.h"

namespace lockscope
{

// Allows the password to be sent to this announced host, on any port. A rule that exists for it stays.
void trustHost(Addressing &addressing, const QString &host);

} // namespace lockscope
