// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a connection can be saved as a profile, and opened. Pure.

#include "core/values/connection/connection.h"

#include <optional>

namespace lockscope
{

// The first problem of a profile, by the name of its field in the file. nullopt: it can be saved and opened.
struct ProfileFault {
    QString field{}; // "name", "host", "port", "socket", "db", "seeds", "members", …
    QString text{};
};
std::optional<ProfileFault> faultOf(const ConnectionSpec &profile);

} // namespace lockscope
