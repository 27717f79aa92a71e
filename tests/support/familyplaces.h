// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock for each built-in family, with a name that it accepts. Any thread.

#include "core/formats/format.h"

namespace lockscope::test
{

struct Place {
    const Format *format = nullptr;
    LockName key{};
};

std::vector<Place> familyPlaces();
QByteArray kindOf(const Place &place);

} // namespace lockscope::test
