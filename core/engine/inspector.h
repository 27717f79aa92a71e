// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything about one lock, read now for display: from its master and each replica, its waiters and its
// owner's client, plus related locks from the table. The read is applied to the table. Owned by Site, on the
// engine thread; all arguments must outlive it.

#include "core/engine/acts/keylookup.h"
#include "core/engine/following/follower.h"
#include "core/engine/reading/lockdetail.h"

#include <QObject>
#include <QPointer>

namespace lockscope
{

class Inspector final : public QObject
{
    Q_OBJECT
public:
    using FollowerOf = std::function<Follower *(const LockName &)>; // null: no master for it now
    Inspector(Deployment &deployment, const Registry &registry, LockTable &table, FollowerOf followerOf);

    QCoro::Task<Outcome<LockDetail>> inspect(LockName key);
    // Of a lock that has just been read into the table: only what follows from it, from its waiters and its
    // owner's client.
    QCoro::Task<Outcome<LockDetail>> inspectKept(LockName key);
    bool hasReadAll() const; // a pass read every key of each master, so the table has all locks

private:
    static QCoro::Task<Outcome<KeyLookup>> lookAt(QPointer<Inspector> self, LockName key);
    bool wasOvertaken(const KeyReading &reading) const;
    LockDetail detailOf(const KeyLookup &looked, const Outcome<Reply> &scripts) const;
    void findRelated(LockDetail &detail) const;
    std::vector<LockName> sameOwnerAs(const Lock &lock) const;
    void findSameClient(LockDetail &detail) const;
    void findSameConnection(LockDetail &detail) const;
    static QCoro::Task<> askForClients(QPointer<Inspector> self, LockName key);
    QStringList deadlockOf(const Lock &lock) const;
    QCoro::Task<std::vector<Copy>>
    copies(LockName key); // the master's, then each replica's; empty: no replicas
    Copy copyOn(const NodeId &id, const Lock &lock) const;
    static QCoro::Task<Copy> readCopy(QPointer<Inspector> self, NodeId id, LockName key);

    Deployment &m_deployment;
    const Registry &m_registry;
    LockTable &m_table;
    const FollowerOf m_followerOf;
};

} // namespace lockscope
