// SPDX-License-Identifier: GPL-3.0-or-later
// Every command and option that the documents mention exists, every link works, and translations agree.

#include "tests/live/documentfiles.h"
#include "tests/live/documents.h"
#include "tests/live/program.h"
#include "tests/support/runner.h"

#include <map>

namespace tst_documenttexts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::documentfiles;

namespace
{

QStringList everyDocument()
{
    return documents({QStringLiteral("app"), QStringLiteral("core"), QStringLiteral("ui"),
                      QStringLiteral("tests"), QStringLiteral("resources"), QStringLiteral("installer")});
}

// Comments may be translated, so remove them.
QStringList withoutRemarks(const Block &block)
{
    static const QRegularExpression remark(QStringLiteral("(^|\\s+)#\\s.*$"));
    QStringList lines;
    for (const QString &line : block.lines)
        lines << QString(line).remove(remark);
    return lines;
}

QByteArray helpOf(const QByteArrayList &arguments)
{
    return runCli(arguments + QByteArrayList{"--help"}).out;
}

bool hasOption(const QByteArray &help, const QString &option)
{
    const QRegularExpression word(QStringLiteral("(?<![\\w-])%1(?![\\w-])").arg(option));
    return word.match(QString::fromUtf8(help)).hasMatch();
}

} // namespace

class TestDocumentTexts final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void commandsStandInBlocks_data();
    void commandsStandInBlocks();
    void translationsHaveTheSameCommands_data();
    void translationsHaveTheSameCommands();
    void whatIsNamedExists_data();
    void whatIsNamedExists();
    void everyKindIsDescribed();
    void linksLeadSomewhere_data();
    void linksLeadSomewhere();

private:
    // The first option in these words that their command does not know; empty: none.
    QString unknownIn(const QString &code) const;

    std::map<QString, QByteArray> m_help; // By command of lockscope-cli
    QByteArray m_generalHelp;             // With the options of all commands
    QByteArray m_windowHelp;
};

void TestDocumentTexts::initTestCase()
{
    static const QRegularExpression command(QStringLiteral("^  ([a-z-]+) "),
                                            QRegularExpression::MultilineOption);
    m_generalHelp = helpOf({});
    const QString general = QString::fromUtf8(m_generalHelp);
    const qsizetype begin = general.indexOf(QLatin1String("Commands:"));
    const QString listed = general.mid(begin, general.indexOf(QLatin1String("\n\n"), begin) - begin);
    for (auto found = command.globalMatch(listed); found.hasNext();) {
        const QString word = found.next().captured(1);
        m_help[word] = helpOf({word.toUtf8()});
    }
    QVERIFY(m_help.contains(QStringLiteral("scan")) && m_help.contains(QStringLiteral("sandbox")));
    QProcess window;
    window.start(QStringLiteral(LOCKSCOPE_BINARY_DIR "/lockscope"), {QStringLiteral("--help")});
    if (window.waitForStarted() && window.waitForFinished())
        m_windowHelp = window.readAllStandardOutput();
}

void TestDocumentTexts::commandsStandInBlocks_data()
{
    addRows(userDocuments());
}

// Only blocks with a language are run: no commands in indented lines or in blocks without language.
void TestDocumentTexts::commandsStandInBlocks()
{
    QFETCH(QString, path);
    const QString text = textOf(top() + path);
    static const QRegularExpression indented(QStringLiteral("^(    |\t)(\\$ )?lockscope"),
                                             QRegularExpression::MultilineOption);
    const auto found = indented.match(proseOf(text));
    QVERIFY2(!found.hasMatch(), qPrintable(found.captured()));
    for (const Block &block : blocksOf(text)) {
        QVERIFY2(!block.language.isEmpty(), qPrintable(QStringLiteral("line %1").arg(block.line)));
        if (block.language == QLatin1String("console"))
            QVERIFY2(!shownIn(block).isEmpty(), qPrintable(QStringLiteral("line %1").arg(block.line)));
    }
}

void TestDocumentTexts::translationsHaveTheSameCommands_data()
{
    QStringList paths;
    for (const QString &path : userDocuments()) {
        if (isTranslation(path))
            paths << path;
    }
    addRows(paths);
    if (paths.isEmpty())
        QTest::newRow("none") << QString();
}

void TestDocumentTexts::translationsHaveTheSameCommands()
{
    QFETCH(QString, path);
    if (path.isEmpty())
        QSKIP("no document is translated");
    const QString original = QString(path).replace(QLatin1String(".zh_CN.md"), QLatin1String(".md"));
    QStringList here;
    QStringList there;
    for (const Block &block : blocksOf(textOf(top() + path)))
        here << block.language << withoutRemarks(block);
    for (const Block &block : blocksOf(textOf(top() + original)))
        there << block.language << withoutRemarks(block);
    QCOMPARE(here, there);
}

void TestDocumentTexts::whatIsNamedExists_data()
{
    addRows(userDocuments());
}

QString TestDocumentTexts::unknownIn(const QString &code) const
{
    static const QRegularExpression option(QStringLiteral("(?<![\\w-])--[a-z][a-z-]*"));
    static const QRegularExpression program(QStringLiteral("^[a-z./-]+$"));
    const QStringList words = code.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QByteArray help = m_generalHelp;
    if (words.value(0) == QLatin1String("lockscope")) {
        help = m_windowHelp;
    } else {
        const auto command = std::find_if(words.begin(), words.end(),
                                          [this](const QString &word) { return m_help.contains(word); });
        const bool ours = words.value(0) == QLatin1String("lockscope-cli");
        if (command != words.end() && (ours || command == words.begin()))
            help += m_help.at(*command);
        else if (ours && words.size() > 1 && program.match(words[1]).hasMatch() &&
                 !words[1].startsWith(QLatin1Char('-')))
            return words[1];
        else if (!ours && program.match(words.value(0)).hasMatch() && !words[0].startsWith(QLatin1Char('-')))
            return {}; // An option of another program
        else
            for (const auto &[word, text] : m_help)
                help += text;
        if (!ours && words.value(0).startsWith(QLatin1Char('-')))
            help += m_windowHelp;
    }
    for (auto found = option.globalMatch(code.section(QStringLiteral(" -- "), 0, 0)); found.hasNext();) {
        const QString name = found.next().captured();
        if (!help.isEmpty() && !hasOption(help, name))
            return name;
    }
    return {};
}

void TestDocumentTexts::whatIsNamedExists()
{
    QFETCH(QString, path);
    for (const QString &code : wordsSetAsCode(textOf(top() + path)))
        QVERIFY2(unknownIn(code).isEmpty(), qPrintable(unknownIn(code) + QStringLiteral(" in: ") + code));
}

void TestDocumentTexts::everyKindIsDescribed()
{
    static const QRegularExpression kind(QStringLiteral("^  ([a-z-]+)  "),
                                         QRegularExpression::MultilineOption);
    const QString help = QString::fromUtf8(m_help.at(QStringLiteral("scan")));
    const qsizetype begin = help.indexOf(QLatin1String("Kinds, "));
    const QString listed = help.mid(begin, help.indexOf(QLatin1String("\n\n"), begin) - begin);
    const QStringList described = wordsSetAsCode(textOf(top() + QStringLiteral("resources/docs/locks.md")));
    int kinds = 0;
    for (auto found = kind.globalMatch(listed); found.hasNext(); ++kinds) {
        const QString name = found.next().captured(1);
        QVERIFY2(described.contains(name), qPrintable(name));
    }
    QVERIFY(kinds > 20);
}

void TestDocumentTexts::linksLeadSomewhere_data()
{
    addRows(everyDocument());
}

void TestDocumentTexts::linksLeadSomewhere()
{
    QFETCH(QString, path);
    const QString here = top() + path;
    for (const QString &link : linksOf(textOf(here))) {
        if (link.contains(QLatin1String("://")))
            continue;
        const QString file = link.section(QLatin1Char('#'), 0, 0);
        const QString anchor = link.section(QLatin1Char('#'), 1);
        const QString target = file.isEmpty() ? here : QFileInfo(here).dir().filePath(file);
        QVERIFY2(QFileInfo::exists(target), qPrintable(link));
        QVERIFY2(anchor.isEmpty() || anchorsOf(textOf(target)).contains(anchor), qPrintable(link));
    }
}

LOCKSCOPE_TEST(TestDocumentTexts)

} // namespace tst_documenttexts

#include "tst_documenttexts.moc"
