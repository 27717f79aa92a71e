// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Notices when holds of this program end without it: reads a lock when a hold without a watchdog must have
// expired, and when the table no longer shows it. The guard knows the holds from the receipts. Owned by
// ActDispatcher, on the engine thread; guard must outlive it.

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

    // An act on this lock is under way, and its receipt reports the outcome. Each begin() needs one end().
    void begin(const LockName &key) { ++m_acting[key]; }
    void end(const LockName &key);
    // renewed: whether a watchdog keeps what was acquired.
    void settle(const ActRequest &request, const PermitPtr &permit, const Receipt &receipt, bool renewed);
    void noteEnd(const Receipt &receipt); // when a hold expires unless it is renewed
    void lose(const OwnHolding &hold, const Receipt &why);
    void stopRenewing(const LockName &key, const OwnerId &owner);
    void doubt(const LockDelta &delta); // checks own locks that changed in the table
    // Keys as they were read on this master.
    void noteReadings(const std::vector<KeyReading> &readings, const NodeId &node);
    void look(const LockName &key) { lookFor(this, key); } // reads it, and tells which holds are gone
    void forget();                                         // the connection is closed

signals:
    // This program no longer holds it, so it need not be renewed.
    void lost(const lockscope::OwnHolding &hold, const lockscope::Receipt &why);
    void changed(const std::vector<lockscope::OwnHolding> &holds);
    // The key was read, and does not show its owner: what became of it is to be asked for.
    void doubted(const lockscope::OwnHolding &hold);

private:
    using HoldName = std::pair<LockName, OwnerId>;
    bool isNewDoubt(const OwnHolding &held, const KeyReading &reading, const NodeId &node);
    void noteExpiry(const LockName &key, milliseconds left);
    void tell();
    void watchEnds();
    static QCoro::Task<> lookFor(QPointer<HoldTracker> self, LockName key);
    void judge(const OwnHolding &held, const Outcome<LockDetail> &detail);

    ActGuard &m_guard;
    const Look m_look;
    quint64 m_opening = 0;                                       // incremented with each connection
    QHash<LockName, int> m_acting;                               // acts under way, by lock
    std::set<HoldName> m_seen;                                   // those that the table has shown
    QSet<LockName> m_doubted;                                    // those being read now
    std::map<std::pair<NodeId, HoldName>, KeyReading> m_strange; // reads that did not show the owner
    std::map<HoldName, Instant> m_ends;                          // as far as is known; absent: never
    QTimer m_timer; // to the end of the first hold without a watchdog
};

} // namespace lockscope
