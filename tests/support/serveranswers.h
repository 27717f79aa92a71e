// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What servers of a sandbox report about themselves, through redis-cli. Returns a failure as its line.
// Blocks.

#include "core/lab/sandbox/sandboxserver.h"
#include "tests/support/rediscli.h"

namespace lockscope::test
{

inline QByteArray answer(const ConnectionSpec &server, const CliCommand &command)
{
    const auto reply = redisCli(server, command);
    return reply ? *reply : reply.failure().line().toUtf8();
}

inline QByteArray answer(const SandboxServer &server, const CliCommand &command)
{
    return answer(server.spec(), command);
}

// "master", "slave 127.0.0.1 7001 connected", "sentinel".
inline QByteArray role(const SandboxServer &server)
{
    const QByteArrayList words = answer(server, {"ROLE"}).split('\n');
    return words[0] == "slave" ? words.mid(0, 4).join(' ') : words[0];
}

// role() of a replica connected to this master.
inline QByteArray replicaOf(const SandboxServer &master)
{
    return "slave 127.0.0.1 " + QByteArray::number(master.spec().port) + " connected";
}

inline QByteArray address(const SandboxServer &server)
{
    return server.spec().node().bytes;
}

} // namespace lockscope::test
