// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/rundeadlock.h"

#include "core/engine/blocking/deadlocktext.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr milliseconds FollowPatience = std::chrono::seconds(15); // for the servers to answer

} // namespace

QCoro::Task<std::shared_ptr<Engine>> followLocks(ScenarioRunPtr stage, QList<QByteArray> keys)
{
    // Its last owner may be a coroutine that the engine itself resumes.
    const std::shared_ptr<Engine> engine(new Engine, [](Engine *old) { old->deleteLater(); });
    EngineOptions options;
    options.patterns = keys;
    engine->open(stage->spec(), options);
    const Done ready = co_await engine->waitReady(FollowPatience);
    if (!ready) {
        stage->fail(ready.failure());
        co_return std::shared_ptr<Engine>();
    }
    const ScanProgress pass = co_await engine->scan();
    if (pass.phase == ScanPhase::Failed) {
        stage->fail(pass.failure);
        co_return std::shared_ptr<Engine>();
    }
    co_return engine;
}

QCoro::Task<std::optional<RunDeadlock>> findDeadlock(std::shared_ptr<Engine> engine)
{
    const BlockingRequest noProbe;
    const BlockingReport report = co_await engine->blocking(noProbe);
    const auto certain = std::ranges::find_if(report.deadlocks, isCertain);
    if (certain == report.deadlocks.end())
        co_return std::nullopt;
    const DeadlockStep &step = certain->steps[certain->youngest.value_or(0)];
    const Lock &lock = *report.graph.locks[step.held].lock;
    RunDeadlock found{.identity = identity(report.graph, *certain),
                      .texts = {deadlockHeadline(*certain)},
                      .release = lock.key,
                      .holder = lock.holders[qsizetype(step.holder)].id,
                      .isLast = certain->youngest.has_value()};
    found.texts += deadlockSteps(report.graph, *certain);
    co_return found;
}

} // namespace lockscope
