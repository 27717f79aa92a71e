// SPDX-License-Identifier: GPL-3.0-or-later
// The help, the completion, and the words that are suggested.

#include "app/cli/syntax/help.h"
#include "core/base/nearestword.h"
#include "core/formats/format.h"
#include "tests/support/runner.h"

#include <QProcess>
#include <QTest>

#include <algorithm>

namespace tst_clihelp
{

using namespace lockscope;
using namespace lockscope::cli;
using namespace std::chrono_literals;
using Words = QList<QByteArray>;

class tst_CliHelp : public QObject
{
    Q_OBJECT

private slots:
    void distances();
    void helpNamesEveryOption();
    void helpIsAligned();
    void completionKnowsEveryWord();
};

void tst_CliHelp::distances()
{
    QCOMPARE(editDistance("", ""), 0);
    QCOMPARE(editDistance("abc", ""), 3);
    QCOMPARE(editDistance("scan", "scna"), 1);
    QCOMPARE(editDistance("lease", "leese"), 1);
    QCOMPARE(editDistance("release", "lease"), 2);
    QCOMPARE(nearestWord("relase", {"release", "renew"}), "release");
    QCOMPARE(nearestWord("force", {"force-release", "wake"}), "force-release");
    QVERIFY(nearestWord("", {"a"}).isEmpty());
    QVERIFY(nearestWord(QByteArray(5000, 'a'), {"a"}).isEmpty());
}

void tst_CliHelp::helpNamesEveryOption()
{
    const QString general = generalHelp();
    for (const OptionSyntax &option : globalOptions())
        QVERIFY2(general.contains(QStringLiteral("--") + QLatin1String(option.name)), option.name);
    for (const CommandSyntax &command : allCommands()) {
        QVERIFY2(general.contains(QLatin1String(command.word)), command.word);
        const QString page = commandHelp(command);
        for (const OptionSyntax &option : command.options)
            QVERIFY2(page.contains(QStringLiteral("--") + QLatin1String(option.name)), command.word);
    }
    QCOMPARE(versionText(), QStringLiteral("lockscope-cli " LOCKSCOPE_VERSION "\n"));
}

void tst_CliHelp::helpIsAligned()
{
    QStringList pages{generalHelp()};
    for (const CommandSyntax &command : allCommands())
        pages += commandHelp(command);
    for (const QString &page : pages) {
        for (const QString &line : page.split(u'\n')) {
            QVERIFY2(line.size() <= 110, qPrintable(line));
            QVERIFY2(!line.endsWith(u' '), qPrintable(line));
            QVERIFY2(!line.contains(u'\t'), qPrintable(line));
        }
    }
}

// Runs bash's own completion for a partial line.
void tst_CliHelp::completionKnowsEveryWord()
{
    const auto completed = [](const QByteArrayList &words) {
        const QByteArray script =
            "source '" LOCKSCOPE_SOURCE_DIR "/app/cli/lockscope-cli.bash'; COMP_WORDS=(" +
            ("'" + words.join("' '") + "'") + "); COMP_CWORD=" + QByteArray::number(words.size() - 1) +
            "; _lockscope_cli; printf '%s\\n' \"${COMPREPLY[@]}\"";
        QProcess bash;
        bash.start(QStringLiteral("bash"), {QStringLiteral("-c"), QString::fromUtf8(script)});
        bash.waitForFinished();
        return bash.readAllStandardOutput().trimmed().split('\n');
    };
    QByteArrayList commands;
    for (const CommandSyntax &command : allCommands()) {
        commands += command.word;
        QByteArrayList expected;
        for (const auto options : {globalOptions(), command.options}) {
            for (const OptionSyntax &option : options)
                expected += QByteArrayLiteral("--") + option.name;
        }
        QByteArrayList found = completed({"lockscope-cli", command.word, "k", "--"});
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        QCOMPARE(found, expected);
    }
    QCOMPARE(completed({"lockscope-cli", ""}), commands);
    QCOMPARE(completed({"lockscope-cli", "scan", "--verdict", "crit"}), QByteArrayList{"critical"});
    QByteArrayList kinds;
    for (const LockKind kind : Registry::builtIn().kinds())
        kinds += QByteArray(kind.name.data(), qsizetype(kind.name.size()));
    QCOMPARE(completed({"lockscope-cli", "scan", "--kind", ""}), kinds);
    QCOMPARE(completed({"lockscope-cli", "acquire", "k", "--mode", "r"}), QByteArrayList{"read"});
    QVERIFY(completed({"lockscope-cli", "acquire", "k", "--", "bas"}).contains("bash"));
}

LOCKSCOPE_TEST(tst_CliHelp)

} // namespace tst_clihelp

#include "tst_clihelp.moc"
