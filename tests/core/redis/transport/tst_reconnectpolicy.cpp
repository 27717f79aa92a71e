// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/login.h"
#include "core/redis/transport/reconnectpolicy.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_reconnectpolicy
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

Reply status(const QByteArray &text)
{
    return {.type = Reply::Type::Status, .bytes = text};
}

Reply error(const QByteArray &text)
{
    return {.type = Reply::Type::Error, .bytes = text};
}

Reply integer(qint64 value)
{
    return {.type = Reply::Type::Integer, .integer = value};
}

const QByteArray NameAndRest = "*3\r\n$6\r\nCLIENT\r\n$7\r\nSETNAME\r\n$9\r\nlockscope\r\n"
                               "*2\r\n$6\r\nCLIENT\r\n$2\r\nID\r\n*1\r\n$4\r\nPING\r\n";

} // namespace

class tst_reconnectpolicy : public QObject
{
    Q_OBJECT
private slots:
    void backOffDoublesToItsCap();
    void backOffHasJitter();
    void aShortConnectionIsNoRecovery();
    void whichFailuresAreFinal_data();
    void whichFailuresAreFinal();
    void silenceCountsFromTheLastByte();
    void theConnectDeadlineSaysWhatWasMissing();
    void loginCommands_data();
    void loginCommands();
    void aPlainLogin();
    void refusedNameAndIdDoNotMatter();
    void refusals_data();
    void refusals();
    void notRedis();
};

void tst_reconnectpolicy::backOffDoublesToItsCap()
{
    QCOMPARE(backOff(1, 1.0), 100ms);
    QCOMPARE(backOff(2, 1.0), 200ms);
    QCOMPARE(backOff(5, 1.0), 1600ms);
    QCOMPARE(backOff(8, 1.0), 10000ms);
    QCOMPARE(backOff(1'000'000, 1.0), 10000ms);
    QCOMPARE(backOff(0, 1.0), 100ms);
}

void tst_reconnectpolicy::backOffHasJitter()
{
    QCOMPARE(backOff(2, 0.0), 100ms);
    QCOMPARE(backOff(2, 0.5), 150ms);
    QCOMPARE(backOff(20, 0.0), 5000ms);
}

void tst_reconnectpolicy::aShortConnectionIsNoRecovery()
{
    QCOMPARE(nextAttempt(0, {}), 1);
    QCOMPARE(nextAttempt(3, {}), 4);
    QCOMPARE(nextAttempt(3, 200ms), 4);
    QCOMPARE(nextAttempt(3, 10s), 1);
}

void tst_reconnectpolicy::whichFailuresAreFinal_data()
{
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<bool>("final");
    const auto row = [](ErrorKind kind, bool final) { QTest::newRow(errorKindName(kind)) << kind << final; };
    for (const ErrorKind kind : {ErrorKind::BadInput, ErrorKind::TlsFailed, ErrorKind::Protocol,
                                 ErrorKind::NoAuth, ErrorKind::WrongPass, ErrorKind::NoPerm,
                                 ErrorKind::ProtectedMode, ErrorKind::ServerError, ErrorKind::Unsupported})
        row(kind, true);
    for (const ErrorKind kind : {ErrorKind::Refused, ErrorKind::HostNotFound, ErrorKind::TimedOut,
                                 ErrorKind::ConnectionLost, ErrorKind::Loading, ErrorKind::Busy,
                                 ErrorKind::Unkillable, ErrorKind::MasterDown, ErrorKind::MaxClients})
        row(kind, false);
}

void tst_reconnectpolicy::whichFailuresAreFinal()
{
    QFETCH(ErrorKind, kind);
    QFETCH(bool, final);
    QCOMPARE(isFinalForConnecting(kind), final);
}

void tst_reconnectpolicy::silenceCountsFromTheLastByte()
{
    const Instant start{};
    QCOMPARE(resetMoment(start + 5s, start + 1s, 2s), start + 7s);
    QCOMPARE(resetMoment(start + 5s, start + 6s, 2s), start + 8s);
}

void tst_reconnectpolicy::theConnectDeadlineSaysWhatWasMissing()
{
    ConnectionSpec spec;
    const NodeId node{"h:1"};
    const Failure reaching = connectTimeout(spec, node, ConnectStage::Reaching);
    QCOMPARE(int(reaching.kind), int(ErrorKind::TimedOut));
    QCOMPARE(reaching.node, node);
    QVERIFY(reaching.text.contains(QLatin1String("5000 ms")));
    QVERIFY(connectTimeout(spec, node, ConnectStage::LoggingIn).remedy.contains(QLatin1String("rediss://")));
    QVERIFY(connectTimeout(spec, node, ConnectStage::Securing).remedy.contains(QLatin1String("redis://")));
    spec.tls.enabled = true;
    QVERIFY(!connectTimeout(spec, node, ConnectStage::LoggingIn).remedy.contains(QLatin1String("rediss://")));
}

void tst_reconnectpolicy::loginCommands_data()
{
    QTest::addColumn<ConnectionSpec>("spec");
    QTest::addColumn<QByteArray>("before");
    const QString word = QStringLiteral("s\u00e9cret");
    const QString user = QStringLiteral("bob");
    QTest::newRow("nothing") << ConnectionSpec{} << QByteArray();
    QTest::newRow("password") << ConnectionSpec{.password = word}
                              << QByteArray("*2\r\n$4\r\nAUTH\r\n$7\r\ns\xc3\xa9"
                                            "cret\r\n");
    QTest::newRow("user and password") << ConnectionSpec{.user = user, .password = word}
                                       << QByteArray("*3\r\n$4\r\nAUTH\r\n$3\r\nbob\r\n$7\r\ns\xc3\xa9"
                                                     "cret\r\n");
    QTest::newRow("user without password")
        << ConnectionSpec{.user = user} << QByteArray("*3\r\n$4\r\nAUTH\r\n$3\r\nbob\r\n$0\r\n\r\n");
    QTest::newRow("database") << ConnectionSpec{.db = 12} << QByteArray("*2\r\n$6\r\nSELECT\r\n$2\r\n12\r\n");
}

void tst_reconnectpolicy::loginCommands()
{
    QFETCH(ConnectionSpec, spec);
    QFETCH(QByteArray, before);
    QCOMPARE(Login(spec, NodeId{}).wire(), before + NameAndRest);
}

void tst_reconnectpolicy::aPlainLogin()
{
    Login login({.password = QStringLiteral("x"), .db = 1}, NodeId{});
    for (int i = 0; i < 3; ++i)
        QCOMPARE(int(login.next(status("OK"))), int(Login::Step::More));
    QCOMPARE(int(login.next(integer(42))), int(Login::Step::More));
    QCOMPARE(int(login.next(status("PONG"))), int(Login::Step::Done));
    QCOMPARE(login.clientId(), 42);
}

void tst_reconnectpolicy::refusedNameAndIdDoNotMatter()
{
    Login login({}, NodeId{});
    const QByteArray text = "NOPERM this user has no permissions to run the 'client|setname' command";
    QCOMPARE(int(login.next(error(text))), int(Login::Step::More));
    QCOMPARE(int(login.next(error("ERR unknown subcommand 'ID'. Try CLIENT HELP."))), int(Login::Step::More));
    QCOMPARE(int(login.next(error("NOPERM this user has no permissions to run the 'ping' command"))),
             int(Login::Step::Done));
    QCOMPARE(login.clientId(), 0);
}

void tst_reconnectpolicy::refusals_data()
{
    QTest::addColumn<ConnectionSpec>("spec");
    QTest::addColumn<int>("okBefore");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<ErrorKind>("kind");
    const ConnectionSpec plain{};
    const ConnectionSpec secret{.password = QStringLiteral("x")};
    const ConnectionSpec db{.db = 99};
    QTest::newRow("wrong password") << secret << 0 << QByteArray("WRONGPASS invalid") << ErrorKind::WrongPass;
    QTest::newRow("AUTH of an old server")
        << secret << 0 << QByteArray("ERR wrong number of arguments for 'auth' command")
        << ErrorKind::WrongPass;
    QTest::newRow("no password given")
        << plain << 0 << QByteArray("NOAUTH Authentication required.") << ErrorKind::NoAuth;
    QTest::newRow("no such db") << db << 0 << QByteArray("ERR DB index is out of range")
                                << ErrorKind::ServerError;
    QTest::newRow("unasked: maxclients")
        << plain << 0 << QByteArray("ERR max number of clients reached") << ErrorKind::MaxClients;
    QTest::newRow("unasked, where AUTH was expected")
        << secret << 0 << QByteArray("ERR max number of clients reached") << ErrorKind::MaxClients;
    QTest::newRow("protected mode") << plain << 0 << QByteArray("DENIED Redis is running in protected mode")
                                    << ErrorKind::ProtectedMode;
    QTest::newRow("loading, known from PING only")
        << plain << 1 << QByteArray("LOADING Redis is loading the dataset in memory") << ErrorKind::Loading;
    QTest::newRow("busy") << plain << 0 << QByteArray("BUSY Redis is busy running a script.")
                          << ErrorKind::Busy;
    QTest::newRow("master down") << plain << 1 << QByteArray("MASTERDOWN Link with MASTER is down")
                                 << ErrorKind::MasterDown;
}

void tst_reconnectpolicy::refusals()
{
    QFETCH(ConnectionSpec, spec);
    QFETCH(int, okBefore);
    QFETCH(QByteArray, text);
    QFETCH(ErrorKind, kind);
    Login login(spec, NodeId{"h:1"});
    for (int i = 0; i < okBefore; ++i)
        QCOMPARE(int(login.next(status("OK"))), int(Login::Step::More));
    QCOMPARE(int(login.next(error(text))), int(Login::Step::Refused));
    QCOMPARE(QByteArray(errorKindName(login.failure().kind)), QByteArray(errorKindName(kind)));
    QCOMPARE(login.failure().serverText, text);
    QCOMPARE(login.failure().node, NodeId{"h:1"});
}

void tst_reconnectpolicy::notRedis()
{
    Login login({}, NodeId{});
    QCOMPARE(int(login.next(Reply{.type = Reply::Type::Array})), int(Login::Step::Refused));
    QCOMPARE(int(login.failure().kind), int(ErrorKind::Protocol));
}

LOCKSCOPE_APPLESS_TEST(tst_reconnectpolicy)

} // namespace tst_reconnectpolicy

#include "tst_reconnectpolicy.moc"
