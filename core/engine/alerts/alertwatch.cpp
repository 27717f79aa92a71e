// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/alerts/alertwatch.h"

#include "core/engine/verdicts/quorum.h"

#include <algorithm>

namespace lockscope
{

namespace
{

std::vector<Alert> stamped(std::vector<Alert> alerts, Instant at, WallTime wallAt)
{
    for (Alert &alert : alerts) {
        alert.at = at;
        alert.wallAt = wallAt;
    }
    return alerts;
}

// In a group a lock is held only by a majority: grants by single nodes are not a hold.
bool holds(const LockPtr &lock)
{
    return lock && lock->held() && (!lock->quorum() || lock->quorum()->reached());
}

bool changedHands(const Lock &before, const Lock &after)
{
    if (before.quorum() && after.quorum())
        return !agreeingOwners(before).intersects(agreeingOwners(after));
    return before.owner() != after.owner();
}

} // namespace

const char *name(Alert::What what)
{
    switch (what) {
    case Alert::What::Began:
        return "began";
    case Alert::What::Over:
        return "over";
    case Alert::What::Freed:
        return "freed";
    case Alert::What::Taken:
        return "taken";
    case Alert::What::ChangedHands:
        return "changed-hands";
    }
    return "";
}

void AlertWatch::setRules(std::vector<AlertRule> rules)
{
    std::vector<Watched> watched;
    for (AlertRule &rule : rules) {
        const auto known = std::find_if(m_rules.begin(), m_rules.end(),
                                        [&](const Watched &old) { return old.rule.text == rule.text; });
        watched.push_back({.rule = std::move(rule)});
        if (known != m_rules.end()) {
            watched.back().matches = known->matches;
            watched.back().due = known->due;
            continue;
        }
        judgeAllSoon(watched.back());
    }
    m_rules = std::move(watched);
}

void AlertWatch::judgeAllSoon(Watched &watched) const
{
    for (auto lock = m_locks.cbegin(); lock != m_locks.cend(); ++lock)
        watched.due.set(lock.key(), Instant());
}

void AlertWatch::setLeastConfidence(Confidence least)
{
    if (std::exchange(m_least, least) == least)
        return;
    for (Watched &watched : m_rules)
        judgeAllSoon(watched);
}

void AlertWatch::setPins(const QSet<LockName> &pins)
{
    m_pins = pins;
    m_pinned.removeIf([&](auto pinned) { return !pins.contains(pinned.key()); });
    for (const LockName &key : pins) {
        const auto known = m_locks.constFind(key);
        if (known != m_locks.cend() && !m_pinned.contains(key))
            m_pinned.insert(key, *known);
    }
}

void AlertWatch::clear()
{
    for (Watched &watched : m_rules) {
        watched.matches.clear();
        watched.due.clear();
    }
    m_pinned.clear();
    m_locks.clear();
}

std::vector<Alert> AlertWatch::apply(const LockDelta &delta, Instant at, WallTime wallAt)
{
    std::vector<Alert> alerts;
    if (delta.reset)
        clear();
    for (const LockEvent &event : delta.events) { // it could be acquired, so it was free
        if (event.kind == EventKind::Acquired && m_pins.contains(event.key) && !m_pinned.contains(event.key))
            m_pinned.insert(event.key, {});
    }
    for (const LockPtr &lock : delta.upserted) {
        for (Watched &watched : m_rules)
            judge(watched, lock, at, alerts);
        if (m_pins.contains(lock->key))
            judgePin(lock->key, lock, alerts);
        m_locks.insert(lock->key, lock);
    }
    for (const LockName &key : delta.removed) {
        for (Watched &watched : m_rules) {
            watched.due.remove(key);
            end(watched, key, {}, alerts);
        }
        if (m_pins.contains(key))
            judgePin(key, {}, alerts);
        m_locks.remove(key);
    }
    return stamped(std::move(alerts), at, wallAt);
}

std::vector<Alert> AlertWatch::tick(Instant at, WallTime wallAt)
{
    std::vector<Alert> alerts;
    for (Watched &watched : m_rules) {
        for (const LockName &key : watched.due.due(at)) {
            if (const LockPtr lock = m_locks.value(key))
                judge(watched, lock, at, alerts);
        }
    }
    return stamped(std::move(alerts), at, wallAt);
}

void AlertWatch::judge(Watched &watched, const LockPtr &lock, Instant at, std::vector<Alert> &alerts)
{
    if (lock->stale && !watched.rule.filter.asksFor("stale"))
        return suspend(watched, lock->key, at);
    ++m_judged;
    std::optional<Instant> next = watched.rule.filter.nextChange(*lock, at);
    if (watched.rule.matches(*lock, at, m_least)) {
        const auto told = meet(watched, lock, at, alerts);
        next = next && told ? std::min(*next, *told) : told ? told : next;
    } else {
        end(watched, lock->key, lock, alerts);
    }
    if (next)
        watched.due.set(lock->key, *next);
    else
        watched.due.remove(lock->key);
}

void AlertWatch::suspend(Watched &watched, const LockName &key, Instant at)
{
    watched.due.remove(key);
    const auto match = watched.matches.find(key);
    if (match != watched.matches.end() && !match->awaySince)
        match->awaySince = at;
}

// When the match is to be reported; nullopt: it has been. A rule about verdicts reports it again when the
// verdict becomes worse.
std::optional<Instant> AlertWatch::meet(Watched &watched, const LockPtr &lock, Instant at,
                                        std::vector<Alert> &alerts)
{
    const auto known = watched.matches.find(lock->key);
    Match &match =
        known == watched.matches.end() ? *watched.matches.insert(lock->key, {.since = at}) : *known;
    match.lock = lock;
    if (match.awaySince)
        match.since += at - *std::exchange(match.awaySince, std::nullopt);
    const VerdictLevel level = lock->shownVerdict().level;
    const bool isWorse = level > match.level && watched.rule.text.contains(QLatin1String("verdict"));
    if (match.told && !isWorse)
        return {};
    const Instant telling = match.since + watched.rule.lasting;
    if (at < telling)
        return telling;
    match.told = true;
    match.level = std::max(match.level, level);
    alerts.push_back({.what = Alert::What::Began,
                      .rule = watched.rule.text,
                      .figures = watched.rule.filter.figures(*lock, at),
                      .key = lock->key,
                      .lock = lock});
    return {};
}

void AlertWatch::end(Watched &watched, const LockName &key, const LockPtr &lock, std::vector<Alert> &alerts)
{
    const Match match = watched.matches.take(key);
    if (match.told)
        alerts.push_back({.what = Alert::What::Over,
                          .rule = watched.rule.text,
                          .key = key,
                          .lock = lock ? lock : match.lock});
}

void AlertWatch::judgePin(const LockName &key, const LockPtr &lock, std::vector<Alert> &alerts)
{
    if (lock && (lock->stale || lock->isUndecided()))
        return;
    const auto known = m_pinned.constFind(key);
    const bool first = known == m_pinned.cend();
    const LockPtr before = first ? LockPtr{} : *known;
    m_pinned.insert(key, lock);
    const bool wasHeld = holds(before);
    const bool isHeld = holds(lock);
    if (first || (!wasHeld && !isHeld))
        return;
    if (wasHeld && !isHeld)
        alerts.push_back({.what = Alert::What::Freed, .key = key, .lock = before});
    else if (!wasHeld)
        alerts.push_back({.what = Alert::What::Taken, .key = key, .lock = lock});
    else if (changedHands(*before, *lock))
        alerts.push_back(
            {.what = Alert::What::ChangedHands, .key = key, .lock = lock, .before = before->owner()});
}

} // namespace lockscope
