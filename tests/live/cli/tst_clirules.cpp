// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli with a user's rules: keys without a known shape become locks, guesses are overridden, errors
// are reported.
#include "core/config/profilestore.h"
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

namespace tst_clirules
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const char *const Rules = R"({"version": 1, "rules": [
{"pattern": "billing:*", "name": "billing-lock", "type": "string", "channel": "freed:{key}", "message": "go",
 "companions": ["{key}:queue"]},
{"pattern": "doc:*", "name": "edit-lock", "type": "hash", "owner": "field-name", "count": "field-value"},
{"pattern": "pool:*", "name": "pool-permit", "type": "zset", "expires": "score", "unit": "ms", "limit": 3},
{"pattern": "lock:limit", "kind": "semaphore"}
]})";

} // namespace

class tst_CliRules : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void withoutRulesNothingIsKnown();
    void scanShowsThem();
    void showExplains();
    void kindFilters();
    void aRuleOverridesAGuess();
    void actsGoThrough();
    void rulesBesideTheConnectionsAreUsed();
    void aFaultInThemIsAWarning();
    void aFaultInANamedFileIsAnError();
    void aMissingFileIsAnError();
    void watchFollowsThem();
    void patternsOfOnesOwnAreAllThatIsScanned();
    void aKindIsBelievedForOtherNames();
    void aRuleIsLearntFromAKey();
    void keysAreExcludedForGood();
    void whatIsLearntIsForgotten();
    void aFaultyFileIsNotOverwritten();
    void aPatternShowsWhatItsKeysMayBe();
    void aGuessWarnsOfNothing();
    void aRefusalNamesTheKind();
    void locksWithoutOwnersHaveNoCommonOne();

private:
    QByteArray write(const QString &name, const QByteArray &text)
    {
        QFile file(m_dir.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write");
        return QFile::encodeName(file.fileName());
    }
    // With an empty configuration folder of its own.
    Ended plain(const QByteArrayList &arguments)
    {
        return runCli(QByteArrayList{"-u", url(), "--config-dir",
                                     QFile::encodeName(m_dir.filePath(QStringLiteral("none")))} +
                      arguments);
    }
    Ended ruled(const QByteArrayList &arguments)
    {
        return plain(QByteArrayList{"--rules", m_rules} + arguments);
    }
    static QByteArrayList keysOf(const Ended &ended)
    {
        QByteArrayList keys;
        const QJsonArray locks = ended.json().value(QLatin1String("locks")).toArray();
        for (const QJsonValue &lock : locks)
            keys << lock[QLatin1String("key")].toString().toUtf8();
        return keys;
    }

    QTemporaryDir m_dir;
    QByteArray m_rules;
};

void tst_CliRules::initTestCase()
{
    startServer();
    m_rules = write(QStringLiteral("own.json"), Rules);
}

void tst_CliRules::init()
{
    ask({"FLUSHALL"});
    ask({"SET", "billing:7", "w1", "PX", "60000"});
    ask({"RPUSH", "billing:7:queue", "w2"});
    ask({"HSET", "doc:1", "ann", "2"});
    ask({"SET", "other:1", "w1"});
    ask({"HSET", "other:2", "ann", "2"});
}

void tst_CliRules::withoutRulesNothingIsKnown()
{
    const Ended scan = plain({"--json", "scan"});
    QVERIFY2(scan.status == 0 && keysOf(scan).isEmpty(), scan.told().constData());
    const Ended show = plain({"show", "billing:7"}); // as what it may be
    QCOMPARE(show.status, 1);
    QVERIFY2(show.out.contains("w1") && show.err.contains("--kind token-lock"), show.told().constData());
    QCOMPARE(plain({"show", "doc:1"}).status, 1);
}

void tst_CliRules::scanShowsThem()
{
    const Ended scan = ruled({"--json", "scan"});
    QCOMPARE(scan.status, 0);
    QVERIFY2(scan.err.isEmpty(), scan.told().constData());
    QCOMPARE(keysOf(scan), (QByteArrayList{"billing:7", "doc:1"}));
    const QJsonValue first = scan.json().value(QLatin1String("locks"))[0];
    QCOMPARE(first[QLatin1String("kind")].toString(), QStringLiteral("billing-lock"));
    QCOMPARE(first[QLatin1String("confidence")].toString(), QStringLiteral("certain"));
    const QByteArray told = ruled({"-v", "scan"}).err;
    QVERIFY2(told.contains("own.json: 4 rules"), told.constData());
}

void tst_CliRules::showExplains()
{
    const Ended show = ruled({"show", "doc:1"});
    QVERIFY2(show.status == 0 && show.out.contains("ann") && show.out.contains("edit-lock") &&
                 show.out.contains("One of your rules"),
             show.told().constData());
}

void tst_CliRules::kindFilters()
{
    QCOMPARE(keysOf(ruled({"--json", "scan", "--kind", "edit-lock"})), QByteArrayList{"doc:1"});
    const Ended unknown = ruled({"scan", "--kind", "edit-lok"});
    QVERIFY2(unknown.status == 2 && unknown.err.contains("edit-lock"), unknown.told().constData());
    QCOMPARE(plain({"scan", "--kind", "edit-lock"}).status, 2);
}

void tst_CliRules::aRuleOverridesAGuess()
{
    ask({"SET", "lock:limit", "5"});
    const auto kindOf = [](const Ended &ended) {
        return ended.json()[QLatin1String("lock")][QLatin1String("kind")].toString();
    };
    const Ended guess = plain({"--json", "show", "lock:limit"});
    QVERIFY2(kindOf(guess) != QLatin1String("semaphore"), guess.told().constData());
    const Ended show = ruled({"--json", "show", "lock:limit"});
    QVERIFY2(kindOf(show) == QLatin1String("semaphore"), show.told().constData());
}

void tst_CliRules::actsGoThrough()
{
    const Ended changed = ruled({"force-release", "billing:7", "--expect-owner", "w9", "--reason", "test"});
    QVERIFY2(changed.status == 1, changed.told().constData());
    const Ended renewed = ruled({"renew", "doc:1", "--owner", "ann", "--lease", "20m"});
    QVERIFY2(renewed.status == 0, renewed.told().constData());
    QVERIFY(ask({"PTTL", "doc:1"}).toLongLong() > 19 * 60'000);
    QCOMPARE(ruled({"release", "doc:1", "--owner", "ann"}).status, 0);
    QCOMPARE(ask({"HGET", "doc:1", "ann"}).trimmed(), QByteArray("1"));
    const Ended dry = ruled({"force-release", "billing:7", "--expect-owner", "w1", "--dry-run"});
    QVERIFY2(dry.status == 0 && dry.out.contains("freed:billing:7"), dry.told().constData());
    QCOMPARE(ruled({"force-release", "billing:7", "--expect-owner", "w1", "--reason", "test"}).status, 0);
    QCOMPARE(ask({"EXISTS", "billing:7", "billing:7:queue"}).trimmed(), QByteArray("1"));
    const Ended taken = ruled({"acquire", "billing:8", "--kind", "billing-lock", "--owner", "me"});
    QVERIFY2(taken.status == 0 && ask({"GET", "billing:8"}).trimmed() == "me", taken.told().constData());
    const Ended refused = ruled({"acquire", "doc:9", "--kind", "edit-lock"});
    QVERIFY2(refused.status != 0 && refused.err.contains("unknown"), refused.told().constData());
    QCOMPARE(ruled({"wake", "billing:8"}).status, 0);
    QVERIFY(ruled({"wake", "doc:1"}).status != 0);
}

void tst_CliRules::rulesBesideTheConnectionsAreUsed()
{
    QVERIFY(QDir(m_dir.path()).mkpath(QStringLiteral("config")));
    write(QStringLiteral("config/rules.json"), Rules);
    const Ended scan =
        runCli({"-u", url(), "--config-dir", QFile::encodeName(m_dir.filePath(QStringLiteral("config"))),
                "--json", "scan"});
    QCOMPARE(keysOf(scan), (QByteArrayList{"billing:7", "doc:1"}));
}

void tst_CliRules::aFaultInThemIsAWarning()
{
    ask({"SET", "lock:a", "0123456789abcdef0123456789abcdef", "PX", "60000"});
    QVERIFY(QDir(m_dir.path()).mkpath(QStringLiteral("faulty")));
    write(
        QStringLiteral("faulty/rules.json"),
        "{\"version\": 1, \"rules\": [\n{\"pattern\": \"*\", \"kind\": \"rlock\"},\n{\"pattern\": \"a\"}]}");
    const Ended scan =
        runCli({"-u", url(), "--config-dir", QFile::encodeName(m_dir.filePath(QStringLiteral("faulty"))),
                "--json", "scan"});
    QCOMPARE(scan.status, 0);
    QCOMPARE(keysOf(scan), QByteArrayList{"lock:a"});
    QVERIFY2(scan.err.contains("rules.json: line 2: \"pattern\" \"*\" would match nearly every key"),
             scan.told().constData());
    QVERIFY2(scan.err.contains("rules.json: line 3: "), scan.told().constData());
}

void tst_CliRules::aFaultInANamedFileIsAnError()
{
    const QByteArray file = write(QStringLiteral("bad.json"), "{\"version\": 1,\n\"rules\": 5}");
    const Ended scan = plain({"--rules", file, "scan"});
    QCOMPARE(scan.status, 2);
    QVERIFY2(scan.err.contains("line 2: \"rules\" must be a list"), scan.told().constData());
    QVERIFY2(scan.out.isEmpty(), scan.told().constData());
}

void tst_CliRules::aMissingFileIsAnError()
{
    const Ended scan = plain({"--rules", "/nowhere/rules.json", "scan"});
    QVERIFY2(scan.status == 2 && scan.err.contains("file /nowhere/rules.json does not exist"),
             scan.told().constData());
    QCOMPARE(plain({"--rules", "", "scan"}).status, 2);
}

void tst_CliRules::watchFollowsThem()
{
    Program watch({"-u", url(), "--rules", m_rules, "--json", "watch"});
    QTRY_VERIFY((ask({"SET", "billing:9", "w3", "PX", "60000"}), watch.said("billing:9")));
}

// A rule identifies keys; it does not extend the scan.
void tst_CliRules::patternsOfOnesOwnAreAllThatIsScanned()
{
    ask({"SET", "lock:a", "0123456789abcdef0123456789abcdef", "PX", "60000"});
    QCOMPARE(keysOf(ruled({"--json", "scan"})), (QByteArrayList{"billing:7", "doc:1", "lock:a"}));
    QCOMPARE(keysOf(ruled({"--json", "--pattern", "lock:*", "scan"})), QByteArrayList{"lock:a"});
    QCOMPARE(keysOf(ruled({"--json", "--pattern", "lock:*", "--pattern", "doc:*", "scan"})),
             (QByteArrayList{"doc:1", "lock:a"}));
    QCOMPARE(ruled({"show", "billing:7", "--pattern", "lock:*"}).status, 0);

    const QString folder = m_dir.filePath(QStringLiteral("profiled"));
    QVERIFY(QDir().mkpath(folder));
    write(QStringLiteral("profiled/rules.json"), Rules);
    ConnectionSpec profile = m_sandbox->tcp();
    profile.name = QStringLiteral("own");
    profile.patterns = {"lock:*"};
    ConnectionSpec without = m_sandbox->tcp();
    without.name = QStringLiteral("usual");
    VERIFY_OK(ProfileStore(folder).save({profile, without}));
    const auto scanOf = [&](const QByteArray &name) {
        return keysOf(
            runCli({"--config-dir", QFile::encodeName(folder), "--profile", name, "--json", "scan"}));
    };
    QCOMPARE(scanOf("own"), QByteArrayList{"lock:a"});
    QCOMPARE(scanOf("usual"), (QByteArrayList{"billing:7", "doc:1", "lock:a"}));
}

void tst_CliRules::aKindIsBelievedForOtherNames()
{
    const auto force = [this](const QByteArray &key, const QByteArray &kind) {
        return ruled({"force-release", key, "--any-owner", "--kind", kind, "--reason", "test"});
    };
    const Ended unknown = force("other:2", "billing-lock");
    QVERIFY2(unknown.status == 1 && unknown.err.contains("cannot be a lock of the kind billing-lock"),
             unknown.told().constData());
    QCOMPARE(ask({"EXISTS", "other:1", "other:2"}), "2");
    const Ended token = force("other:1", "billing-lock");
    QVERIFY2(token.status == 0, token.told().constData());
    const Ended hash = force("other:2", "edit-lock");
    QVERIFY2(hash.status == 0, hash.told().constData());
    QCOMPARE(ask({"EXISTS", "other:1", "other:2"}), "0");
    const Ended show = ruled({"show", "billing:7:queue", "--kind", "billing-lock"});
    QVERIFY2(show.status == 1, show.told().constData());
}

// In the usual file of the folder, which is made.
void tst_CliRules::aRuleIsLearntFromAKey()
{
    const QTemporaryDir folder;
    const auto own = [&](const QByteArrayList &arguments) {
        return runCli(QByteArrayList{"-u", url(), "--config-dir", QFile::encodeName(folder.path())} +
                      arguments);
    };
    ask({"SET", "import:2026", "8743c9c0-0795-4907-87fd-6c719a6b4586", "PX", "60000"});
    ask({"SET", "import:2027", "8743c9c0-0795-4907-87fd-6c719a6b4586", "PX", "60000"});
    QCOMPARE(keysOf(own({"--json", "scan"})), QByteArrayList());

    const Ended draft = own({"rules", "learn", "import:2026", "--dry-run"});
    QVERIFY2(draft.status == 0 && draft.out.contains("keys like import:* are locks of the kind token-lock"),
             draft.told().constData());
    QCOMPARE(keysOf(own({"--json", "scan"})), QByteArrayList());

    QCOMPARE(own({"rules", "learn", "import:2026"}).status, 0);
    const Ended scan = own({"--json", "scan"});
    QCOMPARE(keysOf(scan), (QByteArrayList{"import:2026", "import:2027"}));
    QCOMPARE(scan.json()[u"locks"][0][u"confidence"].toString(), QStringLiteral("certain"));
    const Ended list = own({"rules", "list"});
    QVERIFY2(list.out.contains("import:*") && list.out.contains("token-lock"), list.told().constData());

    QCOMPARE(own({"rules", "learn", "other:2"}).status, 0); // a kind of its own, as draftRule() makes it
    QVERIFY(keysOf(own({"--json", "scan"})).contains("other:2"));
    QCOMPARE(own({"rules", "learn", "nothing:7"}).status, 1);
    QCOMPARE(own({"rules", "learn", "other:2", "--kind", "token-lock"}).status, 1); // a hash
    QCOMPARE(own({"rules", "learn", "import:2026", "--as", "*"}).status, 2);
}

void tst_CliRules::keysAreExcludedForGood()
{
    const QTemporaryDir folder;
    const auto own = [&](const QByteArrayList &arguments) {
        return runCli(QByteArrayList{"-u", url(), "--config-dir", QFile::encodeName(folder.path())} +
                      arguments);
    };
    ask({"SET", "door:7:lock", "8743c9c0-0795-4907-87fd-6c719a6b4586", "PX", "60000"});
    ask({"SET", "door:8:lock", "8743c9c0-0795-4907-87fd-6c719a6b4586", "PX", "60000"});
    ask({"SET", "lock:order", "8743c9c0-0795-4907-87fd-6c719a6b4586", "PX", "60000"});
    QCOMPARE(keysOf(own({"--json", "scan"})), (QByteArrayList{"door:7:lock", "door:8:lock", "lock:order"}));
    const Ended done = own({"rules", "exclude", "door:7:lock", "--note", "iron"});
    QVERIFY2(done.status == 0 && done.out.contains("keys like door:*:lock are no locks"),
             done.told().constData());
    QCOMPARE(keysOf(own({"--json", "scan"})), QByteArrayList{"lock:order"});
    QCOMPARE(own({"show", "door:7:lock"}).status, 1);
    QCOMPARE(own({"rules", "exclude", "lock:order"}).status, 0); // its neighbours may be locks
    ask({"SET", "lock:cart", "8743c9c0-0795-4907-87fd-6c719a6b4586", "PX", "60000"});
    QCOMPARE(keysOf(own({"--json", "scan"})), QByteArrayList{"lock:cart"});
    // What is said last of the same keys holds.
    QCOMPARE(own({"rules", "learn", "door:7:lock"}).status, 0);
    QCOMPARE(keysOf(own({"--json", "scan"})), (QByteArrayList{"door:7:lock", "door:8:lock", "lock:cart"}));
}

void tst_CliRules::whatIsLearntIsForgotten()
{
    const QByteArray file = QFile::encodeName(m_dir.filePath(QStringLiteral("learnt.json")));
    ask({"SET", "import:2026", "8743c9c0-0795-4907-87fd-6c719a6b4586", "PX", "60000"});
    QCOMPARE(plain({"--rules", file, "rules", "learn", "import:2026"}).status, 0);
    QCOMPARE(keysOf(plain({"--rules", file, "--json", "scan"})), QByteArrayList{"import:2026"});
    QCOMPARE(plain({"--rules", file, "rules", "forget", "export:*"}).status, 1);
    const Ended forgotten = plain({"--json", "--rules", file, "rules", "forget", "import:*"});
    QCOMPARE(forgotten.status, 0);
    QVERIFY2(forgotten.json()[QLatin1String("rules")].isArray(), forgotten.told().constData());
    QCOMPARE(keysOf(plain({"--rules", file, "--json", "scan"})), QByteArrayList());
    QCOMPARE(plain({"rules", "forget", "import:*", "--as", "x:*"}).status, 2);
    QCOMPARE(plain({"rules", "learn"}).status, 2);
    QCOMPARE(plain({"rules", "unlearn", "import:2026"}).status, 2);
}

void tst_CliRules::aFaultyFileIsNotOverwritten()
{
    const QTemporaryDir folder;
    const QString name = folder.filePath(QStringLiteral("rules.json"));
    const QByteArray faulty = R"({"version": 1, "rules": [{"pattern": "*", "kind": "latch"}]})";
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(faulty) == faulty.size());
    file.close();
    const Ended learn = runCli(
        {"-u", url(), "--config-dir", QFile::encodeName(folder.path()), "rules", "learn", "billing:7"});
    QCOMPARE(learn.status, 2);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), faulty);
}

void tst_CliRules::aPatternShowsWhatItsKeysMayBe()
{
    ask({"SET", "import:7", "8743c9c0-0795-4907-87fd-6c719a6b4586", "PX", "60000"});
    ask({"SET", "import:8", "1"});
    ask({"SET", "import:9", R"({"rows":7})"});
    const Ended scan = plain({"--json", "--pattern", "import:*", "scan"});
    QCOMPARE(scan.status, 0);
    QCOMPARE(keysOf(scan), (QByteArrayList{"import:7", "import:8"}));
    const QJsonValue first = scan.json()[u"locks"][0];
    QCOMPARE(first[u"kind"].toString(), QStringLiteral("token-lock"));
    QCOMPARE(first[u"confidence"].toString(), QStringLiteral("guess"));
    QCOMPARE(keysOf(plain({"--json", "--pattern", "*", "scan"})), QByteArrayList());
    const Ended table = plain({"--pattern", "import:*", "scan"});
    QVERIFY2(table.out.contains("token-lock?") && table.out.contains("untokened-lock?"),
             table.told().constData());
}

void tst_CliRules::aGuessWarnsOfNothing()
{
    ask({"SET", "account:lock:ann", "1"}); // no expiry
    ask({"SET", "lock:timeout", "30"});
    const auto found = [this](const QByteArrayList &more) { return plain(QByteArrayList{"scan"} + more); };
    const Ended all = found({"--json"});
    QCOMPARE(keysOf(all), QByteArrayList{"account:lock:ann"});
    QCOMPARE(all.json()[u"scan"][u"nodes"][0][u"locks_found"].toInt(), 1);
    QCOMPARE(all.json()[u"locks"][0][u"verdict"][u"level"].toString(), QStringLiteral("info"));
    QCOMPARE(all.json()[u"locks"][0][u"verdict"][u"basis"].toString(), QStringLiteral("assumed"));

    for (const char *verdict : {"no-expiry", ">=warning"}) {
        const Ended check = found({"--verdict", verdict});
        QVERIFY2(check.status == 0 && check.told().contains("1 possible lock not shown"),
                 check.told().constData());
    }
    const Ended likely = found({"--confidence", "likely", "--json"});
    QCOMPARE(keysOf(likely), QByteArrayList());
    QCOMPARE(likely.json()[u"possible_locks_not_shown"].toInt(), 1);
    const Ended note = found({"--confidence", "likely"});
    QVERIFY2(note.told().contains("1 possible lock not shown"), note.told().constData());
    const Ended told = found({"--verdict", ">=warning", "--confidence", "guess"});
    QVERIFY2(told.status == 1 && told.out.contains("account:lock:ann"), told.told().constData());
    QCOMPARE(found({"--confidence", "sure"}).status, 2);

    ask({"SET", "order:lock", "1"});
    const Ended real = found({"--verdict", ">=warning", "--json"});
    QCOMPARE(real.status, 1);
    QCOMPARE(keysOf(real), QByteArrayList{"order:lock"});
}

void tst_CliRules::aRefusalNamesTheKind()
{
    ask({"SET", "import:7", "8743c9c0-0795-4907-87fd-6c719a6b4586", "PX", "60000"});
    const QByteArrayList act{"force-release", "import:7", "--any-owner", "--reason", "test"};
    const Ended refused = plain(act);
    QVERIFY2(refused.status == 1 && refused.err.contains("token-lock"), refused.told().constData());
    const Ended still = plain(QByteArrayList{"--pattern", "import:*"} + act); // shown, yet only guessed
    QVERIFY2(still.status == 1 && still.err.contains("token-lock"), still.told().constData());
    QCOMPARE(ask({"EXISTS", "import:7"}).trimmed(), QByteArray("1"));
    QCOMPARE(plain(act + QByteArrayList{"--kind", "token-lock"}).status, 0);
    QCOMPARE(ask({"EXISTS", "import:7"}).trimmed(), QByteArray("0"));
}

void tst_CliRules::locksWithoutOwnersHaveNoCommonOne()
{
    const QByteArray rules = write(QStringLiteral("gates.json"), R"({"version": 1, "rules": [
{"pattern": "gate:*", "name": "gate", "type": "string", "owner": "none", "lease": "60s"}]})");
    ask({"SET", "gate:a", "1", "PX", "60000"});
    ask({"SET", "gate:b", "1", "PX", "60000"});
    ask({"SET", "pool:semaphore", "3"}); // free
    const Ended scan = plain({"--rules", rules, "scan", "--json"});
    QCOMPARE(keysOf(scan), (QByteArrayList{"gate:a", "gate:b", "pool:semaphore"}));
    const Ended shown = plain({"--rules", rules, "show", "gate:a", "--scan", "--json"});
    QVERIFY2(shown.status == 0, shown.told().constData());
    QCOMPARE(shown.json()[u"lock"][u"same_owner"], QJsonValue(QJsonArray()));
}

LOCKSCOPE_TEST(tst_CliRules)

} // namespace tst_clirules

#include "tst_clirules.moc"
