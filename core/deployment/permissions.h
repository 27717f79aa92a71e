// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a user may do on a server, by questions that change nothing, and what the answers mean. Pure.

#include "core/redis/reply.h"
#include "core/values/connection/connection.h"
#include "core/values/connection/connectionstage.h"
#include "core/values/rights.h"

namespace lockscope
{

// One command that something of Lockscope sends, tried for a right.
struct Trial {
    Right right = Right::Scan;
    Command command{};
    // Sent as it is: it changes nothing, or its arguments are such that the server refuses them after it has
    // checked the user. Else the server is asked whether it would be allowed: ACL DRYRUN, from 7.0 on.
    bool sent = false;
    QByteArray pattern{}; // of the connection, that the key in it is a sample of; empty: any key
};

enum class TrialEnd { Allowed, CommandDenied, KeyDenied, ChannelDenied, Absent, NotTold };

struct TrialResult {
    TrialEnd end = TrialEnd::NotTold;
    QByteArray words{}; // of the server, where it did not tell
};

// A sample key for each pattern of the connection; without any, some key.
std::vector<Trial> trialsFor(const ConnectionSpec &spec);
Batch questions(const std::vector<Trial> &trials, const ConnectionSpec &spec);
// before6: the server is older than users and their rights.
std::vector<TrialResult> results(const std::vector<Trial> &trials, const std::vector<Reply> &replies,
                                 bool before6);
// Each right once.
std::vector<RightInfo> rightsTold(const std::vector<Trial> &trials, const std::vector<TrialResult> &results);

// As the stages of a connection test.
ConnectionStage mayRead(const std::vector<RightInfo> &rights, const ConnectionSpec &spec);
ConnectionStage mayWrite(const std::vector<RightInfo> &rights, bool isReplica, const ConnectionSpec &spec);

bool isReplica(const Reply &role, const Reply &info);
bool isBeforeAcl(const Reply &info);

} // namespace lockscope
