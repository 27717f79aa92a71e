// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked by number and answered by a signal, and what can be cancelled by it: acts and probes.
#include "core/deployment/connectiontest.h"
#include "core/engine/engineprivate.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

} // namespace

QCoro::Task<Receipt> Engine::act(ActRequest request)
{
    co_return co_await Private::act(this, 0, std::move(request));
}

QCoro::Task<Receipt> Engine::Private::actOn(QPointer<Engine> engine, ActRequest request, PermitPtr leave,
                                            quint64 id)
{
    const auto d = engine->d.get();
    if (d->group)
        co_return co_await d->group->act(std::move(request), std::move(leave), id);
    co_return co_await d->sites.front()->operations().act(std::move(request), std::move(leave), id);
}

namespace
{

Receipt refused(const ActRequest &request, const Failure &why)
{
    Receipt receipt{.act = request.act,
                    .result = ActResult::Refused,
                    .key = request.key,
                    .owner = request.owner,
                    .at = wallNow()};
    receipt.failure = why;
    return receipt;
}

} // namespace

QCoro::Task<Receipt> Engine::Private::act(QPointer<Engine> engine, quint64 id, ActRequest request)
{
    const auto d = engine->d.get();
    if (d->sites.empty())
        co_return refused(
            request,
            {.kind = ErrorKind::NotConnected, .text = tr("not connected"), .key = request.key.bytes});
    if (request.dryRun)
        co_return co_await actOn(engine, request, PermitPtr(), id);
    const Outcome<PermitPtr> leave = d->guard.admit(request);
    if (!leave)
        co_return refused(request, leave.failure());
    // Marked before it is done: an event that tells of it may come before the answer.
    const bool forces = request.act == ActKind::ForceRelease;
    const auto mark = [&](bool forced) {
        for (const auto &site : d->sites)
            site->table().markForced(request.key, forced);
    };
    if (forces)
        mark(true);
    const quint64 opening = d->opening;
    ++d->acting[request.key];
    const Receipt receipt = co_await actOn(engine, request, *leave, id);
    if (!engine)
        co_return receipt;
    if (--d->acting[request.key] == 0)
        d->acting.remove(request.key);
    if (forces && receipt.result != ActResult::Done)
        mark(false);
    if (opening == d->opening)
        d->settle(request, *leave, receipt);
    else if (const PermitPtr &given = *leave;
             given->number() > 0 && given->journal()) // of another connection
        static_cast<void>(given->journal()->answered(given->number(), receipt));
    co_return receipt;
}

// Of a group: the first that has the lock and can be asked, for its holder is known to every one.
Site *Engine::Private::siteOf(const LockName &key) const
{
    for (const auto &site : sites) {
        const LockPtr lock = site->table().find(key);
        if (lock && lock->held() && site->deployment().masterOf(key))
            return site.get();
    }
    return sites.empty() ? nullptr : sites.front().get();
}

QCoro::Task<Outcome<ProbeEstimate>> Engine::estimate(ProbeRequest request)
{
    Site *site = d->siteOf(request.key);
    if (!site)
        co_return Failure{
            .kind = ErrorKind::NotConnected, .text = tr("not connected"), .key = request.key.bytes};
    co_return co_await site->probes().estimate(request);
}

QCoro::Task<ProbeReport> Engine::probe(ProbeRequest request)
{
    const QPointer<Engine> self(this);
    co_return co_await Private::probe(self, 0, request);
}

QCoro::Task<ProbeReport> Engine::Private::probe(QPointer<Engine> engine, quint64 id, ProbeRequest request)
{
    Site *site = engine->d->siteOf(request.key);
    if (!site) {
        ProbeReport refused{.key = request.key};
        refused.failure = {
            .kind = ErrorKind::NotConnected, .text = tr("not connected"), .key = request.key.bytes};
        co_return refused;
    }
    const ProbeReport report = co_await site->probes().probe(request, id);
    if (engine)
        engine->d->publishDelta();
    co_return report;
}

QCoro::Task<> Engine::Private::answerEstimate(QPointer<Engine> engine, quint64 id, ProbeRequest request)
{
    const auto estimate = co_await engine->estimate(request);
    if (engine)
        emit engine->estimated(id, estimate);
}

QCoro::Task<> Engine::Private::answerProbe(QPointer<Engine> engine, quint64 id, ProbeRequest request)
{
    const ProbeReport report = co_await probe(engine, id, request);
    if (engine)
        emit engine->probed(id, report);
}

void Engine::requestInspect(quint64 id, const LockName &key)
{
    Private::answerInspect(this, id, key);
}

void Engine::requestPlan(quint64 id, const ActRequest &request)
{
    Private::answerPlan(this, id, request);
}

void Engine::requestAct(quint64 id, const ActRequest &request)
{
    Private::answerAct(this, id, request);
}

void Engine::requestExamine(quint64 id)
{
    Private::answerExamine(this, id);
}

void Engine::requestConnectionTest(quint64 id, const ConnectionSpec &spec)
{
    Private::answerTest(this, id, spec);
}

QCoro::Task<> Engine::Private::answerTest(QPointer<Engine> engine, quint64 id, ConnectionSpec spec)
{
    const auto stages = co_await testConnection(std::move(spec));
    if (engine)
        emit engine->tested(id, stages);
}

void Engine::requestEstimate(quint64 id, const ProbeRequest &request)
{
    Private::answerEstimate(this, id, request);
}

void Engine::requestProbe(quint64 id, const ProbeRequest &request)
{
    Private::answerProbe(this, id, request);
}

void Engine::cancelProbe(quint64 id)
{
    for (const auto &site : d->sites)
        site->probes().cancel(id);
}

void Engine::cancelAct(quint64 id)
{
    if (d->group)
        d->group->cancelWaiting(id);
    for (const auto &site : d->sites)
        site->operations().cancelWaiting(id);
}

QCoro::Task<> Engine::Private::answerInspect(QPointer<Engine> engine, quint64 id, LockName key)
{
    const auto detail = co_await engine->inspect(key);
    if (engine)
        emit engine->inspected(id, detail);
}

// Of a group: of the first node that can be asked, with the commands for each.
QCoro::Task<> Engine::Private::answerPlan(QPointer<Engine> engine, quint64 id, ActRequest request)
{
    const auto d = engine->d.get();
    Outcome<ActPlan> plan = Failure{.kind = ErrorKind::NotConnected, .text = tr("not connected")};
    QStringList commands;
    std::vector<QPointer<Site>> sites;
    for (const auto &site : d->sites)
        sites.emplace_back(site.get());
    std::vector<ActRequest> requests(sites.size(), request);
    if (d->group)
        requests = co_await d->group->requestsFor(request);
    for (size_t i = 0; i < sites.size(); ++i) {
        const QPointer<Site> &site = sites[i];
        if (!site)
            co_return;
        Outcome<ActPlan> one = co_await site->operations().plan(requests[i]);
        if (one)
            commands += one->commands;
        if (!plan)
            plan = std::move(one);
    }
    if (plan)
        plan->commands = commands;
    if (engine)
        emit engine->planned(id, plan);
}

QCoro::Task<> Engine::Private::answerAct(QPointer<Engine> engine, quint64 id, ActRequest request)
{
    const Receipt receipt = co_await act(engine, id, request);
    if (engine)
        emit engine->acted(id, receipt);
}

QCoro::Task<> Engine::Private::answerExamine(QPointer<Engine> engine, quint64 id)
{
    // A server that neither answers nor fails holds up the examination of the others no longer than this.
    constexpr milliseconds Patience = 5s;
    const Instant deadline = now() + Patience;
    const Done ready = co_await engine->waitReady(Patience); // else what was found says why
    if (engine && ready)
        co_await engine->settle(millisecondsBetween(now(), deadline));
    if (!engine)
        co_return;
    const Examination examination = co_await engine->examine();
    if (engine)
        emit engine->examined(id, examination);
}

} // namespace lockscope
