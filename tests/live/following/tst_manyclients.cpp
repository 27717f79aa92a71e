// SPDX-License-Identifier: GPL-3.0-or-later
// With so many clients that only known owners are queried individually: a client that reconnects is not gone,
// and one that leaves is.
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/followedengine.h"
#include "tests/support/lockholder.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <sys/resource.h>

#include <QTcpSocket>
#include <QTest>

namespace tst_manyclients
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

// Several checks, 10 s apart, with half a minute between two full CLIENT LISTs.
const QByteArray lock = QByteArrayLiteral("lock:a");
constexpr rlim_t Crowd = 2001;
constexpr rlim_t Descriptors = Crowd + 500; // For the crowd, the engine and the test
const QByteArray uuid = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");

} // namespace

class tst_manyclients : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void whoReconnectsIsNotGone();

private:
    static std::unique_ptr<LockHolder> clientOn(const SandboxServer &server);
    ClientInfo client() const;
    bool wasShownGone() const;
    FollowedEngine m_engine;
};

// The soft limit of a login shell is usually 1024 descriptors; the hard limit is higher.
void tst_manyclients::initTestCase()
{
    rlimit limit{};
    QCOMPARE(getrlimit(RLIMIT_NOFILE, &limit), 0);
    if (limit.rlim_cur >= Descriptors)
        return;
    if (limit.rlim_max < Descriptors)
        QSKIP("this user may not have so many open files (ulimit -Hn)");
    limit.rlim_cur = Descriptors;
    QCOMPARE(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

std::unique_ptr<LockHolder> tst_manyclients::clientOn(const SandboxServer &server)
{
    auto client = std::make_unique<LockHolder>(server.spec(), "billing:" + uuid, uuid + ":61");
    client->call({"PING"});
    return client;
}

ClientInfo tst_manyclients::client() const
{
    const LockPtr known = m_engine.find(lock);
    return known && known->clients ? known->clients->front().second : ClientInfo{};
}

bool tst_manyclients::wasShownGone() const
{
    const std::vector<LockPtr> shown = m_engine.shown(lock);
    return std::any_of(shown.begin(), shown.end(), [](const LockPtr &one) {
        return one->clients && one->clients->front().second.goneSince;
    });
}

void tst_manyclients::whoReconnectsIsNotGone()
{
    const auto servers = SandboxDeployment::start(SandboxTopology::Standalone);
    VERIFY_OK(servers);
    const SandboxServer &server = (*servers)->node(0);
    const auto holder = clientOn(server);
    const QByteArray first = holder->address();
    holder->take(lock, "600000");
    VERIFY_OK(m_engine.follow((*servers)->spec()));
    QTRY_COMPARE(client().address, first);
    std::vector<std::unique_ptr<QTcpSocket>> crowd(Crowd);
    for (auto &one : crowd) {
        one = std::make_unique<QTcpSocket>();
        one->connectToHost(server.spec().host, server.spec().port);
    }
    const auto areConnected = [&crowd] {
        return std::all_of(crowd.begin(), crowd.end(),
                           [](const auto &one) { return one->state() == QAbstractSocket::ConnectedState; });
    };
    QTRY_VERIFY(areConnected());
    const auto again = clientOn(server); // Its client id is never requested
    const QByteArray second = again->address();
    holder->leave();
    QTRY_COMPARE(client().address, second);
    QVERIFY(!wasShownGone());
    again->leave();
    QTRY_VERIFY(client().goneSince);
    QCOMPARE(client().address, second);
}

LOCKSCOPE_TEST(tst_manyclients)

} // namespace tst_manyclients

#include "tst_manyclients.moc"
