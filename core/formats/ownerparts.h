// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What owner ids tell of who made them, in the shapes that several families share. Pure; any thread. An id
// that tells nothing gives empty parts.

#include "core/formats/format.h"

namespace lockscope
{

// Fills in time and machine from a UUID of version 1 or 7: 36 characters, or 32 hex digits, either case.
void tellUuid(OwnerParts &parts, QByteArrayView uuid);

// uuid:thread[:write][:transaction]: the client is the UUID.
OwnerParts redissonParts(QByteArrayView id);
// MACHINE_pid_32hex: the client is what stands before the last part, which is of one acquisition only.
OwnerParts distributedParts(QByteArrayView id);
// A UUID that a whole process uses, alone or with a running number behind it.
OwnerParts uuidClientParts(QByteArrayView id);
// Of unknown make: a UUID anywhere in it, a Java process ("4242@host"), an IP address. Names no client, for
// such an id may be of one acquisition only.
OwnerParts opaqueParts(QByteArrayView id);

} // namespace lockscope
