// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Checks of an Outcome that print the failure's line. Each evaluates its argument once.

#include "core/base/outcome.h"

#include <QTest>

#define VERIFY_OK(outcome)                                                                                   \
    do {                                                                                                     \
        const auto &checkedOutcome = (outcome);                                                              \
        QVERIFY2(checkedOutcome.ok(),                                                                        \
                 checkedOutcome.ok() ? "" : qPrintable(checkedOutcome.failure().line()));                    \
    } while (false)

// Checks the outcome, and moves its value into `target`.
#define VERIFY_INTO(target, outcome)                                                                         \
    do {                                                                                                     \
        auto movedOutcome = (outcome);                                                                       \
        VERIFY_OK(movedOutcome);                                                                             \
        target = std::move(*movedOutcome);                                                                   \
    } while (false)

#define VERIFY_FAILS(outcome, expectedKind)                                                                  \
    do {                                                                                                     \
        const auto &checkedOutcome = (outcome);                                                              \
        QVERIFY2(!checkedOutcome.ok(), "it must fail, but did not");                                         \
        QCOMPARE(QByteArray(lockscope::errorKindName(checkedOutcome.failure().kind)),                        \
                 QByteArray(lockscope::errorKindName(expectedKind)));                                        \
    } while (false)
