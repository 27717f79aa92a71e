// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/rundeadlock.h"

#include "core/engine/blocking/deadlocktext.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr milliseconds FollowPatience = std::chrono::seconds(15); // for the servers to answer

bool areUncounted(const WaitGraph &graph, const Deadlock &deadlock)
{
    return std::ranges::any_of(deadlock.steps, [&graph](const DeadlockStep &step) {
        return !graph.locks[step.awaited].lock->waiters.subscribed;
    });
}

} // namespace

QCoro::Task<std::shared_ptr<Engine>> followLocks(ScenarioRunPtr run, QList<LockName> keys)
{
    if (run->isOver())
        co_return std::shared_ptr<Engine>();
    // Its last owner may be a coroutine that the engine itself resumes.
    const std::shared_ptr<Engine> engine(new Engine, [](Engine *old) { old->deleteLater(); });
    QObject::connect(run.get(), &ScenarioRun::over, engine.get(), &Engine::close, Qt::QueuedConnection);
    const auto mode = std::make_shared<LiveMode>(LiveMode::Off);
    QObject::connect(engine.get(), &Engine::liveChanged, engine.get(),
                     [mode](const LiveStatus &live) { *mode = live.mode; });
    EngineOptions options;
    options.scan = false;
    options.watched = keys;
    engine->open(run->spec(), options);
    const Done ready = co_await engine->waitReady(FollowPatience);
    if (!ready) {
        run->fail(ready.failure());
        co_return std::shared_ptr<Engine>();
    }
    const std::function<bool()> follows = [mode] { return *mode != LiveMode::Off; };
    co_await ScenarioRun::until(run, follows, FollowPatience); // else their order may not be seen
    for (const LockName &key : keys) {
        const auto free = co_await engine->inspect(key);
        if (!free)
            run->fail(free.failure());
        if (run->isOver())
            co_return std::shared_ptr<Engine>();
    }
    co_return engine;
}

QCoro::Task<std::optional<RunDeadlock>> findDeadlock(std::shared_ptr<Engine> engine, QList<LockName> keys)
{
    for (const LockName &key : keys)
        [[maybe_unused]] const auto read = co_await engine->inspect(key);
    const BlockingRequest noProbe;
    const BlockingReport report = co_await engine->blocking(noProbe);
    if (report.deadlocks.empty())
        co_return std::nullopt;
    const Deadlock &deadlock = report.deadlocks.front(); // certain ones are first
    const DeadlockStep &step = deadlock.steps[deadlock.youngest.value_or(0)];
    const Lock &lock = *report.graph.locks[step.held].lock;
    RunDeadlock found{.isCertain = isCertain(deadlock),
                      .isUncounted = areUncounted(report.graph, deadlock),
                      .identity = identity(report.graph, deadlock),
                      .texts = {deadlockHeadline(deadlock)},
                      .release = lock.key,
                      .holder = lock.holders[qsizetype(step.holder)].id,
                      .isLast = deadlock.youngest.has_value()};
    found.texts += deadlockSteps(report.graph, deadlock);
    co_return found;
}

} // namespace lockscope
