// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The two halves of a cycle, acquiring a lock and giving it back: as requests, and as the commands that
// LockClient makes of them. Header only, as each benchmark is one program.

#include "core/formats/strings/stringplan.h"
#include "core/redis/script.h"
#include "core/values/act.h"
#include "tests/bench/benchkit.h"

namespace lockscope::bench
{

inline constexpr std::chrono::seconds Lease(30);

// Without a colon: a token under such a name may be Spring Integration's, whose waiters are told then.
inline QByteArray keyOf(int worker)
{
    return "lock-" + QByteArray::number(worker);
}

inline ActRequest acquireRequest(const QByteArray &kind, const QByteArray &key)
{
    return {.act = ActKind::Acquire, .key = {key}, .kind = kind, .lease = Lease, .withTexts = false};
}

inline ActRequest releaseRequest(const Receipt &acquired, const QByteArray &kind)
{
    return {.act = ActKind::Release,
            .key = acquired.key,
            .kind = kind,
            .owner = acquired.owner,
            .withTexts = false};
}

// What LockClient sends first, which is enough here.
inline Command commandOf(const ActRequest &request)
{
    const auto plan = orDie(Registry::builtIn().find(request.kind)->plan(request, nullptr));
    if (isOneCommand(plan))
        return onlyCommand(plan);
    Command command{"EVALSHA", script(plan.script).sha1, QByteArray::number(plan.keys.size())};
    command.insert(command.end(), plan.keys.begin(), plan.keys.end());
    command.insert(command.end(), plan.args.begin(), plan.args.end());
    return command;
}

struct Halves {
    Command acquire{};
    Command release{};
};

// What LockClient sends for this key.
inline Halves halvesOf(const QByteArray &kind, const QByteArray &key)
{
    ActRequest acquire = acquireRequest(kind, key);
    acquire.owner = Registry::builtIn().find(kind)->makeOwner();
    const Receipt acquired{.key = acquire.key, .owner = acquire.owner};
    return {commandOf(acquire), commandOf(releaseRequest(acquired, kind))};
}

} // namespace lockscope::bench
