// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/permissions.h"
#include "tests/support/runner.h"

#include <QTest>

#include <algorithm>

namespace tst_permissions
{

using namespace lockscope;

namespace
{

Reply bulk(const QByteArray &text)
{
    return {.type = Reply::Type::Bulk, .bytes = text};
}

Reply error(const QByteArray &text)
{
    return {.type = Reply::Type::Error, .bytes = text};
}

Reply role(const QByteArray &word)
{
    return {.type = Reply::Type::Array, .items = {bulk(word)}};
}

const Reply Fine{.type = Reply::Type::Status, .bytes = "OK"};

ConnectionSpec bob(QList<QByteArray> patterns = {})
{
    return {.host = QStringLiteral("redis"), .user = QStringLiteral("bob"), .patterns = std::move(patterns)};
}

// The replies of one server: all trials succeed except the first for this right.
std::vector<RightInfo> told(const ConnectionSpec &spec, Right right, const Reply &first, bool before6 = false)
{
    const std::vector<Trial> trials = trialsFor(spec);
    std::vector<Reply> replies(trials.size(), Fine);
    const auto at = std::find_if(trials.begin(), trials.end(),
                                 [right](const Trial &trial) { return trial.right == right; });
    replies[size_t(at - trials.begin())] = first;
    return rightsTold(trials, results(trials, replies, before6));
}

RightInfo only(const std::vector<RightInfo> &rights, Right right)
{
    const auto at = std::find_if(rights.begin(), rights.end(),
                                 [right](const RightInfo &one) { return one.right == right; });
    return at == rights.end() ? RightInfo{} : *at;
}

} // namespace

class tst_permissions : public QObject
{
    Q_OBJECT
private slots:
    void questionsChangeNothing();
    void aSampleKeyForEachPattern();
    void eachRightOnce();
    void whatIsMissing();
    void notEveryKeyIsNoReason();
    void roles();
    void mayWrite_data();
    void mayWrite();
    void mayRead_data();
    void mayRead();
};

void tst_permissions::questionsChangeNothing()
{
    const Batch asked = questions(trialsFor(bob()), bob());
    QVERIFY(!asked.mayWrite());
    QCOMPARE(size_t(asked.count()), trialsFor(bob()).size());
}

void tst_permissions::aSampleKeyForEachPattern()
{
    const auto wire = [](const ConnectionSpec &spec) { return questions(trialsFor(spec), spec).wire(); };
    const QByteArray two = wire(bob({"app:lock:*", "app:l[ao]ck"}));
    QVERIFY(two.contains("\r\nTYPE\r\n$18\r\napp:lock:lockscope\r\n"));
    QVERIFY(two.contains("\r\nTYPE\r\n$14\r\napp:llockscope\r\n"));
    QVERIFY(wire(bob()).contains("\r\nbob\r\n"));
    QVERIFY(wire({}).contains("\r\ndefault\r\n"));
}

void tst_permissions::eachRightOnce()
{
    const std::vector<RightInfo> rights = told(bob({"a:*", "b:*"}), Right::Scan, Fine);
    QCOMPARE(rights.size(), 11U);
    for (size_t i = 0; i < rights.size(); ++i) {
        QCOMPARE(int(rights[i].right), int(i));
        QCOMPARE(rights[i].state, RightState::Allowed);
        QCOMPARE(missingText(rights[i]), QString());
    }
}

void tst_permissions::whatIsMissing()
{
    const ConnectionSpec locks = bob({"lock:*"});
    const RightInfo tracking = only(told(locks, Right::Follow,
                                         error("NOPERM this user has no permissions to run "
                                               "the 'client|tracking' command")),
                                    Right::Follow);
    QCOMPARE(tracking.state, RightState::Denied);
    QCOMPARE(missingRules(tracking), QByteArray("+client|tracking"));
    const RightInfo old = only(told(locks, Right::Follow,
                                    error("ERR Unknown subcommand or wrong number of "
                                          "arguments for 'TRACKING'. Try CLIENT HELP.")),
                               Right::Follow);
    QCOMPARE(old.state, RightState::Denied);
    QCOMPARE(missingText(old), QStringLiteral("the server has no CLIENT TRACKING"));
    QCOMPARE(missingRules(old), QByteArray());
    const RightInfo channel =
        only(told(locks, Right::Publish, bulk("This user has no permissions to access the 'x' channel")),
             Right::Publish);
    QCOMPARE(missingRules(channel), QByteArray("&*{lock:*}*"));
    const RightInfo events =
        only(told(locks, Right::Subscribe, bulk("This user has no permissions to access the 'x' channel")),
             Right::Subscribe);
    QCOMPARE(missingRules(events), QByteArray("&__keyspace@0__:lock:*"));
    const RightInfo monitor =
        only(told(locks, Right::Monitor, error("NOPERM no permissions to run 'acl|dryrun'")), Right::Monitor);
    QCOMPARE(monitor.state, RightState::NotKnown);
    QVERIFY(missingText(monitor).contains(QStringLiteral("ACL DRYRUN")));
    const RightInfo renamed =
        only(told(locks, Right::Write, error("ERR Command 'set' not found")), Right::Write);
    QCOMPARE(renamed.state, RightState::Denied);
    QCOMPARE(missingText(renamed), QStringLiteral("the server has no SET"));
    // An error about an argument means that the command was allowed.
    QCOMPARE(only(told(locks, Right::Clients, error("ERR Unknown client type '?'")), Right::Clients).state,
             RightState::Allowed);
}

void tst_permissions::notEveryKeyIsNoReason()
{
    const std::vector<Trial> trials = trialsFor(bob());
    std::vector<TrialResult> found(trials.size(), TrialResult{TrialEnd::Allowed});
    for (size_t i = 0; i < trials.size(); ++i) {
        if (trials[i].right == Right::Write)
            found[i].end = trials[i].command[0] == "HDEL" ? TrialEnd::CommandDenied : TrialEnd::KeyDenied;
        else if (trials[i].right == Right::Read)
            found[i].end = TrialEnd::KeyDenied;
    }
    const std::vector<RightInfo> rights = rightsTold(trials, found);
    QCOMPARE(missingText(only(rights, Right::Read)), QStringLiteral("not every key"));
    QCOMPARE(missingRules(only(rights, Right::Read)), QByteArray());
    QCOMPARE(missingText(only(rights, Right::Write)), QStringLiteral("hdel"));
    QCOMPARE(missingRules(only(rights, Right::Write)), QByteArray("+hdel"));
}

void tst_permissions::roles()
{
    const Reply noRole = error("NOPERM this user has no permissions to run the 'role' command");
    QVERIFY(!isReplica(role("master"), bulk("x")));
    QVERIFY(isReplica(role("slave"), bulk("x")));
    QVERIFY(isReplica(noRole, bulk("x\r\nrole:slave\r\n"))); // Only INFO reveals its role
    QVERIFY(isBeforeAcl(bulk("# Server\r\nredis_version:5.0.14\r\n")));
    QVERIFY(!isBeforeAcl(bulk("# Server\r\nredis_version:6.2.6\r\n")));
    QVERIFY(!isBeforeAcl(bulk("# Server\r\nredis_version:10.0.0\r\n")));
    QVERIFY(!isBeforeAcl(error("NOPERM")));
}

void tst_permissions::mayWrite_data()
{
    QTest::addColumn<Reply>("first");
    QTest::addColumn<QList<QByteArray>>("patterns");
    QTest::addColumn<bool>("before6");
    QTest::addColumn<QString>("text");
    const QList<QByteArray> none;
    const QList<QByteArray> locks{"lock:*"};
    const auto row = [](const char *name, const Reply &first, const QList<QByteArray> &patterns,
                        const char *text, bool before6 = false) {
        QTest::newRow(name) << first << patterns << before6 << QString::fromLatin1(text);
    };
    row("everything allowed", Fine, none, "write access");
    row("a command is missing", bulk("This user has no permissions to run the 'evalsha' command"), none,
        "no write access: this user may not run evalsha");
    row("of 7.2", bulk("User bob has no permissions to run the 'evalsha' command"), none,
        "no write access: this user may not run evalsha");
    row("other keys only", bulk("This user has no permissions to access the 'lock:lockscope' key"), locks,
        "no write access: this user may not access keys of lock:*");
    row("other keys only, none asked for",
        bulk("This user has no permissions to access the 'lock:lockscope' key"), none,
        "write access (not every key)");
    row("may not ask", error("NOPERM this user has no permissions to run the 'acl|dryrun' command"), none,
        "write access unknown: this user may not query the server for it (ACL DRYRUN)");
    const Reply noTry =
        error("ERR Unknown subcommand or wrong number of arguments for 'DRYRUN'. Try ACL HELP.");
    row("too old to be asked", noTry, none, "write access unknown: servers before 7.0 cannot be queried");
    row("older than users", error("ERR unknown command `ACL`, with args"), none, "write access", true);
}

void tst_permissions::mayWrite()
{
    QFETCH(Reply, first);
    QFETCH(QList<QByteArray>, patterns);
    QFETCH(bool, before6);
    QFETCH(QString, text);
    const ConnectionSpec spec = bob(patterns);
    const std::vector<RightInfo> rights = told(spec, Right::Script, first, before6);
    QCOMPARE(stageText(lockscope::mayWrite(rights, false, spec)), text);
    QCOMPARE(stageText(lockscope::mayWrite(rights, true, spec)),
             QStringLiteral("no write access: it is a replica"));
}

void tst_permissions::mayRead_data()
{
    QTest::addColumn<Right>("right");
    QTest::addColumn<Reply>("first");
    QTest::addColumn<QList<QByteArray>>("patterns");
    QTest::addColumn<QString>("text");
    const QList<QByteArray> none;
    const QList<QByteArray> locks{"lock:*"};
    const Reply keyDenied =
        error("NOPERM this user has no permissions to access one of the keys used as arguments");
    QTest::newRow("all") << Right::Read << Fine << none << QStringLiteral("read access");
    QTest::newRow("the sample is on another node")
        << Right::Read << error("MOVED 1 127.0.0.1:7001") << none << QStringLiteral("read access");
    QTest::newRow("some keys") << Right::Read << keyDenied << none
                               << QStringLiteral("read access (not every key)");
    QTest::newRow("not those asked for")
        << Right::Read << keyDenied << locks
        << QStringLiteral("no read access: this user may not access keys of lock:*");
    QTest::newRow("no SCAN") << Right::Scan
                             << error("NOPERM this user has no permissions to run the 'scan' command") << none
                             << QStringLiteral("no read access: this user may not run scan");
}

void tst_permissions::mayRead()
{
    QFETCH(Right, right);
    QFETCH(Reply, first);
    QFETCH(QList<QByteArray>, patterns);
    QFETCH(QString, text);
    const ConnectionSpec spec = bob(patterns);
    QCOMPARE(stageText(lockscope::mayRead(told(spec, right, first), spec)), text);
}

LOCKSCOPE_TEST(tst_permissions)

} // namespace tst_permissions

#include "tst_permissions.moc"
