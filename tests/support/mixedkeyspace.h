// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A keyspace as applications have it: strings, hashes, lists, sets, sorted sets and streams of all sorts,
// many of them with names or shapes that are near to a lock's, and among them locks of every format, written
// as their libraries write them, with all their keys. The same keys for the same numbers, but for the times
// in values.

#include "core/redis/session.h"

#include <QByteArrayList>

#include <vector>

namespace lockscope::test
{

// How a lock can be found at all.
enum class Findable {
    ByName,  // by the default patterns, and among all keys
    ByShape, // its name says nothing: only among all keys
    ByRule,  // a known miss: its family asks for more than the name and the value have
    Never,   // by somebody who waits or by a rule only: the key is a number like any other
};

struct MixedLock {
    QByteArray key{};
    QByteArray kind{};
    QByteArray sort{}; // "fair lock", …: what is counted together
    Findable findable = Findable::ByName;
};

struct MixedKeyspace {
    std::vector<MixedLock> locks{};
    qint64 foreignKeys = 0;
    qint64 nearlyNamed = 0; // foreign ones whose names contain "lock" or the like
    qint64 readersSets = 0; // foreign ones whose names end in .readers
    // Foreign ones that name, type, expiry and size do not rule out: strings that expire and are as long as a
    // known token, hashes of a single field or with an expiry.
    qint64 openStrings = 0;
    qint64 smallHashes = 0;
};

struct MixedSetting {
    int keys = 4000;
    double lockShare = 0.05;
    unsigned seed = 1;
};

// Ends the program where the server refuses a command.
MixedKeyspace fillMixed(Session &session, const MixedSetting &setting);

// How often the server was asked for each command since CONFIG RESETSTAT.
void resetCounts(Session &session);
qint64 countOf(Session &session, const QByteArrayList &commands);
// Those that read values.
QByteArrayList valueCommands();

} // namespace lockscope::test
