// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an owner id says about its client, for the id formats that several families share. An id without such
// information gives empty parts. Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

// Sets time and MAC from a UUID of version 1 or 7: 36 characters, or 32 hex digits, in either case.
void tellUuid(OwnerParts &parts, QByteArrayView uuid);

// uuid:thread[:write][:transaction]. The UUID is the client.
OwnerParts redissonParts(QByteArrayView id);
// MACHINE_pid_32hex. The client is all but the last part, which changes with each acquisition.
OwnerParts distributedParts(QByteArrayView id);
// A UUID that a whole process uses, alone or followed by a colon and a number.
OwnerParts uuidClientParts(QByteArrayView id);
// Unknown formats: looks for a UUID, a Java process name ("4242@host") or an IP address. Sets no client,
// because such an id may be new for each acquisition.
OwnerParts opaqueParts(QByteArrayView id);

// A UUID for an owner id of Lockscope's own, of a form that Lockscope recognises and no library makes:
// version 8, after a mark. For ids in which a library has a UUID for its client.
QByteArray ownUuid();
bool hasOwnUuid(QByteArrayView id); // at its beginning
// The same id with another UUID, as an application would have it.
OwnerId withoutOwnUuid(const OwnerId &owner);

} // namespace lockscope
