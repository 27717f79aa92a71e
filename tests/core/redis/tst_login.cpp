// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/login.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_login
{

using namespace lockscope;

class TestLogin : public QObject
{
    Q_OBJECT
private slots:
    void aRefusalDoesNotRepeatThePassword_data();
    void aRefusalDoesNotRepeatThePassword();
    void aReplicaIsAskedToAnswerReads();
    void withoutClusterAReplicaReadsAsItIs();
    void aReplicaThatLoadsIsNotReady();
    void aClusterHasOneDatabase();
};

void TestLogin::aRefusalDoesNotRepeatThePassword_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("from 7.0 on") << QByteArray(
        "ERR unknown command 'AUTH', with args beginning with: 'bob' 's3cr3t' ");
    QTest::newRow("before") << QByteArray(
        "ERR unknown command `AUTH`, with args beginning with: `bob`, `s3cr3t`, ");
    QTest::newRow("a proxy") << QByteArray("ERR invalid request: AUTH bob s3cr3t");
}

void TestLogin::aRefusalDoesNotRepeatThePassword()
{
    QFETCH(const QByteArray, text);
    const ConnectionSpec spec{.user = QStringLiteral("bob"), .password = QStringLiteral("s3cr3t")};
    Login login(spec, spec.node());
    QCOMPARE(login.next({.type = Reply::Type::Error, .bytes = text}), Login::Step::Refused);
    QVERIFY(login.failure().line().contains(QStringLiteral("AUTH")));
    QVERIFY(!login.failure().line().contains(QStringLiteral("s3cr3t")));
    QVERIFY(!login.failure().serverText.contains("s3cr3t"));
}

void TestLogin::aReplicaIsAskedToAnswerReads()
{
    const ConnectionSpec spec{.password = QStringLiteral("s3cr3t"), .db = 3, .replica = true};
    const Login login(spec, spec.node());
    const qsizetype select = login.wire().indexOf("SELECT");
    const qsizetype readOnly = login.wire().indexOf("*1\r\n$8\r\nREADONLY\r\n");
    QVERIFY(select > 0);
    QVERIFY(readOnly > select);
    QVERIFY(readOnly < login.wire().indexOf("CLIENT"));

    const ConnectionSpec master{.host = QStringLiteral("m")};
    QVERIFY(!Login(master, master.node()).wire().contains("READONLY"));
}

void TestLogin::withoutClusterAReplicaReadsAsItIs()
{
    const ConnectionSpec spec{.replica = true};
    Login login(spec, spec.node());
    const Reply ok{.type = Reply::Type::Status, .bytes = "OK"};
    QCOMPARE(
        login.next({.type = Reply::Type::Error, .bytes = "ERR This instance has cluster support disabled"}),
        Login::Step::More);
    QCOMPARE(login.next(ok), Login::Step::More);
    QCOMPARE(login.next({.type = Reply::Type::Integer, .integer = 7}), Login::Step::More);
    QCOMPARE(login.next({.type = Reply::Type::Status, .bytes = "PONG"}), Login::Step::Done);
    QCOMPARE(login.clientId(), 7);
}

void TestLogin::aReplicaThatLoadsIsNotReady()
{
    const ConnectionSpec spec{.replica = true};
    Login login(spec, spec.node());
    QCOMPARE(login.next({.type = Reply::Type::Error, .bytes = "LOADING Redis is loading"}),
             Login::Step::Refused);
    QCOMPARE(login.failure().kind, ErrorKind::Loading);
}

void TestLogin::aClusterHasOneDatabase()
{
    const ConnectionSpec spec{.db = 1};
    Login login(spec, spec.node());
    QCOMPARE(login.next({.type = Reply::Type::Error, .bytes = "ERR SELECT is not allowed in cluster mode"}),
             Login::Step::Refused);
    QCOMPARE(login.failure().text,
             QStringLiteral(
                 "cannot use database 1: this server is a cluster node, and a cluster has database 0 only"));
    QCOMPARE(login.failure().remedy, QStringLiteral("omit the database number"));
}

LOCKSCOPE_TEST(TestLogin)

} // namespace tst_login

#include "tst_login.moc"
