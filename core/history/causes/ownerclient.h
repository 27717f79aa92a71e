// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The client that an owner id names, so that holds of one process can be added up. Pure; any thread.

#include "core/base/names.h"

namespace lockscope
{

struct OwnerClient {
    // What all ids of the client share; the id itself if it names no client. Empty: the owner is not known,
    // or the id is a value that all clients use.
    QByteArray name{};
    // The client has this name for longer than one hold. Otherwise each hold may have another.
    bool isLasting = false;
};

// kind: of the lock, by its name.
OwnerClient ownerClient(const QByteArray &kind, const OwnerId &owner);

} // namespace lockscope
