// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compares owners that may have several names. Pure.

#include "core/base/names.h"

namespace lockscope
{

// Redisson's read-write lock stores a writer as id:write.
inline bool isWriter(const OwnerId &owner)
{
    return owner.bytes.endsWith(":write");
}

inline bool isSameOwner(const OwnerId &a, const OwnerId &b)
{
    const auto writes = [](const OwnerId &owner) { return owner.bytes + ":write"; };
    return a == b || (!a.isEmpty() && !b.isEmpty() && (writes(a) == b.bytes || writes(b) == a.bytes));
}

} // namespace lockscope
