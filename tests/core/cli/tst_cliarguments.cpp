// SPDX-License-Identifier: GPL-3.0-or-later
// What each command takes from its arguments.

#include "app/cli/syntax/syntax.h"
#include "app/cli/syntax/typed.h"
#include "tests/core/cli/parsedwords.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_cliarguments
{

using namespace lockscope;
using namespace lockscope::cli;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

template<class Options> Options parsed(const Words &words)
{
    const auto arguments = parse(words);
    return arguments.ok() ? std::get<Options>(arguments->options) : Options{};
}

QByteArray commandOf(const Outcome<Arguments> &arguments)
{
    return arguments->command ? arguments->command->word : "";
}

} // namespace

class tst_CliArguments : public QObject
{
    Q_OBJECT

private slots:
    void globalOptionsStandBeforeAndAfter();
    void commandOptions();
    void dashesEndTheOptions();
    void childCommands_data();
    void childCommands();
    void sandboxTakesOnlyATopology();
    void keysAreBytes();
    void ownersAsTheyAreShown_data();
    void ownersAsTheyAreShown();
    void keysAreTakenAsTheyAre_data();
    void keysAreTakenAsTheyAre();
    void helpNeedsNothingElse();
    void theAuditIsAskedFor();
    void causesAreAskedFor();
    void theLabTakesParameters();
};

void tst_CliArguments::globalOptionsStandBeforeAndAfter()
{
    const auto before = parse({"--json", "-u", "redis://h:1/2", "-qv", "--timeout=2s", "scan"});
    const auto after = parse({"scan", "--json", "--url=redis://h:1/2", "-q", "-v", "--timeout", "2s"});
    for (const auto &arguments : {before, after}) {
        QVERIFY2(arguments.ok(), arguments.ok() ? "" : qPrintable(arguments.failure().line()));
        QCOMPARE(commandOf(arguments), "scan");
        QCOMPARE(arguments->urls, QStringList{QStringLiteral("redis://h:1/2")});
        QVERIFY(arguments->json && arguments->quiet && arguments->verbose);
        QVERIFY(arguments->timeout == 2s);
    }
    QCOMPARE(parse({"-uredis://h", "scan", "-u", "redis://i"})->urls,
             QStringList({QStringLiteral("redis://h"), QStringLiteral("redis://i")}));
    QCOMPARE(parse({"scan", "--pattern", "a*", "--pattern", "b*"})->patterns,
             (QList<QByteArray>{"a*", "b*"}));
}

void tst_CliArguments::commandOptions()
{
    const Words acquireWords{"acquire", "k",  "--kind", "token-lock", "--owner",   "me",
                             "--lease", "5s", "--wait", "250ms",      "--watchdog"};
    QVERIFY(parse(acquireWords).ok());
    const auto acquire = parsed<AcquireOptions>(acquireWords);
    QCOMPARE(acquire.key.bytes, "k");
    QCOMPARE(acquire.kind, "token-lock");
    QCOMPARE(acquire.owner.bytes, "me");
    QVERIFY(acquire.lease == 5s && acquire.wait == 250ms && acquire.watchdog);

    const Words forceWords{"force-release", "k", "--expect-owner", "a:1", "--reason", " stuck "};
    QVERIFY(parse(forceWords).ok());
    const auto force = parsed<ForceReleaseOptions>(forceWords);
    QCOMPARE(force.expectedOwners.front().bytes, "a:1");
    QCOMPARE(force.reason, QStringLiteral("stuck"));
    QVERIFY(parse({"force-release", "k", "--any-owner", "--dry-run"}).ok());

    const Words severalWords{"force-release", "k", "--expect-owner", "a", "--expect-owner", "b", "--dry-run"};
    QVERIFY(parse(severalWords).ok());
    QCOMPARE(parsed<ForceReleaseOptions>(severalWords).expectedOwners, (std::vector<OwnerId>{{"a"}, {"b"}}));
    const Words shareWords{
        "force-release", "k",      "--kind", "rw-lock",  "--share", "--expect-owner", "a", "--mode",
        "read",          "--part", "p",      "--reason", "x"};
    QVERIFY(parse(shareWords).ok());
    const auto share = parsed<ForceReleaseOptions>(shareWords);
    QVERIFY(share.share);
    QCOMPARE(share.mode, HoldMode::Read);
    QCOMPARE(share.part, "p");
    QCOMPARE(parsed<AcquireOptions>({"acquire", "k", "--mode=write"}).mode, HoldMode::Write);
    // Whether an owner is needed depends on the kind.
    QVERIFY(parse({"release", "k"}).ok());
    QCOMPARE(parsed<ShowOptions>({"show", "k", "--kind", "latch"}).kind, "latch");
    for (const char *command : {"wake", "release"})
        QCOMPARE(parsed<ActOptions>({command, "k", "--kind", "latch"}).kind, "latch");

    const Words watchWords{"watch", "a", "b", "--for", "5m"};
    QVERIFY(parse(watchWords).ok());
    const auto watch = parsed<WatchOptions>(watchWords);
    QCOMPARE(watch.keys.size(), size_t(2));
    QVERIFY(watch.duration == 5min);
    const auto record = parsed<RecordOptions>({"record", "a.sqlite", "--for", "1h", "--max-size", "32MiB",
                                               "--rotate", "7", "--max-age", "30d", "--redact"});
    QCOMPARE(record.file, QStringLiteral("a.sqlite"));
    QVERIFY(record.duration == 1h && record.limits.keep && record.limits.age == 24h * 30 && record.redact);
    QVERIFY(record.limits.bytes == 32 << 20 && record.limits.rotated == 7);
    QVERIFY(parsed<RecordOptions>({"record", "a"}).limits == HistorySettings{.keep = true});
    const auto around = parsed<CompareOptions>({"compare", "a", "--at", "14:05", "--span", "30m", "--prefix",
                                                "order:", "--prefix", "stock:", "--by", "lock", "--csv"});
    QCOMPARE(around.file, QStringLiteral("a"));
    QVERIFY(around.laterFile.isEmpty() && around.at == "14:05" && around.span == 30min && around.csv);
    QVERIFY(around.prefixes == (std::vector<QByteArray>{"order:", "stock:"}) && around.by == CompareBy::Lock);
    const auto files = parsed<CompareOptions>({"compare", "a", "b", "--after", "/14:00"});
    QVERIFY(files.laterFile == QStringLiteral("b") && files.before.isEmpty() && files.after == "/14:00");
    // The last one wins.
    QVERIFY(parsed<ActOptions>({"set-expiry", "k", "--lease", "1s", "--lease", "2s"}).lease == 2s);
    // An option's value may begin with dashes.
    QCOMPARE(parsed<ActOptions>({"release", "k", "--owner", "--x"}).owner.bytes, "--x");
    QVERIFY(parse({"acquire", "k", "--wait", "0s"}).ok());
    // Options may precede the command.
    QVERIFY(parsed<ActOptions>({"--lease", "3s", "set-expiry", "k"}).lease == 3s);
    QCOMPARE(parsed<ActOptions>({"set-expiry", "k", "--lease", "1s"}).act, ActKind::SetExpiry);
    QCOMPARE(parsed<ActOptions>({"renew", "k", "--owner", "a"}).act, ActKind::Renew);
    QCOMPARE(parsed<ActOptions>({"release", "k"}).act, ActKind::Release);
    QCOMPARE(parsed<ActOptions>({"wake", "k"}).act, ActKind::Wake);
    QCOMPARE(parsed<ForceReleaseOptions>({"force-release", "k", "--any-owner", "--dry-run"}).act,
             ActKind::ForceRelease);
    QCOMPARE(parsed<AcquireOptions>({"acquire", "k"}).act, ActKind::Acquire);
}

void tst_CliArguments::dashesEndTheOptions()
{
    QCOMPARE(parsed<ShowOptions>({"show", "--", "--json"}).key.bytes, "--json");
    QCOMPARE(parsed<ShowOptions>({"--json", "--", "show", "-k"}).key.bytes, "-k");
    QCOMPARE(parsed<ShowOptions>({"show", "-"}).key.bytes, "-");
    QCOMPARE(parsed<WatchOptions>({"watch", "a", "--", "-b"}).keys[1].bytes, "-b");
}

void tst_CliArguments::childCommands_data()
{
    QTest::addColumn<Words>("words");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<Words>("command");
    QTest::newRow("none") << Words{"acquire", "k"} << QByteArray("k") << Words{};
    QTest::newRow("a command with options of its own")
        << Words{"acquire", "k", "--wait", "1s", "--", "sh", "-c", "exit 7"} << QByteArray("k")
        << Words{"sh", "-c", "exit 7"};
    QTest::newRow("dashes of the command's") << Words{"acquire", "k", "--", "git", "log", "--", "f"}
                                             << QByteArray("k") << Words{"git", "log", "--", "f"};
    QTest::newRow("a key that looks like an option")
        << Words{"acquire", "--", "--k", "--", "true"} << QByteArray("--k") << Words{"true"};
    QTest::newRow("such a key alone") << Words{"acquire", "--", "-k"} << QByteArray("-k") << Words{};
}

void tst_CliArguments::childCommands()
{
    QFETCH(Words, words);
    QFETCH(QByteArray, key);
    QFETCH(Words, command);
    const auto arguments = parse(words);
    QVERIFY2(arguments.ok(), arguments.ok() ? "" : qPrintable(arguments.failure().line()));
    const auto acquire = parsed<AcquireOptions>(words);
    QCOMPARE(acquire.key.bytes, key);
    QCOMPARE(Words(acquire.command.begin(), acquire.command.end()), command);
}

void tst_CliArguments::sandboxTakesOnlyATopology()
{
    const auto plain = parse({"--sandbox", "scan"});
    QVERIFY(plain.ok() && plain->sandbox);
    QCOMPARE(commandOf(plain), "scan");
    QCOMPARE(parsed<ShowOptions>({"--sandbox", "standalone", "show", "k"}).key.bytes, "k");
    QVERIFY(parse({"--sandbox=standalone", "scan"}).ok());
    QCOMPARE(parsed<ShowOptions>({"show", "--sandbox", "lock:a"}).key.bytes, "lock:a");
    QCOMPARE(parse({"sandbox"})->sandboxTopology(), SandboxTopology::Standalone);
    QCOMPARE(topologies().size(), size_t(5));
    for (const char *topology : topologies()) {
        QCOMPARE(name(parse({"sandbox", topology})->sandboxTopology()), topology);
        QCOMPARE(name(parse({"--sandbox", topology, "scan"})->sandboxTopology()), topology);
    }
}

void tst_CliArguments::keysAreBytes()
{
    const QByteArray key("\xff\x01lock", 6);
    QCOMPARE(parsed<ShowOptions>({"show", key}).key.bytes, key);
    QCOMPARE(parsed<ActOptions>({"release", key, "--owner", "\xfe"}).owner.bytes, QByteArray("\xfe"));
    QCOMPARE(parsed<WatchOptions>({"watch", "--", key}).keys.front().bytes, key);
}

void tst_CliArguments::ownersAsTheyAreShown_data()
{
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<QByteArray>("owner");
    QTest::newRow("text") << QByteArray("uuid:1") << QByteArray("uuid:1");
    QTest::newRow("base64") << QByteArray("base64:/wABAg==") << QByteArray("\xff\x00\x01\x02", 4);
    QTest::newRow("no base64") << QByteArray("base64:me!") << QByteArray("base64:me!");
    QTest::newRow("one backslash") << QByteArray("DOMAIN\\me") << QByteArray("DOMAIN\\me");
    QTest::newRow("half an escape") << QByteArray("a\\x4") << QByteArray("a\\x4");
    QTest::newRow("no hexadecimal number") << QByteArray("a\\x+4") << QByteArray("a\\x+4");
    for (const QByteArray &owner :
         {QByteArray("\x01\xff\x00z\\", 5), QByteArray("a\\b"), QByteArray(16, '\xab')})
        QTest::addRow("as shown: %s", owner.toHex().constData()) << escapedText(owner).toUtf8() << owner;
}

void tst_CliArguments::ownersAsTheyAreShown()
{
    QFETCH(QByteArray, typed);
    QFETCH(QByteArray, owner);
    QCOMPARE(parsed<ActOptions>({"release", "k", "--owner", typed}).owner.bytes, owner);
    const auto force =
        parsed<ForceReleaseOptions>({"force-release", "k", "--expect-owner", typed, "--dry-run"});
    QCOMPARE(force.expectedOwners.front().bytes, owner);
}

void tst_CliArguments::keysAreTakenAsTheyAre_data()
{
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<QByteArray>("key");
    for (const char *same :
         {"lock:a", "base64:/wABAg==", "a\\b", "a\\\\b", "a\\x41", "a\\x0", "a\\x00\\q", "\xff"})
        QTest::addRow("%s", escapedText(same).toLatin1().constData()) << QByteArray(same) << QByteArray(same);
    // A command line cannot contain NUL.
    for (const QByteArray &key : {QByteArray("a\0b", 3), QByteArray("\\\0\xff", 3), QByteArray("a\\x00b"),
                                  QByteArray("a\\\\x00b"), QByteArray("\\\\x00")})
        QTest::addRow("as shown: %s", key.toHex().constData()) << escapedText(key).toUtf8() << key;
}

void tst_CliArguments::keysAreTakenAsTheyAre()
{
    QFETCH(QByteArray, typed);
    QFETCH(QByteArray, key);
    QCOMPARE(parsed<ShowOptions>({"show", typed}).key.bytes, key);
    QCOMPARE(parsed<WatchOptions>({"watch", "--", "other", typed}).keys.back().bytes, key);
    if (key.contains('\0'))
        QCOMPARE(typedForm(key), typed);
    else
        QCOMPARE(typedForm(key), key);
}

void tst_CliArguments::helpNeedsNothingElse()
{
    QVERIFY(parse({"--help"})->help);
    QVERIFY(parse({"-h"})->help);
    const auto acquire = parse({"acquire", "--help"});
    QVERIFY(acquire.ok() && acquire->help);
    QCOMPARE(commandOf(acquire), "acquire");
    QVERIFY(parse({"--version"})->version);
    // After the dashes, options belong to the command.
    QVERIFY(!parse({"acquire", "k", "--", "ls", "--help"})->help);
}

void tst_CliArguments::theAuditIsAskedFor()
{
    QVERIFY(parse({"audit"}).ok());
    const Words words{"audit", "--since=2h",    "--until",  "30m",     "--key",  "a\\x00b", "--act",
                      "wake",  "--act=release", "--result", "unknown", "--find", "50%",     "--last",
                      "20",    "--csv"};
    const auto arguments = parse(words);
    QVERIFY2(arguments.ok(), arguments.ok() ? "" : qPrintable(arguments.failure().line()));
    QCOMPARE(commandOf(arguments), "audit");
    const auto audit = parsed<AuditOptions>(words);
    QCOMPARE(audit.since, std::optional<milliseconds>(std::chrono::hours(2)));
    QCOMPARE(audit.until, std::optional<milliseconds>(std::chrono::minutes(30)));
    QCOMPARE(audit.key, QByteArray("a\0b", 3));
    QCOMPARE(audit.acts, QList<QByteArray>({"wake", "release"}));
    QCOMPARE(audit.results, QList<QByteArray>{"unknown"});
    QCOMPARE(audit.text, QStringLiteral("50%"));
    QCOMPARE(audit.most, 20);
    QVERIFY(audit.csv);
    QVERIFY(parse({"audit", "--json", "--profile", "orders"}).ok());
}

void tst_CliArguments::causesAreAskedFor()
{
    const auto usual = parsed<ContentionOptions>({"contention", "--profile", "orders"});
    QVERIFY(usual.by == CostBy::Lock && !usual.since.isGiven() && !usual.until.isGiven() &&
            usual.changedAt.isEmpty());
    const auto costs = parsed<ContentionOptions>(
        {"contention", "--history", "a.sqlite", "--since=2h", "--until", "30m", "--by=client", "--csv"});
    QCOMPARE(costs.file, QStringLiteral("a.sqlite"));
    QCOMPARE(costs.since.ago, std::optional<milliseconds>(std::chrono::hours(2)));
    QCOMPARE(costs.until.ago, std::optional<milliseconds>(std::chrono::minutes(30)));
    QVERIFY(costs.by == CostBy::Client && costs.csv);
    const auto changes = parsed<ContentionOptions>(
        {"contention", "--profile", "orders", "--changed-at", "14:05", "--width", "10m"});
    QCOMPARE(changes.changedAt, QByteArray("14:05"));
    QCOMPARE(changes.width, std::optional<milliseconds>(std::chrono::minutes(10)));
    QVERIFY(!changes.orders);
    const auto orders =
        parsed<ContentionOptions>({"contention", "--profile", "orders", "--orders", "--since=1d"});
    QVERIFY(orders.orders && orders.since.isGiven());
    const auto past = parsed<ContentionOptions>(
        {"contention", "--recording", "a.lockscope", "--since=14:05", "--until", "2026-06-12T14:10:00.250"});
    QCOMPARE(past.file, QStringLiteral("a.lockscope"));
    QVERIFY(past.since.at == "14:05" && !past.since.ago);
    QCOMPARE(past.until.at, QByteArray("2026-06-12T14:10:00.250"));
    QVERIFY(!parse({"contention", "--profile", "orders", "--orders", "--until=1h"}).ok());
    QVERIFY(!parse({"contention", "--profile", "orders", "--orders", "--changed-at=14:05"}).ok());
}

void tst_CliArguments::theLabTakesParameters()
{
    QVERIFY(parsed<LabOptions>({"lab", "list"}).scenario.isEmpty());
    const Words words{"lab",   "run",    "oversell",  "--workers", "4",       "--for=2s", "--lease",
                      "500ms", "--kind", "fair-lock", "--set",     "stock=9", "--seed",   "77"};
    const auto arguments = parse(words);
    QVERIFY2(arguments.ok(), arguments.ok() ? "" : qPrintable(arguments.failure().line()));
    const auto run = parsed<LabOptions>(words);
    QCOMPARE(run.scenario, "oversell");
    QCOMPARE(run.seed, std::optional<quint64>(77));
    const ScenarioValues::Given given{
        {"workers", "4"}, {"for", "2s"}, {"lease", "500ms"}, {"kind", "fair-lock"}, {"stock", "9"}};
    QCOMPARE(run.values, given);
}

LOCKSCOPE_TEST(tst_CliArguments)

} // namespace tst_cliarguments

#include "tst_cliarguments.moc"
