// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The client that an owner id names, so that holds of one process can be added up. Pure; any thread.

#include "core/base/names.h"

namespace lockscope
{

struct OwnerClient {
    // The part that all ids of the client share, or the id if it names no client. Empty: the owner is
    // unknown, or the id is a value that many clients write.
    QByteArray name{};
    // True if the client keeps this name; false: each hold may have another one.
    bool isLasting = false;
};

// kind: of the lock, by its name.
OwnerClient ownerClient(const QByteArray &kind, const OwnerId &owner);

} // namespace lockscope
