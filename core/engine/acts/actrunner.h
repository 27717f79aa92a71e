// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Acts on locks for a person: recognises what is there, plans, writes down what was there, acts in one atomic
// step, reads back, answers with a receipt. Owner: Site, on the engine thread; deployment must outlive it.
// Acts only by a permit of the ActGuard; besides, a read-only connection has no session that could send it.

#include "core/deployment/deployment.h"
#include "core/engine/acts/actguard.h"
#include "core/engine/acts/keylookup.h"
#include "core/engine/acts/lockclient.h"

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

    // What would be done; reads the key, changes nothing. Works on a read-only node too.
    QCoro::Task<Outcome<ActPlan>> plan(ActRequest request);
    // permit: null does for a dry run only. waiting: what ends the waiting of an acquire; null: nothing but
    // its time.
    QCoro::Task<Receipt> act(ActRequest request, PermitPtr permit, std::shared_ptr<WakeUp> waiting = {});
    Watchdog &watchdog() { return m_client.watchdog(); } // of what was acquired here

signals:
    // The key as read back after an act, for the table. type None: it is gone.
    void readBack(const lockscope::KeyReading &reading, const lockscope::NodeId &node);

private:
    // A lock as it is now, with its format; or why it is none.
    struct Target {
        NodeId node{}; // where it was read
        LockPtr lock{};
        const Format *format = nullptr;
        std::shared_ptr<const Registry> named{}; // that reads it as the kind it was called; null: it is that
    };
    static QCoro::Task<Outcome<Target>> recognise(QPointer<ActRunner> self, ActRequest request);
    static QCoro::Task<Outcome<Target>> recogniseAs(QPointer<ActRunner> self, const Format *named,
                                                    ActRequest request);
    static QCoro::Task<Receipt> perform(QPointer<ActRunner> self, ActRequest request, PermitPtr permit,
                                        std::shared_ptr<WakeUp> waiting);
    static QCoro::Task<Done> writeDown(QPointer<ActRunner> self, Target target, NodeId node,
                                       ActRequest request, const ActPlan &plan, PermitPtr permit);
    static QCoro::Task<> verify(QPointer<ActRunner> self, std::shared_ptr<const Registry> as,
                                std::shared_ptr<Receipt> receipt);
    static QCoro::Task<> awaitNext(QPointer<ActRunner> self, std::shared_ptr<const Registry> as,
                                   std::shared_ptr<Receipt> receipt, Instant endedAt);
    Outcome<ActPlan> planFor(const ActRequest &request, const Target &target) const;
    Receipt planned(const ActRequest &request, const Target &target) const;
    Failure noSuchLock(const KeyLookup &looked, const ActRequest &request, const Format *named) const;
    QStringList pointed(const ActPlan &plan, const NodeId &node) const;
    ActRequest completed(ActRequest request) const;
    const Format *formatMeant(const ActRequest &request) const;
    void noteTaken(const ActRequest &request, const Format *format, const Receipt &receipt);

    Deployment &m_deployment;
    const Registry &m_registry;
    // Acquired here and not given back: of which format, where the key alone does not tell.
    struct Taken {
        OwnerId owner{};
        const Format *format = nullptr;
    };
    QHash<LockName, Taken> m_taken;
    LockClient m_client; // goes first: what it still waits for looks at the rest
};

// What to acquire when nobody says which kind: Redisson's reentrant lock waits by message and renews by
// watchdog.
inline constexpr char DefaultAcquireKind[] = "rlock";

} // namespace lockscope
