// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The holds of this program that end without it: each is looked for when it must be over that nobody renews,
// and when the table no longer shows it. Which ones there are, the guard knows by the receipts. Owner:
// Engine, on its thread; guard must outlive it.

#include "core/engine/acts/actguard.h"
#include "core/engine/reading/lockdetail.h"
#include "core/values/events.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>
#include <qcorotask.h>

#include <functional>
#include <map>
#include <set>

namespace lockscope
{

class HoldTracker final : public QObject
{
    Q_OBJECT
public:
    using Look = std::function<QCoro::Task<Outcome<LockDetail>>(LockName key)>;
    HoldTracker(ActGuard &guard, Look look);

    // An act on this lock is under way, whose receipt will tell. One end() for each begin().
    void begin(const LockName &key) { ++m_acting[key]; }
    void end(const LockName &key);
    // renewed: whether a watchdog keeps what was acquired.
    void settle(const ActRequest &request, const PermitPtr &permit, const Receipt &receipt, bool renewed);
    void noteEnd(const Receipt &receipt); // when a hold runs out unless it is renewed
    void lose(const OwnHolding &hold, const Receipt &why);
    void stopRenewing(const LockName &key, const OwnerId &owner);
    void doubt(const LockDelta &delta); // what the table tells of locks of ours
    void forget();                      // the connection is closed

signals:
    // It is none of ours any more, and need not be renewed.
    void lost(const lockscope::OwnHolding &hold, const lockscope::Receipt &why);
    void changed(const std::vector<lockscope::OwnHolding> &holds);

private:
    using HoldName = std::pair<LockName, OwnerId>;
    void noteExpiry(const LockName &key, milliseconds left);
    void tell();
    void watchEnds();
    static QCoro::Task<> lookFor(QPointer<HoldTracker> self, LockName key);
    void judge(const OwnHolding &held, const Outcome<LockDetail> &detail);

    ActGuard &m_guard;
    const Look m_look;
    quint64 m_opening = 0;              // which connection this is
    QHash<LockName, int> m_acting;      // acts under way, by lock
    std::set<HoldName> m_seen;          // those that the table showed, too
    QSet<LockName> m_doubted;           // that are looked for now
    std::map<HoldName, Instant> m_ends; // as far as is known; else never
    QTimer m_timer;                     // to the end of the first hold that nobody renews
};

} // namespace lockscope
