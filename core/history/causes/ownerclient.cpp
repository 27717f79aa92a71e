// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/causes/ownerclient.h"

#include "core/formats/format.h"
#include "core/history/recording/pseudonyms.h"

namespace lockscope
{

OwnerClient ownerClient(const QByteArray &kind, const OwnerId &owner)
{
    if (owner.isEmpty())
        return {};
    if (const QByteArray client = pseudonymOfClient(owner); !client.isEmpty())
        return {.name = client, .isLasting = true};
    const Format *format = Registry::builtIn().find(kind);
    const OwnerParts parts = format ? format->ownerParts(owner) : OwnerParts();
    if (!parts.client.isEmpty())
        return {.name = parts.client, .isLasting = true};
    if (!parts.host.isEmpty() && !parts.process.isEmpty())
        return {.name = parts.process + '@' + parts.host, .isLasting = true};
    if (format && format->nature() == Nature::Bare) // any client may set the same value
        return {};
    return {.name = owner.bytes};
}

} // namespace lockscope
