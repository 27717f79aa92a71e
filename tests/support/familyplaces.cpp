// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/familyplaces.h"

#include <algorithm>

namespace lockscope::test
{

std::vector<Place> familyPlaces()
{
    static const QByteArrayList keys{"lock:order",
                                     "order.writer",
                                     "uniquejobs:order:LOCKED",
                                     "uniquejobs:0123456789abcdef0123456789abcdef:GRABBED",
                                     "bull:mail:7:lock",
                                     "rueidislock:0:order",
                                     "SEMAPHORE:order:GRABBED"};
    std::vector<Place> all;
    for (const std::unique_ptr<Format> &format : Registry::builtIn().formats()) {
        size_t found = 0;
        for (const QByteArray &key : keys) {
            const OwnerId owner = format->makeOwner();
            const auto accepts = [&](ActKind act) {
                return bool(format->plan(
                    {.act = act, .key = {key}, .owner = owner, .lease = milliseconds(30000)}, nullptr));
            };
            if ((found == 0 || key.startsWith("uniquejobs:")) && std::ranges::any_of(AllActKinds, accepts)) {
                all.push_back({format.get(), {key}});
                if (key == "lock:order")
                    break;
                ++found;
            }
        }
    }
    return all;
}

QByteArray kindOf(const Place &place)
{
    const std::string_view name = place.format->kind().name;
    return {name.data(), qsizetype(name.size())};
}

} // namespace lockscope::test
