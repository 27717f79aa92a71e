// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/connectiontest.h"

#include "core/base/tr.h"
#include "core/deployment/addresses.h"
#include "core/deployment/node.h"
#include "core/deployment/permissions.h"
#include "core/redis/session.h"
#include "core/redis/transport/proxysettings.h"
#include "core/redis/transport/reconnectpolicy.h"
#include "core/redis/transport/sshtunnel.h"
#include "core/redis/transport/transport.h"

#include <QTimer>

namespace lockscope
{

namespace
{

using Stages = std::vector<ConnectionStage>;

// The awaitable end of a step. Resumes from the event loop, so that the tested object may be destroyed.
class TestEnd : public QObject
{
public:
    void good() { end({}); }
    void bad(Failure why) { end(std::move(why)); }

    struct Awaitable {
        TestEnd *ending;
        bool await_ready() const { return ending->m_over; }
        void await_suspend(std::coroutine_handle<> waiter) { ending->m_waiter = waiter; }
        std::optional<Failure> await_resume() { return std::move(ending->m_failure); }
    };
    Awaitable over() { return Awaitable{this}; }

private:
    void end(std::optional<Failure> failure)
    {
        if (std::exchange(m_over, true))
            return;
        m_failure = std::move(failure);
        if (m_waiter)
            QMetaObject::invokeMethod(
                this, [waiter = m_waiter] { waiter.resume(); }, Qt::QueuedConnection);
    }

    bool m_over = false;
    std::optional<Failure> m_failure;
    std::coroutine_handle<> m_waiter;
};

class Watch
{
public:
    // The step began when this was made, or when the last step ended.
    ConnectionStage ended(ConnectionStep step, const ConnectionSpec &spec, std::optional<Failure> failure)
    {
        ConnectionStage stage{
            .step = step, .state = failure ? StageState::Failed : StageState::Ok, .node = spec.node()};
        if (failure)
            stage.failure = std::move(*failure);
        return timed(std::move(stage));
    }
    ConnectionStage timed(ConnectionStage stage)
    {
        const Instant moment = now();
        stage.took = millisecondsBetween(std::exchange(m_since, moment), moment);
        return stage;
    }

private:
    Instant m_since = now();
};

bool wentWell(const Stages &stages)
{
    return stages.empty() || stages.back().state != StageState::Failed;
}

QCoro::Task<std::optional<Failure>> opened(SshTunnel *tunnel)
{
    TestEnd ending;
    QObject::connect(tunnel, &SshTunnel::stateChanged, &ending, [&ending](const TunnelState &state) {
        if (state.stage == TunnelStage::Open)
            ending.good();
        else if (state.stage == TunnelStage::Failed || state.stage == TunnelStage::Waiting)
            ending.bad(state.reason);
    });
    tunnel->open();
    co_return co_await ending.over();
}

// Until TCP, or TLS, is established.
QCoro::Task<std::optional<Failure>> reached(ConnectionSpec spec)
{
    TestEnd ending;
    const std::unique_ptr<Transport> transport = makeTransport(spec);
    QObject::connect(transport.get(), &Transport::opened, &ending, &TestEnd::good);
    QObject::connect(transport.get(), &Transport::closed, &ending, &TestEnd::bad);
    QTimer::singleShot(spec.connectTimeout, &ending, [&] {
        const auto stage = transport->isReached() ? ConnectStage::Securing : ConnectStage::Reaching;
        ending.bad(connectTimeout(spec, spec.node(), stage));
    });
    transport->start();
    std::optional<Failure> failure = co_await ending.over();
    transport->disconnect(&ending);
    transport->abort();
    co_return failure;
}

QCoro::Task<std::optional<Failure>> loggedIn(Session *session)
{
    TestEnd ending;
    QObject::connect(session, &Session::connectionChanged, &ending,
                     [&ending](const ConnectionState &connection) {
                         if (connection.phase == ConnectionPhase::Ready)
                             ending.good();
                         else if (connection.phase == ConnectionPhase::Failed ||
                                  connection.phase == ConnectionPhase::Waiting)
                             ending.bad(connection.reason);
                     });
    session->open();
    co_return co_await ending.over();
}

QCoro::Task<Stages> reachStages(ConnectionSpec spec, Session *session)
{
    Watch watch;
    Stages stages;
    ConnectionSpec plain = spec;
    plain.tls.enabled = false;
    std::optional<Failure> failure = co_await reached(plain);
    stages.push_back(watch.ended(ConnectionStep::Reach, spec, std::move(failure)));
    if (wentWell(stages))
        stages.back().detail = wayThrough(spec);
    if (wentWell(stages) && spec.tls.enabled) {
        failure = co_await reached(spec);
        stages.push_back(watch.ended(ConnectionStep::Tls, spec, std::move(failure)));
    }
    if (wentWell(stages)) {
        failure = co_await loggedIn(session);
        stages.push_back(watch.ended(ConnectionStep::Login, spec, std::move(failure)));
    }
    co_return stages;
}

QCoro::Task<Stages> serverStages(ConnectionSpec spec)
{
    Session session(readOnly(spec));
    Stages stages = co_await reachStages(spec, &session);
    if (!wentWell(stages))
        co_return stages;
    Watch watch;
    const std::vector<Trial> trials = trialsFor(spec);
    Batch asked = questions(trials, spec);
    asked.add({"ROLE"});
    asked.add({"INFO"});
    const Outcome<Replies> replies = co_await session.send(std::move(asked));
    if (!replies) {
        stages.push_back(watch.ended(ConnectionStep::MayRead, spec, replies.failure()));
        co_return stages;
    }
    const Reply &role = replies->items[trials.size()];
    const Reply &info = replies->items[trials.size() + 1];
    const auto rights = rightsTold(trials, results(trials, replies->items, isBeforeAcl(info)));
    stages.push_back(watch.timed(mayRead(rights, spec)));
    stages.push_back(watch.timed(mayWrite(rights, isReplica(role, info), spec)));
    co_return stages;
}

Outcome<Endpoint> masterIn(const Outcome<Reply> &reply, const ConnectionSpec &spec)
{
    if (!reply)
        return reply.failure();
    if (!reply->isArray() || reply->items.size() != 2)
        return Failure{
            .kind = ErrorKind::BadInput,
            .text = Tr::tr("this sentinel does not monitor a master '%1'").arg(spec.sentinel.masterName),
            .remedy = Tr::tr("check the name: SENTINEL MASTERS lists them"),
            .node = spec.node()};
    return Endpoint{QString::fromUtf8(reply->items[0].bytes), quint16(reply->items[1].number().value_or(0))};
}

struct Found {
    Stages stages{};
    Endpoint announced{};
    std::optional<Endpoint> master{};
};

QCoro::Task<Found> askSentinel(ConnectionSpec spec, Endpoint at)
{
    Found found;
    const ConnectionSpec sentinel = spec.at(at).asSentinel();
    Session session(readOnly(sentinel));
    found.stages = co_await reachStages(sentinel, &session);
    if (!wentWell(found.stages))
        co_return found;
    Watch watch;
    Command question{"SENTINEL", "GET-MASTER-ADDR-BY-NAME", spec.sentinel.masterName.toUtf8()};
    const Outcome<Reply> reply = co_await session.call(std::move(question));
    const Outcome<Endpoint> announced = masterIn(reply, spec.at(at));
    std::optional<Failure> failure;
    if (!announced)
        failure = announced.failure();
    found.stages.push_back(watch.ended(ConnectionStep::Discovery, sentinel, std::move(failure)));
    if (!announced)
        co_return found;
    found.announced = *announced;
    found.master = reachable(spec.addressing, *announced, at);
    found.stages.back().detail = QString::fromUtf8(announced->node().bytes);
    if (*found.master != *announced)
        found.stages.back().detail =
            Tr::tr("%1, reached as %2")
                .arg(found.stages.back().detail, QString::fromUtf8(found.master->node().bytes));
    co_return found;
}

QCoro::Task<Stages> sentinelStages(ConnectionSpec spec)
{
    std::vector<Endpoint> sentinels{spec.endpoint()};
    sentinels.insert(sentinels.end(), spec.seeds.begin(), spec.seeds.end());
    Stages stages;
    Found found;
    for (size_t i = 0; i < sentinels.size() && !found.master; ++i) {
        found = co_await askSentinel(spec, sentinels[i]);
        stages.insert(stages.end(), found.stages.begin(), found.stages.end());
    }
    if (!found.master)
        co_return stages;
    Stages ofMaster = co_await serverStages(spec.at(*found.master));
    for (ConnectionStage &stage : ofMaster) {
        const bool unreached = stage.state == StageState::Failed && stage.step < ConnectionStep::Login;
        if (unreached)
            stage.failure = notReachable(stage.failure, spec.addressing, found.announced, *found.master);
    }
    stages.insert(stages.end(), ofMaster.begin(), ofMaster.end());
    co_return stages;
}

QCoro::Task<Stages> deploymentStages(ConnectionSpec spec)
{
    if (spec.topology == Topology::Sentinel)
        co_return co_await sentinelStages(std::move(spec));
    co_return co_await serverStages(std::move(spec));
}

void addSkipped(Stages &stages, const ConnectionSpec &spec)
{
    const ConnectionStep last = stages.empty() ? ConnectionStep::Tunnel : stages.back().step;
    for (const ConnectionStep step : {ConnectionStep::Reach, ConnectionStep::Tls, ConnectionStep::Login,
                                      ConnectionStep::MayRead, ConnectionStep::MayWrite}) {
        if (step > last && (step != ConnectionStep::Tls || spec.tls.enabled))
            stages.push_back({.step = step, .node = spec.node()});
    }
}

QCoro::Task<Stages> memberStages(ConnectionSpec spec)
{
    Stages stages;
    std::unique_ptr<SshTunnel> tunnel;
    if (spec.ssh.enabled()) {
        Watch watch;
        tunnel = std::make_unique<SshTunnel>(spec.ssh);
        std::optional<Failure> failure = co_await opened(tunnel.get());
        stages.push_back(watch.ended(ConnectionStep::Tunnel, spec, std::move(failure)));
        spec.tunnel = tunnel->entrance();
    }
    if (wentWell(stages)) {
        const Stages further = co_await deploymentStages(spec);
        stages.insert(stages.end(), further.begin(), further.end());
    }
    addSkipped(stages, spec);
    co_return stages;
}

} // namespace

QCoro::Task<Stages> testConnection(ConnectionSpec spec)
{
    if (spec.topology != Topology::RedLock)
        co_return co_await memberStages(std::move(spec));
    Stages stages;
    for (const ConnectionSpec &member : spec.members) {
        const Stages further = co_await testConnection(member);
        stages.insert(stages.end(), further.begin(), further.end());
    }
    co_return stages;
}

} // namespace lockscope
