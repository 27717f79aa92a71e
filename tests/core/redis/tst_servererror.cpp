// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/reply.h"
#include "core/redis/servererror.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_servererror
{

using namespace lockscope;

class tst_servererror : public QObject
{
    Q_OBJECT
private slots:
    void kinds_data();
    void kinds();
    void remedies_data();
    void remedies();
    void aFailureKeepsNodeKeyAndWords();
    void aScriptOfAnOldServerMayBeHalfDone();
};

// Texts as sent by Redis 7.0.15, and by other versions where these differ.
void tst_servererror::kinds_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<ErrorKind>("kind");
    const auto row = [](const char *text, ErrorKind kind) {
        QTest::newRow(text) << QByteArray(text) << kind;
    };
    row("NOAUTH Authentication required.", ErrorKind::NoAuth);
    row("NOAUTH HELLO must be called with the client already authenticated, ...", ErrorKind::NoAuth);
    row("WRONGPASS invalid username-password pair or user is disabled.", ErrorKind::WrongPass);
    row("ERR invalid password", ErrorKind::WrongPass);
    row("ERR AUTH <password> called without any password configured for the default user. Are you sure your "
        "configuration is correct?",
        ErrorKind::WrongPass);
    row("NOPERM this user has no permissions to run the 'eval' command", ErrorKind::NoPerm);
    row("NOPERM User bob has no permissions to run the 'get' command", ErrorKind::NoPerm);
    row("ERR The user executing the script can't access at least one of the keys mentioned in the command "
        "arguments script: 0a, on @user_script:1.",
        ErrorKind::NoPerm);
    row("ERR The user executing the script can't run this command or subcommand script: 0a, on "
        "@user_script:1.",
        ErrorKind::NoPerm);
    row("ERR ACL failure in script: User bob has no permissions to run the 'del' command script: 0a, on "
        "@user_script:1.",
        ErrorKind::NoPerm);
    row("ERR Error running script (call to f_0a): @user_script:1: @user_script: 1: -NOPERM The user "
        "executing the "
        "script can't run this command or subcommand",
        ErrorKind::NoPerm);
    row("ERR Error running script (call to f_0a): @user_script:1: The user executing the script can't run "
        "this "
        "command or subcommand",
        ErrorKind::NoPerm);
    row("LOADING Redis is loading the dataset in memory", ErrorKind::Loading);
    row("BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
        ErrorKind::Busy);
    row("BUSYGROUP Consumer Group name already exists", ErrorKind::ServerError);
    row("UNKILLABLE Sorry the script already executed write commands against the dataset.",
        ErrorKind::Unkillable);
    row("READONLY You can't write against a read only replica.", ErrorKind::ReadOnlyReplica);
    row("READONLY You can't write against a read only replica. script: 0a, on @user_script:1.",
        ErrorKind::ReadOnlyReplica);
    row("MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
        ErrorKind::Misconf);
    row("OOM command not allowed when used memory > 'maxmemory'.", ErrorKind::OutOfMemory);
    row("OOM command not allowed when used memory > 'maxmemory'. script: 0a, on @user_script:1.",
        ErrorKind::OutOfMemory);
    row("ERR Error running script (call to f_0a): @user_script:1: -OOM command not allowed when used memory "
        "> "
        "'maxmemory'.",
        ErrorKind::OutOfMemory);
    row("@user_script: 33: -OOM command not allowed when used memory > 'maxmemory'.", ErrorKind::OutOfMemory);
    row("@user_script: 7: The user executing the script can't run this command or subcommand",
        ErrorKind::NoPerm);
    row("MOVED 3300 127.0.0.1:7410", ErrorKind::Moved);
    row("ASK 6035 127.0.0.1:7410", ErrorKind::Ask);
    row("TRYAGAIN Multiple keys request during rehashing of slot", ErrorKind::TryAgain);
    row("CROSSSLOT Keys in request don't hash to the same slot", ErrorKind::CrossSlot);
    row("ERR Script attempted to access keys that do not hash to the same slot", ErrorKind::CrossSlot);
    row("CLUSTERDOWN The cluster is down", ErrorKind::ClusterDown);
    row("MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
        ErrorKind::MasterDown);
    row("NOREPLICAS Not enough good replicas to write.", ErrorKind::NoReplicas);
    row("NOSCRIPT No matching script. Please use EVAL.", ErrorKind::NoScript);
    row("WRONGTYPE Operation against a key holding the wrong kind of value", ErrorKind::WrongType);
    row("ERR max number of clients reached", ErrorKind::MaxClients);
    row("ERR max number of clients + cluster connections reached", ErrorKind::MaxClients);
    row("DENIED Redis is running in protected mode because protected mode is enabled and no password is set "
        "for the default user. ...",
        ErrorKind::ProtectedMode);
    row("ERR unknown command 'FCALL', with args beginning with: 'f' ", ErrorKind::UnknownCommand);
    row("ERR unknown subcommand 'NO-TOUCH'. Try CLIENT HELP.", ErrorKind::UnknownCommand);
    row("ERR Unknown subcommand or wrong number of arguments for 'TRACKINGINFO'. Try CLIENT HELP.",
        ErrorKind::UnknownCommand);
    row("ERR value is not an integer or out of range", ErrorKind::ServerError);
    row("ERR the text may name max number of clients and be another", ErrorKind::ServerError);
    row("UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)",
        ErrorKind::ServerError);
    row("", ErrorKind::ServerError);
    row("ERR", ErrorKind::ServerError);
}

void tst_servererror::kinds()
{
    QFETCH(QByteArray, text);
    QFETCH(ErrorKind, kind);
    QCOMPARE(QByteArray(errorKindName(classifyServerError(text))), QByteArray(errorKindName(kind)));
    const Failure failure = serverFailure(text, NodeId{"n:1"});
    QVERIFY(!failure.text.isEmpty());
    QVERIFY(!failure.text.endsWith(QLatin1Char('.')));
}

void tst_servererror::remedies_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("remedy");
    const auto row = [](const char *text, const char *remedy) {
        QTest::newRow(text) << QByteArray(text) << QString::fromLatin1(remedy);
    };
    row("NOPERM this user has no permissions to run the 'eval' command", "ACL SETUSER <user> +eval");
    row("NOPERM User bob has no permissions to run the 'client|id' command", "ACL SETUSER bob +client|id");
    row("NOPERM User a%2 has no permissions to run the 'get' command", "ACL SETUSER a%2 +get");
    row("NOPERM this user has no permissions to access one of the keys used as arguments",
        "ACL SETUSER <user> ~lock:a");
    row("ERR The user executing the script can't run this command or subcommand script: 0a, on "
        "@user_script:1.",
        "Health, or lockscope-cli doctor, shows which permission is missing");
    row("NOPERM The user may not run 'pexpire'; nothing was changed", "ACL SETUSER <user> +pexpire");
    row("NOPERM No permissions to access a key", "ACL SETUSER <user> ~lock:a");
    row("NOPERM this user has no permissions to access one of the channels used as arguments",
        "ACL SETUSER <user> &<channel>");
    row("ERR The user executing the script can't access at least one of the keys mentioned in the command "
        "arguments script: 0a",
        "~lock:a");
    row("ERR AUTH <password> called without any password configured for the default user.",
        "omit the password");
    row("READONLY You can't write against a read only replica.", "connect to its master");
    row("BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
        "wait; SCRIPT KILL stops it unless it has already written data");
    row("BUSY Redis is busy running a script. You can only call FUNCTION KILL or SHUTDOWN NOSAVE.",
        "wait; FUNCTION KILL stops it unless it has already written data");
    row("BUSY Redis is busy running a module command.", "wait, then retry");
    row("UNKILLABLE Sorry the script already executed write commands against the dataset. You can either "
        "wait the "
        "script termination or kill the server in a hard way using the SHUTDOWN NOSAVE command.",
        "wait, then retry");
    row("MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
        "until then no lock can be released");
}

void tst_servererror::remedies()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, remedy);
    const Failure failure = serverFailure(text, NodeId{"n:1"}, "lock:a");
    QVERIFY2(failure.remedy.contains(remedy), qPrintable(failure.remedy));
    QVERIFY(!failure.line().contains(QLatin1String("SHUTDOWN")) && !failure.serverText.contains("SHUTDOWN"));
}

void tst_servererror::aFailureKeepsNodeKeyAndWords()
{
    const QByteArray text = "ERR something unheard of";
    const Failure failure = serverFailure(text, NodeId{"10.0.0.1:6379"}, "lock:\xff");
    QCOMPARE(failure.serverText, text);
    QCOMPARE(failure.node, NodeId{"10.0.0.1:6379"});
    QCOMPARE(failure.key, QByteArray("lock:\xff"));
    QVERIFY(failure.text.contains(QStringLiteral("something unheard of")));
}

// Up to Redis 6.2, a script cannot ask before it begins.
void tst_servererror::aScriptOfAnOldServerMayBeHalfDone()
{
    const auto half = [](const QByteArray &text) { return mayBeHalfDone(serverFailure(text, {"n:1"})); };
    QVERIFY(half("ERR Error running script (call to f_0a): @user_script:1: @user_script: 1: -NOPERM The user "
                 "executing the script can't run this command or subcommand"));
    QVERIFY(half("ERR Error running script (call to f_0a): @user_script:1: @user_script: 1: Unknown Redis "
                 "command called from Lua script"));
    QVERIFY(!half("ERR The user executing the script can't run this command or subcommand script: 0a, on "
                  "@user_script:1.")); // 7.0
    QVERIFY(!half("NOPERM The user may not run 'pexpire'; nothing was changed"));
    QVERIFY(!half("NOPERM this user has no permissions to run the 'evalsha' command"));
}

LOCKSCOPE_APPLESS_TEST(tst_servererror)

} // namespace tst_servererror

#include "tst_servererror.moc"
