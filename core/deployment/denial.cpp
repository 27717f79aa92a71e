// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/denial.h"

#include "core/redis/servererror.h"

namespace lockscope
{

namespace
{

// Since 7.0, if the user may ask. Changes nothing.
Command dryRun(const QByteArray &user, const Command &command)
{
    Command question{"ACL", "DRYRUN", user.isEmpty() ? QByteArrayLiteral("default") : user};
    question.insert(question.end(), command.begin(), command.end());
    return question;
}

} // namespace

QCoro::Task<std::optional<Failure>> denial(QPointer<Session> session, QByteArray user, ScriptUse use)
{
    if (!session || (!use.isScript && use.channels.empty()))
        co_return std::nullopt;
    Batch batch;
    Command script{"EVALSHA", QByteArray(40, '0'), QByteArray::number(use.keys.size())};
    script.insert(script.end(), use.keys.begin(), use.keys.end());
    if (use.isScript)
        batch.add(dryRun(user, script));
    for (const QByteArray &channel : use.channels)
        batch.add(dryRun(user, {"PUBLISH", channel, "0"}));
    const NodeId node = session->node();
    const Outcome<Replies> replies = co_await session->send(std::move(batch));
    if (!replies)
        co_return std::nullopt;
    for (const Reply &reply : replies->items) {
        if (!reply.isError() && reply.bytes != "OK")
            co_return serverFailure("NOPERM " + reply.bytes, node,
                                    use.keys.empty() ? QByteArray() : use.keys.front());
    }
    co_return std::nullopt;
}

} // namespace lockscope
