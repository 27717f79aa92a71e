// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How long the tests wait for what is to happen: QTRY_VERIFY and QTRY_COMPARE 90 s instead of 5. Only a
// failure takes so long, but on a busy machine, a server or a program stands still for 5 to 10 s, and a
// sentinel then decides nothing for 30 s. Part of runner.h; headers that use it include it, too.

#include <QTest>

namespace lockscope::test
{

inline constexpr int Patience = 90'000; // ms

} // namespace lockscope::test

#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, ::lockscope::test::Patience)
#define QTRY_VERIFY2(expression, message)                                                                    \
    QTRY_VERIFY2_WITH_TIMEOUT(expression, message, ::lockscope::test::Patience)
#define QTRY_COMPARE(expression, expected)                                                                   \
    QTRY_COMPARE_WITH_TIMEOUT(expression, expected, ::lockscope::test::Patience)
