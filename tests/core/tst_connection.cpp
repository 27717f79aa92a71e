// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection.h"
#include "tests/support/verify.h"

#include <QTest>

using namespace lockscope;

class tst_connection : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void aPasswordIsNeverRepeated_data();
    void aPasswordIsNeverRepeated();
    void writesWithoutThePasswordAndReadsBack_data();
    void writesWithoutThePasswordAndReadsBack();
    void namesTheNode_data();
    void namesTheNode();
};

void tst_connection::reads_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<ConnectionSpec>("expected");

    const auto row = [](const char *title, const char *url, const ConnectionSpec &expected) {
        QTest::newRow(title) << QString::fromUtf8(url) << expected;
    };
    const auto text = [](const char *utf8) { return QString::fromUtf8(utf8); };
    row("host alone", "redis://h", {.host = text("h")});
    row("spaces around", " redis://h\n", {.host = text("h")});
    row("host, port and database", "redis://h.example:6380/3",
        {.host = text("h.example"), .port = 6380, .db = 3});
    row("a slash and no database", "redis://h/", {.host = text("h")});
    row("the scheme in capitals", "REDIS://h", {.host = text("h")});
    row("user and password", "redis://ann:secret@h",
        {.host = text("h"), .user = text("ann"), .password = text("secret")});
    row("password after a colon", "redis://:secret@h", {.host = text("h"), .password = text("secret")});
    row("a lone userinfo is the password", "redis://secret@h",
        {.host = text("h"), .password = text("secret")});
    row("a user without a password", "redis://ann:@h", {.host = text("h"), .user = text("ann")});
    row("percent-coded password", "redis://:p%40%3A%2F%3F%23%25%20%E9%94%81@h",
        {.host = text("h"), .password = text("p@:/?#% 锁")});
    row("a second colon belongs to the password", "redis://ann:a:b@h",
        {.host = text("h"), .user = text("ann"), .password = text("a:b")});
    row("IPv6 in brackets", "redis://[::1]:7000", {.host = text("::1"), .port = 7000});
    row("IPv6 without a port", "redis://[2001:db8::7]/2", {.host = text("2001:db8::7"), .db = 2});
    row("IPv6 with a zone", "redis://[fe80::1%25eth0]:1", {.host = text("fe80::1%eth0"), .port = 1});
    row("the highest port", "redis://h:65535", {.host = text("h"), .port = 65535});
    row("database in the query", "redis://h?db=4", {.host = text("h"), .db = 4});
    row("database twice, the same", "redis://h/4?db=4", {.host = text("h"), .db = 4});
    row("client name", "redis://h?clientname=ops%2Fann", {.host = text("h"), .clientName = text("ops/ann")});
    row("TLS", "rediss://h:6380", {.host = text("h"), .port = 6380, .tls = {.enabled = true}});
    row("TLS with everything",
        "rediss://h?cacert=/ca.pem&cert=/a%20b.pem&key=/k.pem&sni=redis.example&insecure=1",
        {.host = text("h"),
         .tls = {.enabled = true,
                 .verifyPeer = false,
                 .caFile = text("/ca.pem"),
                 .certificateFile = text("/a b.pem"),
                 .keyFile = text("/k.pem"),
                 .serverName = text("redis.example")}});
    row("insecure=0 verifies", "rediss://h?insecure=0", {.host = text("h"), .tls = {.enabled = true}});
    row("unix socket", "unix:///run/redis.sock", {.socketPath = text("/run/redis.sock")});
    row("unix socket with all", "unix://ann:secret@/run/a@b%20c.sock?db=2&clientname=x",
        {.socketPath = text("/run/a@b c.sock"),
         .user = text("ann"),
         .password = text("secret"),
         .db = 2,
         .clientName = text("x")});
}

void tst_connection::reads()
{
    QFETCH(QString, url);
    const auto spec = parseConnectionUrl(url);
    VERIFY_OK(spec);
    QTEST(*spec, "expected");
    QVERIFY(spec->readOnly);
}

void tst_connection::refuses_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("why");

    const auto row = [](const char *title, const char *url, const char *why) {
        QTest::newRow(title) << QString::fromUtf8(url) << QString::fromUtf8(why);
    };
    row("nothing", "", "does not begin with redis://");
    row("a host without a scheme", "localhost:6379", "does not begin with redis://");
    row("one slash", "redis:/h", "does not begin with redis://");
    row("another scheme", "http://h", "does not begin with redis://");
    row("no host", "redis://", "host is missing");
    row("no host but a port", "redis://:6379", "host is missing");
    row("no host but a password", "redis://:x@", "host is missing");
    row("no host but a database", "redis:///1", "host is missing");
    row("a space in the host", "redis://a b", "character that no host name has");
    row("a line feed in the host", "redis://a%0Ab", "character that no host name has");
    row("a colon hidden in the host", "redis://a%3A1", "character that no host name has");
    row("port zero", "redis://h:0", "port is no number");
    row("port too large", "redis://h:65536", "port is no number");
    row("port far too large", "redis://h:99999999999", "port is no number");
    row("port of letters", "redis://h:redis", "port is no number");
    row("negative port", "redis://h:-1", "port is no number");
    row("signed port", "redis://h:+1", "port is no number");
    row("port missing after the colon", "redis://h:/0", "port is no number");
    row("IPv6 without brackets", "redis://::1:6379", "more than one colon");
    row("bracket not closed", "redis://[::1", "] after the IPv6");
    row("no address in the brackets", "redis://[]:1", "no IPv6 address");
    row("a name in the brackets", "redis://[localhost]:1", "no IPv6 address");
    row("text after the bracket", "redis://[::1]x", "port is no number");
    row("database of letters", "redis://h/x", "database is no number");
    row("negative database", "redis://h/-1", "database is no number");
    row("database too large", "redis://h/99999999999", "database is no number");
    row("a path after the database", "redis://h/1/2", "database is no number");
    row("database in the query of letters", "redis://h?db=x", "database is no number");
    row("database in the query empty", "redis://h?db=", "database is no number");
    row("two databases", "redis://h/1?db=2", "two databases");
    row("unknown parameter", "redis://h?tiemout=3", "no query parameter \"tiemout\"");
    row("a parameter is spelt exactly", "redis://h?DB=3", "no query parameter \"DB\"");
    row("a parameter twice", "redis://h?db=1&db=1", "given twice");
    row("TLS parameters without TLS", "redis://h?cacert=/ca.pem", "no TLS connection");
    row("TLS parameters on a socket", "unix:///s?insecure=1", "no TLS connection");
    row("insecure is neither yes nor no", "rediss://h?insecure=yes", "neither 0 nor 1");
    row("certificate without its key", "rediss://h?cert=/c.pem", "cert and key");
    row("key without its certificate", "rediss://h?key=/k.pem", "cert and key");
    row("client name with a space", "redis://h?clientname=a%20b", "clientname");
    row("half a percent code", "redis://h?clientname=a%4", "two hex digits");
    row("wrong percent code in the password", "redis://:a%zzb@h", "in the password");
    row("a password that is no text", "redis://:%ff@h", "password is no UTF-8");
    row("NUL in the path", "unix:///a%00b", "path is no UTF-8");
    row("a fragment", "redis://h/0#x", "not escaped");
    row("a socket with a host", "unix://h/run/redis.sock", "has no host");
    row("a socket without a path", "unix://", "path of the socket is missing");
    row("a socket in the root", "unix:///", "path of the socket is missing");
}

void tst_connection::refuses()
{
    QFETCH(QString, url);
    QFETCH(QString, why);
    const auto spec = parseConnectionUrl(url);
    VERIFY_FAILS(spec, ErrorKind::BadInput);
    QVERIFY2(spec.failure().text.contains(why), qPrintable(spec.failure().line()));
    QVERIFY(!spec.failure().line().contains(QLatin1Char('\n')));
    QVERIFY(!spec.failure().remedy.isEmpty());
}

void tst_connection::aPasswordIsNeverRepeated_data()
{
    QTest::addColumn<QString>("url");

    QTest::newRow("bad port") << QStringLiteral("redis://ann:SECRET@h:x");
    QTest::newRow("unescaped slash") << QStringLiteral("redis://ann:SEC/SECRET@h");
    QTest::newRow("unescaped slash before digits") << QStringLiteral("redis://ann:1/SECRET@h");
    QTest::newRow("unescaped question mark") << QStringLiteral("redis://ann:1?SECRET@h");
    QTest::newRow("unescaped question mark, value") << QStringLiteral("redis://ann:1?SECRET=x@h");
    QTest::newRow("unescaped hash") << QStringLiteral("redis://ann:1#SECRET@h");
    QTest::newRow("unescaped at sign") << QStringLiteral("redis://ann:1@SECRET@h");
    QTest::newRow("unescaped at sign and question mark") << QStringLiteral("redis://ann:1@h?SECRET=1@h");
    QTest::newRow("unescaped slash of a socket") << QStringLiteral("unix://ann:1/SECRET@/x y?q");
    QTest::newRow("unescaped question mark of a socket") << QStringLiteral("unix://ann:1?SECRET@/x");
    QTest::newRow("wrong percent code") << QStringLiteral("redis://:SECRET%zz@h");
    QTest::newRow("no scheme") << QStringLiteral("ann:SECRET@h");
    QTest::newRow("odd scheme") << QStringLiteral("ann:SECRET@h://x");
    QTest::newRow("bracket") << QStringLiteral("redis://:SECRET@[::1");
    QTest::newRow("sentinel") << QStringLiteral("sentinel://:SECRET@h/m");
}

void tst_connection::aPasswordIsNeverRepeated()
{
    QFETCH(QString, url);
    const auto spec = parseConnectionUrl(url);
    QVERIFY(!spec.ok());
    QVERIFY2(!spec.failure().line().contains(QLatin1String("SECRET"), Qt::CaseInsensitive),
             qPrintable(spec.failure().line()));
}

void tst_connection::writesWithoutThePasswordAndReadsBack_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("written");

    const auto row = [](const char *title, const char *url, const char *written) {
        QTest::newRow(title) << QString::fromUtf8(url) << QString::fromUtf8(written);
    };
    row("the default port is written", "redis://h", "redis://h:6379");
    row("user and database stay, the password goes", "redis://ann:secret@h/2", "redis://ann:@h:6379/2");
    row("password alone", "redis://:secret@h", "redis://h:6379");
    row("odd user", "redis://a%40b%3Ac:x@h", "redis://a%40b%3Ac:@h:6379");
    row("IPv6 with a zone", "redis://[fe80::1%25eth0]", "redis://[fe80::1%25eth0]:6379");
    row("TLS", "rediss://h?sni=a%26b&cacert=/c%20a.pem&insecure=1",
        "rediss://h:6379?cacert=/c%20a.pem&sni=a%26b&insecure=1");
    row("client certificate", "rediss://h?key=/k&cert=/c", "rediss://h:6379?cert=/c&key=/k");
    row("unix socket", "unix://:x@/run/a%3Fb.sock?clientname=me&db=1",
        "unix:///run/a%3Fb.sock?db=1&clientname=me");
    row("international host", "redis://锁.example", "redis://%E9%94%81.example:6379");
}

void tst_connection::writesWithoutThePasswordAndReadsBack()
{
    QFETCH(QString, url);
    QFETCH(QString, written);
    auto spec = parseConnectionUrl(url);
    VERIFY_OK(spec);
    QCOMPARE(connectionUrl(*spec), written);
    const auto back = parseConnectionUrl(written);
    VERIFY_OK(back);
    spec->password.clear();
    QCOMPARE(*back, *spec);
}

void tst_connection::namesTheNode_data()
{
    QTest::addColumn<ConnectionSpec>("spec");
    QTest::addColumn<QByteArray>("node");

    QTest::newRow("host and port") << ConnectionSpec{.host = QStringLiteral("h"), .port = 1}
                                   << QByteArray("h:1");
    QTest::newRow("IPv6") << ConnectionSpec{.host = QStringLiteral("::1")} << QByteArray("[::1]:6379");
    QTest::newRow("unix socket, whatever the host")
        << ConnectionSpec{.host = QStringLiteral("h"), .socketPath = QStringLiteral("/s")}
        << QByteArray("unix:/s");
}

void tst_connection::namesTheNode()
{
    QFETCH(ConnectionSpec, spec);
    QTEST(spec.node().bytes, "node");
}

QTEST_GUILESS_MAIN(tst_connection)
#include "tst_connection.moc"
