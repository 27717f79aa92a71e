// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where acts are written down while they happen: asked for, then sent to each server with what was there
// before, then answered. Each word is kept before the next step is made, so that a program killed
// between two steps leaves the truth behind: an act that was sent and has no answer. Implemented by the audit
// (core/history/audit/audittrail.h); used by ActGuard and ActRunner on the engine thread.

#include "core/values/act.h"
#include "core/values/connection/connection.h"

#include <vector>

namespace lockscope
{

// A key as it was before an act: RESTORE key ttl dump puts it back by hand.
struct KeyBackup {
    LockName key{};
    QByteArray dump{};                 // DUMP; empty: there was no such key, or why tells
    std::optional<milliseconds> ttl{}; // PTTL; nothing: no expiry
    QString why{};                     // it could not be read
    friend bool operator==(const KeyBackup &, const KeyBackup &) = default;
};

// What is about to be sent to one server.
struct ActStep {
    NodeId node{};
    QString cli{}; // how redis-cli reaches it, without a password
    ActKind act{}; // an acquire in a group that fails gives back what it got
    LockKind kind{};
    QByteArray script{};
    OwnerId foundOwner{}; // as just read; empty: free
    qint64 foundCount = 0;
    std::vector<KeyBackup> before{};
    bool isSevere = false; // takes away what others may have, whatever the kind of act
};

// Acts of one profile that were sent since a moment.
struct RecentActs {
    int count = 0;
    std::optional<WallTime> first{};
};

class ActJournal
{
public:
    virtual ~ActJournal() = default;
    // Its number, under which the rest is told; 0 names no act. dryRun is never told.
    virtual Outcome<qint64> asked(const ActRequest &request, const ConnectionSpec &spec) = 0;
    virtual Done sending(qint64 act, const ActStep &step) = 0; // before anything is sent
    virtual Done answered(qint64 act, const Receipt &receipt) = 0;
    virtual RecentActs sentSince(const ConnectionSpec &spec, WallTime from) = 0;
};

} // namespace lockscope
