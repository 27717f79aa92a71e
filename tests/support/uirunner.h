// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A test class that needs a QApplication; see runner.h.

#include "tests/support/runner.h"

#include <QApplication>
#include <QLocale>

namespace lockscope::test
{

// A window writes numbers and dates as is usual in the user's country. Tests expect 4,711 and 2026-06-02,
// unless they set another locale.
template<class Test> int runUiTest(int argc, char **argv)
{
    QLocale none = QLocale::c();
    none.setNumberOptions(QLocale::DefaultNumberOptions); // with separators of groups
    QLocale::setDefault(none);
    return runTest<Test, QApplication>(argc, argv);
}

} // namespace lockscope::test

#define LOCKSCOPE_UI_TEST(Class) LOCKSCOPE_TEST_MAIN(lockscope::test::runUiTest<Class>)
