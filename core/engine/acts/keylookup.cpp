// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/keylookup.h"

#include "core/base/tr.h"
#include "core/redis/servererror.h"

namespace lockscope
{

Failure connectionClosed(const LockName &key)
{
    return {.kind = ErrorKind::Cancelled, .text = Tr::tr("the connection was closed"), .key = key.bytes};
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

} // namespace lockscope
