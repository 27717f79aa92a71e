// SPDX-License-Identifier: GPL-3.0-or-later
// An owner id: what is read from it, and how it is written and read again.
#include "core/engine/owners/monitorline.h"
#include "core/formats/format.h"
#include "core/formats/ownerparts.h"
#include "core/history/audit/auditvalues.h"
#include "core/redis/glob.h"
#include "core/redis/patternset.h"
#include "tests/fuzz/keytext.h"
#include "tests/fuzz/target.h"

namespace fuzz_owners
{

using namespace lockscope;
using namespace lockscope::fuzz;

namespace
{

void demandOf(const QByteArray &id, const OwnerParts &parts)
{
    demand(parts.client.isEmpty() || id.contains(parts.client), "the client is a part of the id");
    demand(parts.thread.isEmpty() || id.contains(parts.thread), "the thread is a part of the id");
    demand(parts.host.isEmpty() || id.contains(parts.host), "the host is a part of the id");
    demand(parts.process.isEmpty() || id.contains(parts.process), "the process is a part of the id");
    demand(parts.mac.isEmpty() || parts.mac.size() == 17, "a MAC has six bytes");
}

// escapedText() doubles a backslash, which unescaped() leaves alone.
QByteArray readAgain(const QString &shown)
{
    QByteArray bytes;
    for (const QByteArray &piece : shown.toUtf8().replace("\\\\", QByteArray(1, '\0')).split('\0'))
        bytes += unescaped(piece) + '\\';
    return bytes.chopped(1);
}

void survives(const QByteArray &id)
{
    const QString shown = escapedText(id);
    demandReadable(shown);
    demand(isPlainText(id) && !id.contains('\\') ? shown.toUtf8() == id : readAgain(shown) == id,
           "an owner id is the only one that is shown so");
    const std::vector<KeyBackup> kept{{.key = {id}, .dump = id}};
    demand(beforeFromJson(beforeToJson(kept)) == kept, "an owner id survives the audit");
    const QByteArray line = "1700000000.123456 [0 127.0.0.1:50312] \"set\" \"" + monitorEscaped(id) + '"';
    const auto heard = readMonitorLine(line);
    demand(heard && heard->arguments == std::vector<QByteArray>{"set", id}, "an owner id survives MONITOR");
    const QByteArray glob = escapedGlob(id);
    demand(globMatches(glob, id), "an owner id survives a pattern");
}

void run(const QByteArray &input)
{
    const QByteArray id = input.left(MaxLockStringBytes);
    for (const auto parts : {redissonParts, distributedParts, uuidClientParts, opaqueParts})
        demandOf(id, parts(id));
    for (const auto &format : Registry::builtIn().formats())
        demandOf(id, format->ownerParts({id}));
    survives(id);
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(owners);

} // namespace fuzz_owners
