// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One client of locks, as an application has one: the locks it holds, their watchdogs, and waiting in the way
// of the format. Used by ActRunner, the cli's `acquire -- COMMAND`, the demo workers and the benchmarks. Each
// act goes to the present master of its key; if redirected (MOVED, READONLY), it retries for about a command
// timeout. Every act ends in a Receipt. Stays on its thread; route or session must outlive it.

#include "core/base/wakeup.h"
#include "core/deployment/route.h"
#include "core/engine/acts/watchdog.h"
#include "core/formats/format.h"

#include <QObject>

#include <memory>

namespace lockscope
{

class LockClient final : public QObject
{
    Q_OBJECT
public:
    LockClient(Route &route, const Registry &registry, QObject *parent = nullptr);
    LockClient(Session &commands, const Registry &registry, QObject *parent = nullptr); // of one server
    ~LockClient() override;

    // Plans and carries out the act. request.kind names the format. seen: the last read, for some plans.
    QCoro::Task<Receipt> act(ActRequest request, LockPtr seen = {});
    // Carries out a plan; a failed plan is answered as a refusal. Acquire waits up to request.wait: by
    // pub/sub if the format has a channel (on its own connection, opened on demand), for at most the holder's
    // TTL; otherwise by polling with jitter. `waiting` ends the wait; null: cancelWaiting() does. format must
    // outlive the locks held by it.
    QCoro::Task<Receipt> carryOut(const Format &format, ActRequest request, Outcome<ActPlan> plan,
                                  std::shared_ptr<WakeUp> waiting = {});
    void cancelWaiting(); // such an acquire returns NotAcquired
    // Stops renewing without releasing, which looks like a crash from outside.
    void abandon(const LockName &key);
    void abandon(const LockName &key, const OwnerId &owner); // one of several holds of the lock
    // Renews, at once and from then on, what an acquire with a watchdog took although its reply was lost.
    // readAt: when its time left, as in the receipt, was read.
    void keep(const Format &format, const Receipt &receipt, const ActRequest &request, Instant readAt);
    Watchdog &watchdog();
    int renewing() const;                           // holds with a running watchdog
    std::vector<const Session *> listening() const; // its own connections for wake-up messages

signals:
    void renewed(const lockscope::LockName &key, const lockscope::Receipt &receipt);
    void lost(const lockscope::LockName &key, const lockscope::Receipt &why,
              const lockscope::OwnHolding &hold);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
