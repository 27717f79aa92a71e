// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/lookup.h"

namespace lockscope
{

namespace
{

Failure closed(const LockName &key)
{
    return {
        .kind = ErrorKind::Cancelled, .text = QStringLiteral("the connection was closed"), .key = key.bytes};
}

} // namespace

QCoro::Task<Outcome<Looked>> lookUp(QPointer<Deployment> deployment, const Registry &registry, LockName key,
                                    QByteArray listened)
{
    if (!deployment)
        co_return closed(key);
    const Instant deadline = now() + deployment->spec().commandTimeout;
    for (;;) {
        Failure why = deployment->failure(key);
        if (const QPointer<Session> session = deployment->reading(key)) {
            const NodeId node = session->node();
            std::vector<LockQuestion> question = wholeLock(key);
            question.front().listened = listened;
            const auto readings = co_await readLocks(session, registry, std::move(question));
            if (!deployment)
                co_return closed(key);
            if (readings.ok())
                co_return Looked{readings->front(), node};
            why = readings.failure();
        }
        if (!isRedirection(why.kind) || !deployment->mayMove() || now() >= deadline)
            co_return why;
        co_await deployment->lookAgain();
        if (!deployment)
            co_return closed(key);
    }
}

} // namespace lockscope
