// SPDX-License-Identifier: GPL-3.0-or-later
// Which arguments are refused, and in which words.

#include "tests/core/cli/parsedwords.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_clirefusals
{

using namespace lockscope;
using namespace lockscope::test;

class tst_CliRefusals : public QObject
{
    Q_OBJECT

private slots:
    void refusals_data();
    void refusals();
    void aUrlIsNeverRepeated();
};

void tst_CliRefusals::refusals_data()
{
    QTest::addColumn<Words>("words");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const Words &words, const char *said) {
        QTest::newRow(name) << words << QString::fromLatin1(said);
    };
    row("nothing", {}, "no command specified");
    row("unknown command", {"scna"}, "unknown command scna: did you mean scan?");
    row("unknown command, nothing near", {"xyzzy"}, "unknown command xyzzy: lockscope-cli --help");
    row("unknown option", {"acquire", "k", "--leese", "3s"},
        "acquire: unknown option --leese: did you mean --lease?");
    row("unknown option before the command", {"--jsno", "scan"},
        "unknown option --jsno: did you mean --json?");
    row("unknown letter", {"scan", "-x"}, "scan: unknown option -x");
    row("option of another command", {"scan", "--lease", "3s"},
        "scan has no option --lease: it is an option of acquire");
    row("such an option before the command", {"--lease", "3s", "scan"}, "scan has no option --lease");
    row("value missing", {"acquire", "k", "--lease"}, "--lease requires a value: --lease DUR");
    row("value not wanted", {"scan", "--json=1"}, "--json takes no value");
    row("key missing", {"show"}, "show: KEY is required");
    row("key empty", {"release", "", "--owner", "a"}, "release: KEY is empty");
    row("key empty among others", {"watch", "a", ""}, "watch: KEY is empty");
    row("two keys", {"show", "a", "b"}, "show: unexpected argument b");
    row("a key for scan", {"scan", "lock:a"}, "to show one lock: lockscope-cli show KEY");
    row("a command without dashes", {"acquire", "k", "ls"}, "put the command to run after --");
    row("dashes without a command", {"acquire", "k", "--"}, "no command after --");
    row("an empty command", {"acquire", "k", "--", ""}, "the command after -- is empty");
    row("a long probe", {"show", "k", "--probe=31s"}, "--probe is longer than 30s");
    row("a length of a probe as a word", {"blocking", "--probe", "8s"}, "--probe=8s");
    row("the same before a key", {"show", "--probe", "8s", "lock:a"}, "--probe=8s");
    row("a long probe of all", {"blocking", "--probe=1h"}, "--probe is longer than 30s");
    row("what needs a server", {"doctor", "--acl", "--settle", "5s"},
        "--acl and --settle cannot be combined");
    row("an alert as filter", {"scan", "--filter", "verdict>=warning for 30s"}, "use watch --alert");
    row("owner missing", {"renew", "k"}, "renew: --owner is required");
    row("owner empty", {"renew", "k", "--owner="}, "renew: --owner is empty");
    row("lease missing", {"set-expiry", "k"}, "set-expiry: --lease is required");
    row("force without an owner", {"force-release", "k", "--reason", "x"},
        "--expect-owner ID or --any-owner is required");
    row("force with both", {"force-release", "k", "--any-owner", "--expect-owner", "a", "--reason", "x"},
        "cannot be combined");
    row("force without a reason", {"force-release", "k", "--any-owner"}, "--reason is required");
    row("force with a blank reason", {"force-release", "k", "--any-owner", "--reason", "  "},
        "--reason is required");
    row("force with an empty owner", {"force-release", "k", "--expect-owner", "", "--reason", "x"},
        "--expect-owner is empty");
    row("force with an empty owner among others",
        {"force-release", "k", "--expect-owner", "a", "--expect-owner", "", "--reason", "x"},
        "--expect-owner is empty");
    row("share of nobody", {"force-release", "k", "--share", "--reason", "x"},
        "--share requires exactly one --expect-owner");
    row("share of whoever", {"force-release", "k", "--share", "--any-owner", "--reason", "x"},
        "--share requires exactly one --expect-owner");
    row("share of two",
        {"force-release", "k", "--share", "--expect-owner", "a", "--expect-owner", "b", "--reason", "x"},
        "--share requires exactly one --expect-owner");
    row("share without a reason", {"force-release", "k", "--share", "--expect-owner", "a"},
        "--reason is required");
    row("part of the whole", {"force-release", "k", "--any-owner", "--reason", "x", "--part", "1"},
        "require --share");
    row("unknown mode", {"acquire", "k", "--mode", "exclusive"},
        "--mode: unknown value exclusive: use read or write");
    row("duration without a unit", {"acquire", "k", "--lease", "30"}, "--lease: Duration \"30\"");
    row("duration of another sort", {"watch", "--for", "soon"}, "--for: Duration \"soon\"");
    row("a timeout of a day", {"scan", "--timeout", "1d"}, "--timeout must be at most 1h");
    row("duration of nothing", {"set-expiry", "k", "--lease", "0s"}, "--lease must be longer than 0");
    row("negative duration", {"acquire", "k", "--wait", "-3s"}, "must not be negative");
    row("a time without a recording", {"show", "a", "--at", "14:05"}, "show: --at requires --recording");
    row("a recording and a server", {"show", "a", "--recording", "f", "--url", "redis://h"},
        "show: --recording and --url cannot be combined");
    row("recording without a file", {"record"}, "record: FILE is required");
    row("recording of an empty name", {"record", ""}, "record: FILE is empty");
    row("two recordings", {"record", "a", "b"}, "only one FILE can be written");
    row("size without a unit", {"record", "a", "--max-size", "100000000"},
        "--max-size: \"100000000\" is not");
    row("size too small", {"record", "a", "--max-size", "15MiB"}, "--max-size must be at least 16MiB");
    row("size too small to rotate", {"record", "a", "--max-size", "1023KiB", "--rotate", "1"},
        "--max-size must be at least 1MiB");
    row("no file to keep", {"record", "a", "--rotate", "0"}, "--rotate: 0 is not a whole number from 1");
    row("pattern empty", {"scan", "--pattern", ""}, "--pattern is empty");
    row("pattern with an open bracket", {"scan", "--pattern", "lock:[ab"}, "an unclosed [");
    row("pattern with a lone backslash", {"scan", "--pattern", "a\\"}, "a single backslash");
    row("url empty", {"scan", "--url", ""}, "--url is empty");
    row("url of bytes", {"scan", "--url", "redis://\xff"}, "--url is not valid UTF-8");
    row("two places", {"scan", "--url", "redis://h", "--sandbox"},
        "--url, --profile and --sandbox cannot be combined");
    row("profile empty", {"scan", "--profile", ""}, "--profile is empty");
    row("unknown topology", {"sandbox", "ring"}, "unknown topology ring");
    row("lab alone", {"lab"}, "lab: list or run is required");
    row("lab of something else", {"lab", "play"}, "lab: unknown action play");
    row("lab run of nothing", {"lab", "run"}, "lab run: SCENARIO is required");
    row("lab list of one", {"lab", "list", "oversell"}, "unexpected argument oversell");
    row("no seed", {"lab", "run", "oversell", "--seed=few"}, "--seed: few is not a whole number");
    row("a seed below 0", {"lab", "run", "oversell", "--seed=-1"}, "--seed: -1 is not a whole number");
    row("set without a value", {"lab", "run", "oversell", "--set", "stock"},
        "--set: stock is not NAME=VALUE");
    row("set without a name", {"lab", "run", "oversell", "--set", "=5"}, "--set: =5 is not NAME=VALUE");
    row("no such act", {"audit", "--act", "force-relase"}, "did you mean force-release?");
    row("nothing like an act", {"audit", "--act", "xyzzyx"}, "available: acquire, renew, release");
    row("no such result", {"audit", "--result", "refusd"}, "did you mean refused?");
    row("no number of acts", {"audit", "--last", "0"}, "--last: 0 is not a whole number above 0");
    row("two forms", {"audit", "--csv", "--json"}, "--csv and --json cannot be combined");
    row("time turned round", {"audit", "--since", "1h", "--until", "2h"},
        "--until must be shorter than --since");
    row("sandbox of the past", {"audit", "--sandbox"}, "--sandbox has no audit log");
    row("nothing to find", {"audit", "--find", ""}, "--find is empty");
    row("key of the audit empty", {"audit", "--key="}, "--key is empty");
    row("an operand of the audit", {"audit", "lock:a"}, "unexpected argument lock:a");
    row("comparing nothing", {"compare"}, "compare: FILE is required");
    row("comparing an empty name", {"compare", "a", ""}, "compare: FILE is empty");
    row("comparing three", {"compare", "a", "b", "c"}, "at most two recordings can be compared");
    row("one file without stretches", {"compare", "a"},
        "one FILE requires two periods: add --at TIME, or --before FROM/TO and --after FROM/TO");
    row("one stretch", {"compare", "a", "--before", "13:00/14:00"}, "one FILE requires two periods");
    row("a moment of two files", {"compare", "a", "b", "--at", "14:05"}, "compare: --at takes one FILE");
    row("a moment and a stretch", {"compare", "a", "--at", "14:05", "--after", "14:05/15:00"},
        "--at and --before or --after cannot be combined");
    row("a span of nothing", {"compare", "a", "b", "--span", "1h"}, "compare: --span requires --at");
    row("an empty span", {"compare", "a", "--at", "14:05", "--span", "0s"}, "--span must be longer than 0");
    row("comparing on a server", {"compare", "a", "b", "--url", "redis://h"},
        "compare: --url is not possible: it reads files only");
    row("comparing by owner", {"compare", "a", "b", "--by", "client"}, "use prefix or lock");
    row("two forms of a comparison", {"compare", "a", "b", "--csv", "--json"},
        "compare: --csv and --json cannot be combined");
    row("no history", {"contention"}, "no history is specified: add --profile NAME, or --history FILE");
    row("history of a sandbox", {"contention", "--sandbox"}, "--sandbox has no history");
    row("an empty name of a history", {"contention", "--history="}, "--history is empty");
    row("no such cause", {"contention", "--profile", "p", "--by", "owner"}, "use lock, prefix or client");
    row("two forms of causes", {"contention", "--profile", "p", "--csv", "--json"},
        "--csv and --json cannot be combined");
    row("width of nothing", {"contention", "--profile", "p", "--width", "1m"},
        "--width requires --changed-at");
    row("no width", {"contention", "--profile", "p", "--changed-at", "14:05", "--width", "0s"},
        "--width must be longer than 0");
    row("a moment and a time", {"contention", "--profile", "p", "--changed-at", "14:05", "--since", "1h"},
        "--changed-at and --since or --until cannot be combined");
    row("causes turned round", {"contention", "--profile", "p", "--since", "1h", "--until", "1h"},
        "--until must be shorter than --since");
    row("no time", {"contention", "--profile", "p", "--changed-at="}, "--changed-at is empty");
    row("an operand of causes", {"contention", "--profile", "p", "lock:a"}, "unexpected argument lock:a");
    row("an audit option elsewhere", {"scan", "--since", "3s"}, "scan has no option --since");
    row("a lab option elsewhere", {"scan", "--workers", "3"}, "scan has no option --workers");
    row("unknown topology of an option", {"--sandbox=ring", "scan"}, "unknown topology ring");
}

void tst_CliRefusals::refusals()
{
    QFETCH(Words, words);
    QFETCH(QString, said);
    const auto arguments = parse(words);
    QVERIFY(!arguments.ok());
    QCOMPARE(arguments.failure().kind, ErrorKind::BadInput);
    const QString line = arguments.failure().line();
    QVERIFY2(line.contains(said), qPrintable(line));
    QVERIFY2(!line.contains(u'\n'), qPrintable(line));
}

void tst_CliRefusals::aUrlIsNeverRepeated()
{
    const auto arguments = parse({"redis://:hunter2@h", "scan"});
    QVERIFY(!arguments.ok());
    QVERIFY(!arguments.failure().line().contains(QStringLiteral("hunter2")));
    QVERIFY(arguments.failure().line().contains(QStringLiteral("--url")));
}

LOCKSCOPE_TEST(tst_CliRefusals)

} // namespace tst_clirefusals

#include "tst_clirefusals.moc"
