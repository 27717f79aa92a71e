// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/composition.h"
#include "app/cli/syntax/arguments.h"
#include "app/cli/syntax/exitstatus.h"
#include "app/cli/syntax/help.h"
#include "app/cli/terminal/output.h"
#include "app/cli/terminal/streams.h"
#include "app/hidepasswords.h"

#include <QCoreApplication>
#include <QTranslator>

#include <clocale>

using namespace lockscope;
using namespace lockscope::cli;

namespace
{

bool verbose = false;

// Hides Qt's own warnings (a non-UTF-8 locale under cron, a missing TLS plugin). The code that knows what
// failed reports each error in one line.
void onQtMessage(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    if (verbose || type == QtFatalMsg)
        Output().warning(message);
}

} // namespace

int main(int argc, char **argv)
{
    prepareStreams();
    const std::vector<QByteArray> words = commandWords(argc, argv);
    hidePasswords(argc, argv);
    Output output;
    const auto arguments = parseArguments(words);
    if (!arguments) {
        output.error(arguments.failure());
        return exitStatus(arguments.failure());
    }
    if (arguments->version || arguments->help) {
        const CommandSyntax *command = arguments->command;
        const QString page = arguments->version ? versionText()
                             : command          ? commandHelp(*command)
                                                : generalHelp();
        output.print(page.chopped(1).split(u'\n'));
        return output.failed() ? ProgramFailed : Success;
    }
    output.setQuiet(arguments->quiet);
    output.setVerbose(arguments->verbose);
    verbose = arguments->verbose;
    qInstallMessageHandler(onQtMessage);
    int one = 1; // Qt must not see our options
    QCoreApplication application(one, argv);
#ifdef LC_MESSAGES
    std::setlocale(LC_MESSAGES, "C"); // our messages are English and may end with a system error text
#endif
    application.setApplicationName(QStringLiteral("lockscope-cli"));
    application.setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));
    QTranslator plurals;
    if (plurals.load(QStringLiteral(":/i18n/lockscope_en.qm")))
        QCoreApplication::installTranslator(&plurals);
    return perform(*arguments, output);
}
