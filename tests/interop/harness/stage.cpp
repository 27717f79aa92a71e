// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/harness/stage.h"

#include "core/engine/owners/monitorprobe.h"
#include "tests/interop/harness/client.h"
#include "tests/support/finished.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace lockscope::test
{

namespace
{

ActRequest requestToForce(const Lock &lock)
{
    ActRequest request{.act = ActKind::ForceRelease,
                       .key = lock.key,
                       .kind = QByteArray(lock.kind.name.data(), qsizetype(lock.kind.name.size())),
                       .reason = QStringLiteral("test")};
    if (lock.holders.size() == 1)
        request.expectedOwner = lock.owner();
    else
        request.expectedHolders = std::vector(lock.holders.begin(), lock.holders.end());
    return request;
}

} // namespace

Done Stage::open(int nodes)
{
    auto servers = nodes == 1 ? SandboxDeployment::start(SandboxTopology::Standalone)
                              : SandboxDeployment::start(SandboxTopology::RedLock, {.masters = nodes});
    if (!servers)
        return servers.failure();
    m_servers = std::move(*servers);
    m_session = std::make_unique<Session>(node(0).tcp());
    m_session->open();
    m_engine = std::make_unique<Engine>();
    QObject::connect(m_engine.get(), &Engine::acted, m_engine.get(),
                     [this](quint64 id, const Receipt &receipt) { m_receipts.insert(id, receipt); });
    m_engine->open(m_servers->spec(), {});
    if (!QTest::qWaitFor([this] { return m_session->isReady(); }, 30'000))
        return Failure{.kind = ErrorKind::TimedOut, .text = QStringLiteral("no session")};
    return finished(m_engine->waitReady(20s));
}

QString Stage::ports() const
{
    QStringList ports;
    for (size_t i = 0; i < size(); ++i)
        ports += QString::number(m_servers->node(i).port());
    return ports.join(QLatin1Char(','));
}

Reply Stage::call(Command command)
{
    const Outcome<Reply> reply = finished(m_session->call(std::move(command)));
    return reply ? *reply : Reply{.type = Reply::Type::Error, .bytes = reply.failure().serverText};
}

LockPtr Stage::look(const QByteArray &key)
{
    const Outcome<LockDetail> detail = finished(m_engine->inspect({key}));
    return detail ? detail->lock : LockPtr();
}

std::optional<LockDetail> Stage::detail(const QByteArray &key)
{
    const Outcome<LockDetail> detail = finished(m_engine->inspect({key}));
    return detail && detail->lock ? std::optional(*detail) : std::nullopt;
}

QString Stage::explanation(const QByteArray &key)
{
    const Outcome<LockDetail> detail = finished(m_engine->inspect({key}));
    return detail ? detail->explanation.join(QLatin1Char('\n')) : detail.failure().line();
}

Receipt Stage::act(ActRequest request)
{
    const Receipt receipt = finished(m_engine->act(std::move(request)));
    if (receipt.result == ActResult::Refused || receipt.result == ActResult::Unknown)
        qInfo("%s", qPrintable(receipt.failure.line()));
    return receipt;
}

Receipt Stage::acquire(const QByteArray &kind, const QByteArray &key, const QByteArray &owner)
{
    ActRequest request{.act = ActKind::Acquire, .key = {key}, .kind = kind, .owner = {owner}};
    if (kind != "semaphore") // its permits do not expire
        request.lease = Lease;
    return act(std::move(request));
}

Receipt Stage::release(const QByteArray &key, const QByteArray &owner)
{
    return act({.act = ActKind::Release, .key = {key}, .owner = {owner}});
}

Receipt Stage::force(const QByteArray &key, const QByteArray &expected)
{
    return act({.act = ActKind::ForceRelease,
                .key = {key},
                .expectedOwner = OwnerId{expected},
                .reason = QStringLiteral("test")});
}

Receipt Stage::forceAsShown(const Lock &lock)
{
    return act(requestToForce(lock));
}

ActPlan Stage::planToForce(const Lock &lock)
{
    ActRequest request = requestToForce(lock);
    request.dryRun = true;
    return act(std::move(request)).plan;
}

quint64 Stage::begin(const ActRequest &request)
{
    m_engine->requestAct(++m_lastId, request);
    return m_lastId;
}

quint64 Stage::beginAcquire(const QByteArray &kind, const QByteArray &key)
{
    ActRequest request{.act = ActKind::Acquire, .key = {key}, .kind = kind, .wait = Lease / 2};
    if (kind != "semaphore") // its permits do not expire
        request.lease = Lease;
    return begin(request);
}

Receipt Stage::receipt(quint64 id)
{
    if (!QTest::qWaitFor([&] { return isAnswered(id); }, int(Client::Promptly.count())))
        qWarning("we still wait");
    return m_receipts.take(id);
}

qint64 Stage::subscribers(const QByteArray &channel)
{
    const Reply reply = call({"PUBSUB", "NUMSUB", channel});
    return reply.items.size() == 2 ? reply.items.at(1).integer : 0;
}

QByteArray Stage::info(const QByteArray &section)
{
    return call({"INFO", section}).bytes;
}

qint64 Stage::blockedClients()
{
    static const QRegularExpression count(QStringLiteral("blocked_clients:(\\d+)"));
    return count.match(QString::fromLatin1(info("clients"))).captured(1).toLongLong();
}

BlockingReport Stage::probeBlocking(milliseconds length, const std::function<void()> &meanwhile)
{
    const quint64 id = ++m_lastId;
    QCoro::Task<BlockingReport> looking = m_engine->blocking({.probe = LongestProbe}, id);
    const auto isListening = [this] { return call({"CLIENT", "LIST"}).bytes.contains("cmd=monitor"); };
    if (!QTest::qWaitFor(isListening, int(Client::Promptly.count())))
        qWarning("the probe does not listen");
    QElapsedTimer listening;
    listening.start();
    meanwhile();
    QTest::qWait(int(std::max<qint64>(0, length.count() - listening.elapsed())));
    call({"PING"}); // What was sent to the probe before its answer has arrived
    m_engine->cancelProbe(id);
    return finished(std::move(looking));
}

qint64 Stage::writesTried()
{
    static const QRegularExpression command(QStringLiteral("cmdstat_(?:set|eval|evalsha):calls=(\\d+)"));
    qint64 calls = 0;
    auto match = command.globalMatch(QString::fromLatin1(info("commandstats")));
    while (match.hasNext())
        calls += match.next().captured(1).toLongLong();
    return calls;
}

} // namespace lockscope::test
