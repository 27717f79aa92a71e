// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/scenariorun.h"

#include "core/formats/redissonnames.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds StagePatience = 15s; // for servers and processes to get ready
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

QCoro::Task<> ScenarioRun::play(ScenarioRunPtr stage)
{
    const Done reached = co_await stage->m_ground.ready(StagePatience);
    if (!reached) {
        stage->fail(reached.failure());
    } else {
        stage->m_pulse.start();
        co_await stage->m_scenario.run(stage);
        stage->m_pulse.stop();
        if (stage->m_ledger) // the scenario did not end its arm
            stage->endArm();
        stage->pulse();
        for (const auto &told : stage->m_processes)
            told.process->kill();
        if (!stage->m_sandbox)
            co_await stage->cleanUp();
    }
    if (!stage->m_places.empty())
        emit stage->moved(stage->spec()); // the private servers end with this run
    stage->m_outcome.lasted = millisecondsBetween(stage->m_began, now());
}

void ScenarioRun::cancel()
{
    if (isOver())
        return;
    m_outcome.cancelled = !m_outcome.failure;
    m_pauses->cancel();
    const auto crews = m_crews;
    for (WorkerPool *crew : crews)
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
    m_ledger = std::make_unique<SafetyChecker>(now(), permits);
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
    m_arm.figures = m_ledger->figures(now());
    m_arm.ended = elapsed();
    m_arm.figures.traffic = m_armTraffic;
    m_arm.figures.counts = std::move(counts);
    m_ledger.reset();
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
    if (!m_ledger || events.empty())
        return;
    for (const LabEvent &event : events)
        m_ledger->note(event);
    m_watchers.fire();
}

void ScenarioRun::pulse()
{
    LabPulse pulse{.arm = m_arm.name, .armTitle = m_arm.title, .elapsed = elapsed(), .armBegan = m_arm.began};
    if (m_ledger) {
        pulse.entries = m_ledger->entries();
        pulse.violations = m_ledger->violations();
        pulse.gaveUp = m_ledger->gaveUp();
        pulse.inside = m_ledger->inside();
        pulse.waiting = m_ledger->waiting();
        const std::deque<Visit> &visits = m_ledger->visits();
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

QCoro::Task<ScenarioRun::Place *> ScenarioRun::place(ScenarioRunPtr stage, SandboxTopology topology,
                                                     DeploymentOptions options)
{
    if (stage->isOver())
        co_return nullptr;
    auto servers = SandboxDeployment::start(topology, withPasswords(std::move(options)));
    if (!servers) {
        stage->fail(servers.failure());
        co_return nullptr;
    }
    stage->m_places.push_back(std::make_unique<Place>());
    Place *place = stage->m_places.back().get();
    place->servers = std::move(*servers);
    std::vector<SandboxTopology> sandboxes;
    for (const auto &one : stage->m_places) {
        if (std::ranges::find(sandboxes, one->servers->topology()) == sandboxes.end())
            sandboxes.push_back(one->servers->topology());
    }
    stage->tellWhere(std::move(sandboxes));
    ConnectionSpec spec = place->servers->spec();
    spec.readOnly = false;
    place->ground = std::make_unique<LabServers>(spec);
    const Done reached = co_await place->ground->ready(StagePatience);
    if (!reached) {
        stage->fail(reached.failure());
        co_return nullptr;
    }
    emit stage->moved(spec);
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

QCoro::Task<> ScenarioRun::restartEmpty(ScenarioRunPtr stage, Place *place, std::vector<size_t> which)
{
    for (const size_t node : which) {
        const Done restarted = place->servers->node(node).restart(Data::Lost);
        if (!restarted)
            stage->fail(restarted.failure());
    }
    const std::function<bool()> reached = [place, which] {
        return std::ranges::all_of(
            which, [place](size_t node) { return place->ground->deployment(node).isReady(); });
    };
    co_await until(stage, reached, StagePatience);
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

QCoro::Task<> ScenarioRun::work(ScenarioRunPtr stage, std::vector<Workload> jobs, const Place *place)
{
    if (stage->isOver())
        co_return;
    LabServers &ground = place ? *place->ground : stage->m_ground;
    std::vector<std::unique_ptr<WorkerPool>> crews;
    const auto over = std::make_shared<WakeUp>();
    const auto left = std::make_shared<int>(int(jobs.size()));
    for (Workload &job : jobs) {
        crews.push_back(std::make_unique<WorkerPool>(ground, std::move(job)));
        stage->watch(*crews.back());
        connect(crews.back().get(), &WorkerPool::finished, stage.get(), [over, left] {
            if (--*left == 0)
                over->fire();
        });
    }
    for (const auto &crew : crews) {
        const Done ready = co_await crew->prepare();
        if (!ready)
            stage->fault(ready.failure());
    }
    if (stage->isOver())
        *left = 0; // none has started
    for (size_t i = 0; *left > 0 && i < crews.size(); ++i)
        crews[i]->start();
    while (*left > 0 && !stage->isOver())
        co_await over->wait(100ms);
    if (*left > 0)
        co_await over->wait(LastPatience);
    for (const auto &crew : crews) {
        stage->m_armTraffic += crew->traffic();
        std::erase(stage->m_crews, crew.get());
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

QCoro::Task<> ScenarioRun::workApart(ScenarioRunPtr stage, std::vector<Workload> jobs)
{
    const auto ready = std::make_shared<int>(0);
    std::vector<WorkerProcess *> processes;
    for (const Workload &job : jobs) {
        WorkerProcess *process = stage->launch(job);
        if (!process)
            co_return;
        connect(process, &WorkerProcess::ready, stage.get(), [ready] { ++*ready; });
        processes.push_back(process);
    }
    const auto all = int(jobs.size());
    const std::function<bool()> everybody = [ready, all] { return *ready == all; };
    const bool there = co_await until(stage, everybody, StagePatience);
    if (!there) {
        stage->fail({.kind = ErrorKind::TimedOut, .text = tr("the worker processes were not ready in time")});
        co_return;
    }
    for (WorkerProcess *process : processes)
        process->go();
    const std::function<bool()> over = [processes] {
        return std::ranges::all_of(processes, &WorkerProcess::isOver);
    };
    while (!stage->isOver() && !over())
        co_await until(stage, over, 1s);
}

QCoro::Task<WorkerProcess *> ScenarioRun::process(ScenarioRunPtr stage, Workload job)
{
    WorkerProcess *process = stage->launch(job);
    if (!process)
        co_return nullptr;
    const auto ready = std::make_shared<bool>(false);
    connect(process, &WorkerProcess::ready, stage.get(), [ready] { *ready = true; });
    const std::function<bool()> begun = [ready] { return *ready; };
    const bool there = co_await until(stage, begun, StagePatience);
    if (!there) {
        stage->fail({.kind = ErrorKind::TimedOut, .text = tr("the worker process was not ready in time")});
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

QCoro::Task<bool> ScenarioRun::rest(ScenarioRunPtr stage, milliseconds time)
{
    return CancellableSleep::wait(stage->m_pauses, time);
}

QCoro::Task<bool> ScenarioRun::until(ScenarioRunPtr stage, std::function<bool()> reached,
                                     milliseconds patience)
{
    constexpr milliseconds Look = 20ms;
    const auto wakeUp = stage->m_watchers.add();
    const Instant deadline = now() + patience;
    while (!stage->isOver() && !reached() && now() < deadline)
        co_await wakeUp->wait(Look);
    co_return !stage->isOver() && reached();
}

QCoro::Task<Outcome<LockDetail>> ScenarioRun::inspect(ScenarioRunPtr stage, LockName key)
{
    if (stage->isOver())
        co_return Failure{.kind = ErrorKind::Cancelled, .text = tr("the run is over"), .key = key.bytes};
    if (!stage->m_engine) {
        stage->m_engine = std::make_unique<Engine>();
        // What ends the run may be a coroutine that the engine itself resumes.
        connect(stage.get(), &ScenarioRun::over, stage->m_engine.get(), &Engine::close, Qt::QueuedConnection);
        EngineOptions options;
        options.scan = false;
        options.follow = false;
        stage->m_engine->open(stage->m_ground.spec(), options);
    }
    const Done ready = co_await stage->m_engine->waitReady(StagePatience);
    if (!ready)
        co_return ready.failure();
    co_return co_await stage->m_engine->inspect(key);
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
