// SPDX-License-Identifier: GPL-3.0-or-later
// The user's rules: the contents of their file, and the message for each error.
#include "core/config/rulestore.h"
#include "tests/core/formats/families/rulefiles.h"
#include "tests/support/runner.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

namespace tst_rules
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;
using namespace lockscope::test::rulefiles;

class tst_rules : public QObject
{
    Q_OBJECT

private slots:
    void theDocumentIsRight();
    void theDocumentNamesEveryMember();
    void survivesBeingWritten();
    void tellsEachFault_data();
    void tellsEachFault();
    void tellsAllFaultsAtOnce();
    void oneFaultRefusesTheFile();
    void storeKeepsAndRefuses();
};

void tst_rules::theDocumentIsRight()
{
    const QByteArrayList examples = documentedExamples();
    QVERIFY2(examples.size() >= 7, "the document has an example for each sort of lock");
    for (const QByteArray &example : examples) {
        const RuleBook book = rulesFromJson(example);
        QCOMPARE(sentences(book), QStringList());
        QVERIFY(!book.rules.empty());
    }
}

void tst_rules::theDocumentNamesEveryMember()
{
    QFile document(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/resources/docs/rules.md"));
    QVERIFY(document.open(QIODevice::ReadOnly));
    const QByteArray text = document.readAll();
    for (const char *member :
         {"name", "title", "note", "pattern", "type", "owner", "count", "expires", "unit", "valid_for",
          "limit", "channel", "message", "companions", "lease", "release", "kind"}) {
        QVERIFY2(text.contains('"' + QByteArray(member) + '"'), member); // In an example
        QVERIFY2(text.contains('`' + QByteArray(member) + '`'), member); // And explained
    }
}

void tst_rules::survivesBeingWritten()
{
    for (const QByteArray &example : documentedExamples()) {
        const RuleBook book = rulesFromJson(example);
        const RuleBook again = rulesFromJson(rulesToJson(book.rules));
        QCOMPARE(sentences(again), QStringList());
        QVERIFY(again.rules == book.rules);
    }
}

void tst_rules::tellsEachFault_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("begins");
    const auto whole = [](const char *title, const QByteArray &json, const QString &begins) {
        QTest::newRow(title) << json << begins;
    };
    // The rule starts on line 3.
    const auto row = [&whole](const char *title, const QByteArray &rule, const char *begins) {
        whole(title, file(rule), QString::fromUtf8(begins));
    };
    const QByteArray start = "{\"pattern\": \"a:*\", \"name\": \"mine\",\n";

    whole("no JSON", "{\n\"version\": 1,\n,}", QStringLiteral("line 3: "));
    whole("something else", "[]", QStringLiteral("line 1: not a rules file"));
    whole("no version", "{\"rules\": []}", QStringLiteral("line 1: not a rules file"));
    whole("a later version", "{\n\"version\": 2, \"rules\": []}", QStringLiteral("line 2: \"version\" is 2"));
    whole("no list", "{\"version\": 1,\n\"rules\": {}}", QStringLiteral("line 2: \"rules\" must be a list"));
    whole("more in the file", "{\"version\": 1, \"rules\": [],\n\"rulse\": []}",
          QStringLiteral("line 2: \"rulse\" is unknown"));
    row("no object", "7", "line 3: a rule must be an object");
    row("neither kind nor name", "{\"pattern\": \"a:*\", \"type\": \"string\"}",
        "line 3: a rule has either \"kind\"");
    row("both kind and name", "{\"pattern\": \"a:*\", \"kind\": \"rlock\", \"name\": \"x-y\"}",
        "line 3: a rule has either \"kind\"");
    row("an unknown kind", "{\"pattern\": \"a:*\",\n\"kind\": \"rlok\"}",
        "line 4: \"kind\" \"rlok\" is not a lock kind; the kinds are ");
    row("more beside a kind", "{\"pattern\": \"a:*\", \"kind\": \"rlock\",\n\"owner\": \"value\"}",
        "line 4: \"owner\" is not allowed with \"kind\"");
    row("no pattern", "{\"name\": \"mine\", \"type\": \"string\"}", "line 3: \"pattern\" is missing");
    row("a pattern of nothing", "{\"pattern\": \"\", \"name\": \"mine\", \"type\": \"string\"}",
        "line 3: \"pattern\" must be a glob");
    row("a pattern of a number", "{\"name\": \"mine\", \"type\": \"string\",\n\"pattern\": [\"a\", 7]}",
        "line 4: \"pattern\" must be a glob");
    row("a pattern for all", "{\"name\": \"mine\", \"type\": \"string\",\n\n\"pattern\": \"*\"}",
        "line 5: \"pattern\" \"*\" would match nearly every key");
    row("a pattern for nearly all", "{\"name\": \"mine\", \"type\": \"string\", \"pattern\": \"?*[a-z]*\"}",
        "line 3: \"pattern\" \"?*[a-z]*\" would match nearly every key");
    row("a name with capitals", "{\"pattern\": \"a:*\", \"type\": \"string\",\n\"name\": \"Mine\"}",
        "line 4: \"name\" must be 2 to 32 lowercase letters");
    row("a built-in name", "{\"pattern\": \"a:*\", \"type\": \"string\",\n\"name\": \"token-lock\"}",
        "line 4: \"name\" \"token-lock\" is a built-in kind");
    row("no type", start + "\"owner\": \"value\"}", "line 3: \"type\" is missing");
    row("a type that holds no locks", start + "\"type\": \"list\"}", "line 4: \"type\" must be \"string\"");
    row("a number for a text", start + "\"type\": \"string\", \"owner\": 7}",
        "line 4: \"owner\" must be a string");
    row("an empty text", start + "\"type\": \"string\", \"owner\": \"\"}",
        "line 4: \"owner\" must not be empty");
    row("a long text", start + "\"type\": \"string\",\n\"title\": \"" + QByteArray(100, 'x') + "\"}",
        "line 5: \"title\" is longer than 60 bytes");
    row("a place that is none", start + "\"type\": \"string\",\n\"owner\": \"there\"}",
        "line 5: \"owner\" \"there\" is not available in such a key; use one of \"value\", "
        "\"json:/holder/id\"");
    row("a place of another type", start + "\"type\": \"string\",\n\"owner\": \"field:a\"}",
        "line 5: \"owner\" \"field:a\" is not available in such a key");
    row("a path that is none", start + "\"type\": \"string\",\n\"owner\": \"json:a\"}",
        "line 5: \"owner\" \"json:a\" is not available in such a key");
    row("a hash without an owner", start + "\"type\": \"hash\"}", "line 3: \"owner\" is missing");
    row("a count beside many holders",
        start + "\"type\": \"hash\", \"owner\": \"field-name\",\n\"count\": \"field:n\"}",
        "line 5: \"count\" \"field:n\" is not available in such a key; use one of \"none\", \"field-value\"");
    row("two things in one place",
        start + "\"type\": \"string\", \"owner\": \"value\",\n\"count\": \"value\"}",
        "line 5: \"count\" cannot also be \"value\"");
    row("a set without ends", start + "\"type\": \"set\",\n\"expires\": \"score\", \"unit\": \"s\"}",
        "line 5: \"expires\" \"score\" is not available in such a key; use one of \"ttl\"");
    row("an end without a unit", start + "\"type\": \"zset\", \"expires\": \"score\"}",
        "line 3: \"unit\" is missing");
    row("an odd unit", start + "\"type\": \"zset\", \"expires\": \"score\",\n\"unit\": \"min\"}",
        "line 5: \"unit\" must be \"ms\" or \"s\"");
    row("a unit without an end", start + "\"type\": \"string\",\n\"unit\": \"s\"}",
        "line 5: \"unit\" requires \"expires\"");
    row("a validity without an end", start + "\"type\": \"string\",\n\"valid_for\": \"5s\"}",
        "line 5: \"valid_for\" requires \"expires\"");
    row("an odd validity",
        start + "\"type\": \"zset\", \"expires\": \"score\", \"unit\": \"s\",\n\"valid_for\": \"soon\"}",
        "line 5: \"valid_for\" must be a duration such as");
    row("an odd lease", start + "\"type\": \"string\",\n\"lease\": \"0s\"}",
        "line 5: \"lease\" must be a duration such as");
    row("a limit of one holder", start + "\"type\": \"string\",\n\"limit\": 3}",
        "line 5: \"limit\" does not apply to a lock with one holder");
    row("a limit of a half", start + "\"type\": \"set\",\n\"limit\": 2.5}",
        "line 5: \"limit\" must be a whole number");
    row("a channel without a message", start + "\"type\": \"string\",\n\"channel\": \"c\"}",
        "line 5: \"channel\" requires \"message\"");
    row("a message without a channel", start + "\"type\": \"string\",\n\"message\": \"1\"}",
        "line 5: \"message\" requires \"channel\"");
    row("companions without a key", start + "\"type\": \"string\",\n\"companions\": [\"queue\"]}",
        "line 5: \"companions\" \"queue\" must contain {key} and more");
    row("companions that are the key", start + "\"type\": \"string\",\n\"companions\": [\"{key}\"]}",
        "line 5: \"companions\" \"{key}\" must contain {key} and more");
    row("an odd release", start + "\"type\": \"string\",\n\"release\": \"all\"}",
        "line 5: \"release\" must be \"key\" or \"fields\"");
    row("fields of a string", start + "\"type\": \"string\",\n\"release\": \"fields\"}",
        "line 5: \"release\" \"fields\" is allowed only in a hash");
    row("an unknown member", start + "\"type\": \"string\",\n\"expiry\": \"ttl\"}",
        "line 5: \"expiry\" is unknown; a rule has name, title");
    row("a name taken",
        start + "\"type\": \"string\"},\n{\"pattern\": \"b:*\",\n\"name\": \"mine\", \"type\": \"set\"}",
        "line 6: \"name\" is used by the rule on line 3");
    row("a pattern taken",
        start + "\"type\": \"string\"},\n{\"name\": \"yours\", \"type\": \"string\",\n\"pattern\": [\"b:*\", "
                "\"a:*\"]}",
        "line 6: \"pattern\" is also in the rule on line 3");
}

void tst_rules::tellsEachFault()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, begins);
    const RuleBook book = rulesFromJson(json);
    QVERIFY(book.rules.empty());
    QCOMPARE(book.problems.size(), 1);
    const QString sentence = book.problems.front().sentence();
    QVERIFY2(sentence.startsWith(begins), qPrintable(sentence));
}

void tst_rules::tellsAllFaultsAtOnce()
{
    const RuleBook book =
        rulesFromJson(file("{\"pattern\": \"*\",\n\"kind\": \"none-such\"},\n"
                           "{\"pattern\": \"b:*\", \"name\": \"mine\", \"type\": \"string\",\n"
                           "\"owner\": \"here\",\n\"lease\": 5}"));
    QCOMPARE(book.problems.size(), 4);
    QList<int> lines;
    for (const RuleProblem &problem : book.problems)
        lines << problem.line;
    QCOMPARE(lines, QList<int>({3, 4, 6, 7}));
    QCOMPARE(book.problems[2].rule, 1);
    QCOMPARE(book.problems[2].member, QStringLiteral("owner"));
}

void tst_rules::oneFaultRefusesTheFile()
{
    const RuleBook book = rulesFromJson(
        file("{\"pattern\": \"a:*\", \"kind\": \"rlock\"}, {\"pattern\": \"b:*\", \"kind\": \"no\"}"));
    QVERIFY(book.rules.empty());
}

void tst_rules::storeKeepsAndRefuses()
{
    const QTemporaryDir dir;
    const RuleStore store(dir.filePath(QStringLiteral("new")));
    QVERIFY(!store.exists());
    QVERIFY(store.load().rules.empty() && store.load().problems.isEmpty());

    const std::vector<Rule> good{{.patterns = {"a:*"}, .kind = "rlock"}};
    QVERIFY(store.save(good).ok());
    QVERIFY(store.load().rules == good);
    const QFile::Permissions others =
        QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther;
    QVERIFY(!(QFileInfo(store.fileName()).permissions() & others));

    const std::vector<Rule> bad{{.patterns = {"*"}, .kind = "rlock"}};
    const Done saved = store.save(bad);
    QVERIFY(!saved.ok());
    QVERIFY(saved.failure().text.contains(QLatin1String("would match nearly every key")));
    QVERIFY2(store.load().rules == good, "a refused rule leaves the file as it was");

    const RuleStore folder = RuleStore::ofFile(dir.path());
    QCOMPARE(folder.load().problems.size(), 1);
    QVERIFY(folder.load().problems.front().sentence().contains(QLatin1String("is not a regular file")));
}

LOCKSCOPE_TEST(tst_rules)

} // namespace tst_rules

#include "tst_rules.moc"
