// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An owner id of DistributedLock.Redis: MACHINE_pid_32hex, new for each acquisition. A waiting writer is
// marked by its id and the suffix _WRITERWAITING. Pure; any thread.

#include "core/values/act.h"

#include <QByteArrayView>
#include <QStringList>

#include <optional>

namespace lockscope
{

struct DistributedId {
    QByteArrayView machine{};
    QByteArrayView process{};
    QByteArrayView id{}; // without the suffix
    bool waiting = false;
};

std::optional<DistributedId> distributedId(QByteArrayView value); // views into value
inline bool isDistributedHolder(QByteArrayView value)
{
    const std::optional<DistributedId> id = distributedId(value);
    return id && !id->waiting;
}
OwnerId makeDistributedId();
// For an acquire that names an owner: BadInput if DistributedLock could not have written it.
std::optional<Failure> distributedOwnerProblem(const ActRequest &request);
// "Machine WEB1, process 4242"
QString distributedIdText(const DistributedId &id);

} // namespace lockscope
