// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/keylookup.h"

#include "core/base/tr.h"
#include "core/engine/reading/decodedlock.h"
#include "core/formats/families/requestedlock.h"
#include "core/redis/servererror.h"
#include "core/values/kindname.h"
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
    const auto found = std::ranges::find_if(
        decoded.holders, [&named](const Holder &holder) { return named && isSameOwner(holder.id, *named); });
    return found == decoded.holders.end() ? decoded.holders.front() : *found;
}

// The hold that the act left is there no more. receipt.foundOwner: still its owner as the script said.
bool isLost(const Receipt &receipt, const KeyReading &reading, const std::optional<Decoded> &decoded)
{
    const bool leavesHold = receipt.act == ActKind::Acquire || receipt.act == ActKind::Renew;
    if (receipt.result != ActResult::Done || !leavesHold)
        return false;
    const bool recordsHolders = receipt.foundOwner && !receipt.foundOwner->isEmpty();
    if (!decoded || decoded->holders.isEmpty())
        return reading.type == ValueType::None || (decoded && recordsHolders);
    const auto isOurs = [&](const Holder &holder) {
        const bool isOver = holder.expiresAt && *holder.expiresAt <= reading.readAt;
        const bool isNamed = holder.id == receipt.foundOwner || isSameOwner(holder.id, receipt.owner);
        return holder.id.isEmpty() || (isNamed && !isOver);
    };
    return !receipt.owner.isEmpty() && std::ranges::none_of(decoded->holders, isOurs);
}

} // namespace

Failure connectionClosed(const LockName &key)
{
    return {.kind = ErrorKind::Cancelled, .text = Tr::tr("the connection was closed"), .key = key.bytes};
}

LockPtr lockOf(const KeyLookup &looked, const Decoded &decoded, int db)
{
    auto lock = std::make_shared<Lock>();
    describe(*lock, looked.reading, decoded);
    lock->db = db;
    lock->node = looked.node;
    lock->heldSince = looked.reading.readAt;
    return lock;
}

QCoro::Task<Outcome<KeyLookup>> lookUp(QPointer<Deployment> deployment, const Registry &registry,
                                       LockName key, QByteArray listened)
{
    if (!deployment)
        co_return connectionClosed(key);
    const Instant deadline = now() + deployment->spec().commandTimeout;
    for (;;) {
        Failure why = deployment->failure(key);
        // First the owner of the key, then the node that an ASK redirects to (the read sends ASKING itself).
        QPointer<Session> session = deployment->reading(key);
        while (session) {
            const NodeId node = session->node();
            std::vector<LockQuestion> question = wholeLock(key);
            question.front().listened = listened;
            const auto readings = co_await readLocks(session, registry, std::move(question));
            if (!deployment)
                co_return connectionClosed(key);
            if (readings.ok())
                co_return KeyLookup{readings->front(), node};
            why = readings.failure();
            Session *asked = deployment->askedReading(why);
            session = asked && asked->node() != node ? asked : nullptr;
        }
        if (!isRedirection(why.kind) || !deployment->mayMove() || now() >= deadline)
            co_return why;
        co_await deployment->lookAgain();
        if (!deployment)
            co_return connectionClosed(key);
    }
}

QCoro::Task<> nameRefusedKey(QPointer<Deployment> deployment, std::shared_ptr<Receipt> receipt)
{
    const Failure failure = receipt->failure;
    const std::vector<QByteArray> &keys = receipt->plan.keys;
    const bool isOfAKey = failure.serverText.contains(" key") && !failure.serverText.contains("channel");
    Session *session = deployment ? deployment->reading(receipt->key) : nullptr;
    if (failure.kind != ErrorKind::NoPerm || !isOfAKey || keys.size() < 2 || !session)
        co_return;
    Batch batch;
    for (const QByteArray &key : keys)
        batch.add({"TYPE", key});
    const Outcome<Replies> replies = co_await session->send(std::move(batch));
    for (size_t i = 0; replies && i < replies->items.size(); ++i) {
        if (!replies->items[i].isError())
            continue;
        receipt->failure = serverFailure(failure.serverText, failure.node, keys[i]);
        co_return;
    }
}

void noteReadBack(Receipt &receipt, const KeyReading &reading, const std::optional<Decoded> &decoded)
{
    receipt.isLostSince = isLost(receipt, reading, decoded);
    receipt.ttl = reading.type == ValueType::None ? std::nullopt : reading.ttl;
    std::optional<OwnerId> named = receipt.foundOwner;
    if (!named && !receipt.owner.isEmpty()) // the reply was lost
        named = receipt.owner;
    if (decoded || reading.type == ValueType::None) { // otherwise the script knew more
        receipt.foundOwner.reset();
        receipt.foundCount = 0;
    }
    if (!decoded || decoded->holders.isEmpty())
        return;
    const Holder &holder = foundHolder(*decoded, named);
    receipt.foundOwner = holder.id;
    receipt.foundCount = holder.count;
    // Each holder may have its own expiry. The script replied that of the whole read-write lock.
    const bool isOfAll = receipt.act == ActKind::SetExpiry && decoded->kind == LockKind{"rw-lock"};
    if (holder.expiresAt && !isOfAll)
        receipt.ttl = std::max(0ms, millisecondsBetween(reading.readAt, *holder.expiresAt));
}

bool isAcquiredAsRead(const ActRequest &request, const Receipt &receipt)
{
    return receipt.act == ActKind::Acquire && receipt.result == ActResult::Unknown && request.ownerIsNew &&
           !request.owner.isEmpty() && receipt.foundOwner && isSameOwner(*receipt.foundOwner, request.owner);
}

QByteArray kindItMayBe(const KeyReading &reading)
{
    for (const auto &format : formatsOf(RequestedKeys{.keys = {reading.key}})) {
        if (format->decode(reading))
            return kindName(format->kind());
    }
    return {};
}

} // namespace lockscope
