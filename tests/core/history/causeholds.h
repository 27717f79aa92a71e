// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Holds of two clients at fixed times, for tests of causes. Pure values.

#include "tests/core/history/historyevents.h"

namespace lockscope::test::history
{

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

} // namespace lockscope::test::history
