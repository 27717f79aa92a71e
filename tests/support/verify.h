// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Checks of an Outcome that print the failure's own line when they fail.

#include "core/values/outcome.h"

#include <QTest>

#define VERIFY_OK(outcome)                                                                                   \
    QVERIFY2((outcome).ok(), (outcome).ok() ? "" : qPrintable((outcome).failure().line()))

#define VERIFY_FAILS(outcome, expectedKind)                                                                  \
    do {                                                                                                     \
        QVERIFY2(!(outcome).ok(), "it must fail, but did not");                                              \
        QCOMPARE(QByteArray(lockscope::errorKindName((outcome).failure().kind)),                             \
                 QByteArray(lockscope::errorKindName(expectedKind)));                                        \
    } while (false)
