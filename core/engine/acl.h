// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The rights that this program needs on a server, as the one line that gives them to a user of its own.
// Pure; any thread.

#include "core/formats/format.h"
#include "core/values/connection/connection.h"

#include <QByteArray>
#include <QList>

namespace lockscope
{

struct AclWish {
    QList<QByteArray> patterns{}; // of the keys that are locks; one at least
    int db = 0;
    bool write = false; // to act on locks, not only to see them
};

// Of a connection: its patterns with those of the companions, or where there are none the built-in ones.
AclWish aclWish(const ConnectionSpec &spec, bool allKeys, const Registry &registry);

// What is sent to see locks, and what acting on them sends besides, that of the scripts included; in the form
// of ACL: "scan", "client|id".
const QList<QByteArray> &commandsThatRead();
const QList<QByteArray> &commandsThatAct();

// ACL SETUSER lockscope …, from Redis 7.0 on. A pattern covers companions that have the key as their hash
// tag, as Redisson's. The password is the word PASSWORD, to be replaced.
QByteArray smallestAcl(const AclWish &wish);

} // namespace lockscope
