// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/scenariorun.h"

#include "core/formats/redissonnames.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds StartPatience = 15s; // for servers and processes to get ready
constexpr milliseconds LastPatience = 3s;   // for workers to release their locks
constexpr milliseconds BetweenPulses = 200ms;
constexpr size_t VisitsInPulse = 200;

QByteArray runPrefix(quint64 seed)
{
    // Distinguishes this run from others, even with the same seed.
    const auto id = quint32(seed) ^ quint32(wallNow().time_since_epoch().count() / 1000);
    return "lockscope-lab:{" + QByteArray::number(id, 16) + "}:";
}

} // namespace

ScenarioRun::ScenarioRun(const Scenario &scenario, const ScenarioValues &values, quint64 seed,
                         const ConnectionSpec &spec, SandboxDeployment *sandbox)
    : m_scenario(scenario), m_values(values), m_sandbox(sandbox), m_ground(spec), m_random(quint32(seed)),
      m_prefix(runPrefix(seed)), m_began(now())
{
    m_outcome.scenario = scenario.name;
    m_outcome.title = scenario.title;
    m_outcome.seed = seed;
    m_outcome.values = values.all();
    m_outcome.began = wallNow();
    ConnectionSpec address = spec;
    address.clientName.clear();
    address.tellMembers();
    m_outcome.where = connectionUrl(address);
    if (sandbox)
        tellWhere({sandbox->topology()});
    m_pulse.setInterval(BetweenPulses);
    connect(&m_pulse, &QTimer::timeout, this, &ScenarioRun::pulse);
}

ScenarioRun::~ScenarioRun()
{
    cancel();
}

QCoro::Task<> ScenarioRun::play(ScenarioRunPtr run)
{
    const Done reached = co_await run->m_ground.ready(StartPatience);
    run->m_isReached = reached.ok();
    if (!reached) {
        run->fail(reached.failure());
    } else {
        run->m_pulse.start();
        co_await run->m_scenario.run(run);
        run->m_pulse.stop();
        if (run->m_checker) // the scenario did not end its arm
            run->endArm();
        run->pulse();
        for (const auto &told : run->m_processes)
            told.process->kill();
        if (!run->m_sandbox)
            co_await run->cleanUp();
    }
    if (!run->m_places.empty())
        emit run->moved(run->spec()); // the private servers end with this run
    run->m_outcome.lasted = millisecondsBetween(run->m_began, now());
}

void ScenarioRun::cancel()
{
    if (isOver())
        return;
    m_outcome.cancelled = !m_outcome.failure;
    m_pauses->cancel();
    if (!m_isReached)
        m_ground.close();
    for (const auto &place : m_places) {
        if (place->ground && !place->isReached)
            place->ground->close();
    }
    const auto pools = m_crews;
    for (WorkerPool *crew : pools)
        crew->stop();
    for (const auto &told : m_processes)
        told.process->kill();
    for (size_t i = 0; i < m_clients.size(); ++i) // resumed coroutines may add clients
        m_clients[i]->close();
    m_watchers.cancel();
    emit over();
}

void ScenarioRun::fail(const Failure &why)
{
    if (isOver())
        return;
    m_outcome.failure = why;
    cancel();
}

void ScenarioRun::expectFaults()
{
    m_expectsFaults = true;
}

void ScenarioRun::fault(const Failure &why)
{
    if (!m_expectsFaults)
        fail(why);
}

LockName ScenarioRun::key(const QByteArray &what)
{
    LockName key{m_prefix + what};
    if (std::ranges::find(m_keys, key) == m_keys.end())
        m_keys.push_back(key);
    return key;
}

void ScenarioRun::say(const QString &line)
{
    if (!isOver())
        m_outcome.steps.push_back({elapsed(), line});
}

milliseconds ScenarioRun::elapsed() const
{
    return millisecondsBetween(m_began, now());
}

void ScenarioRun::beginArm(const QByteArray &name, const QString &title, int permits)
{
    m_arm = {.name = name, .title = title, .began = elapsed()};
    m_checker = std::make_unique<SafetyChecker>(now(), permits);
    const Traffic before = clientTraffic();
    m_armTraffic = {-before.commands, -before.bytes};
    say(title);
}

void ScenarioRun::beginRound()
{
    if (!isOver())
        m_arm.rounds.push_back(elapsed());
}

Figures ScenarioRun::endArm(std::vector<Count> counts)
{
    settle(std::exchange(m_pending, {}));
    m_armTraffic += clientTraffic();
    m_arm.figures = m_checker->figures(now());
    m_arm.ended = elapsed();
    m_arm.figures.traffic = m_armTraffic;
    m_arm.figures.counts = std::move(counts);
    m_checker.reset();
    m_outcome.arms.push_back(m_arm);
    return m_arm.figures;
}

Traffic ScenarioRun::clientTraffic() const
{
    Traffic sum;
    for (const auto &client : m_clients)
        sum += client->traffic();
    return sum;
}

void ScenarioRun::claim(const QString &text, bool met, const QString &evidence)
{
    if (!isOver())
        m_outcome.claims.push_back({text, met, evidence});
}

void ScenarioRun::note(LabEvent::Kind kind, int worker, HoldMode mode)
{
    note({.kind = kind, .worker = worker, .at = now(), .mode = mode});
}

// Keeps the order of times across processes.
void ScenarioRun::note(const LabEvent &event)
{
    if (m_processes.empty())
        return settle({event});
    m_pending.insert(std::ranges::upper_bound(m_pending, event.at, {}, &LabEvent::at), event);
    flush();
}

Instant ScenarioRun::toldUntil() const
{
    Instant until = Instant::max();
    for (const LaunchedProcess &told : m_processes) {
        if (!told.process->isOver() && !told.paused)
            until = std::min(until, told.process->toldUntil());
    }
    return until;
}

void ScenarioRun::flush()
{
    const Instant until = toldUntil();
    const auto end = std::ranges::upper_bound(m_pending, until, {}, &LabEvent::at);
    const std::vector<LabEvent> due(m_pending.begin(), end);
    m_pending.erase(m_pending.begin(), end);
    settle(due);
}

// Notes all events before resuming any waiting coroutine, which may end the arm.
void ScenarioRun::settle(const std::vector<LabEvent> &events)
{
    if (!m_checker || events.empty())
        return;
    for (const LabEvent &event : events)
        m_checker->note(event);
    m_watchers.fire();
}

void ScenarioRun::pulse()
{
    LabPulse pulse{.arm = m_arm.name, .armTitle = m_arm.title, .elapsed = elapsed(), .armBegan = m_arm.began};
    if (m_checker) {
        pulse.entries = m_checker->entries();
        pulse.violations = m_checker->violations();
        pulse.gaveUp = m_checker->gaveUp();
        pulse.inside = m_checker->inside();
        pulse.waiting = m_checker->waiting();
        const std::deque<Visit> &visits = m_checker->visits();
        pulse.visits.assign(visits.end() - qsizetype(std::min(visits.size(), VisitsInPulse)), visits.end());
    }
    const auto &steps = m_outcome.steps;
    pulse.steps.assign(steps.begin() + qsizetype(std::exchange(m_stepsTold, steps.size())), steps.end());
    emit pulsed(pulse);
}

LabClient &ScenarioRun::client(const QString &name)
{
    return addClient(m_ground, name);
}

LabClient &ScenarioRun::client(const Place &place, const QString &name)
{
    return addClient(*place.ground, name);
}

QCoro::Task<ScenarioRun::Place *> ScenarioRun::place(ScenarioRunPtr run, SandboxTopology topology,
                                                     DeploymentOptions options)
{
    if (run->isOver())
        co_return nullptr;
    auto servers = SandboxDeployment::start(topology, withPasswords(std::move(options)));
    if (!servers) {
        run->fail(servers.failure());
        co_return nullptr;
    }
    run->m_places.push_back(std::make_unique<Place>());
    Place *place = run->m_places.back().get();
    place->servers = std::move(*servers);
    std::vector<SandboxTopology> sandboxes;
    for (const auto &one : run->m_places) {
        if (std::ranges::find(sandboxes, one->servers->topology()) == sandboxes.end())
            sandboxes.push_back(one->servers->topology());
    }
    run->tellWhere(std::move(sandboxes));
    ConnectionSpec spec = place->servers->spec();
    spec.readOnly = false;
    place->ground = std::make_unique<LabServers>(spec);
    const Done reached = co_await place->ground->ready(StartPatience);
    if (!reached) {
        run->fail(reached.failure());
        co_return nullptr;
    }
    place->isReached = true;
    emit run->moved(spec);
    co_return place;
}

// A scenario that starts servers of its own runs on these, not on the sandbox it was begun with.
void ScenarioRun::tellWhere(std::vector<SandboxTopology> sandboxes)
{
    QStringList names;
    for (const SandboxTopology topology : sandboxes)
        names << QLatin1String(lockscope::name(topology));
    m_outcome.where = tr("sandbox (%1)").arg(names.join(QStringLiteral(", ")));
    m_outcome.sandboxes = std::move(sandboxes);
}

QCoro::Task<> ScenarioRun::restartEmpty(ScenarioRunPtr run, Place *place, std::vector<size_t> which)
{
    for (const size_t node : which) {
        const Done restarted = place->servers->node(node).restart(Data::Lost);
        if (!restarted)
            run->fail(restarted.failure());
    }
    const std::function<bool()> reached = [place, which] {
        return std::ranges::all_of(
            which, [place](size_t node) { return place->ground->deployment(node).isReady(); });
    };
    co_await until(run, reached, StartPatience);
}

LabClient &ScenarioRun::addClient(LabServers &ground, const QString &name)
{
    m_clients.push_back(std::make_unique<LabClient>(ground, name));
    if (isOver())
        m_clients.back()->close();
    return *m_clients.back();
}

void ScenarioRun::watch(WorkerPool &crew)
{
    connect(&crew, &WorkerPool::happened, this, qOverload<const LabEvent &>(&ScenarioRun::note));
    connect(&crew, &WorkerPool::failed, this, &ScenarioRun::fault);
    m_crews.push_back(&crew);
}

QCoro::Task<> ScenarioRun::work(ScenarioRunPtr run, std::vector<Workload> jobs, const Place *place)
{
    if (run->isOver())
        co_return;
    LabServers &ground = place ? *place->ground : run->m_ground;
    std::vector<std::unique_ptr<WorkerPool>> pools;
    const auto over = std::make_shared<WakeUp>();
    const auto left = std::make_shared<int>(int(jobs.size()));
    for (Workload &job : jobs) {
        pools.push_back(std::make_unique<WorkerPool>(ground, std::move(job)));
        run->watch(*pools.back());
        connect(pools.back().get(), &WorkerPool::finished, run.get(), [over, left] {
            if (--*left == 0)
                over->fire();
        });
    }
    for (const auto &crew : pools) {
        const Done ready = co_await crew->prepare();
        if (!ready)
            run->fault(ready.failure());
    }
    if (run->isOver())
        *left = 0; // none has started
    for (size_t i = 0; *left > 0 && i < pools.size(); ++i)
        pools[i]->start();
    while (*left > 0 && !run->isOver())
        co_await over->wait(100ms);
    if (*left > 0)
        co_await over->wait(LastPatience);
    for (const auto &crew : pools) {
        run->m_armTraffic += crew->traffic();
        std::erase(run->m_crews, crew.get());
    }
}

WorkerProcess *ScenarioRun::launch(const Workload &job)
{
    auto made = std::make_unique<WorkerProcess>(job);
    WorkerProcess *process = made.get();
    connect(process, &WorkerProcess::happened, this, qOverload<const LabEvent &>(&ScenarioRun::note));
    connect(process, &WorkerProcess::toldMore, this, &ScenarioRun::flush);
    connect(process, &WorkerProcess::failed, this, &ScenarioRun::fail);
    connect(process, &WorkerProcess::ended, this, [this, process] {
        m_armTraffic += process->traffic();
        flush();
    });
    m_processes.push_back({std::move(made)});
    const Done launched = process->launch(m_ground.spec());
    if (!launched)
        fail(launched.failure());
    return launched ? process : nullptr;
}

QCoro::Task<> ScenarioRun::workApart(ScenarioRunPtr run, std::vector<Workload> jobs)
{
    const auto ready = std::make_shared<int>(0);
    std::vector<WorkerProcess *> processes;
    for (const Workload &job : jobs) {
        WorkerProcess *process = run->launch(job);
        if (!process)
            co_return;
        connect(process, &WorkerProcess::ready, run.get(), [ready] { ++*ready; });
        processes.push_back(process);
    }
    const auto all = int(jobs.size());
    const std::function<bool()> everybody = [ready, all] { return *ready == all; };
    const bool there = co_await until(run, everybody, StartPatience);
    if (!there) {
        run->fail({.kind = ErrorKind::TimedOut, .text = tr("the worker processes were not ready in time")});
        co_return;
    }
    for (WorkerProcess *process : processes)
        process->go();
    const std::function<bool()> over = [processes] {
        return std::ranges::all_of(processes, &WorkerProcess::isOver);
    };
    while (!run->isOver() && !over())
        co_await until(run, over, 1s);
}

QCoro::Task<WorkerProcess *> ScenarioRun::process(ScenarioRunPtr run, Workload job)
{
    WorkerProcess *process = run->launch(job);
    if (!process)
        co_return nullptr;
    const auto ready = std::make_shared<bool>(false);
    connect(process, &WorkerProcess::ready, run.get(), [ready] { *ready = true; });
    const std::function<bool()> begun = [ready] { return *ready; };
    const bool there = co_await until(run, begun, StartPatience);
    if (!there) {
        run->fail({.kind = ErrorKind::TimedOut, .text = tr("the worker process was not ready in time")});
        co_return nullptr;
    }
    process->go();
    co_return process;
}

void ScenarioRun::pause(WorkerProcess &process)
{
    process.pause();
    for (LaunchedProcess &told : m_processes)
        told.paused = told.paused || told.process.get() == &process;
    flush();
}

void ScenarioRun::resume(WorkerProcess &process)
{
    for (LaunchedProcess &told : m_processes) {
        if (told.process.get() == &process)
            told.paused = false;
    }
    process.resume();
}

void ScenarioRun::kill(WorkerProcess &process)
{
    process.kill();
    for (int i = 0; i < process.job().workers; ++i)
        note(LabEvent::Kind::Crashed, process.job().firstWorker + i);
}

QCoro::Task<bool> ScenarioRun::rest(ScenarioRunPtr run, milliseconds time)
{
    return CancellableSleep::wait(run->m_pauses, time);
}

QCoro::Task<bool> ScenarioRun::until(ScenarioRunPtr run, std::function<bool()> reached, milliseconds patience)
{
    constexpr milliseconds Look = 20ms;
    const auto wakeUp = run->m_watchers.add();
    const Instant deadline = now() + patience;
    while (!run->isOver() && !reached() && now() < deadline)
        co_await wakeUp->wait(Look);
    co_return !run->isOver() && reached();
}

QCoro::Task<Outcome<LockDetail>> ScenarioRun::inspect(ScenarioRunPtr run, LockName key)
{
    if (run->isOver())
        co_return Failure{.kind = ErrorKind::Cancelled, .text = tr("the run is over"), .key = key.bytes};
    if (!run->m_engine) {
        run->m_engine = std::make_unique<Engine>();
        // What ends the run may be a coroutine that the engine itself resumes.
        connect(run.get(), &ScenarioRun::over, run->m_engine.get(), &Engine::close, Qt::QueuedConnection);
        EngineOptions options;
        options.scan = false;
        options.follow = false;
        run->m_engine->open(run->m_ground.spec(), options);
    }
    const Done ready = co_await run->m_engine->waitReady(StartPatience);
    if (!ready)
        co_return ready.failure();
    co_return co_await run->m_engine->inspect(key);
}

// All workers have ended, and only this run knows these names, so no other client's lock is removed. Expiries
// remove what this misses.
QCoro::Task<> ScenarioRun::cleanUp()
{
    LabClient cleaner(m_ground, QStringLiteral("lab-cleaner"));
    for (const LockName &key : m_keys) {
        Command unlink{"UNLINK", key.bytes};
        for (const CompanionKey &companion : Registry::builtIn().companions({.key = key}))
            unlink.push_back(companion.key.bytes);
        // By design, the fencing counter outlives its lock.
        unlink.push_back(redissonPrefixed("redisson_lock_token", key.bytes));
        for (size_t member = 0; member < m_ground.size(); ++member)
            [[maybe_unused]] const auto removed = co_await cleaner.call(unlink, member);
    }
}

} // namespace lockscope
