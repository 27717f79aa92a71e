// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Clients as CLIENT LIST names them, and a Redisson owner among them.

#include "core/engine/owners/clientmatcher.h"

namespace lockscope::test::clientsights
{

inline const QByteArray uuid = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");
inline const OwnerId redisson{uuid + ":61"};
inline const OwnerParts ofRedisson{.client = uuid, .thread = "61"};

inline std::vector<ClientSight> clients(const QByteArray &text)
{
    return readClientList(text);
}

} // namespace lockscope::test::clientsights
