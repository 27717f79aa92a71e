// SPDX-License-Identifier: GPL-3.0-or-later
// What ssh prints, some of which the other host has written, and the replies of its SOCKS5 server.
#include "core/redis/transport/sockshandshake.h"
#include "core/redis/transport/sshdiagnostics.h"
#include "tests/fuzz/target.h"

namespace fuzz_ssh
{

using namespace lockscope;
using namespace lockscope::fuzz;

namespace
{

void run(const QByteArray &input)
{
    const SshOptions options{.destination = QStringLiteral("ann@bastion"), .port = 2222};
    for (const QByteArray &line : input.split('\n')) {
        const SshNote note = readSshLine(line, options);
        demand(!note.isDebug || !note.failure, "a line for debugging is no failure");
        demand(!note.stage || note.isDebug, "only lines for debugging name a stage");
        demand(!note.failure || !note.failure->text.isEmpty(), "a failure has a text");
        closesEntrance(line);
        if (note.failure)
            isFinalForTunnel(*note.failure);
    }
    SocksHandshake handshake({QStringLiteral("redis.example"), 6379});
    qsizetype at = 0;
    while (handshake.wanted() > 0 && at + handshake.wanted() <= input.size()) {
        const QByteArray piece = input.mid(at, handshake.wanted());
        at += piece.size();
        if (!handshake.take(piece))
            break;
    }
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(ssh);

} // namespace fuzz_ssh
