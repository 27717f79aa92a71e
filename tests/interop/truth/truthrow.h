// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The rows of the truth table: each kind of lock of each release of a client, and how the client is asked
// about it.

#include "core/values/lock.h"
#include "tests/interop/truth/matrix.h"

#include <QVersionNumber>

namespace lockscope::test
{

// What the number is that both sides know.
enum class Counted { Holds, Available, ToGo };

// Lines to the client (see README.md) have %k for the kind's word, %n for the lock's name, %l for a lease, %w
// for how long it may wait, and %a for what the actor's acquire answered. An empty line: the client has no
// such thing.
struct TruthRow {
    QByteArray title{};
    QString client{}; // Folder of the prepared client: "redisson-4.7.0"
    QByteArray word{};
    QByteArray kind{}; // As Lockscope calls it
    QByteArray library{};
    QVersionNumber version{};
    bool scripted = false; // No library: its commands, as its sources have them

    QByteArray name = "lock:%s-%k"; // %s: the state
    QByteArray key = "%n";
    std::vector<QByteArray> furtherKeys{}; // Which hold the same lock
    QByteArray make{};                     // Before the first acquire
    QByteArray makeForTwo{};               // … for two holders
    QByteArray acquire = "acquire %k %n %l %w";
    QByteArray await{}; // Of one that has to wait; empty: acquire
    QByteArray awaiterOwner{};
    QByteArray lost{}; // Answered once its program was told of the loss; empty: it is told when it asks
    QByteArray release = "release %k %n";
    QByteArray owner = "owner %k %n"; // "%a": the last word of the acquire's answer
    QByteArray count{};
    QByteArray ttl{};   // In ms
    QByteArray renew{}; // Where the program renews
    QByteArray lease = "60000";

    HoldMode mode = HoldMode::Exclusive;
    Counted counted = Counted::Holds;
    bool ownerIsHex = false;
    int nodes = 1;          // More: it locks over a RedLock group of so many
    bool everyNode = false; // … and wants them all
    bool recordsOwners = true;
    bool reentrant = false;
    bool shared = false; // Several may hold it
    bool waits = true;
    bool listens = false; // Its waiters subscribe to a channel
    bool queues = false;  // … and stand in a queue by name
    bool renewsItself = false;
    double period = 1.0 / 3; // … after this part of the lease
    bool expires = true;     // It can be taken for a short time
    bool noExpiry = false;
    bool comesBack = false; // Its holder writes a lost key again at its next renewal
    bool oneKey = true;     // Whose loss ends the lock

    bool has(State state) const;
};

// Those of one client, or of all; in the order of the table.
std::vector<TruthRow> truthRows(const QString &client = {});
// Of these, the ones that lock over so many nodes.
std::vector<TruthRow> rowsOver(int nodes, const std::vector<TruthRow> &rows);

} // namespace lockscope::test
