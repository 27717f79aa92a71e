// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Records acts while they happen: asked for, sent to each server with the state before, answered. Each entry
// is written before the next step, so a program killed in between leaves the truth: an act that was sent and
// has no answer. Implemented by the audit (core/history/audit/audittrail.h). Engine thread.

#include "core/values/act.h"
#include "core/values/connection/connection.h"

#include <vector>

namespace lockscope
{

// A key before an act. RESTORE key ttl dump restores it by hand.
struct KeyBackup {
    LockName key{};
    QByteArray dump{};                 // DUMP; empty: no such key, or see why
    std::optional<milliseconds> ttl{}; // PTTL; nullopt: no expiry
    QString why{};                     // why it could not be read
    friend bool operator==(const KeyBackup &, const KeyBackup &) = default;
};

struct ActStep {
    NodeId node{};
    QString cli{}; // redis-cli command that connects to it, without a password
    ActKind act{}; // an acquire that fails in a group also sends a release
    LockKind kind{};
    QByteArray script{};
    OwnerId foundOwner{}; // as just read; empty: free
    qint64 foundCount = 0;
    std::vector<KeyBackup> before{};
    bool isSevere = false; // affects holds of others, whatever the kind of act
};

struct RecentActs {
    int count = 0;
    std::optional<WallTime> first{};
};

class ActJournal
{
public:
    virtual ~ActJournal() = default;
    // Returns the number of the act for the calls below; 0 is no act. Never called for a dry run.
    virtual Outcome<qint64> asked(const ActRequest &request, const ConnectionSpec &spec) = 0;
    virtual Done sending(qint64 act, const ActStep &step) = 0; // before it is sent
    virtual Done answered(qint64 act, const Receipt &receipt) = 0;
    virtual RecentActs sentSince(const ConnectionSpec &spec, WallTime from) = 0;
};

} // namespace lockscope
