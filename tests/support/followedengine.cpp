// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/followedengine.h"

#include "tests/support/finished.h"

#include <algorithm>

namespace lockscope::test
{

using namespace std::chrono_literals;

FollowedEngine::FollowedEngine()
{
    connect(&m_engine, &Engine::failedOver, this,
            [this](const FailoverReport &report) { m_failovers.push_back(report); });
    connect(&m_engine, &Engine::tableChanged, this, [this](const LockDelta &delta) {
        m_shown.insert(m_shown.end(), delta.upserted.begin(), delta.upserted.end());
        m_events.insert(m_events.end(), delta.events.begin(), delta.events.end());
    });
}

Done FollowedEngine::follow(const ConnectionSpec &spec)
{
    m_engine.open(spec, {.patterns = {"lock:*"}});
    return finished(m_engine.waitReady(20s));
}

NodeStatus FollowedEngine::status(const NodeId &node) const
{
    for (const NodeStatus &status : m_engine.nodes()) {
        if (status.node == node)
            return status;
    }
    return {};
}

bool FollowedEngine::isReady(size_t nodes) const
{
    const std::vector<NodeStatus> all = m_engine.nodes();
    return all.size() == nodes && std::ranges::all_of(all, &NodeStatus::isReady);
}

bool FollowedEngine::isFresh(const QByteArray &key, const NodeId &node) const
{
    const LockPtr lock = find(key);
    return lock && lock->node == node && !lock->stale;
}

ActResult FollowedEngine::act(const ActRequest &request)
{
    m_receipt = finished(m_engine.act(request));
    return m_receipt.result;
}

std::vector<LockPtr> FollowedEngine::shown(const QByteArray &key) const
{
    std::vector<LockPtr> locks;
    std::ranges::copy_if(m_shown, std::back_inserter(locks),
                         [&key](const LockPtr &lock) { return lock->key.bytes == key; });
    return locks;
}

std::vector<LockEvent> FollowedEngine::events(const QByteArray &key) const
{
    std::vector<LockEvent> events;
    std::ranges::copy_if(m_events, std::back_inserter(events),
                         [&key](const LockEvent &event) { return event.key.bytes == key; });
    return events;
}

bool FollowedEngine::wasShownOf(const QByteArray &key, const QByteArray &owner) const
{
    return std::ranges::any_of(
        m_shown, [&](const LockPtr &lock) { return lock->key.bytes == key && lock->owner().bytes == owner; });
}

QByteArray scriptsRun(const SandboxServer &server)
{
    const auto counts = server.ask({"INFO", "commandstats"});
    QByteArrayList scripts;
    for (const QByteArray &line : counts ? counts->bytes.split('\n') : QByteArrayList{"no answer"}) {
        if (line.startsWith("cmdstat_eval"))
            scripts << line.trimmed();
    }
    return scripts.join('\n');
}

} // namespace lockscope::test
