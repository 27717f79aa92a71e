// SPDX-License-Identifier: GPL-3.0-or-later
// The user's rules: the contents of their file, the message for each error, and how they decode keys.
#include "core/config/rulestore.h"
#include "core/formats/families/ruleformat.h"
#include "core/formats/format.h"
#include "tests/support/plantexts.h"
#include "tests/support/runner.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace tst_rules
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const WallTime wall{std::chrono::seconds(1'800'000'000)};
constexpr qint64 WallMs = 1'800'000'000'000;

QByteArray file(const QByteArray &rules)
{
    return "{\"version\": 1,\n\"rules\": [\n" + rules + "\n]}";
}

QStringList sentences(const RuleBook &book)
{
    QStringList lines;
    for (const RuleProblem &problem : book.problems)
        lines << problem.sentence();
    return lines;
}

KeyReading reading(const QByteArray &key, ValueType type)
{
    return {.key = {key}, .type = type, .readAt = Instant(100h), .wallAt = wall};
}

KeyReading stringKey(const QByteArray &key, const QByteArray &value, std::optional<milliseconds> ttl = {})
{
    KeyReading result = reading(key, ValueType::String);
    result.ttl = ttl;
    result.size = value.size();
    result.string = value;
    return result;
}

KeyReading hashKey(const QByteArray &key, std::vector<std::pair<QByteArray, QByteArray>> fields,
                   std::optional<milliseconds> ttl = {})
{
    KeyReading result = reading(key, ValueType::Hash);
    result.ttl = ttl;
    result.size = qint64(fields.size());
    result.fields = std::move(fields);
    return result;
}

KeyReading zsetKey(const QByteArray &key, std::vector<Member> members)
{
    KeyReading result = reading(key, ValueType::SortedSet);
    result.size = qint64(members.size());
    result.members = std::move(members);
    return result;
}

QByteArrayList documentedExamples()
{
    QFile document(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/resources/docs/rules.md"));
    if (!document.open(QIODevice::ReadOnly))
        return {};
    QByteArrayList examples;
    static const QRegularExpression block(QStringLiteral("```json\n(.*?)```"),
                                          QRegularExpression::DotMatchesEverythingOption);
    auto found = block.globalMatch(QString::fromUtf8(document.readAll()));
    while (found.hasNext())
        examples << found.next().captured(1).toUtf8();
    return examples;
}

// All rules in the document, as one registry.
std::shared_ptr<const Registry> documented()
{
    std::vector<Rule> rules;
    for (const QByteArray &example : documentedExamples()) {
        for (Rule &rule : rulesFromJson(example).rules) {
            const bool again = std::any_of(rules.begin(), rules.end(), [&rule](const Rule &known) {
                return known.name == rule.name && known.kind == rule.kind;
            });
            if (again)
                std::erase_if(rules, [&rule](const Rule &known) { return known.name == rule.name; });
            rules.push_back(std::move(rule));
        }
    }
    return registryWith(rules);
}

QByteArray kindName(const Format *format)
{
    return format ? QByteArray::fromStdString(std::string(format->kind().name)) : QByteArray();
}

} // namespace

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
    void readsOwnerCountAndEnd_data();
    void readsOwnerCountAndEnd();
    void refusesWhatIsNoSuchLock_data();
    void refusesWhatIsNoSuchLock();
    void permitsAreCounted();
    void companionsAreFolded();
    void kindsAreNamedByRules_data();
    void kindsAreNamedByRules();
    void rulesJoinTheScan();
    void overridesNoise();
    void channels();
    void plansSayWhatTheyCannot();
    void plansSendTheSameWithoutTexts();
    void sameKindTwiceIsOneName();
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

void tst_rules::readsOwnerCountAndEnd_data()
{
    QTest::addColumn<KeyReading>("key");
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("owners"); // "a:1 b:2"; empty: free
    QTest::addColumn<qint64>("left");       // Milliseconds, of the first holder; -1: no end
    const auto row = [](const char *title, const KeyReading &key, const char *kind, const char *owners,
                        qint64 left) {
        QTest::newRow(title) << key << QByteArray(kind) << QByteArray(owners) << left;
    };
    const auto at = [](qint64 ms) { return QByteArray::number(WallMs + ms); };
    row("a token", stringKey("billing:lock:7", "tok-1", 5s), "billing-lock", "tok-1:1", 5000);
    row("a token without an end", stringKey("billing:lock:7", "tok-1"), "billing-lock", "tok-1:1", -1);
    row("JSON", stringKey("import:lock:a", R"({"holder":{"id":"w1"},"until":)" + at(3000) + '}'),
        "import-lock", "w1:1", 3000);
    row("JSON with a number",
        stringKey("import:lock:a", R"({"until":)" + at(3000) + R"(,"holder":{"id":42}})"), "import-lock",
        "42:1", 3000);
    row("JSON in a key that ends sooner",
        stringKey("import:lock:a", R"({"holder":{"id":"w1"},"until":)" + at(3000) + '}', 1s), "import-lock",
        "w1:1", 1000);
    row("parts of a text", stringKey("export:lock:a", "1800000009|w|2"), "export-lock", "w|2:1", 9000);
    row("a text whose time is over", stringKey("export:lock:a", "1799999999|w2"), "export-lock", "", -1);
    row("a hash of holders", hashKey("doc:1:edit", {{"w1", "2"}, {"w2", "1"}}, 9s), "edit-lock", "w1:2 w2:1",
        9000);
    row("fields in a record",
        hashKey("job:1", {{"state", "new"}, {"locked_by", "w1"}, {"locked_at", "1799999940"}}), "job-claim",
        "w1:1", 240'000);
    row("fields in a record, over",
        hashKey("job:1", {{"state", "new"}, {"locked_by", "w1"}, {"locked_at", "1799999000"}}), "job-claim",
        "", -1);
    row("a time", stringKey("cron:a", at(7000)), "cron-lock", ":1", 7000);
    row("a time that is over", stringKey("cron:a", at(-7000)), "cron-lock", "", -1);
    row("a counter", stringKey("refresh:a", "3"), "refresh-lock", ":3", -1);
    row("a counter at nothing", stringKey("refresh:a", "0"), "refresh-lock", "", -1);
    row("permits", zsetKey("pool:a", {{"p1", double(WallMs + 1000)}, {"p2", double(WallMs + 2000)}}),
        "pool-permit", "p1:1 p2:1", 1000);
}

void tst_rules::readsOwnerCountAndEnd()
{
    QFETCH(KeyReading, key);
    const auto registry = documented();
    QVERIFY(registry->mayBeLock({.key = key.key.bytes, .type = key.type, .ttl = key.ttl}));
    const auto [format, decoded] = registry->decode(key);
    QVERIFY(decoded);
    QTEST(kindName(format), "kind");
    QCOMPARE(decoded->confidence, Confidence::Certain);
    QByteArrayList owners;
    for (const Holder &holder : decoded->holders)
        owners << holder.id.bytes + ':' + QByteArray::number(holder.count);
    QTEST(owners.join(' '), "owners");
    QFETCH(qint64, left);
    const auto end = decoded->holders.isEmpty() ? std::nullopt : decoded->holders.front().expiresAt;
    QCOMPARE(end ? (*end - key.readAt) / 1ms : -1, left);
    QVERIFY(!format->explain(key).isEmpty());
}

void tst_rules::refusesWhatIsNoSuchLock_data()
{
    QTest::addColumn<KeyReading>("key");
    const auto row = [](const char *title, const KeyReading &key) { QTest::newRow(title) << key; };
    row("another type", hashKey("billing:lock:7", {{"a", "b"}}));
    row("another name", stringKey("shipping:7", "tok-1", 5s));
    KeyReading large = stringKey("billing:lock:7", "");
    large.size = 4000;
    row("a large string", large);
    row("no JSON", stringKey("import:lock:a", "w1"));
    row("JSON without the member", stringKey("import:lock:a", R"({"holder":"w1","until":1800000003000})"));
    row("JSON with a fraction", stringKey("import:lock:a", R"({"holder":{"id":1.5},"until":1800000003000})"));
    row("JSON with a time in words", stringKey("import:lock:a", R"({"holder":{"id":"w"},"until":"soon"})"));
    row("JSON with a time beyond all", stringKey("import:lock:a", R"({"holder":{"id":"w"},"until":9e18})"));
    row("a text without the mark", stringKey("export:lock:a", "1800000009"));
    row("a text without an owner", stringKey("export:lock:a", "1800000009|"));
    row("a hash with other fields", hashKey("doc:1:edit", {{"w1", "2"}, {"title", "draft"}}));
    row("a record that nobody claims", hashKey("job:1", {{"state", "new"}}));
    row("a record given back", hashKey("job:1", {{"locked_by", ""}, {"locked_at", ""}}));
    row("a counter of words", stringKey("refresh:a", "many"));
    row("scores that are no times", zsetKey("pool:a", {{"p1", -5}}));
}

void tst_rules::refusesWhatIsNoSuchLock()
{
    QFETCH(KeyReading, key);
    const auto registry = documented();
    for (const auto &format : registry->formats()) {
        if (format->rank() == 0)
            QVERIFY2(!format->decode(key), format->kind().name.data());
    }
}

void tst_rules::permitsAreCounted()
{
    const auto registry = documented();
    const KeyReading key =
        zsetKey("pool:a",
                {{"late", double(WallMs - 1)}, {"p1", double(WallMs + 1000)}, {"p2", double(WallMs + 2000)}});
    const auto [format, decoded] = registry->decode(key);
    QVERIFY(decoded && decoded->extras && decoded->extras->permits);
    const Permits expected{.available = 3, .held = 2, .total = 5, .overdue = 1};
    QVERIFY(*decoded->extras->permits == expected);
    QVERIFY(decoded->lasting);
    QCOMPARE(decoded->holders.size(), 2);
    QCOMPARE(decoded->holders[0].id.bytes, QByteArray("p1"));
    QCOMPARE(decoded->holders[0].mode, HoldMode::Permit);
    QVERIFY(format->explain(key).join(u' ').contains(QLatin1String("1 expired permit(s)")));
    // All are overdue: the lock exists without holders.
    const auto late =
        registry->decode(zsetKey("pool:a", {{"p1", double(WallMs)}, {"p2", double(WallMs - 9)}}));
    QVERIFY(late.second && late.second->holders.isEmpty());
    QVERIFY(*late.second->extras->permits == (Permits{.available = 5, .held = 0, .total = 5, .overdue = 2}));
}

void tst_rules::companionsAreFolded()
{
    const auto registry = documented();
    const NameRole role = registry->roleOf("billing:lock:7:queue");
    QVERIFY(role.kind == NameRole::Kind::Companion);
    QCOMPARE(role.subject.bytes, QByteArray("billing:lock:7"));
    QVERIFY(registry->roleOf("billing:lock:7").kind == NameRole::Kind::Open);
    KeyReading key = stringKey("billing:lock:7", "tok", 5s);
    const auto companions = registry->companions(key);
    QCOMPARE(companions.size(), size_t(1));
    QCOMPARE(companions.front().key.bytes, QByteArray("billing:lock:7:queue"));
    key.companions = {reading("billing:lock:7:queue", ValueType::List)};
    const auto decoded = registry->decode(key).second;
    QVERIFY(decoded && decoded->extras);
    QCOMPARE(decoded->extras->companions, std::vector{LockName{"billing:lock:7:queue"}});
    key.companions = {reading("billing:lock:7:queue", ValueType::None)};
    QVERIFY(!registry->decode(key).second->extras);
}

void tst_rules::kindsAreNamedByRules_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<KeyReading>("key");
    const auto row = [](const char *kind, const KeyReading &key) {
        QTest::newRow(kind) << QByteArray(kind) << key;
    };
    row("token-lock", stringKey("jobs:limit:7", "open sesame"));
    row("untokened-lock", stringKey("jobs:limit:7", "open sesame", 5s));
    row("semaphore", stringKey("jobs:limit:7", "5"));
    row("permit-semaphore", stringKey("jobs:limit:7", "5"));
    row("latch", stringKey("jobs:limit:7", "5"));
    row("counter-lock", stringKey("jobs:limit:7", "1"));
    row("timestamp-lock", stringKey("jobs:limit:7", QByteArray::number(WallMs + 5000)));
    row("spring-lock", stringKey("jobs:limit:7", "8743c9c0-0795-4907-87fd-6c719a6b4586", 5s));
    const auto hold = hashKey("jobs:limit:7", {{"8743c9c0-0795-4907-87fd-6c719a6b4586:57", "1"}}, 5s);
    row("spin-lock", hold);
    row("fair-lock", hold);
    row("fenced-lock", hold);
}

// A rule overrides the shape, and assigns a family to a key without a known shape.
void tst_rules::kindsAreNamedByRules()
{
    QFETCH(QByteArray, kind);
    QFETCH(KeyReading, key);
    QVERIFY(kindName(Registry::builtIn().decode(key).first) != kind);
    const RuleBook book =
        rulesFromJson(file("{\"pattern\": \"jobs:limit:*\", \"kind\": \"" + kind + "\", \"note\": \"n\"}"));
    QCOMPARE(sentences(book), QStringList());
    const auto registry = registryWith(book.rules);
    QVERIFY(registry->mayBeLock({.key = key.key.bytes, .type = key.type, .ttl = key.ttl}));
    const auto [format, decoded] = registry->decode(key);
    QVERIFY(decoded);
    QCOMPARE(kindName(format), kind);
    QCOMPARE(decoded->confidence, Confidence::Certain);
    const QStringList lines = format->explain(key);
    QVERIFY(lines.first().contains(QLatin1String("One of your rules")));
    QVERIFY2(lines.size() > 1, "the family explains it too");
    QVERIFY2(!registry->decode(hashKey("jobs:limit:7", {{"a", "b"}})).second, "not whatever the value is");
    QVERIFY2(!registry->decode(stringKey("jobs:other", "5")).second, "not whatever the name is");
}

void tst_rules::rulesJoinTheScan()
{
    const auto patterns = documented()->defaultPatterns();
    for (const char *pattern : {"pool:*", "gate:*", "door:*", "cron:*"})
        QVERIFY2(std::find(patterns.begin(), patterns.end(), pattern) != patterns.end(), pattern);
    QVERIFY(documented()->find("pool-permit"));
    QVERIFY(!Registry::builtIn().find("pool-permit"));
}

void tst_rules::overridesNoise()
{
    const QByteArray name = "{order}:timeout"; // Without the rule, a companion of Redisson
    QVERIFY(Registry::builtIn().roleOf(name).kind != NameRole::Kind::Open);
    const auto registry = registryWith({{.patterns = {"*order}:timeout"},
                                         .name = "mine",
                                         .type = ValueType::String,
                                         .owner = {.kind = RulePlace::Kind::Value}}});
    QVERIFY(registry->roleOf(name).kind == NameRole::Kind::Open);
    QCOMPARE(kindName(registry->decode(stringKey(name, "x")).first), QByteArray("mine"));
}

void tst_rules::channels()
{
    const auto registry = documented();
    const Format *format = registry->find("billing-lock");
    QCOMPARE(*format->wakeChannel({"billing:lock:7"}), QByteArray("billing:freed:billing:lock:7"));
    QCOMPARE(format->channelPattern(), QByteArray("billing:freed:*"));
    QCOMPARE(format->subjectOfChannel("billing:freed:billing:lock:7")->bytes, QByteArray("billing:lock:7"));
    QVERIFY(!format->subjectOfChannel("billing:freed:other"));
    const auto plan = format->plan({.act = ActKind::Wake, .key = {"billing:lock:7"}}, nullptr);
    QVERIFY(plan.ok());
    QCOMPARE(plan->channels, std::vector<QByteArray>{"billing:freed:billing:lock:7"});
    QVERIFY(!registry->find("cron-lock")->plan({.act = ActKind::Wake, .key = {"cron:a"}}, nullptr).ok());
}

void tst_rules::plansSayWhatTheyCannot()
{
    const auto registry = documented();
    const auto refused = [&registry](const char *kind, ActRequest request) {
        request.key = {"k"};
        const auto plan = registry->find(kind)->plan(request, nullptr);
        return !plan.ok() && plan.failure().kind == ErrorKind::Unsupported && !plan.failure().text.isEmpty();
    };
    const OwnerId owner{"w1"};
    QVERIFY(refused("edit-lock", {.act = ActKind::Acquire}));
    QVERIFY(!refused("billing-lock", {.act = ActKind::Acquire}));
    QVERIFY(refused("billing-lock", {.act = ActKind::RemoveShare, .owner = owner}));
    QVERIFY(!refused("pool-permit", {.act = ActKind::RemoveShare, .owner = owner}));
    QVERIFY(refused("refresh-lock", {.act = ActKind::Release, .owner = owner}));
    QVERIFY(refused("import-lock", {.act = ActKind::Renew, .owner = owner}));
    QVERIFY(!refused("job-claim", {.act = ActKind::Renew, .owner = owner}));
    QVERIFY(refused("job-claim", {.act = ActKind::SetExpiry, .lease = 5s}));
}

void tst_rules::plansSendTheSameWithoutTexts()
{
    const auto registry = documented();
    for (const auto &format : registry->formats()) {
        std::set<ActKind> planned;
        const bool isOfRule = format->rank() == 0 && format->kind().name != NoLockKind;
        if (isOfRule)
            comparePlansWithoutTexts(*format, planned);
        if (QTest::currentTestFailed())
            return;
        QCOMPARE(planned.contains(ActKind::ForceRelease), isOfRule);
    }
}

void tst_rules::sameKindTwiceIsOneName()
{
    const auto registry = documented();
    const auto kinds = registry->kinds();
    QCOMPARE(std::count(kinds.begin(), kinds.end(), LockKind{"token-lock"}), 1);
    const KeyReading key = stringKey("lock:a", "0123456789abcdef0123456789abcdef", 5s);
    QVERIFY(registry->alternatives(key).empty() ||
            registry->alternatives(key).front() != registry->decode(key).first->kind());
}

LOCKSCOPE_TEST(tst_rules)

} // namespace tst_rules

#include "tst_rules.moc"
