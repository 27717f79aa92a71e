// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli acts on keys whose kind must be named on the command line, and on keys whose names a shell
// cannot pass.
#include "core/history/audit/auditlog.h"
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cliactsnamed
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Ann = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57");
const QByteArray Key = QByteArrayLiteral("stuck:7");     // The name does not suggest a lock
const QByteArray Late = QByteArrayLiteral("4000000000"); // Seconds; the year 2096

} // namespace

class tst_CliActsNamed : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { ask({"FLUSHALL"}); }
    void anyOwnerIsForced_data();
    void anyOwnerIsForced();
    void aGuessIsNotActedOn_data();
    void aGuessIsNotActedOn();
    void theShownOwnerSpeaksForAGuess();
    void whatIsSaidRulesOverWhatItLooksLike();
    void itIsAudited();
    void dryRunShowsThePlan();
    void permitsStay();
    void expiryIsSet();
    void whatItCannotBeIsRefused_data();
    void whatItCannotBeIsRefused();
    void namesWithNulBytes();
    void whatAKindDoesNotHaveIsRefused_data();
    void whatAKindDoesNotHaveIsRefused();
    void anUnrecognisableOwnerIsRefused();

private:
    Ended run(const QByteArrayList &arguments)
    {
        return runCli(QByteArrayList{"-u", url(), "--config-dir", QFile::encodeName(m_config.path())} +
                      arguments);
    }
    Ended force(const QByteArray &key, const QByteArrayList &more)
    {
        return run(QByteArrayList{"force-release", key, "--any-owner", "--reason", "left behind"} + more);
    }

    QTemporaryDir m_config;
};

void tst_CliActsNamed::initTestCase()
{
    startServer();
}

void tst_CliActsNamed::anyOwnerIsForced_data()
{
    QTest::addColumn<CliCommand>("put");
    const auto row = [](const char *kind, const CliCommand &put) { QTest::newRow(kind) << put; };
    row("token-lock", {"SET", Key, "open sesame"});
    row("untokened-lock", {"SET", Key, "open sesame", "PX", "60000"});
    row("counter-lock", {"SET", Key, "4"});
    row("timestamp-lock", {"SET", Key, Late});
    row("latch", {"SET", Key, "4"});
}

void tst_CliActsNamed::anyOwnerIsForced()
{
    QFETCH(CliCommand, put);
    ask(put);
    const QByteArray kind = QTest::currentDataTag();
    const Ended unnamed = force(Key, {});
    QVERIFY2(unnamed.status == 1 && unnamed.err.contains("not a lock of a known format"),
             unnamed.told().constData());
    QCOMPARE(ask({"EXISTS", Key}), "1");
    const Ended named = force(Key, {"--kind", kind, "--json"});
    QVERIFY2(named.status == 0, named.told().constData());
    QCOMPARE(named.json()[u"result"].toString(), QStringLiteral("done"));
    QCOMPARE(named.json()[u"kind"].toString().toUtf8(), kind);
    QVERIFY2(!named.json().contains(u"found_owner"), named.told().constData());
    QCOMPARE(ask({"EXISTS", Key}), "0");
    QCOMPARE(force(Key, {"--kind", kind}).status, 1);
}

void tst_CliActsNamed::aGuessIsNotActedOn_data()
{
    QTest::addColumn<CliCommand>("put");
    QTest::addColumn<QByteArrayList>("act");
    QTest::addColumn<QByteArray>("kind");
    const auto row = [](const char *title, const CliCommand &put, const QByteArrayList &act,
                        const char *kind) { QTest::newRow(title) << put << act << QByteArray(kind); };
    const QByteArrayList force{"--any-owner", "--reason", "left behind"};
    row("a latch counts down", {"SET", "page:latch_count", "5"}, {"release", "page:latch_count"}, "latch");
    row("a latch opens", {"SET", "latch:plain", "5"}, QByteArrayList{"force-release", "latch:plain"} + force,
        "latch");
    row("a permit", {"SET", "db:semaphore", "5"}, {"release", "db:semaphore"}, "semaphore");
    row("a wake-up", {"SET", "db:semaphore", "5"}, {"wake", "db:semaphore"}, "semaphore");
    row("a door", {"SET", "door:lock:7", "1"}, QByteArrayList{"force-release", "door:lock:7"} + force,
        "untokened-lock");
    row("the expiry of a door", {"SET", "door:lock:7", "1"}, {"set-expiry", "door:lock:7", "--lease", "20s"},
        "untokened-lock");
}

void tst_CliActsNamed::aGuessIsNotActedOn()
{
    QFETCH(CliCommand, put);
    QFETCH(QByteArrayList, act);
    QFETCH(QByteArray, kind);
    ask(put);
    const QByteArray key = act[1];
    for (const QByteArrayList &more : {QByteArrayList{}, {"--dry-run"}}) {
        if (!more.isEmpty() && act[0] != "force-release")
            continue;
        const Ended refused = run(act + more);
        QVERIFY2(refused.status == 1 && refused.err.contains("may not be a lock") &&
                     refused.err.contains("specify its kind: " + kind),
                 refused.told().constData());
        QCOMPARE(ask({"GET", key}), put.back());
        QCOMPARE(ask({"PTTL", key}), "-1");
    }
    const Ended named = run(act + QByteArrayList{"--kind", kind});
    QVERIFY2(named.status == 0, named.told().constData());
}

void tst_CliActsNamed::theShownOwnerSpeaksForAGuess()
{
    ask({"SET", "door:lock:7", "1"});
    const Ended other = run({"force-release", "door:lock:7", "--expect-owner", "2", "--reason", "test"});
    QVERIFY2(other.status == 1 && !other.err.contains("may not be a lock"), other.told().constData());
    QCOMPARE(ask({"GET", "door:lock:7"}), "1");
    const Ended shown = run({"force-release", "door:lock:7", "--expect-owner", "1", "--reason", "test"});
    QVERIFY2(shown.status == 0, shown.told().constData());
    // A semaphore records no owner.
    ask({"SET", "db:semaphore", "5"});
    const Ended permit = run({"release", "db:semaphore", "--owner", "ann"});
    QVERIFY2(permit.status == 1 && permit.err.contains("may not be a lock"), permit.told().constData());
    QCOMPARE(ask({"GET", "db:semaphore"}), "5");
}

void tst_CliActsNamed::whatIsSaidRulesOverWhatItLooksLike()
{
    ask({"SET", "lock:limit", "4"});
    const QByteArray guess =
        run({"--json", "show", "lock:limit"}).json()[u"lock"][u"kind"].toString().toUtf8();
    QVERIFY2(!guess.isEmpty() && guess != "latch", guess.constData());
    const Ended opened = force("lock:limit", {"--kind", "latch", "--json"});
    QVERIFY2(opened.status == 0 && opened.json()[u"kind"] == QLatin1String("latch"),
             opened.told().constData());
    QCOMPARE(ask({"EXISTS", "lock:limit"}), "0");
}

void tst_CliActsNamed::itIsAudited()
{
    ask({"SET", Key, "open sesame"});
    QCOMPARE(force(Key, {"--kind", "token-lock"}).status, 0);
    const auto entries = AuditLog(m_config.path()).find({});
    VERIFY_OK(entries);
    QVERIFY(!entries->empty());
    const AuditEntry &last = entries->back();
    QCOMPARE(last.act, "force-release");
    QCOMPARE(last.key, Key);
    QCOMPARE(last.result, "done");
    QCOMPARE(last.reason, QStringLiteral("left behind"));
}

void tst_CliActsNamed::dryRunShowsThePlan()
{
    ask({"SET", Key, "open sesame"});
    const Ended plan = run({"force-release", Key, "--any-owner", "--kind", "token-lock", "--dry-run"});
    QVERIFY2(plan.status == 0 && plan.out.contains("redis-cli"), plan.told().constData());
    QCOMPARE(ask({"GET", Key}), "open sesame");
}

// The remaining state is read back as that kind, too.
void tst_CliActsNamed::permitsStay()
{
    ask({"SET", Key, "2"});
    const Ended given = run({"release", Key, "--kind", "semaphore", "--json"});
    QVERIFY2(given.status == 0, given.told().constData());
    QCOMPARE(ask({"GET", Key}), "3");
}

void tst_CliActsNamed::expiryIsSet()
{
    ask({"SET", Key, "open sesame"});
    QCOMPARE(run({"set-expiry", Key, "--lease", "20s"}).status, 1);
    QCOMPARE(ask({"PTTL", Key}), "-1");
    const Ended named = run({"set-expiry", Key, "--lease", "20s", "--kind", "token-lock", "--json"});
    QVERIFY2(named.status == 0, named.told().constData());
    QCOMPARE(named.json()[u"found_owner"].toString(), QStringLiteral("open sesame"));
    QVERIFY2(!named.json().contains(u"unchanged"), named.told().constData());
    QVERIFY(ask({"PTTL", Key}).toInt() > 10'000);
    const Ended later = run({"set-expiry", Key, "--lease", "60s", "--kind", "token-lock", "--json"});
    QVERIFY2(later.status == 0 && later.json()[u"unchanged"].toBool(), later.told().constData());
    QVERIFY(ask({"PTTL", Key}).toInt() <= 20'000);
    const auto entries = AuditLog(m_config.path()).find({});
    VERIFY_OK(entries);
    QCOMPARE(entries->back().result, "done");
    QCOMPARE(entries->back().failure, QStringLiteral("already expires sooner; nothing was changed"));
}

void tst_CliActsNamed::whatItCannotBeIsRefused_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<CliCommand>("put");
    const auto row = [](const char *title, const char *kind, const CliCommand &put) {
        QTest::newRow(title) << QByteArray(kind) << put;
    };
    row("a text", "rlock", {"SET", Key, "open sesame"});
    row("a text for a number", "semaphore", {"SET", Key, "open sesame"});
    row("a list", "token-lock", {"RPUSH", Key, "open sesame"});
    row("a large string", "token-lock", {"SET", Key, QByteArray(600, 'x')});
    row("a hash of other things", "rlock", {"HSET", Key, "title", "draft"});
    row("a set", "latch", {"SADD", Key, "4"});
}

void tst_CliActsNamed::whatItCannotBeIsRefused()
{
    QFETCH(QByteArray, kind);
    QFETCH(CliCommand, put);
    ask(put);
    const QByteArray before = ask({"DUMP", Key});
    for (const QByteArrayList &more : {QByteArrayList{"--kind", kind}, {"--kind", kind, "--dry-run"}}) {
        const Ended ended = force(Key, more);
        QVERIFY2(ended.status == 1, ended.told().constData());
        QCOMPARE(ended.err.count('\n'), 1);
        QVERIFY2(ended.err.contains(Key) && ended.err.contains("cannot be a lock of the kind " + kind),
                 ended.told().constData());
    }
    QCOMPARE(ask({"DUMP", Key}), before);
}

void tst_CliActsNamed::namesWithNulBytes()
{
    const QByteArray real("lock:\0a", 7);
    const QByteArray spelt = "lock:\\x00a"; // A backslash, an x, …: also a valid key
    ask({"HSET", real, Ann, "1"});
    ask({"HSET", spelt, Ann, "2"});
    const Ended scan = run({"scan"});
    QVERIFY2(scan.out.contains("lock:\\x00a ") && scan.out.contains("lock:\\\\x00a "),
             scan.told().constData());
    const auto count = [this](const QByteArray &key) {
        return run({"--json", "show", key}).json()[u"lock"][u"holders"][0][u"count"].toInt();
    };
    QCOMPARE(count("lock:\\x00a"), 1);
    QCOMPARE(count("lock:\\\\x00a"), 2);
    const Ended freed = run({"force-release", "lock:\\x00a", "--expect-owner", Ann, "--reason", "test"});
    QVERIFY2(freed.status == 0, freed.told().constData());
    QCOMPARE(ask({"EXISTS", real, spelt}), "1");
    const Ended told = run({"acquire", "lock:\\x00a", "--", "sh", "-c",
                            shellWord(QFile::encodeName(programPath())) + " -u " + url() +
                                " release \"$LOCKSCOPE_KEY\" --owner \"$LOCKSCOPE_OWNER\""});
    QVERIFY2(told.out.contains("released"), told.told().constData());
    QCOMPARE(ask({"EXISTS", real}), "0");
}

void tst_CliActsNamed::whatAKindDoesNotHaveIsRefused_data()
{
    QTest::addColumn<QByteArrayList>("words");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const QByteArrayList &words, const char *said) {
        QTest::newRow(words.join(' ').constData()) << words << QByteArray(said);
    };
    row({"acquire", "lock:new", "--mode", "read"}, "add --kind rw-lock");
    row({"acquire", "lock:new", "--kind", "token-lock", "--mode", "write"}, "--mode is for read-write locks");
    row({"acquire", "lock:new", "--part", "x"}, "omit --part");
    row({"acquire", "lock:new", "--every-node"}, "--every-node applies to RedLock groups");
    row({"renew", "lock:held", "--owner", Ann, "--mode", "read", "--lease", "1h"},
        "--mode is for read-write");
    row({"release", "lock:held", "--owner", Ann, "--mode", "write"}, "--mode is for read-write locks");
    row({"release", "lock:held", "--owner", Ann, "--part", "x"}, "omit --part");
}

void tst_CliActsNamed::whatAKindDoesNotHaveIsRefused()
{
    QFETCH(const QByteArrayList, words);
    QFETCH(const QByteArray, said);
    ask({"HSET", "lock:held", Ann, "1"});
    ask({"PEXPIRE", "lock:held", "60000"});
    const Ended ended = run(words);
    QVERIFY2(ended.status == 2 && ended.err.contains(said), ended.told().constData());
    QCOMPARE(ask({"DBSIZE"}), "1");
    QCOMPARE(ask({"HGET", "lock:held", Ann}), "1");
}

// What acquire writes, scan and release must find.
void tst_CliActsNamed::anUnrecognisableOwnerIsRefused()
{
    const auto acquire = [this](const QByteArray &owner) {
        return run({"acquire", "lock:own", "--kind", "token-lock", "--owner", owner});
    };
    const Ended refused = acquire(QByteArray(204, 'x'));
    QVERIFY2(refused.status == 2 && refused.err.contains("would not be recognised"),
             refused.told().constData());
    QCOMPARE(ask({"DBSIZE"}), "0");
    const QByteArray longest(128, 'x');
    QCOMPARE(acquire(longest).status, 0);
    const Ended released = run({"release", "lock:own", "--owner", longest});
    QVERIFY2(released.status == 0, released.told().constData());
}

LOCKSCOPE_TEST(tst_CliActsNamed)

} // namespace tst_cliactsnamed

#include "tst_cliactsnamed.moc"
