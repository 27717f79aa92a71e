// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/workers/safetychecker.h"

#include <algorithm>

namespace lockscope
{

namespace
{

microseconds microsecondsBetween(Instant from, Instant to)
{
    return std::chrono::duration_cast<microseconds>(to - from);
}

constexpr size_t PaceSteps = 600;

} // namespace

qint64 Figures::count(QByteArrayView name) const
{
    const auto found = std::ranges::find_if(counts, [&](const Count &count) { return count.name == name; });
    return found == counts.end() ? 0 : found->value;
}

double jainIndex(const std::vector<qint64> &shares)
{
    double sum = 0;
    double squares = 0;
    for (const qint64 share : shares) {
        sum += double(share);
        squares += double(share) * double(share);
    }
    return squares > 0 ? sum * sum / (double(shares.size()) * squares) : 1;
}

qint64 SafetyChecker::tally(LabEvent::Kind kind) const
{
    const auto found = m_tallies.find(kind);
    return found == m_tallies.end() ? 0 : found->second;
}

void SafetyChecker::note(const LabEvent &event)
{
    using Kind = LabEvent::Kind;
    ++m_tallies[event.kind];
    if (event.worker >= 0 && size_t(event.worker) >= m_figures.perWorker.size())
        m_figures.perWorker.resize(size_t(event.worker) + 1);
    countFreeTime(event.at);
    switch (event.kind) {
    case Kind::Wanted:
        m_waiting.insert_or_assign(event.worker, event.at);
        break;
    case Kind::GaveUp:
        m_waiting.erase(event.worker);
        ++m_figures.gaveUp;
        break;
    case Kind::Entered:
        enter(event);
        break;
    case Kind::Left:
    case Kind::Crashed:
        m_waiting.erase(event.worker);
        leave(event);
        break;
    case Kind::Sold:
    case Kind::Refused:
    case Kind::Wrote:
    case Kind::WentToSource:
    case Kind::StandsStill:
    case Kind::Overstayed:
        break;
    }
}

void SafetyChecker::countFreeTime(Instant at)
{
    if (m_inside.empty() && !m_waiting.empty())
        m_free += std::max(std::chrono::nanoseconds(0), std::chrono::nanoseconds(at - m_freeSince));
    m_freeSince = at;
}

bool SafetyChecker::mayEnter(HoldMode mode) const
{
    if (mode != HoldMode::Read && mode != HoldMode::Write)
        return int(m_inside.size()) < m_permits;
    if (mode == HoldMode::Write)
        return m_inside.empty();
    return std::ranges::all_of(m_inside,
                               [](const auto &stay) { return stay.second.visit.mode == HoldMode::Read; });
}

void SafetyChecker::enter(const LabEvent &event)
{
    const bool again = m_inside.contains(event.worker); // a reentry is never a violation
    Visit visit{.worker = event.worker, .mode = event.mode, .entered = event.at};
    visit.violation = !again && !mayEnter(event.mode);
    m_figures.violations += visit.violation;
    ++m_entries;
    ++m_figures.perWorker[size_t(event.worker)];
    const auto step = size_t(std::max<qint64>(0, millisecondsBetween(m_began, event.at).count() / 100));
    if (step < PaceSteps) {
        if (step >= m_figures.pace.size())
            m_figures.pace.resize(step + 1);
        ++m_figures.pace[step];
    }
    if (const auto wanted = m_waiting.find(event.worker); wanted != m_waiting.end()) {
        m_wait.add(microsecondsBetween(wanted->second, event.at));
        m_figures.overtaken += std::ranges::any_of(
            m_waiting, [since = wanted->second](const auto &other) { return other.second < since; });
        if (m_lastLeft && wanted->second < *m_lastLeft)
            m_handOver.add(microsecondsBetween(*m_lastLeft, event.at));
        m_waiting.erase(wanted);
    }
    m_lastLeft.reset();
    m_inside.emplace(event.worker, Stay{.visit = visit, .number = m_forgotten + m_visits.size()});
    m_visits.push_back(visit);
    if (m_visits.size() > MaxVisits) {
        m_visits.pop_front();
        ++m_forgotten;
    }
    m_figures.mostInside = std::max(m_figures.mostInside, int(m_inside.size()));
}

void SafetyChecker::leave(const LabEvent &event)
{
    // Of several stays of a worker, the last one ends first.
    const auto [from, to] = m_inside.equal_range(event.worker);
    if (from == to)
        return;
    const auto stay = std::prev(to);
    m_hold.add(microsecondsBetween(stay->second.visit.entered, event.at));
    ++m_figures.cycles;
    if (stay->second.number >= m_forgotten)
        m_visits[stay->second.number - m_forgotten].left = event.at;
    m_inside.erase(stay);
    if (m_inside.empty() && event.kind == LabEvent::Kind::Left)
        m_lastLeft = event.at;
}

Figures SafetyChecker::figures(Instant at) const
{
    Figures figures = m_figures;
    figures.visits.assign(m_visits.begin(), m_visits.end());
    figures.lasted = millisecondsBetween(m_began, at);
    figures.wait = m_wait.spread();
    figures.hold = m_hold.spread();
    figures.handOver = m_handOver.spread();
    figures.fairness = jainIndex(figures.perWorker);
    figures.lockFree = std::chrono::duration_cast<milliseconds>(m_free);
    return figures;
}

} // namespace lockscope
