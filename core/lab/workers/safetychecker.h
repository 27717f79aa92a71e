// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The safety checker: records entries to and exits from the critical section, and counts the entries that
// violate mutual exclusion. It asks no lock and relies only on the workers. They report leaving before they
// release the lock, and entering after they acquired it, so each counted violation did happen. Bounded
// memory. Pure; one thread. Events must be in time order.

#include "core/lab/workers/figures.h"

#include <deque>
#include <map>

namespace lockscope
{

class SafetyChecker
{
public:
    // permits: how many may be inside at once. Readers exclude only writers.
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
        size_t number = 0; // index among all visits
    };
    void enter(const LabEvent &event);
    void leave(const LabEvent &event);
    bool mayEnter(HoldMode mode) const;
    void countFreeTime(Instant at); // call before the workers inside or waiting change

    const Instant m_began;
    const int m_permits;
    Figures m_figures; // without those that figures() computes
    std::deque<Visit> m_visits;
    size_t m_forgotten = 0; // number of visits dropped from the front
    Histogram m_wait, m_hold, m_handOver;
    std::multimap<int, Stay> m_inside; // by worker, which may be inside several times with a reentrant lock
    std::map<int, Instant> m_waiting;
    std::map<LabEvent::Kind, qint64> m_tallies;
    qint64 m_entries = 0;
    Instant m_freeSince;
    std::chrono::nanoseconds m_free{0};
    std::optional<Instant> m_lastLeft; // no entry since
};

// Jain's fairness index: (sum)^2 / (n * sum of squares); 1 if there is nothing to share. R. Jain, D. Chiu, W.
// Hawe: A Quantitative Measure of Fairness (DEC TR-301, 1984).
double jainIndex(const std::vector<qint64> &shares);

} // namespace lockscope
