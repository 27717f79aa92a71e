// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/addressmap.h"

#include <algorithm>

namespace lockscope
{

void trustHost(Addressing &addressing, const QString &host)
{
    addressing.policy = AddressPolicy::Mapped;
    const Endpoint anyPort{.host = host, .port = 0};
    const auto isKnown = [&](const AddressRule &rule) { return rule.announced == anyPort; };
    if (std::none_of(addressing.map.begin(), addressing.map.end(), isKnown))
        addressing.map.push_back({.announced = anyPort, .reached = anyPort});
}

} // namespace lockscope
