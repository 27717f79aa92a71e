// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/composition.h"
#include "app/desktop/oneinstance.h"
#include "app/desktop/startreport.h"
#include "app/desktop/termination.h"
#include "app/hidepasswords.h"
#include "core/config/profilestore.h"
#include "ui/settings/uisettings.h"
#include "ui/theme/language.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QProcess>
#include <QTextStream>

#include <functional>
#include <memory>

using namespace lockscope;

namespace
{

int refuse(const QString &line, int status)
{
    QTextStream(stderr) << "lockscope: " << printable(line) << '\n';
    return status;
}

QStringList argumentsOf(int argc, char *argv[])
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    return arguments;
}

// Without a display Qt would abort without an error message.
bool hasNoDisplay()
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
    return !qEnvironmentVariableIsSet("QT_QPA_PLATFORM") && qEnvironmentVariableIsEmpty("DISPLAY") &&
           qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
#else
    return false;
#endif
}

// Hides warnings about the offscreen platform between the output lines.
void withoutChatter(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (!message.startsWith(QLatin1String("This plugin does not support")))
        QTextStream(stderr) << printable(qFormatLogMessage(type, context, message)) << '\n';
}

// The connection that another window may already show; none: do not ask.
std::optional<ShownConnection> wantedOf(const DesktopOptions &options)
{
    if (options.newWindow || options.linkFault) // a running window cannot report the fault
        return {};
    const auto &url = options.url ? options.url : options.link;
    return ShownConnection{.connection = url ? connectionUrl(*url) : options.profile,
                           .readOnly = options.readOnly,
                           .patterns = options.patterns};
}

// The startup token of the desktop, for the window that comes to the front.
QByteArray takeActivation()
{
    for (const char *name : {"XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"}) {
        if (const QByteArray token = qgetenv(name); !token.isEmpty())
            return token;
    }
    return {};
}

// The language of --language, else of the settings.
QString wantedLanguage(const DesktopOptions &options)
{
    if (!options.language.isEmpty())
        return options.language;
    return UiSettings(options.configDir.isEmpty() ? ProfileStore::defaultDir() : options.configDir)
        .language();
}

int run(const DesktopOptions &options, OneInstance *one, std::optional<DesktopOptions> *next)
{
    Termination termination;
    Composition composition(options);
    if (one)
        composition.join(*one);
    if (!options.snapshot.isEmpty()) // the picture was not saved
        termination.setUnfinished();
    termination.setFarewell([&composition](const std::function<void()> &then) { composition.leave(then); });
    composition.start();
    const int status = QApplication::exec();
    if (one)
        one->stop(); // the window is closing and must not answer
    *next = composition.next();
    return status;
}

// Starts a new process, for example to change the language.
bool startAgain(const DesktopOptions &options)
{
    const CommandLine line = commandLine(options);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QString password = QStringLiteral("LOCKSCOPE_PASSWORD");
    environment.remove(password); // it was for the first connection only
    if (!line.password.isEmpty())
        environment.insert(password, line.password);
    QProcess next;
    next.setProgram(QCoreApplication::applicationFilePath());
    next.setArguments(line.arguments);
    next.setProcessEnvironment(environment);
    return next.startDetached();
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication::setApplicationName(QStringLiteral("lockscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));
    const QStringList arguments = argumentsOf(argc, argv); // a copy, because argv is overwritten below
    const auto options = parseOptions(arguments);
    if (!options)
        return refuse(options.failure().line(), 2);
    if (options->help || options->version) {
        const QCoreApplication application(argc, argv);
        QTextStream(stdout)
            << (options->help ? helpText()
                              : QStringLiteral("lockscope %1\n").arg(QStringLiteral(LOCKSCOPE_VERSION)));
        return 0;
    }
    hidePasswords(argc, argv);
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
        return refuse(QCoreApplication::translate(
                          "main", "no display: set DISPLAY, or use --snapshot FILE or lockscope-cli"),
                      5);
    StartReport::note("main");
    const QByteArray activation = takeActivation(); // QApplication removes it
    QApplication application(argc, argv);
    StartReport::note("application");
    QApplication::setDesktopFileName(QStringLiteral("org.lockscope.Lockscope"));
    if (!installTranslations(application, wantedLanguage(*options)) && !options->language.isEmpty())
        return refuse(QCoreApplication::translate("main", "unknown language \"%1\": use %2")
                          .arg(options->language, languages().join(QLatin1String(", "))),
                      2);
    std::unique_ptr<OneInstance> one;
    if (options->snapshot.isEmpty() && !options->sandbox && options->recording.isEmpty()) {
        const QString configDir =
            options->configDir.isEmpty() ? ProfileStore::defaultDir() : options->configDir;
        one = std::make_unique<OneInstance>(configDir);
        if (one->isElsewhere(wantedOf(*options), activation))
            return 0;
    }
    std::optional<DesktopOptions> next;
    const int status = run(*options, one.get(), &next);
    if (next && !startAgain(*next))
        return refuse(QCoreApplication::translate("main", "cannot restart by itself"), 5);
    return status;
}
