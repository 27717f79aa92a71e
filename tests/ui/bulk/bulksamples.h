// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Locks, a profile and counts for tests of bulk acts. Pure values.

#include "ui/bulk/bulkrun.h"

namespace lockscope::samples
{

inline LockPtr tokenLock(const QByteArray &key, const QByteArray &owner = "token-1")
{
    static const std::vector<std::string_view> none;
    Lock lock{.key = LockName{key},
              .node = NodeId{"127.0.0.1:6379"},
              .kind = LockKind{"token-lock"},
              .libraries = &none,
              .type = ValueType::String};
    lock.holders.append(Holder{.id = OwnerId{owner}});
    return std::make_shared<const Lock>(std::move(lock));
}

inline std::vector<LockPtr> tokenLocks(int count)
{
    std::vector<LockPtr> locks;
    for (int i = 0; i < count; ++i)
        locks.push_back(tokenLock("lock:" + QByteArray::number(i)));
    return locks;
}

inline ConnectionSpec profile(Environment environment = Environment::Development, int actsAMinute = 0)
{
    ConnectionSpec spec;
    spec.name = QStringLiteral("orders-prod");
    spec.environment = environment;
    spec.readOnly = false;
    spec.limits.actsAMinute = actsAMinute;
    return spec;
}

inline int count(const BulkRun &series, SeriesOutcome outcome)
{
    return series.counts()[size_t(outcome)];
}

} // namespace lockscope::samples
