// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/lockinspection.h"

#include "ui/bridges/enginebridge.h"
#include "ui/holders/lockshare.h"

namespace lockscope
{

namespace
{

constexpr std::chrono::seconds ExampleExpiry{30};

ActRequest exampleOf(ActKind act, const Lock &lock)
{
    ActRequest request{.act = act, .key = lock.key, .dryRun = true};
    nameKind(request, lock);
    if (act == ActKind::SetExpiry)
        request.lease = ExampleExpiry;
    if (act != ActKind::Wake)
        expectHolders(request, lock.holders);
    return request;
}

} // namespace

LockInspection::LockInspection(EngineBridge &bridge, QObject *parent) : QObject(parent), m_bridge(bridge)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &LockInspection::ask);
    connect(&bridge, &EngineBridge::inspected, this, [this](quint64 id, const Outcome<LockDetail> &detail) {
        if (id == 0 || id != m_detailId)
            return;
        m_detailId = 0;
        if (detail)
            emit detailReady(*detail);
        else
            emit failed(detail.failure());
    });
    connect(&bridge, &EngineBridge::planned, this, [this](quint64 id, const Outcome<ActPlan> &plan) {
        const auto asked = m_plans.constFind(id);
        if (asked == m_plans.cend())
            return;
        const ActKind act = *asked;
        m_plans.erase(asked);
        emit planReady(act, plan);
    });
}

void LockInspection::look(const LockPtr &lock)
{
    stop();
    m_lock = lock;
    m_timer.start(Settle);
}

void LockInspection::changed(const LockPtr &lock)
{
    m_lock = lock;
    if (m_timer.isActive())
        return;
    const Instant at = now();
    const Instant due = m_askedAt ? *m_askedAt + AgainAfter : at;
    m_timer.start(std::max(Settle, millisecondsBetween(at, due)));
}

void LockInspection::stop()
{
    m_timer.stop();
    m_lock.reset();
    m_detailId = 0;
    m_plans.clear();
    m_askedAt.reset();
}

void LockInspection::ask()
{
    if (!m_lock)
        return;
    m_askedAt = now();
    m_detailId = m_bridge.inspect(m_lock->key);
    m_plans.clear();
    for (const ActKind act : {ActKind::Wake, ActKind::SetExpiry, ActKind::ForceRelease})
        m_plans.insert(m_bridge.plan(exampleOf(act, *m_lock)), act);
    if (const std::optional<LockShare> share = firstShare(*m_lock)) {
        ActRequest removal = removalOf(*m_lock, *share);
        removal.dryRun = true;
        m_plans.insert(m_bridge.plan(removal), ActKind::RemoveShare);
    }
}

} // namespace lockscope
