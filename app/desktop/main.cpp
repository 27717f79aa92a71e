// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/composition.h"
#include "app/desktop/termination.h"
#include "core/engine/profiles.h"
#include "ui/language.h"

#include <QApplication>
#include <QTextStream>

#include <functional>
#include <memory>

using namespace lockscope;

namespace
{

int refuse(const QString &line, int status)
{
    QTextStream(stderr) << "lockscope: " << line << '\n';
    return status;
}

QStringList argumentsOf(int argc, char *argv[])
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    return arguments;
}

// Qt would abort; a person deserves a sentence.
bool hasNoDisplay()
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    return !qEnvironmentVariableIsSet("QT_QPA_PLATFORM") && qEnvironmentVariableIsEmpty("DISPLAY") &&
           qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
#else
    return false;
#endif
}

// What only tells about the platform of pictures, between the lines a person asked for.
void withoutChatter(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (!message.startsWith(QLatin1String("This plugin does not support")))
        QTextStream(stderr) << qFormatLogMessage(type, context, message) << '\n';
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication::setApplicationName(QStringLiteral("lockscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));
    const auto options = parseOptions(argumentsOf(argc, argv));
    if (!options)
        return refuse(options.failure().line(), 2);
    if (options->help || options->version) {
        const QCoreApplication application(argc, argv);
        QTextStream(stdout)
            << (options->help ? helpText()
                              : QStringLiteral("lockscope %1\n").arg(QStringLiteral(LOCKSCOPE_VERSION)));
        return 0;
    }
    if (!options->profile.isEmpty()) {
        const auto profile = ProfileStore(options->configDir).find(options->profile);
        if (!profile)
            return refuse(profile.failure().line(), 2);
    }
    if (!options->snapshot.isEmpty() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (!options->snapshot.isEmpty())
        qInstallMessageHandler(withoutChatter);
    if (hasNoDisplay())
        return refuse(
            QCoreApplication::translate(
                "main", "there is no display: set DISPLAY, or use --snapshot FILE or lockscope-cli"),
            5);
    QApplication application(argc, argv);
    QApplication::setDesktopFileName(QStringLiteral("org.lockscope.Lockscope"));
    if (!installTranslations(application, options->language) && !options->language.isEmpty())
        return refuse(QCoreApplication::translate("main", "there is no language \"%1\": use %2")
                          .arg(options->language, languages().join(QLatin1String(", "))),
                      2);
    Termination termination;
    Composition composition(*options);
    termination.setFarewell([&composition](const std::function<void()> &then) { composition.leave(then); });
    composition.start();
    return QApplication::exec();
}
