// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/replication.h"

#include "core/base/tr.h"
#include "core/lab/sandbox/waituntil.h"

#include <algorithm>

namespace lockscope
{

bool isLinkedReplica(const SandboxServer &server)
{
    const Outcome<Reply> role = server.ask({"ROLE"});
    return role && role->items.size() >= 5 && role->items[0].bytes == "slave" &&
           role->items[3].bytes == "connected";
}

Done replicateFirst(std::span<const std::unique_ptr<SandboxServer>> servers, bool overTls)
{
    const SandboxServer &master = *servers.front();
    const QByteArray port = QByteArray::number(overTls ? master.tlsPort() : master.port());
    for (const auto &replica : servers.subspan(1)) {
        if (const auto told = replica->ask({"REPLICAOF", "127.0.0.1", port}); !told)
            return told.failure();
    }
    const Done linked = waitUntil(
        [&] {
            const auto info = master.ask({"INFO", "replication"});
            return info && size_t(info->bytes.count(",state=online,")) == servers.size() - 1 &&
                   std::ranges::all_of(servers.subspan(1),
                                       [](const auto &replica) { return isLinkedReplica(*replica); });
        },
        Tr::tr("the replicas have the data of their master"));
    if (!linked)
        return linked;
    for (const auto &server : servers) {
        if (const auto kept = server->ask({"CONFIG", "REWRITE"}); !kept)
            return kept.failure();
    }
    return Nothing{};
}

} // namespace lockscope
