// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds what to alert about: locks that match a rule for as long as it asks, and that stop matching; pinned
// locks that become free or change hands. Each is reported once until it is over. While a lock's node is
// unreachable, its state and its time are frozen. Pure: time is a parameter; any one thread.

#include "core/engine/filter/alertrule.h"
#include "core/engine/table/deadlines.h"
#include "core/values/events.h"

#include <QHash>
#include <QSet>

namespace lockscope
{

struct Alert {
    enum class What { Began, Over, Freed, Taken, ChangedHands };
    What what = What::Began;
    QString rule{};    // Began, Over
    QString figures{}; // Began: the current figures for the rule
    LockName key{};
    LockPtr lock{};   // the current lock, or the last one known
    OwnerId before{}; // ChangedHands: the last owner
    // The saved connection of the lock; empty: that of the engine that is observed, the only one.
    QString connection{};
    Instant at{};
    WallTime wallAt{};
    // The problem is over, or a pinned lock became free.
    bool isGood() const { return what == What::Over || what == What::Freed; }
};

const char *name(Alert::What what); // "began", "over", "freed", "taken", "changed-hands"

class AlertWatch
{
public:
    // Matches of a rule that stays are kept; a new rule is checked against all locks at the next tick.
    void setRules(std::vector<AlertRule> rules);
    // Locks that are recognised with less than this raise no alert (AlertRule::matches()). If it changes, all
    // rules are checked against all locks at the next tick.
    void setLeastConfidence(Confidence least);
    void setPins(const QSet<LockName> &pins); // compared with their state from now on

    // Reports what follows from the change at once.
    std::vector<Alert> apply(const LockDelta &delta, Instant at, WallTime wallAt);
    // Reports what follows from time alone. Call it about once a second; only locks that are due are checked.
    std::vector<Alert> tick(Instant at, WallTime wallAt);
    void clear();                              // for another connection
    qint64 judged() const { return m_judged; } // how often a rule was checked against a lock

private:
    struct Match {
        LockPtr lock{};
        Instant since{};
        bool told = false;
        VerdictLevel level = VerdictLevel::Ok; // the worst that was told
        std::optional<Instant> awaySince{};    // since when its node is unreachable
    };
    struct Watched {
        AlertRule rule{};
        QHash<LockName, Match> matches{};
        Deadlines due{}; // when time alone may change or report a match
    };
    void judgeAllSoon(Watched &watched) const;
    void judge(Watched &watched, const LockPtr &lock, Instant at, std::vector<Alert> &alerts);
    static void suspend(Watched &watched, const LockName &key, Instant at);
    static std::optional<Instant> meet(Watched &watched, const LockPtr &lock, Instant at,
                                       std::vector<Alert> &alerts);
    static void end(Watched &watched, const LockName &key, const LockPtr &lock, std::vector<Alert> &alerts);
    void judgePin(const LockName &key, const LockPtr &lock, std::vector<Alert> &alerts);

    std::vector<Watched> m_rules;
    QSet<LockName> m_pins;
    QHash<LockName, LockPtr> m_pinned; // the last known state
    QHash<LockName, LockPtr> m_locks;  // all locks
    Confidence m_least = Confidence::Likely;
    qint64 m_judged = 0;
};

} // namespace lockscope
