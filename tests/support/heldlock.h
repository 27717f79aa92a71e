// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Takes and inspects locks in Redisson's format without the engine, over the unix socket, which no partition
// cuts. Blocks.

#include "core/lab/sandbox/sandboxserver.h"

namespace lockscope::test
{

inline const QByteArray Alice = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1";
inline const QByteArray Bob = "00000000-1c6a-4b5e-9d8e-0a1b2c3d4e5f:7";

// Takes the lock for ten minutes, whatever its state.
inline Done hold(const SandboxServer &server, const QByteArray &key, const QByteArray &owner)
{
    for (const Command &command :
         {Command{"UNLINK", key}, Command{"HSET", key, owner, "1"}, Command{"PEXPIRE", key, "600000"}}) {
        if (const auto done = server.ask(command); !done)
            return done.failure();
    }
    return Nothing{};
}

// Empty: no owner.
inline QByteArray ownerOn(const SandboxServer &server, const QByteArray &key)
{
    const auto fields = server.ask({"HKEYS", key});
    return fields.ok() && !fields->items.empty() ? fields->items.front().bytes : QByteArray();
}

} // namespace lockscope::test
