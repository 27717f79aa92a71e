// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All there is to be known of one lock, for somebody who looks at it: read now, on its master and on each
// replica, with who waits and who its owner is, and its relatives in the table. What it reads goes into the
// table. Owner: Site, on the engine thread; what it is given must outlive it.

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
    using FollowerOf = std::function<Follower *(const LockName &)>; // null: nobody answers for it now
    Inspector(Deployment &deployment, const Registry &registry, LockTable &table, FollowerOf followerOf);

    QCoro::Task<Outcome<LockDetail>> inspect(LockName key);

private:
    static QCoro::Task<Outcome<KeyLookup>> lookAt(QPointer<Inspector> self, LockName key);
    bool wasOvertaken(const KeyReading &reading) const;
    LockDetail detailOf(const KeyLookup &looked, const Outcome<Reply> &scripts) const;
    std::vector<LockName> sameOwnerAs(const Lock &lock) const;
    void findSameClient(LockDetail &detail) const;
    QCoro::Task<std::vector<Copy>>
    copies(LockName key); // the master's, then each replica's; none: no replicas
    Copy copyOn(const NodeId &id, const Lock &lock) const;
    static QCoro::Task<Copy> readCopy(QPointer<Inspector> self, NodeId id, LockName key);

    Deployment &m_deployment;
    const Registry &m_registry;
    LockTable &m_table;
    const FollowerOf m_followerOf;
};

} // namespace lockscope
