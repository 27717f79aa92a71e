// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/addresses.h"
#include "core/values/connection/addressmap.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_addresses
{

using namespace lockscope;

namespace
{

Endpoint at(const char *host, quint16 port)
{
    return {QString::fromLatin1(host), port};
}

QString text(const Endpoint &address)
{
    return QString::fromUtf8(address.node().bytes);
}

const Endpoint Typed = at("redis.example", 7000);

} // namespace

class tst_addresses : public QObject
{
    Q_OBJECT
private slots:
    void whereANodeIsReached_data();
    void whereANodeIsReached();
    void aFailureNamesTheNodeAndBothAddresses_data();
    void aFailureNamesTheNodeAndBothAddresses();
    void thePasswordIsForTheTypedHost_data();
    void thePasswordIsForTheTypedHost();
};

void tst_addresses::whereANodeIsReached_data()
{
    QTest::addColumn<Addressing>("addressing");
    QTest::addColumn<Endpoint>("announced");
    QTest::addColumn<QString>("reached");
    const Addressing table{.policy = AddressPolicy::Mapped,
                           .map = {{at("10.0.0.3", 0), at("gate", 0)},
                                   {at("10.0.0.3", 6380), at("127.0.0.1", 7001)},
                                   {at("Node-B", 0), at("127.0.0.1", 7002)},
                                   {at("fd00::1", 6379), at("::1", 0)}}};
    const Addressing typed{.policy = AddressPolicy::TypedHost};
    QTest::newRow("as announced") << Addressing{} << at("10.0.0.3", 6379) << QStringLiteral("10.0.0.3:6379");
    QTest::newRow("no host announced")
        << Addressing{} << at("", 6379) << QStringLiteral("redis.example:6379");
    QTest::newRow("host not known to the node itself")
        << table << at("?", 6379) << QStringLiteral("redis.example:6379");
    QTest::newRow("the typed host, the announced port")
        << typed << at("10.0.0.3", 6379) << QStringLiteral("redis.example:6379");
    QTest::newRow("a table is for its policy")
        << Addressing{.policy = AddressPolicy::Announced, .map = table.map} << at("10.0.0.3", 6380)
        << QStringLiteral("10.0.0.3:6380");
    QTest::newRow("by host and port") << table << at("10.0.0.3", 6380) << QStringLiteral("127.0.0.1:7001");
    QTest::newRow("any port of a host") << table << at("10.0.0.3", 6379) << QStringLiteral("gate:6379");
    QTest::newRow("any port of a host, to one port")
        << table << at("node-b", 6399) << QStringLiteral("127.0.0.1:7002");
    QTest::newRow("IPv6, written otherwise")
        << table << at("fd00:0:0:0:0:0:0:1", 6379) << QStringLiteral("[::1]:6379");
    QTest::newRow("IPv6, another port") << table << at("fd00::1", 6380) << QStringLiteral("[fd00::1]:6380");
    QTest::newRow("not in the table") << table << at("10.0.0.4", 6379) << QStringLiteral("10.0.0.4:6379");
}

void tst_addresses::whereANodeIsReached()
{
    QFETCH(Addressing, addressing);
    QFETCH(Endpoint, announced);
    QFETCH(QString, reached);
    QCOMPARE(text(reachable(addressing, announced, Typed)), reached);
}

void tst_addresses::aFailureNamesTheNodeAndBothAddresses_data()
{
    QTest::addColumn<AddressPolicy>("policy");
    QTest::addColumn<Endpoint>("reached");
    QTest::addColumn<QString>("line");
    QTest::newRow("mapped")
        << AddressPolicy::Mapped << at("127.0.0.1", 7001)
        << QStringLiteral("127.0.0.1:7001: node 10.0.0.3:6379, reached as 127.0.0.1:7001: cannot connect: "
                          "Connection refused: check the port; or correct its address in the address table");
    QTest::newRow("typed host")
        << AddressPolicy::TypedHost << at("redis.example", 6379)
        << QStringLiteral("redis.example:6379: node 10.0.0.3:6379, reached as redis.example:6379: cannot "
                          "connect: Connection refused: check the port; or map 10.0.0.3:6379 to an address "
                          "that can be reached from here");
    QTest::newRow("as announced")
        << AddressPolicy::Announced << at("10.0.0.3", 6379)
        << QStringLiteral("10.0.0.3:6379: cannot connect: Connection refused (at its announced address): "
                          "check the port; if that address is known there only, map it "
                          "to one that can be reached from here, or keep the typed host");
}

void tst_addresses::aFailureNamesTheNodeAndBothAddresses()
{
    QFETCH(AddressPolicy, policy);
    QFETCH(Endpoint, reached);
    QFETCH(QString, line);
    const Failure why{.kind = ErrorKind::Refused,
                      .text = QStringLiteral("cannot connect: Connection refused"),
                      .remedy = QStringLiteral("check the port")};
    const Failure told = notReachable(why, {.policy = policy}, at("10.0.0.3", 6379), reached);
    QCOMPARE(told.line(), line);
    QCOMPARE(told.kind, ErrorKind::Refused);
}

void tst_addresses::thePasswordIsForTheTypedHost_data()
{
    QTest::addColumn<ConnectionSpec>("spec");
    QTest::addColumn<Endpoint>("announced");
    QTest::addColumn<bool>("isSent");
    ConnectionSpec spec;
    spec.host = Typed.host;
    spec.port = Typed.port;
    spec.password = QStringLiteral("secret");
    QTest::newRow("another host") << spec << at("10.0.0.3", 6379) << false;
    QTest::newRow("another port of that host") << spec << at("Redis.Example", 6380) << true;
    QTest::newRow("no host") << spec << at("", 6380) << true;
    ConnectionSpec other = spec;
    other.password.clear();
    QTest::newRow("there is no password") << other << at("10.0.0.3", 6379) << true;
    other = spec;
    other.tls.enabled = true;
    QTest::newRow("TLS") << other << at("10.0.0.3", 6379) << true;
    other.tls.verifyPeer = false;
    QTest::newRow("TLS without verification") << other << at("10.0.0.3", 6379) << false;
    other = spec;
    other.seeds = {at("10.0.0.3", 7001)};
    QTest::newRow("the host of a typed seed") << other << at("10.0.0.3", 6379) << true;
    other = spec;
    other.addressing.policy = AddressPolicy::TypedHost;
    QTest::newRow("the typed host is kept") << other << at("10.0.0.3", 6379) << true;
    other.addressing = {.policy = AddressPolicy::Mapped, .map = {{at("10.0.0.3", 0), at("10.0.0.3", 0)}}};
    QTest::newRow("in the table") << other << at("10.0.0.3", 6379) << true;
    QTest::newRow("not in the table") << other << at("10.0.0.4", 6379) << false;
    other = spec;
    other.host = QStringLiteral("localhost");
    QTest::newRow("from loopback to loopback") << other << at("127.0.0.5", 6379) << true;
    QTest::newRow("from loopback to elsewhere") << other << at("10.0.0.3", 6379) << false;
    other.host.clear();
    other.socketPath = QStringLiteral("/run/redis.sock");
    QTest::newRow("from a unix socket to loopback") << other << at("::1", 6379) << true;
    QTest::newRow("from a unix socket to elsewhere") << other << at("10.0.0.3", 6379) << false;
}

void tst_addresses::thePasswordIsForTheTypedHost()
{
    QFETCH(ConnectionSpec, spec);
    QFETCH(Endpoint, announced);
    QFETCH(bool, isSent);
    AddressBook book(spec);
    const NodeId id = book.note(announced);
    const auto withheld = book.withheld(id);
    QCOMPARE(!withheld, isSent);
    QVERIFY(!book.withheld(spec.node())); // the typed address itself
    if (!withheld)
        return;
    QVERIFY(withheld->line().contains(QStringLiteral("the password was not sent")));
    trustHost(spec.addressing, announced.host);
    trustHost(spec.addressing, announced.host); // Once is enough
    AddressBook trusting(spec);
    QVERIFY(!trusting.withheld(trusting.note(announced)));
    QCOMPARE(trusting.specOf(trusting.note(announced)).endpoint().node(), announced.node());
    QVERIFY(std::ranges::count(spec.addressing.map, announced.host,
                               [](const AddressRule &rule) { return rule.announced.host; }) == 1);
    const Endpoint stranger{QStringLiteral("203.0.113.200"), announced.port};
    QVERIFY(trusting.withheld(trusting.note(stranger)).has_value());
}

LOCKSCOPE_TEST(tst_addresses)

} // namespace tst_addresses

#include "tst_addresses.moc"
