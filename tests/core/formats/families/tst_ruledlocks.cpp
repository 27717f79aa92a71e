// SPDX-License-Identifier: GPL-3.0-or-later
// How the user's rules decode keys.

#include "core/config/rulestore.h"
#include "core/formats/format.h"
#include "tests/core/formats/families/rulefiles.h"
#include "tests/support/plantexts.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_ruledlocks
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;
using namespace lockscope::test::rulefiles;

namespace
{

const WallTime wall{std::chrono::seconds(1'800'000'000)};
constexpr qint64 WallMs = 1'800'000'000'000;

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

class tst_ruledlocks : public QObject
{
    Q_OBJECT

private slots:
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

void tst_ruledlocks::readsOwnerCountAndEnd_data()
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

void tst_ruledlocks::readsOwnerCountAndEnd()
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

void tst_ruledlocks::refusesWhatIsNoSuchLock_data()
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

void tst_ruledlocks::refusesWhatIsNoSuchLock()
{
    QFETCH(KeyReading, key);
    const auto registry = documented();
    for (const auto &format : registry->formats()) {
        if (format->rank() == 0)
            QVERIFY2(!format->decode(key), format->kind().name.data());
    }
}

void tst_ruledlocks::permitsAreCounted()
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

void tst_ruledlocks::companionsAreFolded()
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

void tst_ruledlocks::kindsAreNamedByRules_data()
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
void tst_ruledlocks::kindsAreNamedByRules()
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

void tst_ruledlocks::rulesJoinTheScan()
{
    const auto patterns = documented()->defaultPatterns();
    for (const char *pattern : {"pool:*", "gate:*", "door:*", "cron:*"})
        QVERIFY2(std::find(patterns.begin(), patterns.end(), pattern) != patterns.end(), pattern);
    QVERIFY(documented()->find("pool-permit"));
    QVERIFY(!Registry::builtIn().find("pool-permit"));
}

void tst_ruledlocks::overridesNoise()
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

void tst_ruledlocks::channels()
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

void tst_ruledlocks::plansSayWhatTheyCannot()
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

void tst_ruledlocks::plansSendTheSameWithoutTexts()
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

void tst_ruledlocks::sameKindTwiceIsOneName()
{
    const auto registry = documented();
    const auto kinds = registry->kinds();
    QCOMPARE(std::count(kinds.begin(), kinds.end(), LockKind{"token-lock"}), 1);
    const KeyReading key = stringKey("lock:a", "0123456789abcdef0123456789abcdef", 5s);
    QVERIFY(registry->alternatives(key).empty() ||
            registry->alternatives(key).front() != registry->decode(key).first->kind());
}

LOCKSCOPE_TEST(tst_ruledlocks)

} // namespace tst_ruledlocks

#include "tst_ruledlocks.moc"
