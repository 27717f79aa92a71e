// SPDX-License-Identifier: GPL-3.0-or-later
// observe.md matches the program: its example loads without an error, and its tables are complete.
#include "core/config/observestore.h"
#include "core/engine/verdicts/verdicttext.h"
#include "tests/support/runner.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

namespace tst_observedoc
{

using namespace lockscope;

namespace
{

QString textOf(const char *file)
{
    QFile opened(QStringLiteral(LOCKSCOPE_SOURCE_DIR) + QLatin1Char('/') + QLatin1String(file));
    return opened.open(QIODevice::ReadOnly) ? QString::fromUtf8(opened.readAll()) : QString();
}

// The cells of each row of the table whose first column has this heading, without header and separator rows.
QList<QStringList> tableOf(const QString &text, const QString &heading)
{
    QList<QStringList> rows;
    bool inside = false;
    for (const QString &line : text.split(u'\n')) {
        if (!inside) {
            inside = line.startsWith(QStringLiteral("| %1 |").arg(heading));
            continue;
        }
        if (!line.startsWith(u'|'))
            break;
        if (line.startsWith(QStringLiteral("| ---")))
            continue;
        QStringList cells = line.mid(1, line.size() - 2).split(u'|');
        for (QString &cell : cells)
            cell = cell.trimmed();
        rows << cells;
    }
    return rows;
}

QStringList quotedIn(const QString &cell)
{
    static const QRegularExpression quoted(QStringLiteral("`([^`]+)`"));
    QStringList words;
    for (const auto &match : quoted.globalMatch(cell))
        words << match.captured(1);
    return words;
}

QStringList knownCodes()
{
    QStringList codes;
    for (const std::string_view code : verdictCodes())
        codes << QString::fromLatin1(code.data(), qsizetype(code.size()));
    codes.sort();
    return codes;
}

} // namespace

class TestObserveDoc final : public QObject
{
    Q_OBJECT

private slots:
    void theExampleIsReadWithoutAFault();
    void theTableOfCodesIsTheCatalogue();
    void theHeaderListsTheCatalogue();
    void theThresholdsNamedAreThere();
    void theDefaultsAreTheDefaults();

private:
    const QString m_text = textOf("resources/docs/observe.md");
};

void TestObserveDoc::theExampleIsReadWithoutAFault()
{
    static const QRegularExpression fence(QStringLiteral("```json\n(.*?)```"),
                                          QRegularExpression::DotMatchesEverythingOption);
    const auto example = fence.match(m_text);
    QVERIFY(example.hasMatch());
    const ObserveBook book = observeFromJson(example.captured(1).toUtf8());
    QVERIFY2(book.problems.isEmpty(),
             book.problems.isEmpty() ? "" : qPrintable(book.problems.front().line()));
    QVERIFY(book.settings.thresholds != VerdictThresholds());
    QVERIFY(!book.settings.aliases.isEmpty() && !book.settings.alerts.isEmpty());
    QVERIFY(book.settings.history != HistorySettings());
}

void TestObserveDoc::theTableOfCodesIsTheCatalogue()
{
    QStringList codes;
    for (const QStringList &row : tableOf(m_text, QStringLiteral("code")))
        codes << quotedIn(row.front()); // Further rows for the same code have an empty first cell
    codes.sort();
    QCOMPARE(codes, knownCodes());
}

void TestObserveDoc::theHeaderListsTheCatalogue()
{
    static const QRegularExpression entry(QStringLiteral("^//   ([a-z]+(?:-[a-z]+)*(?:, [a-z]+)*)  *\\S"),
                                          QRegularExpression::MultilineOption);
    QStringList codes;
    for (const auto &match : entry.globalMatch(textOf("core/engine/verdicts/verdict.h")))
        codes << match.captured(1).split(QStringLiteral(", "));
    codes.sort();
    QCOMPARE(codes, knownCodes());
}

void TestObserveDoc::theThresholdsNamedAreThere()
{
    const QJsonObject known = QJsonDocument::fromJson(observeToJson({}))[u"thresholds"].toObject();
    QStringList named;
    for (const QStringList &row : tableOf(m_text, QStringLiteral("code")))
        named << quotedIn(row.back());
    QVERIFY(!named.isEmpty());
    for (const QString &threshold : std::as_const(named))
        QVERIFY2(known.contains(threshold), qPrintable(threshold));
    named << QStringLiteral("confidence"); // of every verdict
    for (const QString &threshold : known.keys())
        QVERIFY2(named.contains(threshold), qPrintable(threshold));
}

// The documented default of each member is what the program writes by default.
void TestObserveDoc::theDefaultsAreTheDefaults()
{
    const QJsonObject defaults = QJsonDocument::fromJson(observeToJson({})).object();
    QStringList missing;
    for (const QString &group : {QStringLiteral("thresholds"), QStringLiteral("history")}) {
        const QJsonObject members = defaults[group].toObject();
        QVERIFY(!members.isEmpty());
        for (const QString &member : members.keys())
            missing << group + u'/' + member;
    }
    for (const QStringList &row : tableOf(m_text, QStringLiteral("member"))) {
        const QString path = quotedIn(row[0]).value(0);
        const QStringList parts = path.split(u'/');
        if (!missing.removeOne(path))
            continue;
        const QString said = quotedIn(row[2]).value(0);
        const QByteArray example =
            QStringLiteral("{\"version\": 1, \"%1\": {\"%2\": %3}}").arg(parts[0], parts[1], said).toUtf8();
        const ObserveBook book = observeFromJson(example);
        QVERIFY2(book.problems.isEmpty() && book.settings == ObserveSettings(), example.constData());
    }
    QCOMPARE(missing, QStringList());
}

LOCKSCOPE_TEST(TestObserveDoc)

} // namespace tst_observedoc

#include "tst_observedoc.moc"
