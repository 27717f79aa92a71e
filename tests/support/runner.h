// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The test classes of one folder as one program: `core` lists them, and `core tst_verdict` runs one like a
// separate Qt Test program, with its arguments. A test file puts its code into a namespace of its name and
// ends with LOCKSCOPE_TEST(Class), or LOCKSCOPE_UI_TEST(Class) of uirunner.h, inside that namespace.

#include "tests/support/patience.h"

#include <QCoreApplication>
#include <QTest>

namespace lockscope::test
{

using TestMain = int (*)(int argc, char **argv);

// Constructed before main(), by the macros only. file: __FILE__ of the test, which gives the test its name.
class Registration
{
public:
    Registration(const char *file, TestMain run);
};

// A write to a closed connection is an error here too, as in the programs: Qt ignores SIGPIPE with the first
// socket, and QtTest takes it over afterwards: the second would end the test.
void ignoreClosedPipes();

// Counterparts of QTEST_GUILESS_MAIN, QTEST_MAIN and QTEST_APPLESS_MAIN.
template<class Test, class Application> int runTest(int argc, char **argv)
{
    const Application application(argc, argv);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    Test test;
    QMetaObject::invokeMethod(QCoreApplication::instance(), &ignoreClosedPipes, Qt::QueuedConnection);
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
