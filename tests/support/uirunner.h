// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A test class that needs a QApplication; see runner.h.

#include "tests/support/fonts.h"
#include "tests/support/runner.h"

#include <QApplication>
#include <QLocale>

#include <cstdio>

namespace lockscope::test
{

// Qt's offscreen platform says with each window what it cannot do: hundreds of lines that hide a failure.
inline void dropWarningsOfThePlatform()
{
    static QtMessageHandler others;
    others =
        qInstallMessageHandler([](QtMsgType type, const QMessageLogContext &context, const QString &text) {
            if (!text.startsWith(QLatin1String("This plugin does not support ")))
                others(type, context, text);
        });
}

template<class Test> int runUiTest(int argc, char **argv)
{
    // A window formats numbers and dates for the user's country. Tests expect 4,711 and 2026-06-02, unless
    // they set another locale.
    QLocale none = QLocale::c();
    none.setNumberOptions(QLocale::DefaultNumberOptions); // With group separators
    QLocale::setDefault(none);
    const QApplication application(argc, argv);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    if (const QString problem = wearTestFont(); !problem.isEmpty()) {
        std::fprintf(stderr, "%s\n", qPrintable(problem));
        return 1;
    }
    // Qt Test sets a handler of its own when it begins.
    QMetaObject::invokeMethod(qApp, &dropWarningsOfThePlatform, Qt::QueuedConnection);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace lockscope::test

#define LOCKSCOPE_UI_TEST(Class) LOCKSCOPE_TEST_MAIN(lockscope::test::runUiTest<Class>)
