// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The acts on a lock in one string key, shared by families that differ only in the meaning of the value.
// Pure; any thread.

#include "core/formats/format.h"
#include "core/formats/scriptreply.h"

namespace lockscope
{

// One exclusive hold whose owner is the value.
Decoded decodedString(const KeyReading &reading, LockKind kind,
                      const std::vector<std::string_view> &libraries, Confidence confidence);

// Moves a single entry of expectedHolders to expectedOwner and expectedCount. BadInput if several holders or
// holds are expected.
Outcome<ActRequest> withOneHolder(const ActRequest &request);

// What a family adds to one act. script replaces the token script of that act; it gets the same arguments,
// then these.
struct StringAct {
    QByteArray script{};
    std::vector<QByteArray> keys{};      // additional keys
    std::vector<QByteArray> arguments{}; // additional arguments
    std::vector<QByteArray> channels{};
    QStringList steps{}; // what it does before it changes the lock
};

struct StringActs {
    StringAct renew{.script = QByteArrayLiteral("token-renew")};
    StringAct release{.script = QByteArrayLiteral("token-release")};
    StringAct forceRelease{.script = QByteArrayLiteral("token-force-release")};
};

// Plans any act but Wake. makeOwner() and the defaults come from the format. The caller adds the family's own
// warnings.
Outcome<ActPlan> planString(const Format &format, const ActRequest &request, const Lock *seen,
                            const StringActs &acts = {});

// Whose lock a release or a force-release ends, as the request or the lock as seen says; empty: any owner's.
OwnerId endedOwner(const ActRequest &request, const Lock *seen);

// True if a single command can take a free lock: the SET with which the acquire script begins. It costs the
// server a quarter of the script. The reply OK means that the lock is taken; otherwise run the script to
// learn the holder.
bool isOneCommand(const ActPlan &plan);
std::vector<QByteArray> onlyCommand(const ActPlan &plan);
ScriptReply takenBy(const ActPlan &plan); // what the script would have replied on success

} // namespace lockscope
