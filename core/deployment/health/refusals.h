// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Why a server would refuse an act, asked before it without changing anything. On the engine's thread.

#include "core/deployment/denial.h"
#include "core/deployment/deployment.h"

#include <QPointer>
#include <QStringList>

namespace lockscope
{

struct PlannedUse {
    LockName key{};
    NodeId node{}; // where the key was read; empty: its master
    ScriptUse script{};
    bool writes = true; // false: it only publishes
    bool needsMemory = false;
};

struct ActRefusals {
    std::optional<Failure> certain{}; // a replica, or a user who may not; nothing: none, or that is unknown
    QStringList byState{};            // why the server rejects such writes, by its state as just read
};

// A replica is not asked for more.
QCoro::Task<ActRefusals> refusals(QPointer<Deployment> deployment, PlannedUse use);

bool isReplicaNow(const Deployment &deployment, const LockName &key); // the node that is to be written
Failure onReplica(const LockName &key, const NodeId &node);           // as the server would say it of a write

} // namespace lockscope
