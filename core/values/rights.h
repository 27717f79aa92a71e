// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The permissions of a user on a server, as the server reports them. Values; any thread.

#include "core/base/names.h"

#include <QByteArrayList>
#include <QString>

#include <vector>

namespace lockscope
{

enum class Right {
    Scan,      // find locks
    Read,      // values and TTLs
    Follow,    // tracking
    Subscribe, // keyspace events
    Waiters,   // count waiters
    Clients,   // find the client of an owner
    Settings,  // check the server's settings
    Script,    // every act is a script
    Write,     // the commands in the scripts, on the keys of the patterns
    Publish,   // wake waiters
    Monitor    // find owners from the commands that renew
};

enum class RightState {
    Allowed,
    Denied,
    NotKnown, // the server does not report it
};

struct RightInfo {
    Right right = Right::Scan;
    RightState state = RightState::Allowed;
    QByteArrayList commands{};    // denied, in the form of ACL rules: "hdel", "client|tracking"
    QList<QByteArray> patterns{}; // of denied keys; while Allowed "*": some keys are denied
    QByteArrayList channels{};    // denied, as patterns
    QString why{};                // why it is unknown, or not available on this server
    friend bool operator==(const RightInfo &, const RightInfo &) = default;
};

struct NodeRights {
    NodeId node{};
    QByteArray user{};               // empty: unknown
    std::vector<RightInfo> rights{}; // each once, in the order above; empty: the node was not reachable
    friend bool operator==(const NodeRights &, const NodeRights &) = default;
};

const char *name(Right right);      // "scan", "read", … as the cli prints it
const char *name(RightState state); // "allowed", "denied", "unknown"

// For display: "hdel, pexpire; keys of lock:*". Empty if nothing is missing.
QString missingText(const RightInfo &told);
// The ACL SETUSER rules that grant it: "+hdel +pexpire ~lock:*". Empty if ACL cannot help.
QByteArray missingRules(const RightInfo &told);

} // namespace lockscope
