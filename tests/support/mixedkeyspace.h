// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A keyspace like those of applications: strings, hashes, lists, sets, sorted sets and streams of many kinds,
// often with names or shapes close to a lock's. Among them are locks of every format, written with all their
// keys as their libraries write them. The same setting yields the same keys, apart from times inside values.

#include "core/redis/session.h"

#include <QByteArrayList>

#include <vector>

namespace lockscope::test
{

// How a lock can be found.
enum class Findable {
    ByName,  // By the default patterns, and in an "all keys" scan
    ByShape, // Only in an "all keys" scan: its name matches no pattern
    ByRule,  // A known miss: its family needs more than name and value show
    Never,   // Only through a waiter or a rule: the value is a plain number
};

struct MixedLock {
    QByteArray key{};
    QByteArray kind{};
    QByteArray sort{}; // "fair lock", …: the group to count it in
    Findable findable = Findable::ByName;
};

struct MixedKeyspace {
    std::vector<MixedLock> locks{};
    qint64 foreignKeys = 0;
    qint64 nearlyNamed = 0; // Foreign keys whose names contain "lock" or the like
    qint64 readersSets = 0; // Foreign keys whose names end in .readers
    // Foreign keys that name, type, expiry and size do not rule out: strings that expire and have the length
    // of a known token, hashes with a single field or with an expiry.
    qint64 openStrings = 0;
    qint64 smallHashes = 0;
};

struct MixedSetting {
    int keys = 4000;
    double lockShare = 0.05;
    unsigned seed = 1;
};

// Ends the program if the server refuses a command.
MixedKeyspace fillMixed(Session &session, const MixedSetting &setting);

// Sends many commands at once; each must succeed.
void sendAll(Session &session, const std::vector<std::vector<QByteArray>> &commands);
qint64 wallMs(Session &session); // The server's wall clock

// Calls of these commands since the last CONFIG RESETSTAT.
void resetCounts(Session &session);
qint64 countOf(Session &session, const QByteArrayList &commands);
// The commands that read values.
QByteArrayList valueCommands();

} // namespace lockscope::test
