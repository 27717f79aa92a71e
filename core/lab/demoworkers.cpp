// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/demoworkers.h"

#include "core/base/wakeup.h"
#include "core/deployment/deployment.h"
#include "core/engine/acts/lockclient.h"
#include "core/formats/ownerparts.h"
#include "core/lab/sandbox/sandboxdeployment.h"

#include <QRandomGenerator>

#include <map>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

// How one worker uses one lock, repeatedly until it is stopped.
struct Habit {
    QByteArray key{};
    QByteArray kind = "rlock";
    milliseconds lease = 30s;
    milliseconds wait = 0ms;
    milliseconds holdFrom = 2s, holdTo = 6s; // time in the critical section
    milliseconds thinkFrom = 1s, thinkTo = 4s;
    int depth = 1;         // nested acquires
    bool watchdog = false; // renews while it holds
    bool crashes = false;  // stops renewing at the end of the hold and never releases
};

// Typical situations in production, small enough to watch.
std::vector<Habit> habits()
{
    std::vector<Habit> all{
        {.key = "lock:orders:checkout", .lease = 30s, .holdFrom = 10min, .holdTo = 20min, .watchdog = true},
        {.key = "lock:billing:nightly-run", .lease = 12s, .holdFrom = 5min, .holdTo = 8min, .watchdog = true},
        {.key = "lock:invoice:{2024-10}", .lease = 15s, .holdFrom = 20s, .holdTo = 40s, .watchdog = true},
        {.key = "lock:cart:7781", .lease = 20s, .holdFrom = 2s, .holdTo = 4s, .depth = 3, .watchdog = true},
        {.key = "lock:ledger:eu",
         .lease = 18s,
         .holdFrom = 20s,
         .holdTo = 24s,
         .thinkFrom = 25s,
         .thinkTo = 30s,
         .watchdog = true,
         .crashes = true},
        {.key = "redlock:mail-digest",
         .kind = "token-lock",
         .lease = 15s,
         .holdFrom = 20s,
         .holdTo = 60s,
         .watchdog = true},
        {.key = "lock:export:csv", .kind = "token-lock", .lease = 45s, .holdFrom = 10s, .holdTo = 30s},
        {.key = "lock:thumbnails",
         .kind = "token-lock",
         .lease = 25s,
         .holdFrom = 3s,
         .holdTo = 5s,
         .thinkFrom = 35s,
         .thinkTo = 50s,
         .crashes = true},
        {.key = "lock:report:daily",
         .kind = "untokened-lock",
         .lease = 0ms,
         .holdFrom = 1s,
         .holdTo = 1s,
         .thinkFrom = 40s, // long enough to see that it is free after a release by force
         .thinkTo = 60s,
         .crashes = true},
    };
    for (int worker = 0; worker < 4; ++worker)
        all.push_back({.key = "lock:stock:1001",
                       .lease = 10s,
                       .wait = 30s,
                       .holdFrom = 600ms,
                       .holdTo = 2s,
                       .thinkFrom = 100ms,
                       .thinkTo = 800ms});
    for (int worker = 0; worker < 3; ++worker)
        all.push_back({.key = "lock:seat:A12",
                       .kind = "token-lock",
                       .lease = 8s,
                       .wait = 20s,
                       .holdFrom = 500ms,
                       .holdTo = 3s,
                       .thinkFrom = 200ms,
                       .thinkTo = 1500ms});
    for (int item = 1002; item <= 1009; ++item)
        all.push_back({.key = "lock:stock:" + QByteArray::number(item), .lease = 20s});
    return all;
}

milliseconds between(milliseconds from, milliseconds to)
{
    return from + milliseconds(QRandomGenerator::global()->bounded(int((to - from).count()) + 1));
}

// Ordinary keys that a scan must skip.
std::vector<Command> ordinaryKeys()
{
    std::vector<Command> commands;
    for (int i = 0; i < 500; ++i) {
        const QByteArray n = QByteArray::number(i);
        commands.push_back({"SET", "cache:page:" + n, "<html>" + n + "</html>", "PX", "3600000"});
        commands.push_back({"HSET", "user:" + n, "name", "user " + n, "visits", n});
    }
    return commands;
}

} // namespace

std::vector<ConnectionSpec> workplaces(const SandboxDeployment &sandbox)
{
    const ConnectionSpec spec = sandbox.spec();
    if (sandbox.topology() == SandboxTopology::Standalone)
        return {spec.at(spec.endpoint())};
    if (sandbox.topology() != SandboxTopology::RedLock)
        return {spec};
    std::vector<ConnectionSpec> members;
    for (const ConnectionSpec &member : spec.members)
        members.push_back(member.at(member.endpoint()));
    return members;
}

// A server on which a worker takes its lock.
struct Workplace {
    explicit Workplace(const ConnectionSpec &server)
        : session(std::make_unique<Session>(server)), client(*session, Registry::builtIn())
    {
        session->open();
    }
    explicit Workplace(Deployment &deployment) : client(deployment, Registry::builtIn()) {}

    std::unique_ptr<Session> session{}; // the worker's own; null: the deployment's
    LockClient client;
};

struct Worker {
    Habit habit{};
    std::vector<std::unique_ptr<Workplace>> places{};
};

struct DemoWorkers::Private {
    DemoWorkers *q;
    std::vector<ConnectionSpec> servers{};
    // Shared by all workers on several servers, because each would otherwise poll every server.
    std::unique_ptr<Deployment> deployment{};
    std::vector<std::unique_ptr<Worker>> workers{};
    WakeUps pauses{};
    size_t settled = 0; // workers that have tried their lock at least once
    bool stopping = false;

    void begin();
    void fill() const;
    void settle();
    static QCoro::Task<> work(QPointer<DemoWorkers> self, Worker *worker);
    static QCoro::Task<bool> act(QPointer<DemoWorkers> self, Worker *worker, ActRequest request);
    static QCoro::Task<bool> pause(QPointer<DemoWorkers> self, milliseconds time);
};

DemoWorkers::DemoWorkers(std::vector<ConnectionSpec> servers, QObject *parent)
    : QObject(parent), d(new Private{this, std::move(servers)})
{
}

DemoWorkers::~DemoWorkers()
{
    stop();
}

void DemoWorkers::start()
{
    const ConnectionSpec &first = d->servers.front();
    if (d->servers.size() > 1 || first.topology == Topology::Standalone)
        return d->begin();
    ConnectionSpec spec = first;
    spec.readOnly = false;
    spec.clientName = QStringLiteral("workers");
    d->deployment = std::make_unique<Deployment>(spec);
    connect(d->deployment.get(), &Deployment::changed, this, [this] {
        if (d->workers.empty() && !d->stopping && d->deployment->isReady())
            d->begin();
    });
    d->deployment->open();
}

void DemoWorkers::Private::begin()
{
    for (const Habit &habit : habits()) {
        auto worker = std::make_unique<Worker>();
        worker->habit = habit;
        if (deployment)
            worker->places.push_back(std::make_unique<Workplace>(*deployment));
        else
            for (ConnectionSpec server : servers) {
                server.readOnly = false;
                server.clientName = QStringLiteral("worker-%1").arg(workers.size() + 1);
                worker->places.push_back(std::make_unique<Workplace>(server));
            }
        workers.push_back(std::move(worker));
    }
    fill();
    for (const auto &worker : workers)
        work(q, worker.get());
}

void DemoWorkers::Private::fill() const
{
    std::map<Session *, Batch> batches;
    for (const Command &command : ordinaryKeys()) {
        for (const auto &place : workers.front()->places) {
            Session *session = deployment ? deployment->acting({command[1]}) : place->session.get();
            if (session)
                batches[session].add(command);
        }
    }
    for (auto &[session, batch] : batches)
        session->send(std::move(batch));
}

void DemoWorkers::stop()
{
    d->stopping = true;
    d->pauses.cancel();
    for (const auto &worker : d->workers) {
        for (const auto &place : worker->places) {
            place->client.cancelWaiting();
            if (place->session)
                place->session->close();
        }
    }
    if (d->deployment)
        d->deployment->close();
    d->workers.clear();
    d->deployment.reset();
}

void DemoWorkers::Private::settle()
{
    if (++settled == workers.size())
        emit q->populated();
}

// False if the workers stop.
QCoro::Task<bool> DemoWorkers::Private::pause(QPointer<DemoWorkers> self, milliseconds time)
{
    const auto wakeUp = self->d->pauses.add();
    const auto cause = co_await wakeUp->wait(time);
    co_return self &&cause != WakeUp::Cause::Cancelled;
}

// Acts on every server, for all workers in the same order, so that two of them do not each get half. True:
// done on a majority; otherwise releases what was acquired.
QCoro::Task<bool> DemoWorkers::Private::act(QPointer<DemoWorkers> self, Worker *worker, ActRequest request)
{
    std::vector<LockClient *> done;
    for (const auto &place : worker->places) {
        const Receipt receipt = co_await place->client.act(request);
        if (!self || self->d->stopping)
            co_return false;
        if (receipt.result == ActResult::Done)
            done.push_back(&place->client);
    }
    if (2 * done.size() > worker->places.size())
        co_return true;
    if (request.act != ActKind::Acquire)
        co_return false;
    request.act = ActKind::Release;
    for (LockClient *client : done) {
        co_await client->act(request);
        if (!self || self->d->stopping)
            co_return false;
    }
    co_return false;
}

QCoro::Task<> DemoWorkers::Private::work(QPointer<DemoWorkers> self, Worker *worker)
{
    const Habit habit = worker->habit;
    OwnerId owner = withoutOwnUuid(Registry::builtIn().find(habit.kind)->makeOwner()); // plays an application
    bool first = true;
    for (;;) {
        ActRequest request{.act = ActKind::Acquire,
                           .key = {habit.key},
                           .kind = habit.kind,
                           .owner = owner,
                           .lease = habit.lease,
                           .wait = first ? 0ms : habit.wait,
                           .watchdog = habit.watchdog};
        if (habit.lease == 0ms)
            request.lease.reset();
        int holds = 0;
        while (holds < habit.depth) {
            const bool taken = co_await act(self, worker, request);
            if (!self || self->d->stopping)
                co_return;
            if (std::exchange(first, false))
                self->d->settle();
            if (!taken)
                break;
            ++holds;
            if (habit.depth > 1 && !co_await pause(self, between(500ms, 1500ms)))
                co_return;
        }
        if (holds > 0 && !co_await pause(self, between(habit.holdFrom, habit.holdTo)))
            co_return;
        for (const auto &place : worker->places) {
            if (habit.crashes)
                place->client.abandon({habit.key});
        }
        request.act = ActKind::Release;
        while (holds-- > 0 && !habit.crashes) {
            co_await act(self, worker, request);
            if (!self || self->d->stopping)
                co_return;
            if (habit.depth > 1 && holds > 0 && !co_await pause(self, between(500ms, 1500ms)))
                co_return;
        }
        if (!co_await pause(self, between(habit.thinkFrom, habit.thinkTo)))
            co_return;
    }
}

} // namespace lockscope
