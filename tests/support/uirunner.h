// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A test class that needs a QApplication; see runner.h.

#include "tests/support/runner.h"

#include <QApplication>

#define LOCKSCOPE_UI_TEST(Class) LOCKSCOPE_TEST_MAIN((lockscope::test::runTest<Class, QApplication>))
