// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The test classes of one folder in one program: `core` lists them, `core tst_verdict` runs one as a Qt Test
// program of its own would, with its arguments. A test file has its code in a namespace of its name and ends
// with LOCKSCOPE_TEST(Class), or LOCKSCOPE_UI_TEST(Class) of uirunner.h, inside that namespace.

#include <QCoreApplication>
#include <QTest>

namespace lockscope::test
{

using TestMain = int (*)(int argc, char **argv);

// Constructed before main(), by the macros only. file: __FILE__ of the test, whose name is the test's.
class Registration
{
public:
    Registration(const char *file, TestMain run);
};

// As QTEST_MAIN, QTEST_GUILESS_MAIN and QTEST_APPLESS_MAIN do.
template<class Test, class Application> int runTest(int argc, char **argv)
{
    const Application application(argc, argv);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

template<class Test> int runTestWithoutApplication(int argc, char **argv)
{
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace lockscope::test

#define LOCKSCOPE_TEST_MAIN(run) static const lockscope::test::Registration registration(__FILE__, run);
#define LOCKSCOPE_TEST(Class) LOCKSCOPE_TEST_MAIN((lockscope::test::runTest<Class, QCoreApplication>))
#define LOCKSCOPE_APPLESS_TEST(Class) LOCKSCOPE_TEST_MAIN(lockscope::test::runTestWithoutApplication<Class>)
