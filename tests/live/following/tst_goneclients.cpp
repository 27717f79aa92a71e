// SPDX-License-Identifier: GPL-3.0-or-later
// A client counts as gone once it is connected to no server, and never before: otherwise the lock of a live
// client could be taken away.
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/finished.h"
#include "tests/support/followedengine.h"
#include "tests/support/lockholder.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_goneclients
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray lock = QByteArrayLiteral("lock:a");
const QByteArray uuid = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");
const QByteArray app = "billing:" + uuid;
const QByteArray lease = QByteArrayLiteral("600000");

// How often the server was asked for CLIENT LIST.
qint64 lists(const SandboxServer &server)
{
    const auto told = server.ask({"INFO", "commandstats"});
    const QByteArray before = "cmdstat_client|list:calls=";
    const qsizetype at = told ? told->bytes.indexOf(before) : -1;
    if (at < 0)
        return 0;
    const qsizetype from = at + before.size();
    return told->bytes.mid(from, told->bytes.indexOf(',', from) - from).toLongLong();
}

SandboxServer *masterFor(const SandboxDeployment &servers, const QByteArray &key)
{
    for (size_t i = 0; i < servers.size(); ++i) {
        const auto made = servers.node(i).ask({"DEL", key});
        if (made.ok() && !made->isError())
            return &servers.node(i);
    }
    return nullptr;
}

std::unique_ptr<LockHolder> clientOn(const SandboxServer &server)
{
    auto client = std::make_unique<LockHolder>(server.spec(), app, uuid + ":61");
    client->call({"PING"});
    return client;
}

} // namespace

class tst_goneclients : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_engine = std::make_unique<FollowedEngine>(); }
    void cleanup() { m_engine.reset(); }
    void onAReplicaOnly();
    void onAnotherNodeOfTheCluster();

private:
    std::optional<ClientInfo> client() const
    {
        const LockPtr known = m_engine->find(lock);
        return known && known->clients ? std::optional(known->clients->front().second) : std::nullopt;
    }
    bool isGone() const { return client() && client()->goneSince; }
    bool wasShownGone() const
    {
        const std::vector<LockPtr> shown = m_engine->shown(lock);
        return std::any_of(shown.begin(), shown.end(), [](const LockPtr &one) {
            return one->clients && one->clients->front().second.goneSince;
        });
    }

    std::unique_ptr<FollowedEngine> m_engine;
};

void tst_goneclients::onAReplicaOnly()
{
    const auto servers = SandboxDeployment::start(SandboxTopology::Replica, {.replicas = 1});
    VERIFY_OK(servers);
    SandboxServer &master = (*servers)->node(0);
    SandboxServer &replica = (*servers)->node(1);
    const auto holder = clientOn(master);
    holder->take(lock, lease);
    VERIFY_OK(m_engine->follow((*servers)->spec()));
    QTRY_VERIFY(client());
    const auto reader = clientOn(replica);
    holder->leave();
    // The master was checked twice without a match, and the replica was asked.
    QTRY_VERIFY(lists(replica) > 0);
    const qint64 asked = lists(master);
    QTRY_VERIFY(lists(master) > asked);
    QVERIFY(!wasShownGone());
    reader->leave();
    QTRY_VERIFY(isGone());
}

void tst_goneclients::onAnotherNodeOfTheCluster()
{
    const auto servers = SandboxDeployment::start(SandboxTopology::Cluster, {.replicas = 0});
    VERIFY_OK(servers);
    SandboxServer *master = masterFor(**servers, lock);
    QVERIFY(master);
    SandboxServer &other = &(*servers)->node(0) == master ? (*servers)->node(1) : (*servers)->node(0);
    const auto holder = clientOn(*master);
    holder->take(lock, lease);
    VERIFY_OK(m_engine->follow((*servers)->spec()));
    QTRY_VERIFY(client());
    const auto elsewhere = clientOn(other);
    holder->leave();
    const qint64 asked = lists(*master);
    QTRY_VERIFY(lists(*master) > asked + 3);
    QVERIFY(!wasShownGone());
    elsewhere->leave();
    QTRY_VERIFY(isGone());
}

LOCKSCOPE_TEST(tst_goneclients)

} // namespace tst_goneclients

#include "tst_goneclients.moc"
