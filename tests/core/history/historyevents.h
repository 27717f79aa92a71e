// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events at fixed times for tests of the history. Pure values.

#include "core/history/history.h"

namespace lockscope::test::history
{

inline const WallTime Start{std::chrono::seconds(1'700'000'000)}; // 20 s after a full minute

inline LockEvent lockEvent(EventKind kind, const QByteArray &key, const char *owner, milliseconds at)
{
    return {.kind = kind,
            .key = {key},
            .lockKind = {"token-lock"},
            .owner = {QByteArray(owner)},
            .count = 1,
            .wallAt = Start + at};
}

inline LockEvent ending(EventKind kind, const char *key, const char *owner, milliseconds at,
                        milliseconds held)
{
    LockEvent end = lockEvent(kind, key, owner, at);
    end.count = 0;
    end.held = held;
    return end;
}

inline Lock waitedFor(const char *key, qint64 waiters)
{
    Lock lock;
    lock.key = {QByteArray(key)};
    lock.kind = {"rlock"};
    lock.waiters.subscribed = waiters;
    return lock;
}

} // namespace lockscope::test::history
