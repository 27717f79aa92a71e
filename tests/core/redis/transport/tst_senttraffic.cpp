// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/senttraffic.h"
#include "core/values/connection/connection.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_senttraffic
{

using namespace lockscope;

class tst_senttraffic : public QObject
{
    Q_OBJECT
private slots:
    void connectionsToOneServerAddUp();
    void oneAddressBehindTwoHostsIsTwoServers();
};

void tst_senttraffic::connectionsToOneServerAddUp()
{
    const ConnectionSpec spec{.host = QStringLiteral("added-up"),
                              .ssh = {.destination = QStringLiteral("a")}};
    SentTraffic one(spec);
    SentTraffic other(spec);
    one.addCommands(3);
    other.addCommands(4);
    other.addBytes(50);
    QCOMPARE(one.own().commands, qint64(3));
    QCOMPARE(one.ofProcess().commands, qint64(7));
    QCOMPARE(one.ofProcess().bytes, qint64(50));
}

void tst_senttraffic::oneAddressBehindTwoHostsIsTwoServers()
{
    const ConnectionSpec direct{.host = QStringLiteral("localhost")};
    ConnectionSpec bastion = direct;
    bastion.ssh.destination = QStringLiteral("bastion");
    ConnectionSpec otherBastion = direct;
    otherBastion.ssh.destination = QStringLiteral("other-bastion");
    ConnectionSpec proxied = direct;
    proxied.proxy = {.kind = ProxyKind::Socks5, .host = QStringLiteral("proxy")};
    SentTraffic counted(bastion);
    counted.addCommands(5);
    QCOMPARE(SentTraffic(bastion).ofProcess().commands, qint64(5));
    for (const ConnectionSpec &spec : {direct, otherBastion, proxied})
        QCOMPARE(SentTraffic(spec).ofProcess().commands, qint64(0));
}

LOCKSCOPE_TEST(tst_senttraffic)

} // namespace tst_senttraffic

#include "tst_senttraffic.moc"
