// SPDX-License-Identifier: GPL-3.0-or-later
// Servers as services rent them out: without some commands, by ACL or by another name. lockscope-cli does
// what is left, refuses the rest before anything is changed, and the doctor says what it could not ask.

#include "core/lab/sandbox/sandbox.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_managedservers
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Ann = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57");
const QByteArray Bob = QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1");

// What the commands end with.
struct Expected {
    int scan = 0;
    int acquire = 0;
    int release = 0;
    int force = 0;
};

} // namespace

class tst_ManagedServers : public QObject
{
    Q_OBJECT
private slots:
    void doWhatIsLeft_data();
    void doWhatIsLeft();
    void commandsOfAnotherNameAreNotWell();
    void aConditionalDeletionIsARelease();

private:
    QByteArray ask(const CliCommand &command) { return redisCli(m_server->tcp(), command).value().trimmed(); }
    void start(const QStringList &arguments = {});
    Ended run(const QByteArrayList &words) const;
    void compare(const Ended &ended, int status, const QByteArrayList &said) const;

    std::unique_ptr<Sandbox> m_server;
    ConnectionSpec m_user;
};

void tst_ManagedServers::start(const QStringList &arguments)
{
    VERIFY_INTO(m_server, Sandbox::start({.serverArguments = arguments}));
    m_user = m_server->tcp();
    ask({"HSET", "lock:held", Ann, "1"});
    ask({"PEXPIRE", "lock:held", "600000"});
}

Ended tst_ManagedServers::run(const QByteArrayList &words) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LOCKSCOPE_PASSWORD"), m_user.password);
    ConnectionSpec named = m_user;
    named.password.clear();
    return runCli(QByteArrayList{"-u", connectionUrl(named).toUtf8()} + words, environment);
}

void tst_ManagedServers::compare(const Ended &ended, int status, const QByteArrayList &said) const
{
    QVERIFY2(ended.status == status, ended.told().constData());
    for (const QByteArray &words : said)
        QVERIFY2((ended.out + ended.err).contains(words),
                 (words + " is missing in " + ended.told()).constData());
}

void tst_ManagedServers::doWhatIsLeft_data()
{
    QTest::addColumn<QByteArrayList>("rights");
    QTest::addColumn<Expected>("expected");
    QTest::addColumn<QByteArray>("whyNot"); // of the acts that are refused
    QTest::addColumn<QByteArrayList>("doctor");
    QTest::newRow("all") << QByteArrayList{} << Expected{} << QByteArray()
                         << QByteArrayList{"settings    allowed", "clients     allowed"};
    QTest::newRow("no CONFIG") << QByteArrayList{"-config"} << Expected{} << QByteArray()
                               << QByteArrayList{"CONFIG GET: NOPERM", "+config|get", "settings    denied"};
    QTest::newRow("no CLIENT LIST") << QByteArrayList{"-client", "+client|setname", "+client|id",
                                                      "+client|tracking"}
                                    << Expected{} << QByteArray()
                                    << QByteArrayList{"clients     denied", "tracking    allowed"};
    // ROLE is among them: the server does not say that it is a master.
    QTest::newRow("nothing dangerous")
        << QByteArrayList{"-@dangerous", "-@admin"} << Expected{} << QByteArray()
        << QByteArrayList{"INFO: NOPERM", "CONFIG GET: NOPERM", "+info +config|get", "scan        allowed"};
    QTest::newRow("no scripts") << QByteArrayList{"-@scripting"}
                                << Expected{.acquire = 4, .release = 4, .force = 4} << QByteArray("evalsha")
                                << QByteArrayList{"scan        allowed"};
    QTest::newRow("no messages") << QByteArrayList{"-@pubsub"} << Expected{.release = 4, .force = 4}
                                 << QByteArray("this user may not run ")
                                 << QByteArrayList{"waiters     denied"};
    QTest::newRow("no SCAN") << QByteArrayList{"-scan"} << Expected{.scan = 4} << QByteArray()
                             << QByteArrayList{"scan        denied   scan"};
}

void tst_ManagedServers::doWhatIsLeft()
{
    QFETCH(QByteArrayList, rights);
    QFETCH(Expected, expected);
    QFETCH(QByteArray, whyNot);
    QFETCH(QByteArrayList, doctor);
    start();
    CliCommand user{"ACL", "SETUSER", "rented", "on", ">secret", "~*", "&*", "+@all"};
    for (const QByteArray &right : rights)
        user.push_back(right);
    QCOMPARE(ask(user), QByteArray("OK"));
    m_user.user = QStringLiteral("rented");
    m_user.password = QStringLiteral("secret");
    const auto saidOf = [&whyNot](int status) {
        return status == 0 ? QByteArrayList{} : QByteArrayList{whyNot};
    };
    compare(run({"scan"}), expected.scan, {expected.scan == 0 ? "lock:held" : "may not run scan"});
    compare(run({"show", "lock:held"}), 0, {Ann});
    compare(run({"acquire", "lock:new", "--kind", "rlock", "--owner", Bob, "--lease", "1m"}),
            expected.acquire, saidOf(expected.acquire));
    if (expected.acquire != 0)
        ask({"HSET", "lock:new", Bob, "1"});
    compare(run({"release", "lock:new", "--kind", "rlock", "--owner", Bob}), expected.release,
            saidOf(expected.release));
    compare(run({"force-release", "lock:held", "--expect-owner", Ann, "--reason", "test"}), expected.force,
            saidOf(expected.force));
    QCOMPARE(ask({"EXISTS", "lock:new"}), QByteArray(expected.release == 0 ? "0" : "1"));
    QCOMPARE(ask({"EXISTS", "lock:held"}), QByteArray(expected.force == 0 ? "0" : "1"));
    compare(run({"doctor"}), 0, doctor);
}

void tst_ManagedServers::commandsOfAnotherNameAreNotWell()
{
    QStringList arguments;
    for (const char *command : {"CONFIG", "CLIENT", "INFO"})
        arguments << QStringLiteral("--rename-command") << QLatin1String(command) << QString();
    start(arguments);
    compare(run({"scan"}), 0, {"lock:held"});
    compare(run({"show", "lock:held"}), 0, {Ann});
    const Ended doctor = run({"doctor"});
    compare(doctor, 0,
            {"this server does not answer every query", "INFO: ERR unknown command",
             "CONFIG GET: ERR unknown command", "the server has no CLIENT LIST"});
    QVERIFY2(!doctor.out.contains("no findings"), doctor.told().constData());
    compare(run({"force-release", "lock:held", "--expect-owner", Ann, "--reason", "test"}), 0, {});
    QCOMPARE(ask({"EXISTS", "lock:held"}), QByteArray("0"));
}

// Redis 8.4 and Valkey 9.0 delete a key only while it has a value.
void tst_ManagedServers::aConditionalDeletionIsARelease()
{
    start();
    ask({"SET", "lock:token", Ann, "PX", "600000"});
    ask({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    if (ask({"COMMAND", "INFO", "DELIFEQ"}).isEmpty())
        QSKIP("this server has no DELIFEQ (Valkey 9.0)");
    Program watch({"-u", connectionUrl(m_server->tcp()).toUtf8(), "watch"});
    QTRY_VERIFY(watch.said("followed by"));
    ask({"SET", "lock:token", Ann, "IFEQ", Ann, "PX", "900000"});
    ask({"DELIFEQ", "lock:token", Bob});
    QCOMPARE(ask({"EXISTS", "lock:token"}), QByteArray("1"));
    ask({"DELIFEQ", "lock:token", Ann});
    QTRY_VERIFY(watch.said("released   lock:token"));
}

LOCKSCOPE_TEST(tst_ManagedServers)

} // namespace tst_managedservers

#include "tst_managedservers.moc"
