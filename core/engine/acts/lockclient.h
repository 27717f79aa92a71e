// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One client of locks, as an application has one: the locks it holds, their watchdogs, and waiting for a lock
// the way the format waits. Used by ActRunner, the cli's `acquire -- COMMAND`, the demo workers and the
// benchmarks. Each act goes to the server that answers for its key at that moment: sent elsewhere (MOVED,
// READONLY; nothing was done), it looks again for about a command timeout. Owner and thread: as made; route
// or session must outlive it. Each act ends in a Receipt, whatever happens.

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

    // Plans the act and carries it out. request.kind names the format. seen: the lock as last read, for acts
    // whose plan needs it.
    QCoro::Task<Receipt> act(ActRequest request, LockPtr seen = {});
    // Carries out what was planned for the request; a plan that failed is answered as a refusal. Acquire
    // waits up to request.wait: by pub/sub where the format has a channel (own connection, opened when first
    // needed; never longer than the holder's TTL), else by polling with jitter, and until waiting is
    // cancelled; null: until cancelWaiting(). format must outlive what is held by it.
    QCoro::Task<Receipt> carryOut(const Format &format, ActRequest request, Outcome<ActPlan> plan,
                                  std::shared_ptr<WakeUp> waiting = {});
    void cancelWaiting(); // such an acquire answers NotAcquired
    // Stops renewing without releasing: what a crash looks like from outside.
    void abandon(const LockName &key);
    void abandon(const LockName &key, const OwnerId &owner); // one of several holds under this name
    Watchdog &watchdog();
    int renewing() const;                           // holds with a running watchdog
    std::vector<const Session *> listening() const; // connections of its own, for the wake-up messages

signals:
    // Of its watchdog.
    void renewed(const lockscope::LockName &key, const lockscope::Receipt &receipt);
    void lost(const lockscope::LockName &key, const lockscope::Receipt &why,
              const lockscope::OwnHolding &hold);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
