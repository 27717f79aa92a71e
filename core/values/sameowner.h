// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One who holds, by the names that he goes by. Pure.

#include "core/base/names.h"

namespace lockscope
{

// Redisson's read-write lock writes down whoever holds it for writing as id:write.
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
