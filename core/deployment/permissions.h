// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a user may do on a server, by questions that change nothing, and what the answers mean. Pure.

#include "core/redis/reply.h"
#include "core/values/connection.h"
#include "core/values/connectionstage.h"

namespace lockscope
{

// SCAN and TYPE.
Batch readQuestions(const ConnectionSpec &spec);
ConnectionStage mayRead(const std::vector<Reply> &replies, const ConnectionSpec &spec);

// ROLE and INFO, then for each command that acts send: ACL DRYRUN (from 7.0 on).
Batch writeQuestions(const ConnectionSpec &spec);
ConnectionStage mayWrite(const std::vector<Reply> &replies, const ConnectionSpec &spec);

} // namespace lockscope
