// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/actdispatcher.h"

namespace lockscope
{

namespace
{

constexpr milliseconds LeavePatience(1000); // for acquires that leave their queues

QCoro::Task<Receipt> refused(ActRequest request, Failure why, NodeId node)
{
    co_return refusedReceipt(request, why, node);
}

} // namespace

ActDispatcher::ActDispatcher(SiteGroup &sites, HoldTracker::Look look)
    : m_sites(sites), m_holds(m_guard, std::move(look))
{
    m_holds.setParent(this); // so that it moves to the engine thread too
    m_leaving.setParent(this);
    m_leaving.setSingleShot(true);
    m_leaving.setInterval(LeavePatience);
    connect(&m_leaving, &QTimer::timeout, this, &ActDispatcher::closeActing);
    connect(&m_holds, &HoldTracker::lost, this, [this](const OwnHolding &hold, const Receipt &why) {
        if (m_group && !m_guard.isOwn(hold.key, hold.owner))
            m_group->watchdog().abandon(hold.key, hold.owner);
        for (const auto &site : m_sites)
            site->operations().watchdog().abandon(hold);
        emit holdLost(hold.key, why);
    });
    connect(&m_holds, &HoldTracker::doubted, this, &ActDispatcher::onDoubted);
    connect(&m_holds, &HoldTracker::changed, this, &ActDispatcher::holdsChanged);
}

// A renewal compares the owner on the server, and changes nothing where it is not ours any more. Of a group,
// the majority decides, which one node does not know.
void ActDispatcher::onDoubted(const OwnHolding &hold)
{
    if (m_group) {
        m_group->watchdog().renewNow(hold);
        return;
    }
    if (!hold.renewed)
        m_holds.look(hold.key);
    for (const auto &site : m_sites)
        site->operations().watchdog().renewNow(hold);
}

void ActDispatcher::watch(const Watchdog &watchdog)
{
    connect(
        &watchdog, &Watchdog::lost, this,
        [this](const LockName &, const Receipt &why, const OwnHolding &hold) { m_holds.lose(hold, why); });
    connect(&watchdog, &Watchdog::renewed, this,
            [this](const LockName &, const Receipt &receipt) { m_holds.noteEnd(receipt); });
}

void ActDispatcher::open(const ConnectionSpec &spec, const Registry &registry)
{
    m_guard.guard(spec);
    std::vector<GroupRunner::Member> members;
    std::vector<NodeId> names;
    for (const auto &site : m_sites) {
        ActRunner *runner = &site->operations();
        watch(runner->watchdog());
        connect(site.get(), &Site::read, &m_holds, &HoldTracker::noteReadings);
        const NodeId name = site->deployment().spec().node();
        const size_t number = members.size();
        members.emplace_back([this, runner, name, number](ActRequest request, PermitPtr permit) {
            if (const auto why = m_sites.duplicateOf(number, request.key))
                return refused(std::move(request), *why, name);
            return runner->act(std::move(request), std::move(permit));
        });
        names.push_back(name);
    }
    if (!m_sites.isGroup())
        return;
    const auto shown = [this](const LockName &key) { return m_sites.find(key); };
    m_group = std::make_unique<GroupRunner>(members, names, registry, shown);
    watch(m_group->watchdog());
}

std::vector<Watchdog *> ActDispatcher::watchdogs() const
{
    std::vector<Watchdog *> all;
    if (m_group)
        all.push_back(&m_group->watchdog());
    for (const auto &site : m_sites)
        all.push_back(&site->operations().watchdog());
    return all;
}

void ActDispatcher::allowChanges()
{
    m_leaving.stop();
    m_guard.allowChanges();
    for (Watchdog *watchdog : watchdogs())
        watchdog->allow();
    for (const auto &site : m_sites)
        site->deployment().allowChanges();
}

void ActDispatcher::makeReadOnly()
{
    m_guard.makeReadOnly();
    ++m_opening; // an act that is still running must not add a hold
    for (Watchdog *watchdog : watchdogs())
        watchdog->forbid();
    m_holds.forget();
    m_leaving.start();
    m_waiting.cancel();
    for (const auto &site : m_sites)
        site->operations().cancelWaiting(); // members of a group wait by themselves
    if (m_acquires == 0)
        closeActing();
}

void ActDispatcher::closeActing()
{
    m_leaving.stop();
    for (const auto &site : m_sites)
        site->deployment().makeReadOnly();
}

// Acts that still wait find neither group nor site afterwards, and return.
void ActDispatcher::close()
{
    m_leaving.stop();
    m_group.reset();
    m_sites.clear();
    m_waiting.cancel();
    ++m_opening;
    m_holds.forget();
}

QCoro::Task<Receipt> ActDispatcher::run(ActRequest request, PermitPtr permit, std::shared_ptr<WakeUp> waiting)
{
    if (m_group)
        return m_group->act(std::move(request), std::move(permit), std::move(waiting));
    return m_sites.front().operations().act(std::move(request), std::move(permit), std::move(waiting));
}

QCoro::Task<Receipt> ActDispatcher::act(ActRequest request, quint64 id)
{
    if (request.dryRun)
        co_return co_await run(request, PermitPtr(), {});
    const Outcome<PermitPtr> permit = m_guard.admit(request);
    if (!permit)
        co_return refusedReceipt(request, permit.failure());
    co_return co_await admitted(this, request, *permit, id);
}

QCoro::Task<Receipt> ActDispatcher::admitted(QPointer<ActDispatcher> self, ActRequest request,
                                             PermitPtr permit, quint64 id)
{
    // Mark it first: the event about it may arrive before the reply.
    const bool forces = request.act == ActKind::ForceRelease;
    if (forces)
        self->m_sites.markForced(request.key, true);
    const quint64 opening = self->m_opening;
    self->m_holds.begin(request.key);
    self->m_acquires += request.act == ActKind::Acquire;
    const Receipt receipt = co_await self->run(request, permit, self->m_waiting.add(id));
    if (!self)
        co_return receipt;
    self->m_holds.end(request.key);
    self->finish(request, receipt, opening);
    if (forces && receipt.result != ActResult::Done)
        self->m_sites.markForced(request.key, false);
    if (opening == self->m_opening)
        self->settle(request, permit, receipt);
    else if (permit->number() > 0 && permit->journal()) // the act belongs to an earlier connection
        static_cast<void>(permit->journal()->answered(permit->number(), receipt));
    co_return receipt;
}

// What an acquire took after its connection became read-only is no own lock, so it must not be renewed
// either.
void ActDispatcher::finish(const ActRequest &request, const Receipt &receipt, quint64 opening)
{
    if (request.act != ActKind::Acquire)
        return;
    --m_acquires;
    if (opening != m_opening && !m_guard.isOwn(receipt.key, receipt.owner)) {
        for (Watchdog *watchdog : watchdogs())
            watchdog->abandon(receipt.key, receipt.owner);
    }
    if (m_acquires == 0 && m_leaving.isActive())
        closeActing();
}

void ActDispatcher::settle(const ActRequest &request, const PermitPtr &permit, const Receipt &receipt)
{
    bool renewed = m_group && m_group->watchdog().renews(receipt.key, receipt.owner);
    for (const auto &site : m_sites)
        renewed = renewed || site->operations().watchdog().renews(receipt.key, receipt.owner);
    m_holds.settle(request, permit, receipt, renewed);
}

QCoro::Task<Outcome<ActPlan>> ActDispatcher::plan(ActRequest request)
{
    std::vector<QPointer<Site>> sites;
    for (const auto &site : m_sites)
        sites.emplace_back(site.get());
    std::vector<ActRequest> requests(sites.size(), request);
    if (m_group)
        requests = co_await m_group->requestsFor(request);
    Outcome<ActPlan> plan = Failure{};
    QStringList commands;
    for (size_t i = 0; i < sites.size(); ++i) {
        if (!sites[i])
            co_return plan;
        if (m_group && m_sites.duplicateOf(i, requests[i].key))
            continue;
        Outcome<ActPlan> one = co_await sites[i]->operations().plan(requests[i]);
        if (one)
            commands += one->commands;
        if (!plan)
            plan = std::move(one);
    }
    if (plan)
        plan->commands = commands;
    co_return plan;
}

void ActDispatcher::stopRenewing(const LockName &key, const OwnerId &owner)
{
    if (m_group)
        m_group->watchdog().abandon(key, owner);
    for (const auto &site : m_sites)
        site->operations().watchdog().abandon(key, owner);
    m_holds.stopRenewing(key, owner);
}

// In a group, only its own watchdog knows whether a hold is lost.
void ActDispatcher::noteDelta(const LockDelta &delta)
{
    if (!m_group)
        m_holds.doubt(delta);
}

} // namespace lockscope
