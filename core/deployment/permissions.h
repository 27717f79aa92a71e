// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds out what a user may do on a server, by questions that change nothing. Pure.

#include "core/redis/reply.h"
#include "core/values/connection/connection.h"
#include "core/values/connection/connectionstage.h"
#include "core/values/rights.h"

namespace lockscope
{

// A command that Lockscope uses, to test a permission.
struct Trial {
    Right right = Right::Scan;
    Command command{};
    // Sent as it is: it changes nothing, or its arguments are invalid, which the server notices after it has
    // checked the permission. Otherwise tested with ACL DRYRUN, since 7.0.
    bool sent = false;
    QByteArray pattern{}; // the pattern that its key is a sample of; empty: any key
};

enum class TrialEnd { Allowed, CommandDenied, KeyDenied, ChannelDenied, Absent, NotTold };

struct TrialResult {
    TrialEnd end = TrialEnd::NotTold;
    QByteArray words{}; // the server's text, if it gave no answer
};

// With a sample key for each pattern of the connection, or any key if it has none.
std::vector<Trial> trialsFor(const ConnectionSpec &spec);
Batch questions(const std::vector<Trial> &trials, const ConnectionSpec &spec);
// before6: the server is older than ACL.
std::vector<TrialResult> results(const std::vector<Trial> &trials, const std::vector<Reply> &replies,
                                 bool before6);
// Each right once.
std::vector<RightInfo> rightsTold(const std::vector<Trial> &trials, const std::vector<TrialResult> &results);

// As stages of a connection test.
ConnectionStage mayRead(const std::vector<RightInfo> &rights, const ConnectionSpec &spec);
ConnectionStage mayWrite(const std::vector<RightInfo> &rights, bool isReplica, const ConnectionSpec &spec);

bool isReplica(const Reply &role, const Reply &info);
bool isBeforeAcl(const Reply &info);

} // namespace lockscope
