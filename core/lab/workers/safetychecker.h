// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The safety checker: takes down who enters the critical section and who leaves it, and counts the entries
// that mutual exclusion forbids. It trusts no lock and asks none; what it knows is what the workers say, who
// tell of leaving before they give the lock back and of entering after they got it, so that what it counts
// did happen. Bounded memory. Pure; one thread. Events must come in the order of their times.

#include "core/lab/workers/figures.h"

#include <deque>
#include <map>

namespace lockscope
{

class SafetyChecker
{
public:
    // permits: how many may be in at once. Readers exclude writers only.
    explicit SafetyChecker(Instant began, int permits = 1)
        : m_began(began), m_permits(permits), m_freeSince(began)
    {
    }

    void note(const LabEvent &event);

    qint64 entries() const { return m_entries; }
    qint64 violations() const { return m_figures.violations; }
    qint64 gaveUp() const { return m_figures.gaveUp; }
    int inside() const { return int(m_inside.size()); }
    int waiting() const { return int(m_waiting.size()); }
    qint64 tally(LabEvent::Kind kind) const;
    const std::deque<Visit> &visits() const { return m_visits; } // the last MaxVisits
    Figures figures(Instant at) const;                           // so far

private:
    struct Stay {
        Visit visit{};
        size_t number = 0; // of all visits
    };
    void enter(const LabEvent &event);
    void leave(const LabEvent &event);
    bool mayEnter(HoldMode mode) const;
    void countFreeTime(Instant at); // before who is in or waits changes

    const Instant m_began;
    const int m_permits;
    Figures m_figures; // without those that figures() adds
    std::deque<Visit> m_visits;
    size_t m_forgotten = 0; // visits before the first of these
    Histogram m_wait, m_hold, m_handOver;
    std::multimap<int, Stay> m_inside; // by worker; he may be in several times, with a lock that re-enters
    std::map<int, Instant> m_waiting;
    std::map<LabEvent::Kind, qint64> m_tallies;
    qint64 m_entries = 0;
    Instant m_freeSince;
    std::chrono::nanoseconds m_free{0};
    std::optional<Instant> m_lastLeft; // and nobody entered since
};

// Jain's index of fairness: (sum)^2 / (n * sum of squares); 1 where there is nothing to share. R. Jain, D.
// Chiu, W. Hawe: A Quantitative Measure of Fairness (DEC TR-301, 1984).
double jainIndex(const std::vector<qint64> &shares);

} // namespace lockscope
