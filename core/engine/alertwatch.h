// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds what is to be told of: locks that match a rule for as long as it asks, and that do no more; pinned
// locks that become free or change hands. Each is told once until it is over. Of a lock whose node is away
// nothing is known: it stays as it was, and its time stands still, until the node is back. Pure: time is a
// parameter; any one thread.

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
    QString figures{}; // Began: of what the rule asks for, how it is
    LockName key{};
    LockPtr lock{};   // as it is, or was last
    OwnerId before{}; // ChangedHands: who had it
    Instant at{};
    WallTime wallAt{};
    // What is wrong is over, or somebody waited for it: no cause for alarm.
    bool isGood() const { return what == What::Over || what == What::Freed; }
};

const char *name(Alert::What what); // "began", "over", "freed", "taken", "changed-hands"

class AlertWatch
{
public:
    // What has begun under a rule that stays goes on; a new one is held against all locks at the next tick.
    void setRules(std::vector<AlertRule> rules);
    void setPins(const QSet<LockName> &pins); // from what is known of each now on

    // What follows from the change at once.
    std::vector<Alert> apply(const LockDelta &delta, Instant at, WallTime wallAt);
    // What follows from time alone: call it about once a second. Only those locks are judged whose time has
    // come.
    std::vector<Alert> tick(Instant at, WallTime wallAt);
    void clear();                              // another connection
    qint64 judged() const { return m_judged; } // how often a rule was held against a lock so far

private:
    struct Match {
        LockPtr lock{};
        Instant since{};
        bool told = false;
        std::optional<Instant> awaySince{}; // its node
    };
    struct Watched {
        AlertRule rule{};
        QHash<LockName, Match> matches{};
        Deadlines due{}; // when time alone may make it match, match no more, or match for long enough
    };
    void judge(Watched &watched, const LockPtr &lock, Instant at, std::vector<Alert> &alerts);
    static void suspend(Watched &watched, const LockName &key, Instant at);
    static std::optional<Instant> meet(Watched &watched, const LockPtr &lock, Instant at,
                                       std::vector<Alert> &alerts);
    static void end(Watched &watched, const LockName &key, const LockPtr &lock, std::vector<Alert> &alerts);
    void judgePin(const LockName &key, const LockPtr &lock, std::vector<Alert> &alerts);

    std::vector<Watched> m_rules;
    QSet<LockName> m_pins;
    QHash<LockName, LockPtr> m_pinned; // as known last
    QHash<LockName, LockPtr> m_locks;  // all there are
    qint64 m_judged = 0;
};

} // namespace lockscope
