// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Carries out the user's acts: recognises, plans, records the state before, acts in one atomic step, reads
// back, returns a receipt. Needs a permit. Owned by Site, on the engine thread; deployment must outlive it.

#include "core/deployment/deployment.h"
#include "core/deployment/health/refusals.h"
#include "core/engine/acts/actguard.h"
#include "core/engine/acts/keylookup.h"
#include "core/engine/acts/listeners.h"
#include "core/engine/acts/lockclient.h"
#include "core/engine/reading/scriptevidence.h"

#include <QHash>
#include <QObject>

#include <memory>

namespace lockscope
{

class ActRunner final : public QObject
{
    Q_OBJECT
public:
    ActRunner(Deployment &deployment, const Registry &registry, QObject *parent = nullptr);

    void setListenerLookup(ListenerLookup listeners) { m_listeners = std::move(listeners); }

    // What would be done. Reads the key and changes nothing; works on read-only nodes too.
    QCoro::Task<Outcome<ActPlan>> plan(ActRequest request);
    // permit: null for a dry run only. waiting: ends the waiting of an acquire; null: only its timeout does.
    QCoro::Task<Receipt> act(ActRequest request, PermitPtr permit, std::shared_ptr<WakeUp> waiting = {});
    void cancelWaiting() { m_client.cancelWaiting(); }   // of acquires without `waiting`
    Watchdog &watchdog() { return m_client.watchdog(); } // of the locks acquired here

signals:
    // The key as read back after an act, for the table. type None: it is gone.
    void readBack(const lockscope::KeyReading &reading, const lockscope::NodeId &node);
    // For a plan whose effect is wanted: the key, and the scripts that its node knows.
    void looked(const lockscope::KeyReading &reading, const lockscope::NodeId &node);
    void scriptsFound(const lockscope::NodeId &node, const lockscope::ScriptEvidence &evidence);
    // An act ended at least one hold of this lock.
    void released(const lockscope::LockName &key);

private:
    struct Target {
        NodeId node{}; // where it was read
        LockPtr lock{};
        const Format *format = nullptr;
        bool isTold = false;                     // what kind it is: by a rule, or by the one who asks
        std::shared_ptr<const Registry> named{}; // set if the user named the kind: reads the key as that kind
    };
    static QCoro::Task<Outcome<Target>> recognise(QPointer<ActRunner> self, ActRequest request);
    // The same, and of a queue that the act looks at, which of its waiters are dead.
    static QCoro::Task<Outcome<Target>> recogniseWhole(QPointer<ActRunner> self, ActRequest request);
    static QCoro::Task<Outcome<Target>> recogniseAs(QPointer<ActRunner> self, const Format *named,
                                                    ActRequest request);
    static QCoro::Task<Receipt> perform(QPointer<ActRunner> self, ActRequest request, PermitPtr permit,
                                        std::shared_ptr<WakeUp> waiting);
    static QCoro::Task<Done> writeDown(QPointer<ActRunner> self, Target target, NodeId node,
                                       ActRequest request, const ActPlan &plan, PermitPtr permit);
    void settleAsRead(const ActRequest &request, const Format &format, Receipt &receipt, Instant readAt);
    // When the key was read; nullopt: it could not be.
    static QCoro::Task<std::optional<Instant>>
    verify(QPointer<ActRunner> self, std::shared_ptr<const Registry> as, std::shared_ptr<Receipt> receipt);
    static QCoro::Task<std::optional<Instant>> verifyInTime(QPointer<ActRunner> self,
                                                            std::shared_ptr<const Registry> as,
                                                            std::shared_ptr<Receipt> receipt);
    static QCoro::Task<> awaitNext(QPointer<ActRunner> self, std::shared_ptr<const Registry> as,
                                   std::shared_ptr<Receipt> receipt, Instant endedAt);
    static QCoro::Task<ScriptEvidence> scriptEvidence(QPointer<ActRunner> self, LockName key);
    QCoro::Task<ActRefusals> whyRefused(const ActRequest &request, const Target &target,
                                        const ActPlan &plan) const;
    static QCoro::Task<Outcome<ActPlan>> planFor(QPointer<ActRunner> self, ActRequest request, Target target);
    static QCoro::Task<Receipt> planned(QPointer<ActRunner> self, ActRequest request, Target target);
    Failure noSuchLock(const KeyLookup &looked, const ActRequest &request, const Format *named,
                       const QByteArray &guessed) const;
    QStringList pointed(const ActPlan &plan, const NodeId &node) const;
    ActRequest completed(ActRequest request) const;
    const Format *formatMeant(const ActRequest &request) const;
    void noteTaken(const ActRequest &request, const Format *format, const Receipt &receipt);

    Deployment &m_deployment;
    const Registry &m_registry;
    ListenerLookup m_listeners;
    // Acquired here and not released: the format, as the key alone may not show it.
    struct Taken {
        OwnerId owner{};
        const Format *format = nullptr;
    };
    QHash<LockName, Taken> m_taken;
    LockClient m_client; // after the others: its pending coroutines use them
    WakeUps m_pauses{};  // last member: ends pauses while all else is there
};

// Used if no kind is given: Redisson's reentrant lock waits by pub/sub and is renewed by a watchdog.
inline constexpr char DefaultAcquireKind[] = "rlock";

} // namespace lockscope
