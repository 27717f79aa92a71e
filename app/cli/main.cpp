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

// Qt's own warnings (a locale that is no UTF-8 under cron, a missing TLS plugin) are no result of ours: an
// error here is one line, and it is written by the one who knows what failed.
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
        output.print(arguments->version ? versionText() : command ? commandHelp(*command) : generalHelp());
        return output.failed() ? ProgramFailed : Success;
    }
    output.setQuiet(arguments->quiet);
    output.setVerbose(arguments->verbose);
    verbose = arguments->verbose;
    qInstallMessageHandler(onQtMessage);
    int one = 1; // our words are none of Qt's
    QCoreApplication application(one, argv);
#ifdef LC_MESSAGES
    std::setlocale(LC_MESSAGES, "C"); // our sentences are English and may end with a text of the system
#endif
    application.setApplicationName(QStringLiteral("lockscope-cli"));
    application.setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));
    QTranslator plurals;
    if (plurals.load(QStringLiteral(":/i18n/lockscope_en.qm")))
        QCoreApplication::installTranslator(&plurals);
    return perform(*arguments, output);
}
