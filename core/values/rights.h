// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a user may do on a server, as the server itself tells. Values; any thread.

#include "core/base/names.h"

#include <QByteArrayList>
#include <QString>

#include <vector>

namespace lockscope
{

enum class Right {
    Scan,      // find locks
    Read,      // their values and TTLs
    Follow,    // be told of changes by tracking
    Subscribe, // or by keyspace events
    Waiters,   // count who waits
    Clients,   // tell which client an owner is
    Settings,  // judge the server by its settings
    Script,    // act at all: every act is a script
    Write,     // what the scripts call, on the keys of the patterns
    Publish,   // wake waiters
    Monitor    // learn owners from the commands that renew
};

enum class RightState {
    Allowed,
    Denied,
    NotKnown, // the server does not tell
};

struct RightInfo {
    Right right = Right::Scan;
    RightState state = RightState::Allowed;
    QByteArrayList commands{};    // that may not be run, as ACL names them: "hdel", "client|tracking"
    QList<QByteArray> patterns{}; // whose keys may not be touched; while Allowed "*": some keys may not
    QByteArrayList channels{};    // that may not be used, as patterns
    QString why{};                // it is not known, or cannot be had from this server
    friend bool operator==(const RightInfo &, const RightInfo &) = default;
};

struct NodeRights {
    NodeId node{};
    QByteArray user{};               // empty: not told
    std::vector<RightInfo> rights{}; // each once, in the order above; empty: the node could not be asked
    friend bool operator==(const NodeRights &, const NodeRights &) = default;
};

const char *name(Right right);      // "scan", "read", … as the cli prints it
const char *name(RightState state); // "allowed", "denied", "unknown"

// For people: "hdel, pexpire; keys of lock:*". Empty where nothing is missing.
QString missingText(const RightInfo &told);
// What gives it, for ACL SETUSER: "+hdel +pexpire ~lock:*". Empty where nothing is missing that ACL can give.
QByteArray missingRules(const RightInfo &told);

} // namespace lockscope
