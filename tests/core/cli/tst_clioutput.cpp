// SPDX-License-Identifier: GPL-3.0-or-later
// What people read of lockscope-cli: selection, order, tables and pages; and its exit status.

#include "app/cli/syntax/exitstatus.h"
#include "app/cli/text/detailtext.h"
#include "app/cli/text/eventtext.h"
#include "app/cli/text/lockrows.h"
#include "app/cli/text/noderows.h"
#include "app/cli/text/plaintext.h"
#include "tests/core/clisamples.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_clioutput
{

using namespace lockscope;
using namespace lockscope::cli;
using namespace lockscope::cli::samples;
using namespace std::chrono_literals;

namespace
{

LockPtr lockNamed(const char *key, std::string_view kind, const Verdict &verdict)
{
    Lock lock = sample();
    lock.key = {key};
    lock.kind = {kind};
    lock.verdict = verdict;
    return std::make_shared<const Lock>(lock);
}

QByteArrayList keysOf(const std::vector<LockPtr> &locks)
{
    QByteArrayList keys;
    for (const LockPtr &lock : locks)
        keys += lock->key.bytes;
    return keys;
}

} // namespace

class tst_CliOutput : public QObject
{
    Q_OBJECT

private slots:
    void nodesForPeople();
    void selections_data();
    void selections();
    void wordsOfVerdicts();
    void orders_data();
    void orders();
    void tableOfLocks();
    void anOwnerWithoutTheWholeGroup();
    void scanLines();
    void eventLines();
    void detailPage();
    void noLockLines();
    void statusOfFailures();
    void statusOfReceipts();
};

void tst_CliOutput::nodesForPeople()
{
    const QStringList lines = nodesText(sampleNodes(), {});
    QCOMPARE(lines.size(), 6); // Header, three nodes, empty line, reason
    for (const char *title : {"NODE", "ANNOUNCED", "ROLE", "STATE", "MASTER", "LAG", "CLOCK", "SLOTS"})
        QVERIFY2(lines[0].contains(QLatin1String(title)), title);
    QVERIFY(!lines[0].contains(QStringLiteral("MEMBER")));
    QVERIFY(lines[1].contains(QStringLiteral("+12 ms")) && lines[1].contains(QStringLiteral("0-99 200")));
    QVERIFY(lines[2].contains(QStringLiteral("not linked")) && lines[2].contains(QStringLiteral("14 bytes")));
    QCOMPARE(lines[5], QStringLiteral("h:3: nothing listens there"));
    std::vector<NodeStatus> nodes = sampleNodes();
    nodes.front().surplus = 5;
    QCOMPARE(nodesText(nodes, {}).at(5),
             QStringLiteral("h:1: 5 more announced servers are not connected: too many"));
    nodes.front().connection.phase = ConnectionPhase::Failed; // What is known of it was so before
    const QString dead = nodesText(nodes, {}).at(1);
    QVERIFY2(dead.contains(QStringLiteral("was master")) && !dead.contains(QStringLiteral("+12 ms")),
             qPrintable(dead));
    nodes.front().version.clear(); // never reached: its role is that of the deployment
    QVERIFY(!nodesText(nodes, {}).at(1).contains(QStringLiteral("was master")));
}

void tst_CliOutput::selections_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArrayList>("verdicts");
    QTest::addColumn<QByteArrayList>("expected");
    const auto row = [](const char *name, const QByteArray &kind, const QByteArrayList &verdicts,
                        const QByteArrayList &expected) {
        QTest::newRow(name) << kind << verdicts << expected;
    };
    row("all", "", {}, {"a", "b", "c"});
    row("a kind", "token-lock", {}, {"b"});
    row("two kinds", "token-lock,rlock", {}, {"a", "b", "c"});
    row("a code", "", {"no-expiry"}, {"b"});
    row("a level", "", {"info"}, {"c"});
    row("a level or worse", "", {">=info"}, {"b", "c"});
    row("several", "", {"healthy", "critical"}, {"a", "b"});
    row("kind and verdict", "rlock", {"critical"}, {});
}

void tst_CliOutput::selections()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArrayList, verdicts);
    QFETCH(QByteArrayList, expected);
    const std::vector<LockPtr> all{lockNamed("a", "rlock", {VerdictLevel::Ok, "healthy"}),
                                   lockNamed("b", "token-lock", {VerdictLevel::Critical, "no-expiry"}),
                                   lockNamed("c", "rlock", {VerdictLevel::Info, "long-held"})};
    const auto kinds = kind.split(',');
    const Selection selection{kind.isEmpty() ? std::vector<QByteArray>()
                                             : std::vector(kinds.begin(), kinds.end()),
                              std::vector<QByteArray>(verdicts.begin(), verdicts.end())};
    std::vector<LockPtr> chosen;
    std::copy_if(all.begin(), all.end(), std::back_inserter(chosen),
                 [&selection](const LockPtr &lock) { return selection.holds(*lock); });
    QCOMPARE(keysOf(chosen), expected);
}

void tst_CliOutput::wordsOfVerdicts()
{
    QVERIFY(checkVerdicts({}).ok());
    QVERIFY(checkVerdicts({"critical", ">=warning", "no-expiry"}).ok());
    const Done slip = checkVerdicts({"critcal"});
    QVERIFY(!slip.ok());
    QVERIFY2(slip.failure().line().contains(QStringLiteral("did you mean critical?")),
             qPrintable(slip.failure().line()));
    QVERIFY(!checkVerdicts({">=no-expiry"}).ok());
    QVERIFY(!checkVerdicts({""}).ok());
}

void tst_CliOutput::orders_data()
{
    QTest::addColumn<QByteArray>("order");
    QTest::addColumn<QByteArrayList>("expected");
    QTest::newRow("by key") << QByteArray() << QByteArrayList{"a", "b", "c"};
    QTest::newRow("key backwards") << QByteArray("-key") << QByteArrayList{"c", "b", "a"};
    QTest::newRow("shortest time first, none last") << QByteArray("ttl") << QByteArrayList{"c", "a", "b"};
    QTest::newRow("worst first") << QByteArray("verdict") << QByteArrayList{"b", "a", "c"};
    QTest::newRow("most waiters first") << QByteArray("waiters") << QByteArrayList{"c", "a", "b"};
    QTest::newRow("owners as words") << QByteArray("owner") << QByteArrayList{"c", "b", "a"};
    QTest::newRow("longest held first") << QByteArray("held") << QByteArrayList{"b", "a", "c"};
    QTest::newRow("most holds first") << QByteArray("holds") << QByteArrayList{"a", "b", "c"};
    QTest::newRow("kinds as words") << QByteArray("kind") << QByteArrayList{"b", "a", "c"};
}

void tst_CliOutput::orders()
{
    QFETCH(QByteArray, order);
    QFETCH(QByteArrayList, expected);
    Lock a = sample();
    a.key = {"a"};
    a.holders[0] = {.id = {"z"}, .count = 3};
    Lock b = sample();
    b.key = {"b"};
    b.kind = {"counter-lock"};
    b.holders[0] = {.id = {"y"}, .count = 1};
    b.expiresAt.reset();
    b.verdict = {VerdictLevel::Critical, "no-expiry"};
    b.waiters = {};
    b.heldSince = At - 1h;
    Lock c = sample();
    c.key = {"c"};
    c.holders[0] = {.id = {"x"}, .count = 1};
    c.expiresAt = At + 1s;
    c.verdict = {VerdictLevel::Ok, "healthy"};
    c.waiters.subscribed = 9;
    c.heldSince = At;
    std::vector<FoundLock> locks{{std::make_shared<const Lock>(c)},
                                 {std::make_shared<const Lock>(a)},
                                 {std::make_shared<const Lock>(b)}};
    const auto parsed = parseOrder(order);
    QVERIFY(parsed.ok());
    sortLocks(locks, *parsed);
    std::vector<LockPtr> ordered;
    for (const FoundLock &found : locks)
        ordered.push_back(found.lock);
    QCOMPARE(keysOf(ordered), expected);
    QVERIFY(!parseOrder("colour").ok());
    QVERIFY(!parseOrder("-").ok());
}

void tst_CliOutput::tableOfLocks()
{
    Lock lock = sample();
    lock.key = {"lock\x1b[31m"};
    lock.holders.append(Holder{.id = {"uuid:2"}});
    Lock second = sample();
    second.expiresAt.reset();
    second.waiters = {};
    second.holders.clear();
    const QString text =
        tableOf({std::make_shared<const Lock>(lock), std::make_shared<const Lock>(second)}).join(u'\n');
    QCOMPARE(text, QStringLiteral("KEY           KIND   OWNER        HOLDS        TTL  WAITERS  VERDICT\n"
                                  "lock\\x1b[31m  rlock  uuid:1 (+1)      3     12.3 s      >=2  waited-for\n"
                                  "lock:a        rlock  -                0  no expiry        -  waited-for"));
}

void tst_CliOutput::anOwnerWithoutTheWholeGroup()
{
    const auto owner = [](const Quorum &quorum) {
        Lock lock = sample();
        LockExtras extras;
        extras.quorum = quorum;
        lock.extras = std::make_shared<const LockExtras>(extras);
        return tableOf({std::make_shared<const Lock>(lock)}).last();
    };
    const auto says = [&](const Quorum &quorum, const char *text) {
        const QString row = owner(quorum);
        if (!row.contains(QLatin1String("rlock  ") + QLatin1String(text) + QLatin1String("  ")))
            qWarning("%s", qPrintable(row));
        return row.contains(QLatin1String("rlock  ") + QLatin1String(text) + QLatin1String("  "));
    };
    QVERIFY(says({.nodes = 3, .needed = 2, .agreeing = 3, .reachable = 3, .owners = 1}, "uuid:1"));
    QVERIFY(says({.nodes = 3, .needed = 2, .agreeing = 2, .reachable = 3, .owners = 2},
                 "2 owners: uuid:1 on 2 of 3 nodes"));
    QVERIFY(says({.nodes = 5, .needed = 3, .agreeing = 2, .reachable = 4, .owners = 1},
                 "uuid:1 on 2 to 3 of 5 nodes"));
    QVERIFY(says({.nodes = 3, .needed = 2, .agreeing = 0, .reachable = 1}, "unknown"));
}

void tst_CliOutput::scanLines()
{
    ScanProgress progress{.phase = ScanPhase::Complete,
                          .keysSeen = 210,
                          .keysEstimated = 200,
                          .locksFound = 12,
                          .startedAt = At - 14ms,
                          .endedAt = At};
    QCOMPARE(scanLine(progress, {.locks = 12}, At),
             QStringLiteral("scanned 210 of about 200 keys, 12 locks; scan complete in 14 ms"));
    QCOMPARE(scanLine(progress, {.locks = 1}, At),
             QStringLiteral("scanned 210 of about 200 keys, 12 locks (1 shown); scan complete in 14 ms"));
    QCOMPARE(scanLine(progress, {.locks = 10, .tooUnsure = 2}, At),
             QStringLiteral("scanned 210 of about 200 keys, 12 locks (10 shown), 2 possible locks not shown: "
                            "--confidence guess shows them; scan complete in 14 ms"));
    QCOMPARE(scanLine(progress, {.ofUnknown = 3}, At),
             QStringLiteral("scanned 210 of about 200 keys, 12 locks (0 shown), 3 locks not shown may match: "
                            "clients unknown; scan complete in 14 ms"));
    progress.keysRefused = 2;
    progress.refusal = {.kind = ErrorKind::NoPerm,
                        .text = QStringLiteral("this user may not access this key"),
                        .node = {"h:1"},
                        .key = "lock:b"};
    QCOMPARE(refusedKeysLine(progress), QStringLiteral("2 possible locks could not be read, the first: h:1: "
                                                       "key lock:b: this user may not access this key"));
    QCOMPARE(scanLine(progress, {.locks = 12}, At),
             QStringLiteral(
                 "scanned 210 of about 200 keys, 12 locks; scan incomplete after 14 ms: 2 keys unreadable"));
    progress.phase = ScanPhase::Failed;
    progress.locksFound = 1;
    QCOMPARE(scanLine(progress, {.locks = 1}, At),
             QStringLiteral("scanned 210 of about 200 keys, 1 lock; scan failed after 14 ms, incomplete"));
}

void tst_CliOutput::eventLines()
{
    LockEvent event{.kind = EventKind::Acquired, .key = {"lock:a"}, .owner = {"me"}, .count = 1};
    event.ttl = 30s;
    QVERIFY(eventLine(event, {}).endsWith(QStringLiteral("  acquired   lock:a  by me, 30 s left")));
    event.ttl.reset();
    QVERIFY(eventLine(event, {}).endsWith(QStringLiteral("by me, no expiry")));
    event.kind = EventKind::Renewed; // by whom, a server does not tell
    event.ttl = 30s;
    QVERIFY(eventLine(event, {}).endsWith(QStringLiteral("held by me, 30 s left")));
    event.ttl.reset();
    event.kind = EventKind::Reentered;
    event.count = 3;
    QVERIFY(eventLine(event, {}).endsWith(QStringLiteral("reentered  lock:a  by me, 3 holds")));
    event.kind = EventKind::Waiters;
    QVERIFY(eventLine(event, {}).endsWith(QStringLiteral("waiters    lock:a  3 waiting")));
    event.kind = EventKind::Expired;
    event.count = 0;
    event.held = 5s;
    QVERIFY(eventLine(event, {}).endsWith(QStringLiteral("expired    lock:a  was held by me for 5 s")));
    event.heldIsLowerBound = true;
    QVERIFY(eventLine(event, {}).endsWith(QStringLiteral("was held by me for at least 5 s")));
    event.held = 0ms;
    QVERIFY(eventLine(event, {}).endsWith(QStringLiteral("was held by me for an unknown time")));
    QVERIFY(seenLine(event, {}).endsWith(QStringLiteral("held       lock:a  by me, for an unknown time")));
    event.heldIsLowerBound = false;
    event.held.reset();
    event.kind = EventKind::Changed;
    QVERIFY(eventLine(event, {}).endsWith(QStringLiteral("changed    lock:a  by me")));
    event.held = 5s;
    QVERIFY(eventLine(event, {}).endsWith(QStringLiteral("changed    lock:a  no longer held by me")));
    QVERIFY(seenLine(event, {}).endsWith(QStringLiteral("held       lock:a  by me, for 5 s")));
    QVERIFY(unseenEndLine(event, {}).endsWith(
        QStringLiteral("unknown    lock:a  by me, whether it still holds the lock")));
    event.key = {"a\nb"};
    QVERIFY(!eventLine(event, {}).contains(u'\n'));
    UnreadLock unread{.key = {"lock:a"}, .owner = {"me"}, .why = {.text = QStringLiteral("refused")}};
    unread.why.node = {"h:1"};
    QVERIFY(unreadLine(unread, false, {})
                .endsWith(QStringLiteral("unknown    lock:a  by me, cannot be read: refused")));
    QVERIFY(unreadLine(unread, true, {}) // of a RedLock group
                .endsWith(QStringLiteral("unknown    lock:a  by me, cannot be read on h:1: refused")));
}

void tst_CliOutput::detailPage()
{
    LockDetail detail;
    detail.lock = std::make_shared<const Lock>(sample());
    detail.typeFound = ValueType::String;
    detail.size = 3;
    detail.rawString = QByteArray("\xff\x00z", 3);
    detail.verdictText = QStringLiteral("Contended: held, and other clients wait for it");
    detail.evidence = QStringList{QStringLiteral("at least 2 clients waiting")};
    detail.advice = QStringLiteral("wait");
    detail.libraries = {{.library = "Redisson", .because = QStringLiteral("its format is its own")}};
    const QString page = detailText(detail, At, {}).join(u'\n') + u'\n';
    for (const char *line :
         {"Key         lock:a\n", "Node        127.0.0.1:6379, db 3\n",
          "Kind        rlock of Redisson (likely a lock)\n            Redisson: its format is its own\n",
          "Holder      uuid:1, 2 holds, exclusive, 12.3 s left\n", "TTL         12.3 s left\n",
          "Renewals    4, every 10 s, last 2 s ago, 1 missed\n",
          "Waiters     2 clients on the wake-up channel\n",
          "Verdict     info (waited-for): Contended: held, and other clients wait for it\n",
          "            at least 2 clients waiting\n", "            wait\n",
          "Raw value   string, 3 bytes\n            \\xff\\x00z\n"})
        QVERIFY2(page.contains(QLatin1String(line)), qPrintable(page));
}

void tst_CliOutput::noLockLines()
{
    LockDetail detail;
    QCOMPARE(noLockLine({"k"}, detail), QStringLiteral("k: key does not exist"));
    detail.typeFound = ValueType::List;
    QCOMPARE(noLockLine({"k"}, detail), QStringLiteral("k: is a list, not a lock of a known format"));
}

void tst_CliOutput::statusOfFailures()
{
    const auto status = [](ErrorKind kind) { return exitStatus(Failure{.kind = kind}); };
    QCOMPARE(status(ErrorKind::BadInput), 2);
    QCOMPARE(status(ErrorKind::Unsupported), 2);
    for (const ErrorKind kind :
         {ErrorKind::Refused, ErrorKind::TimedOut, ErrorKind::TlsFailed, ErrorKind::WrongPass,
          ErrorKind::NoAuth, ErrorKind::HostNotFound, ErrorKind::ConnectionLost})
        QCOMPARE(status(kind), 3);
    for (const ErrorKind kind : {ErrorKind::NoPerm, ErrorKind::ReadOnlyReplica, ErrorKind::UnknownCommand,
                                 ErrorKind::ReadOnlySession})
        QCOMPARE(status(kind), 4);
    QCOMPARE(status(ErrorKind::WrongType), 1);
    QCOMPARE(status(ErrorKind::Internal), 5);
}

void tst_CliOutput::statusOfReceipts()
{
    const auto status = [](ActResult result) { return exitStatus(Receipt{.result = result}); };
    QCOMPARE(status(ActResult::Done), 0);
    QCOMPARE(status(ActResult::OwnerChanged), 1);
    QCOMPARE(status(ActResult::AlreadyGone), 1);
    QCOMPARE(status(ActResult::NotAcquired), 1);
    Receipt receipt{.result = ActResult::Unknown};
    receipt.failure.kind = ErrorKind::ConnectionLost;
    QCOMPARE(exitStatus(receipt), 3);
    receipt.result = ActResult::Refused;
    receipt.failure.kind = ErrorKind::NoPerm;
    QCOMPARE(exitStatus(receipt), 4);
}

LOCKSCOPE_TEST(tst_CliOutput)

} // namespace tst_clioutput

#include "tst_clioutput.moc"
