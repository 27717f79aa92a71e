// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/readback.h"

#include "core/values/sameowner.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

// Of several holders, the one that the script named.
const Holder &foundHolder(const Decoded &decoded, const std::optional<OwnerId> &named)
{
    const auto found =
        std::ranges::find_if(decoded.holders, [&named](const Holder &holder) { return holder.id == named; });
    return found == decoded.holders.end() ? decoded.holders.front() : *found;
}

// The hold that the act left is there no more. receipt.foundOwner: still its owner as the script said.
bool isLost(const Receipt &receipt, const KeyReading &reading, const std::optional<Decoded> &decoded)
{
    const bool leavesHold =
        receipt.act == ActKind::Acquire || receipt.act == ActKind::Renew || receipt.act == ActKind::SetExpiry;
    if (receipt.result != ActResult::Done || !leavesHold)
        return false;
    if (!decoded || decoded->holders.isEmpty())
        return reading.type == ValueType::None;
    const std::optional<OwnerId> &named = receipt.foundOwner;
    const OwnerId owner = receipt.owner.isEmpty() ? named.value_or(OwnerId()) : receipt.owner;
    const auto isOurs = [&](const Holder &holder) {
        return holder.id.isEmpty() || holder.id == named || isSameOwner(holder.id, owner);
    };
    return !owner.isEmpty() && std::ranges::none_of(decoded->holders, isOurs);
}

} // namespace

void noteReadBack(Receipt &receipt, const KeyReading &reading, const std::optional<Decoded> &decoded)
{
    receipt.isLostSince = isLost(receipt, reading, decoded);
    receipt.ttl = reading.type == ValueType::None ? std::nullopt : reading.ttl;
    const std::optional<OwnerId> named = receipt.foundOwner;
    if (decoded || reading.type == ValueType::None) { // otherwise the script knew more
        receipt.foundOwner.reset();
        receipt.foundCount = 0;
    }
    if (!decoded || decoded->holders.isEmpty())
        return;
    const Holder &holder = foundHolder(*decoded, named);
    receipt.foundOwner = holder.id;
    receipt.foundCount = holder.count;
    if (holder.expiresAt) // each holder may have its own expiry
        receipt.ttl = std::max(0ms, millisecondsBetween(reading.readAt, *holder.expiresAt));
}

bool isAcquiredAsRead(const ActRequest &request, const Receipt &receipt)
{
    return receipt.act == ActKind::Acquire && receipt.result == ActResult::Unknown && request.ownerIsNew &&
           !request.owner.isEmpty() && receipt.foundOwner == request.owner;
}

} // namespace lockscope
