// SPDX-License-Identifier: GPL-3.0-or-later
// What ssh prints, some of which the other host has written, and the table of the system's sockets.
#include "core/redis/transport/loopbacklistener.h"
#include "core/redis/transport/sshdiagnostics.h"
#include "tests/fuzz/target.h"

#include <QBuffer>

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
        closesPorts(line);
        if (note.failure)
            isFinalForTunnel(*note.failure);
    }
    QBuffer table;
    table.setData(input);
    table.open(QIODevice::ReadOnly);
    listenerIn(table, 0x1F90);
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(ssh);

} // namespace fuzz_ssh
