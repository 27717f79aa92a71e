// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an engine showed of each lock at any time: a wrong verdict that passed was shown. Owner: the test, on
// its thread; the engine outlives it.

#include "core/engine/engine.h"
#include "core/engine/verdicts/renewals/leasekind.h"

#include <QTimer>

#include <map>
#include <optional>
#include <set>

namespace lockscope::test
{

struct Observed {
    std::vector<Verdict> verdicts{}; // Each change of it, oldest first
    std::vector<LockEvent> events{};
    std::set<LeaseKind> leases{};
    std::optional<milliseconds> shortest{}; // Time to live, of the lock or of one of its holders
};

class Observer final : public QObject
{
public:
    explicit Observer(Engine &engine);

    const Observed &of(const QByteArray &key) { return m_observed[key]; }
    // Forgets what was, and begins with what is.
    void restart(const QByteArray &key);

private:
    void take(const LockDelta &delta);
    void noteVerdict(const Lock &lock);
    void sample();
    void sample(const Lock &lock);

    Engine &m_engine;
    std::map<QByteArray, Observed> m_observed;
    QTimer m_sampling;
};

} // namespace lockscope::test
