// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that were asked for by name or pattern, and keys that a rule says are no locks.
#include "core/config/rulestore.h"
#include "tests/core/formats/keyreadings.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_requestedlock
{

using namespace lockscope;
using lockscope::test::stringKey;

namespace
{

const QByteArray uuid = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");

QByteArray kindIn(const Registry &registry, const KeyReading &key)
{
    const Format *format = registry.decode(key).first;
    return format ? QByteArray(format->kind().name.data(), qsizetype(format->kind().name.size()))
                  : QByteArray();
}

} // namespace

class tst_requestedlock : public QObject
{
    Q_OBJECT

private slots:
    void aRequestShowsWhatTheValueMayBe_data();
    void aRequestShowsWhatTheValueMayBe();
    void aPatternForAllKeysSaysNothing();
    void whatIsKnownOtherwiseStaysSo();
    void aRuleThatSaysNoLockHolds();
    void theFirstRuleWins();
    void theKindNoneIsNoKind();
    void aPatternIsTakenOut();
};

void tst_requestedlock::aRequestShowsWhatTheValueMayBe_data()
{
    QTest::addColumn<KeyReading>("key");
    QTest::addColumn<QByteArray>("byPattern");
    QTest::addColumn<QByteArray>("byName");
    const auto row = [](const char *title, const KeyReading &key, const char *byPattern, const char *byName) {
        QTest::newRow(title) << key << QByteArray(byPattern) << QByteArray(byName);
    };
    row("a token", stringKey("import:7", uuid), "token-lock", "token-lock");
    row("a token without an expiry", stringKey("import:7", uuid, {}), "token-lock", "token-lock");
    row("a name with an expiry", stringKey("import:7", "web-1:42"), "token-lock", "token-lock");
    row("a name without one", stringKey("import:7", "web-1:42", {}), "untokened-lock", "untokened-lock");
    row("a constant", stringKey("import:7", "1", {}), "untokened-lock", "untokened-lock");
    row("a time", stringKey("import:7", "1787313600", {}), "untokened-lock", "untokened-lock");
    row("a number", stringKey("import:7", "42", {}), "", "untokened-lock");
    row("words", stringKey("import:7", "taken by Ann"), "", "untokened-lock");
    row("JSON", stringKey("import:7", "{\"by\":\"ann\"}"), "", "");
    row("a word for free", stringKey("import:7", "false"), "", "");
    KeyReading hash{.key = {"import:7"}, .type = ValueType::Hash, .size = 1, .fields = {{"a", "1"}}};
    row("a hash", hash, "", "");
}

void tst_requestedlock::aRequestShowsWhatTheValueMayBe()
{
    QFETCH(KeyReading, key);
    QVERIFY(kindIn(Registry::builtIn(), key).isEmpty());
    const auto byPattern = registryWith({}, {.patterns = {"import:*"}});
    const auto byName = registryWith({}, {.keys = {{"import:7"}}});
    QTEST(kindIn(*byPattern, key), "byPattern");
    QTEST(kindIn(*byName, key), "byName");
    for (const auto &registry : {byPattern, byName}) {
        const auto [format, decoded] = registry->decode(key);
        if (!format)
            continue;
        QCOMPARE(decoded->confidence, Confidence::Guess);
        QCOMPARE(format->rank(), RequestedRank);
        QVERIFY(registry->mayBeLock({.key = key.key.bytes, .type = key.type, .ttl = key.ttl}));
        QVERIFY(format->explain(key).front().contains(QStringLiteral("assumes")));
        KeyReading other = key;
        other.key = {"export:7"};
        QVERIFY(!registry->decode(other).first);
    }
}

void tst_requestedlock::aPatternForAllKeysSaysNothing()
{
    for (const char *pattern : {"*", "**", "[a-z]*", "?*"})
        QVERIFY2(!registryWith({}, {.patterns = {pattern}}), pattern);
}

void tst_requestedlock::whatIsKnownOtherwiseStaysSo()
{
    const auto registry = registryWith({}, {.patterns = {"*order*", "redisson*"}});
    const auto [format, decoded] = registry->decode(stringKey("order:lock:7", uuid));
    QVERIFY(format);
    QCOMPARE(decoded->confidence, Confidence::Likely);
    QCOMPARE(format, registry->find("token-lock"));
    QVERIFY(registry->roleOf("redisson_lock_token:{order}").kind != NameRole::Kind::Open);
    QVERIFY(!registry->decode(stringKey("redisson_lock_token:{order}", "7", {})).first);
    QCOMPARE(registry->defaultPatterns(), Registry::builtIn().defaultPatterns());
}

void tst_requestedlock::aRuleThatSaysNoLockHolds()
{
    const RuleBook book =
        rulesFromJson(R"({"version": 1, "rules": [{"pattern": "door:*:lock", "kind": "none"}]})");
    QVERIFY2(book.problems.isEmpty(),
             book.problems.isEmpty() ? "" : qPrintable(book.problems.front().sentence()));
    const auto registry = registryWith(book.rules, {.keys = {{"door:7:lock"}}});
    QCOMPARE(kindIn(Registry::builtIn(), stringKey("door:7:lock", uuid)), QByteArray("token-lock"));
    QCOMPARE(kindIn(*registry, stringKey("door:7:lock", uuid)), QByteArray());
    QCOMPARE(registry->roleOf("door:7:lock").kind, NameRole::Kind::Noise);
    QCOMPARE(kindIn(*registry, stringKey("order:7:lock", uuid)), QByteArray("token-lock"));
    QCOMPARE(rulesFromJson(rulesToJson(book.rules)).rules, book.rules);
}

void tst_requestedlock::theFirstRuleWins()
{
    const Rule none{.patterns = {"job:*"}, .kind = "none"};
    const Rule one{.patterns = {"job:7"}, .kind = "untokened-lock"};
    const KeyReading key = stringKey("job:7", "1");
    QCOMPARE(kindIn(*registryWith({none, one}), key), QByteArray());
    QCOMPARE(kindIn(*registryWith({one, none}), key), QByteArray("untokened-lock"));
    const Rule later{.patterns = {"mail:*"}, .kind = "untokened-lock"};
    QCOMPARE(kindIn(*registryWith({one, none, later}), stringKey("mail:7", "1")),
             QByteArray("untokened-lock"));
}

void tst_requestedlock::theKindNoneIsNoKind()
{
    const auto registry = registryWith({Rule{.patterns = {"job:*"}, .kind = "none"}});
    QVERIFY(!registry->find("none"));
    QCOMPARE(registry->kinds(), Registry::builtIn().kinds());
}

void tst_requestedlock::aPatternIsTakenOut()
{
    const std::vector<Rule> rules{{.patterns = {"a:*", "b:*"}, .kind = "semaphore"},
                                  {.patterns = {"b:*"}, .kind = "none"}};
    const std::vector<Rule> left = withoutPattern(rules, "b:*");
    QCOMPARE(left.size(), size_t(1));
    QCOMPARE(left.front().patterns, QList<QByteArray>{"a:*"});
    QVERIFY(withoutPattern(rules, "c:*") == rules);
}

LOCKSCOPE_TEST(tst_requestedlock)

} // namespace tst_requestedlock

#include "tst_requestedlock.moc"
