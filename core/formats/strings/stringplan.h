// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The acts on a lock that is one string key, for the families that differ only in what the value means.
// Pure; any thread.

#include "core/formats/format.h"
#include "core/formats/scriptreply.h"

namespace lockscope
{

// One exclusive hold by the value.
Decoded decodedString(const KeyReading &reading, LockKind kind,
                      const std::vector<std::string_view> &libraries, Confidence confidence);

// The request with the one holder expected, where he was told as the only entry of the list of holders.
// BadInput: several holders, or several holds, of a lock that has one.
Outcome<ActRequest> withOneHolder(const ActRequest &request);

// One act of a family that does more than the token script of that act: its script takes the same arguments,
// then these.
struct StringAct {
    QByteArray script{};
    std::vector<QByteArray> keys{};      // further keys
    std::vector<QByteArray> arguments{}; // further arguments
    std::vector<QByteArray> channels{};
    QStringList steps{}; // what else it does, before the change of the lock itself
};

struct StringActs {
    StringAct renew{.script = QByteArrayLiteral("token-renew")};
    StringAct release{.script = QByteArrayLiteral("token-release")};
    StringAct forceRelease{.script = QByteArrayLiteral("token-force-release")};
};

// The plan of any act but Wake; makeOwner and the defaults come from the format. The family's own warnings
// are added by the caller.
Outcome<ActPlan> planString(const Format &format, const ActRequest &request, const Lock *seen,
                            const StringActs &acts = {});

// Whether one command is enough where the lock is free: that with which a token lock's acquire script begins.
// It costs the server a quarter of the script. Answered OK, the lock is taken; else only the script tells who
// has it.
bool isOneCommand(const ActPlan &plan);
std::vector<QByteArray> onlyCommand(const ActPlan &plan);
ScriptReply takenBy(const ActPlan &plan); // what the script would have answered to OK

} // namespace lockscope
