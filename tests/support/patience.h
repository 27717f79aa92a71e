// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// QTRY_VERIFY and QTRY_COMPARE wait for up to 30 s instead of 5: on a busy machine, a server or a program
// stands still for 5 to 10 s. Part of runner.h; headers that use them include it, too.

#include <QTest>

#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, 30'000)
#define QTRY_VERIFY2(expression, message) QTRY_VERIFY2_WITH_TIMEOUT(expression, message, 30'000)
#define QTRY_COMPARE(expression, expected) QTRY_COMPARE_WITH_TIMEOUT(expression, expected, 30'000)
