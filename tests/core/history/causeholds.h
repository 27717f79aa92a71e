// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Holds of two clients and counts of waiters at fixed times, for tests of causes. Pure values.

#include "tests/core/history/historyevents.h"

namespace lockscope::test::history
{

inline const HistoryRange Minute{Start, Start + std::chrono::seconds(60)};

inline const QByteArray Slow = "11111111-1111-1111-1111-111111111111";

inline const QByteArray Quick = "22222222-2222-2222-2222-222222222222";

inline Hold hold(const QByteArray &key, const QByteArray &owner, milliseconds from, milliseconds to)
{
    return {.key = {key},
            .kind = "rlock",
            .owner = {owner},
            .node = {"a:1"},
            .began = Start + from,
            .ended = Start + to};
}

inline WaitersStep step(const QByteArray &key, milliseconds at, qint64 waiters)
{
    return {.key = {key}, .at = Start + at, .waiters = waiters};
}

} // namespace lockscope::test::history
