// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/connectionparts.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_connection
{

using namespace lockscope;

class tst_connection : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void readsDeployments_data();
    void readsDeployments();
    void refuses_data();
    void refuses();
    void aPasswordIsNeverRepeated_data();
    void aPasswordIsNeverRepeated();
    void writesWithoutThePasswordAndReadsBack_data();
    void writesWithoutThePasswordAndReadsBack();
    void namesTheNode_data();
    void namesTheNode();
    void whatIsSaidOfAGroupHoldsForItsMembers();
    void partsAreTakenWholeAndAlone();
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
    row("one server alone", "redis://h?topology=standalone",
        {.host = text("h"), .topology = Topology::Standalone});
    row("what the server tells", "redis://h?topology=automatic", {.host = text("h")});
}

void tst_connection::readsDeployments_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<ConnectionSpec>("expected");

    const auto row = [](const char *title, const char *url, const ConnectionSpec &expected) {
        QTest::newRow(title) << QString::fromUtf8(url) << expected;
    };
    const auto text = [](const char *utf8) { return QString::fromUtf8(utf8); };
    row("sentinel with its usual port", "sentinel://s/mymaster",
        {.host = text("s"),
         .port = 26379,
         .topology = Topology::Sentinel,
         .sentinel = {.masterName = text("mymaster")}});
    const ConnectionSpec sentinel{.host = text("a"),
                                  .port = 1,
                                  .user = text("ann"),
                                  .password = text("x"),
                                  .db = 3,
                                  .topology = Topology::Sentinel,
                                  .seeds = {{text("::1"), 2}, {text("c"), 26379}},
                                  .sentinel = {.masterName = text("my/master")}};
    row("sentinel with several", "sentinel://ann:x@a:1,[::1]:2,c/my%2Fmaster/3", sentinel);
    row("sentinel, database in the query", "sentinel://ann:x@a:1,[::1]:2,c:26379/my%2Fmaster?db=3", sentinel);
    row("sentinel with a login of its own",
        "sentinel://:x@s/m?sentineluser=bob&sentinelpassword=p%40w&tls=1&cacert=/ca.pem",
        {.host = text("s"),
         .port = 26379,
         .tls = {.enabled = true, .caFile = text("/ca.pem")},
         .password = text("x"),
         .topology = Topology::Sentinel,
         .sentinel = {.masterName = text("m"), .user = text("bob"), .password = text("p@w")}});
    row("cluster", "cluster://:x@a,b:7001",
        {.host = text("a"),
         .password = text("x"),
         .topology = Topology::Cluster,
         .seeds = {{text("b"), 7001}}});
    row("cluster with TLS", "cluster://a/?insecure=1&tls=1",
        {.host = text("a"), .tls = {.enabled = true, .verifyPeer = false}, .topology = Topology::Cluster});
    row("cluster without TLS, said", "cluster://a?tls=0", {.host = text("a"), .topology = Topology::Cluster});
    row("typed host", "cluster://a?addresses=typed",
        {.host = text("a"),
         .topology = Topology::Cluster,
         .addressing = {.policy = AddressPolicy::TypedHost}});
    row("a map of addresses", "cluster://a?map=10.0.0.1:6379=localhost:7000&map=[fd00::1]=b%3A1&map=c=d",
        {.host = text("a"),
         .topology = Topology::Cluster,
         .addressing = {.policy = AddressPolicy::Mapped,
                        .map = {{{text("10.0.0.1"), 6379}, {text("localhost"), 7000}},
                                {{text("fd00::1"), 0}, {text("b"), 1}},
                                {{text("c"), 0}, {text("d"), 0}}}}});
    row("through a proxy", "redis://h?proxy=socks5://localhost:1080",
        {.host = text("h"), .proxy = {.kind = ProxyKind::Socks5, .host = text("localhost"), .port = 1080}});
    row("through a proxy with a login", "redis://h?proxy=http://ann:a%40b:c@[::1]:8080/",
        {.host = text("h"),
         .proxy = {.kind = ProxyKind::Http,
                   .host = text("::1"),
                   .port = 8080,
                   .user = text("ann"),
                   .password = text("a@b:c")}});
    row("through ssh", "redis://x:y@h?ssh=bastion", // A Host of the user's SSH configuration
        {.host = text("h"),
         .user = text("x"),
         .password = text("y"),
         .ssh = {.destination = text("bastion")}});
    row("through ssh with all", "redis://h?ssh=ann@[::1]:2222&sshkey=/k%20y&sshconfig=/c",
        {.host = text("h"),
         .ssh = {.destination = text("ann@::1"),
                 .port = 2222,
                 .identityFile = text("/k y"),
                 .configFile = text("/c")}});
    row("a group", " redis://a:1  rediss://:x@b:2\nsentinel://c/m sentinel://c/n ",
        redLockGroup({{.host = text("a"), .port = 1},
                      {.host = text("b"), .port = 2, .tls = {.enabled = true}, .password = text("x")},
                      {.host = text("c"),
                       .port = 26379,
                       .topology = Topology::Sentinel,
                       .sentinel = {.masterName = text("m")}},
                      {.host = text("c"),
                       .port = 26379,
                       .topology = Topology::Sentinel,
                       .sentinel = {.masterName = text("n")}}}));
}

void tst_connection::readsDeployments()
{
    reads();
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
    row("nothing", "", "does not start with redis://");
    row("a host without a scheme", "localhost:6379", "does not start with redis://");
    row("one slash", "redis:/h", "does not start with redis://");
    row("another scheme", "http://h", "does not start with redis://");
    row("no host", "redis://", "host is missing");
    row("no host but a port", "redis://:6379", "host is missing");
    row("no host but a password", "redis://:x@", "host is missing");
    row("no host but a database", "redis:///1", "host is missing");
    row("a space in the host", "redis://a b", "character that host names cannot have");
    row("a line feed in the host", "redis://a%0Ab", "character that host names cannot have");
    row("a colon hidden in the host", "redis://a%3A1", "character that host names cannot have");
    row("port zero", "redis://h:0", "port is not a number");
    row("port too large", "redis://h:65536", "port is not a number");
    row("port far too large", "redis://h:99999999999", "port is not a number");
    row("port of letters", "redis://h:redis", "port is not a number");
    row("negative port", "redis://h:-1", "port is not a number");
    row("signed port", "redis://h:+1", "port is not a number");
    row("port missing after the colon", "redis://h:/0", "port is not a number");
    row("IPv6 without brackets", "redis://::1:6379", "more than one colon");
    row("bracket not closed", "redis://[::1", "] after the IPv6");
    row("no address in the brackets", "redis://[]:1", "not an IPv6 address");
    row("a name in the brackets", "redis://[localhost]:1", "not an IPv6 address");
    row("text after the bracket", "redis://[::1]x", "port is not a number");
    row("database of letters", "redis://h/x", "database is not a number");
    row("negative database", "redis://h/-1", "database is not a number");
    row("database too large", "redis://h/99999999999", "database is not a number");
    row("a path after the database", "redis://h/1/2", "database is not a number");
    row("database in the query of letters", "redis://h?db=x", "database is not a number");
    row("database in the query empty", "redis://h?db=", "database is not a number");
    row("two databases", "redis://h/1?db=2", "two databases");
    row("unknown parameter", "redis://h?tiemout=3", "unknown query parameter \"tiemout\"");
    row("a parameter is spelt exactly", "redis://h?DB=3", "unknown query parameter \"DB\"");
    row("a parameter twice", "redis://h?db=1&db=1", "occurs twice");
    row("TLS parameters without TLS", "redis://h?cacert=/ca.pem", "does not use TLS");
    row("TLS parameters on a socket", "unix:///s?insecure=1", "does not use TLS");
    row("insecure is neither yes nor no", "rediss://h?insecure=yes", "neither 0 nor 1");
    row("certificate without its key", "rediss://h?cert=/c.pem", "cert and key");
    row("key without its certificate", "rediss://h?key=/k.pem", "cert and key");
    row("client name with a space", "redis://h?clientname=a%20b", "clientname");
    row("half a percent code", "redis://h?clientname=a%4", "two hex digits");
    row("wrong percent code in the password", "redis://:a%zzb@h", "in the password");
    row("a password that is no text", "redis://:%ff@h", "password is not valid UTF-8");
    row("NUL in the path", "unix:///a%00b", "path is not valid UTF-8");
    row("a fragment", "redis://h/0#x", "not escaped");
    row("a socket with a host", "unix://h/run/redis.sock", "has no host");
    row("a socket without a path", "unix://", "path of the socket is missing");
    row("a socket in the root", "unix:///", "path of the socket is missing");
    row("several servers of none", "redis://a,b", "several addresses");
    row("sentinel without a master", "sentinel://a:1", "name of the master is missing");
    row("sentinel with a slash for a master", "sentinel://a:1/", "name of the master is missing");
    row("sentinel with a bad database", "sentinel://a/m/x", "database is not a number");
    row("sentinel with two databases", "sentinel://a/m/1?db=2", "two databases");
    row("the second address", "sentinel://a:1,b:x/m", "URL: address 2: the port is not a number");
    row("an address that is empty", "cluster://a,,b", "URL: address 2: the host is missing");
    row("an address twice", "cluster://a,b,a:6379", "address 3: it occurs twice");
    row("a cluster with a path", "cluster://a/m", "database is not a number");
    row("TLS parameters without tls=1", "cluster://a?cacert=/c", "does not use TLS");
    row("tls=1 of one server", "redis://a?tls=1", "tls= is for sentinel:// and cluster://");
    row("tls is neither yes nor no", "cluster://a?tls=on", "tls is neither 0 nor 1");
    row("topology that is none", "redis://a?topology=cluster", "neither standalone nor automatic");
    row("topology said twice", "cluster://a?topology=standalone", "topology= is not allowed");
    row("sentinel's login elsewhere", "redis://a?sentineluser=x", "the sentinels' login");
    row("addresses that are none", "redis://a?addresses=mapped", "neither announced nor typed");
    row("a map of one", "redis://a?map=b", "map, number 1: it is not two addresses");
    row("a map of three", "redis://a?map=b=c=d", "map, number 1: it is not two addresses");
    row("the second map", "redis://a?map=b=c&map=d=e:x", "map, number 2: the port is not a number");
    row("a map twice", "redis://a?map=b:1=c&map=b:1=d", "map, number 2: its announced address");
    row("a map and typed", "redis://a?map=b=c&addresses=typed", "cannot be combined");
    row("another proxy", "redis://a?proxy=ftp://b:1", "proxy: it starts with neither");
    row("a proxy without a scheme", "redis://a?proxy=b:1", "proxy: it starts with neither");
    row("a proxy without a host", "redis://a?proxy=http://", "proxy: the host is missing");
    row("a proxy without a port", "redis://a?proxy=http://b", "proxy: the port is missing");
    row("a proxy with a bad port", "redis://a?proxy=socks5://b:0", "proxy: the port is not a number");
    row("two ways", "redis://a?proxy=socks5://b:1&ssh=c", "proxy and ssh cannot be combined");
    row("ssh without a host", "redis://a?ssh=ann@", "ssh: the host is missing");
    row("ssh without a user", "redis://a?ssh=@b", "ssh: this is not an SSH destination");
    row("an option of ssh", "redis://a?ssh=-oProxyCommand:1", "ssh: this is not an SSH destination");
    row("an option of ssh behind a user", "redis://a?ssh=b@-x", "ssh: this is not an SSH destination");
    row("an option of ssh as the user", "redis://a?ssh=-oX%20y@b", "ssh: this is not an SSH destination");
    row("a key without a tunnel", "redis://a?sshkey=/k", "sshkey and sshconfig require ssh=");
    row("a socket behind a proxy", "unix:///s?proxy=http://b:1", "no proxy and no tunnel");
    row("a socket behind a tunnel", "unix:///s?ssh=b", "no proxy and no tunnel");
    row("a socket with a typed host", "unix:///s?addresses=typed", "no typed host");
    row("a group with a bad member", "redis://a redis://b:x", "URL: member 2: the port is not a number");
    row("a group with one twice", "redis://a/0 redis://b redis://a/1", "member 3: it occurs twice");
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
    QTest::newRow("sentinel without a master") << QStringLiteral("sentinel://:SECRET@h");
    QTest::newRow("unescaped comma") << QStringLiteral("cluster://ann:1,SECRET@h,x:y");
    QTest::newRow("password of sentinels")
        << QStringLiteral("redis://h?sentinelpassword=SECRET&sentineluser=SECRET");
    QTest::newRow("unescaped ampersand there") << QStringLiteral("sentinel://h?sentinelpassword=1&SECRET@x");
    QTest::newRow("password of a proxy") << QStringLiteral("redis://h?proxy=http://ann:SECRET@b:x");
    QTest::newRow("in a group") << QStringLiteral("redis://a redis://:1/SECRET@b");
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
    row("one alone", "redis://h?clientname=x&topology=standalone",
        "redis://h:6379?topology=standalone&clientname=x");
    row("a socket alone", "unix:///s?topology=standalone&db=1", "unix:///s?db=1&topology=standalone");
    row("sentinel",
        "sentinel://ann:x@a,[::1]:2/my%2Fm%20m?db=1&sentinelpassword=x&sentineluser=b%26b&tls=1&sni=s",
        "sentinel://ann:@a:26379,[::1]:2/my%2Fm%20m/1?tls=1&sni=s&sentineluser=b%26b");
    row("cluster", "cluster://:x@a,b:1?addresses=typed", "cluster://a:6379,b:1?addresses=typed");
    row("map", "redis://a?map=b=c:1&map=[fe80::1%25eth0]:2=d",
        "redis://a:6379?map=b=c:1&map=[fe80::1%25eth0]:2=d");
    row("proxy", "redis://a?proxy=SOCKS5://ann%26:x@b:1", "redis://a:6379?proxy=socks5://ann%26@b:1");
    row("http proxy", "redis://a?proxy=http://[::1]:1", "redis://a:6379?proxy=http://[::1]:1");
    row("ssh", "redis://a?sshconfig=/c&sshkey=/k%26&ssh=ann@[::1]:22",
        "redis://a:6379?ssh=ann@[::1]:22&sshkey=/k%26&sshconfig=/c");
    row("group", "redis://:x@a   cluster://:y@b", "redis://a:6379 cluster://b:6379");
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
    const auto whole = parseConnectionUrl(connectionUrlWithPasswords(*spec));
    VERIFY_OK(whole);
    ConnectionSpec withoutProxyPassword = *spec;
    withoutProxyPassword.proxy.password.clear();
    QVERIFY2(*whole == withoutProxyPassword, qPrintable(connectionUrlWithPasswords(*spec)));
    const auto forget = [](ConnectionSpec &of) {
        of.password.clear();
        of.sentinel.password.clear();
        of.proxy.password.clear();
    };
    forget(*spec);
    std::for_each(spec->members.begin(), spec->members.end(), forget);
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

void tst_connection::whatIsSaidOfAGroupHoldsForItsMembers()
{
    auto group = parseConnectionUrl(QStringLiteral("redis://a redis://:x@b?clientname=own"));
    VERIFY_OK(group);
    group->readOnly = false;
    group->patterns = {"lock:*"};
    group->commandTimeout = std::chrono::milliseconds(7);
    group->tellMembers();
    for (const ConnectionSpec &member : group->members) {
        QVERIFY(!member.readOnly);
        QCOMPARE(member.patterns, group->patterns);
        QVERIFY(member.commandTimeout == group->commandTimeout);
    }
    QCOMPARE(group->members[1].clientName, QStringLiteral("own"));
    QCOMPARE(group->members[1].password, QStringLiteral("x"));
    group->clientName = QStringLiteral("ours");
    group->tellMembers();
    QCOMPARE(group->members[1].clientName, QStringLiteral("ours"));
}

void tst_connection::partsAreTakenWholeAndAlone()
{
    const QString url = QStringLiteral("sentinel://u:p@a:1,b:2/orders/3?clientname=c&tls=1&cacert=/ca"
                                       "&insecure=1&sentineluser=su&sentinelpassword=sp"
                                       "&ssh=ann@gate:2222&sshkey=/key");
    auto spec = parseConnectionUrl(url);
    VERIFY_OK(spec);
    spec->name = QStringLiteral("orders");
    spec->patterns = {"lock:*"};
    spec->readOnly = false;
    spec->commandTimeout = std::chrono::milliseconds(7);
    const auto only = [&](ConnectionParts parts) { return onlyParts(*spec, parts); };
    const auto is = [](const ConnectionSpec &one, const char *expected) {
        const auto parsed = parseConnectionUrl(QString::fromLatin1(expected));
        return parsed && one == *parsed;
    };
    using enum ConnectionPart;
    QVERIFY(is(only(Servers), "sentinel://a:1,b:2/orders/3"));
    QVERIFY(is(only(Servers | Path), "sentinel://a:1,b:2/orders/3?ssh=ann@gate:2222"));
    QVERIFY(is(only(Servers | Login), "sentinel://u:p@a:1,b:2/orders/3?clientname=c&sentineluser=su"
                                      "&sentinelpassword=sp"));
    QVERIFY(is(only(Servers | Encryption), "sentinel://a:1,b:2/orders/3?tls=1"));
    QVERIFY(only({}) == ConnectionSpec());
    QVERIFY(only(Treatment) == (ConnectionSpec{.patterns = {"lock:*"}, .readOnly = false}));
    QVERIFY(only(Bounds) == ConnectionSpec{.commandTimeout = std::chrono::milliseconds(7)});
    QVERIFY(only(ListEntry) == ConnectionSpec{.name = QStringLiteral("orders")});
    const ConnectionSpec group = onlyParts(redLockGroup({*spec, *spec}), Servers);
    QCOMPARE(group.members.size(), size_t(2));
    QVERIFY(group.members[1] == only(Servers));
}

LOCKSCOPE_TEST(tst_connection)

} // namespace tst_connection

#include "tst_connection.moc"
