// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/login.h"

#include <QTest>

using namespace lockscope;

class TestLogin : public QObject
{
    Q_OBJECT
private slots:
    void aRefusalDoesNotRepeatThePassword_data();
    void aRefusalDoesNotRepeatThePassword();
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

QTEST_GUILESS_MAIN(TestLogin)
#include "tst_login.moc"
