// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The owner ids of DistributedLock.Redis, the same in all its locks: MACHINE_pid_32hex, new for each
// acquisition; with _WRITERWAITING behind it the mark of a writer that waits. Pure; any thread.

#include "core/values/act.h"

#include <QByteArrayView>
#include <QStringList>

#include <optional>

namespace lockscope
{

struct DistributedId {
    QByteArrayView machine{};
    QByteArrayView process{};
    QByteArrayView id{}; // without the mark
    bool waiting = false;
};

std::optional<DistributedId> distributedId(QByteArrayView value); // views the value
inline bool isDistributedHolder(QByteArrayView value)
{
    const std::optional<DistributedId> id = distributedId(value);
    return id && !id->waiting;
}
OwnerId makeDistributedId();
// Of an acquire that names an owner: it is none of these.
std::optional<Failure> distributedOwnerProblem(const ActRequest &request);
// "Machine WEB1, process 4242"
QString distributedIdText(const DistributedId &id);

} // namespace lockscope
