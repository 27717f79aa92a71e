// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The permissions that Lockscope needs, as one ACL SETUSER line for a dedicated user. Pure; any thread.

#include "core/formats/format.h"
#include "core/values/connection/connection.h"

#include <QByteArray>
#include <QList>

namespace lockscope
{

struct AclWish {
    QList<QByteArray> patterns{}; // of the keys that are locks; at least one
    int db = 0;
    bool write = false; // to act on locks, not only read them
};

// For a connection: its patterns with those of their companion keys, or the default patterns.
AclWish aclWish(const ConnectionSpec &spec, bool allKeys, const Registry &registry);

// The commands needed to read locks, and those needed in addition to act on them, including the commands
// inside scripts. In the form of ACL rules: "scan", "client|id".
const QList<QByteArray> &commandsThatRead();
const QList<QByteArray> &commandsThatAct();

// ACL SETUSER lockscope …, for Redis 7.0 and later. Patterns cover companion keys that have the key as their
// hash tag, like Redisson's. The word PASSWORD must be replaced.
QByteArray smallestAcl(const AclWish &wish);

} // namespace lockscope
