// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/uirunner.h"
#include "tests/ui/uisamples.h"
#include "ui/acts/actdialogs.h"
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"
#include "ui/theme/language.h"

#include <QFile>
#include <QLibraryInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

#include <set>

namespace tst_translations
{

using namespace lockscope;

namespace
{

struct Message {
    QString context{};
    QString source{};
    QString comment{};
    QStringList translations{};
    bool finished = true;

    QString name() const { return QStringLiteral("%1: \"%2\" %3").arg(context, source, comment); }
};

QString sources()
{
    return QStringLiteral(LOCKSCOPE_SOURCE_DIR);
}

Message readMessage(QXmlStreamReader &xml, const QString &context)
{
    Message message{.context = context};
    while (xml.readNextStartElement()) {
        if (xml.name() == QLatin1String("source"))
            message.source = xml.readElementText();
        else if (xml.name() == QLatin1String("comment"))
            message.comment = xml.readElementText();
        else if (xml.name() == QLatin1String("translation")) {
            message.finished = xml.attributes().value(QLatin1String("type")).isEmpty();
            QString plain;
            while (!(xml.readNext() == QXmlStreamReader::EndElement &&
                     xml.name() == QLatin1String("translation"))) {
                if (xml.isStartElement())
                    message.translations << xml.readElementText();
                else if (xml.isCharacters())
                    plain += xml.text();
            }
            if (message.translations.isEmpty())
                message.translations << plain;
        } else {
            xml.skipCurrentElement();
        }
    }
    return message;
}

std::vector<Message> readTs(const QString &path)
{
    std::vector<Message> messages;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    xml.readNextStartElement();
    while (xml.readNextStartElement()) {
        QString context;
        while (xml.readNextStartElement()) {
            if (xml.name() == QLatin1String("name"))
                context = xml.readElementText();
            else if (xml.name() == QLatin1String("message"))
                messages.push_back(readMessage(xml, context));
            else
                xml.skipCurrentElement();
        }
    }
    return messages;
}

std::multiset<QString> placeholders(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral("%L?(n|[1-9])"));
    std::multiset<QString> found;
    for (auto match = pattern.globalMatch(text); match.hasNext();)
        found.insert(match.next().captured());
    return found;
}

// Records every text that is looked up, and translates none.
class Listener final : public QTranslator
{
public:
    QString translate(const char *context, const char *source, const char *comment, int) const override
    {
        m_heard.insert({QString::fromUtf8(context), QString::fromUtf8(source), QString::fromUtf8(comment)});
        return {};
    }
    bool isEmpty() const override { return false; }
    const std::set<QStringList> &heard() const { return m_heard; }

private:
    mutable std::set<QStringList> m_heard;
};

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup() { installTranslations(*qApp, QStringLiteral("en")); }
    void everyTextHasItsTranslation_data();
    void everyTextHasItsTranslation();
    void placeholdersAndKeysSurvive();
    void whatIsLookedUpIsFound();
    void languagesSwitch();
    void englishCounts();
    void unknownLanguagesAreEnglish();

private:
    std::vector<Message> m_chinese;
};

void TestTranslations::initTestCase()
{
    m_chinese = readTs(sources() + QStringLiteral("/resources/translations/lockscope_zh_CN.ts"));
    QVERIFY(m_chinese.size() > 300);
}

void TestTranslations::everyTextHasItsTranslation_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("Chinese") << QStringLiteral("zh_CN");
    QTest::newRow("English plural forms") << QStringLiteral("en");
}

void TestTranslations::everyTextHasItsTranslation()
{
    QFETCH(QString, language);
    const QString lupdate = QLibraryInfo::path(QLibraryInfo::BinariesPath) + QStringLiteral("/lupdate");
    if (!QFile::exists(lupdate))
        QSKIP("lupdate is not installed");
    QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("lockscope_%1.ts").arg(language));
    QVERIFY(QFile::copy(sources() + QStringLiteral("/resources/translations/lockscope_%1.ts").arg(language),
                        copy));
    QStringList arguments{QStringLiteral("-silent"),    QStringLiteral("-no-obsolete"),
                          QStringLiteral("-locations"), QStringLiteral("none"),
                          QStringLiteral("-I"),         QStringLiteral(".")};
    if (language == QLatin1String("en"))
        arguments << QStringLiteral("-pluralonly");
    arguments << QStringLiteral("core") << QStringLiteral("ui") << QStringLiteral("app")
              << QStringLiteral("-ts") << copy;
    QProcess process;
    process.setWorkingDirectory(sources());
    process.start(lupdate, arguments);
    QVERIFY(process.waitForFinished(120'000));
    QCOMPARE(process.exitCode(), 0);
    QStringList open;
    for (const Message &message : readTs(copy)) {
        const bool empty = std::any_of(message.translations.begin(), message.translations.end(),
                                       [](const QString &text) { return text.isEmpty(); });
        if (!message.finished || empty || message.translations.isEmpty())
            open << message.name();
    }
    QVERIFY2(open.isEmpty(),
             qPrintable(QStringLiteral("%1 texts are not translated, run update_translations:\n%2")
                            .arg(open.size())
                            .arg(open.join(u'\n'))));
}

void TestTranslations::placeholdersAndKeysSurvive()
{
    QStringList wrong;
    for (const Message &message : m_chinese) {
        for (const QString &text : message.translations) {
            const bool key = message.source.contains(QRegularExpression(QStringLiteral("&[A-Za-z]")));
            const bool keyThere = text.contains(QRegularExpression(QStringLiteral("&[A-Za-z]")));
            if (placeholders(text) != placeholders(message.source) || key != keyThere)
                wrong << message.name();
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

// A text is never found if lupdate derives another context than the program uses.
void TestTranslations::whatIsLookedUpIsFound()
{
    Listener listener;
    QVERIFY(QCoreApplication::installTranslator(&listener));
    {
        EngineBridge bridge;
        const auto lock = std::make_shared<const Lock>(samples::renewed(now()));
        DetailPane pane(bridge);
        pane.show();
        pane.showLock(lock);
        emit bridge.inspected(1, samples::detail(*lock, samples::history(*lock, now())));
        pane.applyDelta({.removed = {lock->key}});
        const ConnectionSpec production{.environment = Environment::Production};
        LadderDialog ladder(bridge, lock, production);
        for (const Rung rung : AllRungs)
            ladder.choose(rung);
        AcquireDialog acquire(bridge);
    }
    QCoreApplication::removeTranslator(&listener);
    std::set<QStringList> known;
    for (const Message &message : m_chinese)
        known.insert({message.context, message.source, message.comment});
    QVERIFY(listener.heard().size() > 100);
    QStringList lost;
    for (const QStringList &text : listener.heard()) {
        if (text.first().startsWith(QLatin1String("Q"))) // Qt's own
            continue;
        if (known.count(text) == 0)
            lost << text.join(QStringLiteral(" | "));
    }
    QVERIFY2(lost.isEmpty(), qPrintable(lost.join(u'\n')));
}

void TestTranslations::languagesSwitch()
{
    QVERIFY(installTranslations(*qApp, QStringLiteral("zh_CN")));
    QCOMPARE(text::verdictWord(VerdictLevel::Critical), QStringLiteral("严重"));
    QCOMPARE(text::duration(std::chrono::seconds(200)), QStringLiteral("3 分 20 秒"));
    QVERIFY(installTranslations(*qApp, QStringLiteral("en")));
    QCOMPARE(text::verdictWord(VerdictLevel::Critical), QStringLiteral("Critical"));
    // Translators do not accumulate.
    for (int i = 0; i < 5; ++i)
        QVERIFY(installTranslations(*qApp, QStringLiteral("zh_CN")));
    QVERIFY(qApp->findChildren<QTranslator *>().size() <= 2);
}

void TestTranslations::englishCounts()
{
    const auto scanned = [](qint64 keys) {
        const Instant at{std::chrono::hours(1)};
        return text::scan({.phase = ScanPhase::Complete, .keysSeen = keys, .endedAt = at}, at);
    };
    QVERIFY2(scanned(1).endsWith(QStringLiteral(" 1 key")), qPrintable(scanned(1)));
    QVERIFY2(scanned(2).endsWith(QStringLiteral(" 2 keys")), qPrintable(scanned(2)));
    QCOMPARE(text::permits({.held = 1, .total = 1}), QStringLiteral("1 held, of 1 permit"));
    QCOMPARE(text::permits({.held = 1, .total = 2}), QStringLiteral("1 held, of 2 permits"));
}

void TestTranslations::unknownLanguagesAreEnglish()
{
    QCOMPARE(languageFor(QStringLiteral("zh_CN")), QStringLiteral("zh_CN"));
    QCOMPARE(languageFor(QStringLiteral("zh_SG")), QStringLiteral("zh_CN"));
    QCOMPARE(languageFor(QStringLiteral("de_DE")), QStringLiteral("en"));
    QVERIFY(!installTranslations(*qApp, QStringLiteral("de_DE")));
    QCOMPARE(text::verdictWord(VerdictLevel::Ok), QStringLiteral("OK"));
}

LOCKSCOPE_UI_TEST(TestTranslations)

} // namespace tst_translations

#include "tst_translations.moc"
