// SPDX-License-Identifier: GPL-3.0-or-later
// Owners and their clients on a real server: identified by CLIENT LIST, by a probe, or by the operator.
#include "core/engine/engine.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/finished.h"
#include "tests/support/lockholder.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QSignalSpy>

namespace tst_ownerclients
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray uuid = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");

} // namespace

class tst_ownerclients : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void aConnectionNamedAfterItsClient();
    void whoDisconnectsIsGone();
    void aProbeTellsTheOthersOfTheClientToo();
    void anAliasNamesAnybody();
    void isToldOfOneLockLookedUp();
    void whoMayNotListClientsIsAskedNothingAgain();

private:
    void open(const EngineOptions &options = {});
    std::optional<ClientInfo> clientOf(const QByteArray &key) const;
    QByteArray say(const CliCommand &command) { return redisCli(m_server->tcp(), command).value().trimmed(); }

    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<Engine> m_engine;
};

void tst_ownerclients::initTestCase()
{
    VERIFY_INTO(m_server, Sandbox::start());
}

void tst_ownerclients::init()
{
    say({"FLUSHALL"});
}

void tst_ownerclients::cleanup()
{
    m_engine.reset();
}

void tst_ownerclients::open(const EngineOptions &options)
{
    m_engine = std::make_unique<Engine>();
    m_engine->open(m_server->tcp(), options);
    VERIFY_OK(finished(m_engine->waitReady(20s)));
}

std::optional<ClientInfo> tst_ownerclients::clientOf(const QByteArray &key) const
{
    const LockPtr lock = m_engine->find({key});
    if (!lock || !lock->clients || lock->clients->empty() || lock->clients->front().first != lock->owner())
        return {};
    return lock->clients->front().second;
}

void tst_ownerclients::aConnectionNamedAfterItsClient()
{
    LockHolder holder(m_server->tcp(), "billing:" + uuid, uuid + ":61");
    LockHolder other(m_server->tcp(), "shipping", "00000000-0795-4907-87fd-6c719a6b4586:1");
    holder.take("lock:a");
    other.take("lock:b");
    open();
    QTRY_VERIFY(clientOf("lock:a"));
    QCOMPARE(clientOf("lock:a")->address, holder.address());
    QCOMPARE(clientOf("lock:a")->name, "billing:" + uuid);
    QCOMPARE(clientOf("lock:a")->learnt, QStringLiteral("CLIENT LIST"));
    QVERIFY(!clientOf("lock:a")->goneSince);
    QVERIFY(!clientOf("lock:b"));
    // A renewal does not change it.
    const qint64 events = 0;
    QSignalSpy told(m_engine.get(), &Engine::tableChanged);
    holder.renew("lock:a", "60000");
    QTRY_VERIFY(told.count() > events);
    QVERIFY(clientOf("lock:a"));
    // A later lock of the same owner.
    holder.take("lock:later");
    QTRY_VERIFY(clientOf("lock:later"));
    QCOMPARE(clientOf("lock:later")->address, holder.address());
}

void tst_ownerclients::whoDisconnectsIsGone()
{
    LockHolder holder(m_server->tcp(), "billing:" + uuid, uuid + ":61");
    holder.take("lock:a", "600000");
    open();
    QTRY_VERIFY(clientOf("lock:a"));
    const QByteArray address = holder.address();
    holder.leave();
    QTRY_VERIFY(clientOf("lock:a") && clientOf("lock:a")->goneSince);
    QCOMPARE(clientOf("lock:a")->address, address);
    LockHolder back(m_server->tcp(), "billing:" + uuid, uuid + ":61");
    back.call({"PING"});
    QTRY_VERIFY(clientOf("lock:a") && !clientOf("lock:a")->goneSince);
    QCOMPARE(clientOf("lock:a")->address, back.address());
}

void tst_ownerclients::aProbeTellsTheOthersOfTheClientToo()
{
    LockHolder holder(m_server->tcp(), "billing", uuid + ":61");
    holder.take("lock:a", "600000");
    holder.call({"HSET", "lock:b", uuid + ":62", "1"});
    holder.call({"PEXPIRE", "lock:b", "600000"});
    open();
    QTRY_VERIFY(m_engine->find({"lock:a"}) && m_engine->find({"lock:b"}));
    QSignalSpy progress(m_engine.get(), &Engine::probing);
    QSignalSpy probed(m_engine.get(), &Engine::probed);
    m_engine->requestProbe(7, {.key = {"lock:a"}, .length = 20s});
    QTRY_VERIFY(progress.count() > 0); // It is listening
    QVERIFY(!clientOf("lock:a"));
    holder.renew("lock:a");
    QTRY_COMPARE(probed.count(), 1);
    QCOMPARE(probed.at(0).at(0).toULongLong(), quint64(7));
    const auto report = probed.at(0).at(1).value<ProbeReport>();
    QCOMPARE(QByteArray(name(report.stopped)), QByteArray("learnt"));
    QCOMPARE(report.learnt.size(), size_t(1));
    QCOMPARE(report.learnt[0].second.address, holder.address());
    QCOMPARE(report.learnt[0].second.name, QByteArray("billing"));
    QVERIFY(report.lines >= 1 && report.bytes > 0);
    for (const char *key : {"lock:a", "lock:b"}) {
        QVERIFY(clientOf(key));
        QCOMPARE(clientOf(key)->address, holder.address());
        QCOMPARE(clientOf(key)->learnt, QStringLiteral("MONITOR probe"));
    }
    holder.leave();
    QTRY_VERIFY(clientOf("lock:b") && clientOf("lock:b")->goneSince);
}

void tst_ownerclients::anAliasNamesAnybody()
{
    LockHolder holder(m_server->tcp(), "", "opaque-token-of-nobody");
    holder.call({"SET", "lock:a", holder.owner(), "PX", "60000"});
    const QList<OwnerAlias> aliases{{.pattern = "opaque-*", .name = QStringLiteral("the cron job")}};
    open({.aliases = aliases});
    QTRY_VERIFY(clientOf("lock:a"));
    QCOMPARE(clientOf("lock:a")->name, QByteArray("the cron job"));
    QCOMPARE(clientOf("lock:a")->learnt, QStringLiteral("alias"));
    m_engine->setAliases({});
    QTRY_VERIFY(!clientOf("lock:a"));
    m_engine->setAliases({{.pattern = "*", .name = QStringLiteral("somebody")}});
    QTRY_VERIFY(clientOf("lock:a") && clientOf("lock:a")->name == "somebody");
}

// As in `lockscope-cli show`: nothing is followed.
void tst_ownerclients::isToldOfOneLockLookedUp()
{
    LockHolder holder(m_server->tcp(), "billing:" + uuid, uuid + ":61");
    holder.take("lock:a");
    open({.follow = false, .scan = false});
    const LockName key{"lock:a"};
    const auto detail = finished(m_engine->inspect(key));
    VERIFY_OK(detail);
    QVERIFY(detail->lock && detail->lock->clients);
    QCOMPARE(detail->lock->clients->front().second.address, holder.address());
}

void tst_ownerclients::whoMayNotListClientsIsAskedNothingAgain()
{
    say({"ACL", "SETUSER", "watcher", "on", ">secret", "allkeys", "allchannels", "+@all", "-client|list",
         "-monitor"});
    LockHolder holder(m_server->tcp(), "billing:" + uuid, uuid + ":61");
    holder.take("lock:a");
    ConnectionSpec spec = m_server->tcp();
    spec.user = QStringLiteral("watcher");
    spec.password = QStringLiteral("secret");
    m_engine = std::make_unique<Engine>();
    QSignalSpy refused(m_engine.get(), &Engine::clientsRefused);
    m_engine->open(spec, {});
    VERIFY_OK(finished(m_engine->waitReady(20s)));
    QTRY_COMPARE(refused.count(), 1);
    QCOMPARE(refused.at(0).at(0).value<Failure>().kind, ErrorKind::NoPerm);
    const LockName key{"lock:a"};
    VERIFY_OK(finished(m_engine->inspect(key)));
    VERIFY_OK(finished(m_engine->inspect(key)));
    QCOMPARE(refused.count(), 1);
    const QByteArray refusals = say({"ACL", "LOG"}); // Tried only once
    QVERIFY2(refusals.contains("count\n1\nreason\ncommand\ncontext\ntoplevel\nobject\nclient|list"),
             refusals.constData());
    const ProbeRequest request{.key = key};
    const ProbeReport report = finished(m_engine->probe(request));
    QCOMPARE(QByteArray(name(report.stopped)), QByteArray("refused"));
    QCOMPARE(report.failure.kind, ErrorKind::NoPerm);
    QVERIFY2(report.failure.remedy.contains(QLatin1String("+monitor")), qPrintable(report.failure.line()));
    say({"ACL", "DELUSER", "watcher"});
}

LOCKSCOPE_TEST(tst_ownerclients)

} // namespace tst_ownerclients

#include "tst_ownerclients.moc"
