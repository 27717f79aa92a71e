// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is behind the façade: for engine.cpp and engine_requests.cpp only. Engine thread.

#include "core/engine/acl.h"
#include "core/engine/acts/actguard.h"
#include "core/engine/acts/grouprunner.h"
#include "core/engine/engine.h"
#include "core/engine/quorumtable.h"
#include "core/engine/site.h"

#include <QHash>
#include <QSet>
#include <QTimer>

#include <deque>
#include <functional>
#include <map>
#include <set>

namespace lockscope
{

struct Engine::Private {
    // A master of a group: which one, its role, whether it can be asked, since when it runs.
    using MemberNode = std::tuple<NodeId, QByteArray, bool, std::optional<Instant>>;

    Engine *q;
    std::reference_wrapper<const Registry> registry = Registry::builtIn();
    // All that were ever used: who still waits may look at the families it began with.
    std::vector<std::shared_ptr<const Registry>> registries{};
    std::vector<std::unique_ptr<Site>> sites{};
    ActGuard guard{};                                       // what may be done on this connection
    quint64 opening = 0;                                    // which connection this is
    QHash<LockName, int> acting{};                          // acts under way, by lock
    std::set<std::pair<LockName, OwnerId>> seenHolds{};     // of ours, as the table has them, too
    QSet<LockName> doubted{};                               // own locks that are looked for now
    std::map<std::pair<LockName, OwnerId>, Instant> ends{}; // of our holds, as far as is known; else never
    QTimer holdTimer{};                                     // to the end of the first hold that nobody renews
    AclWish acl{};                                          // what this connection needs
    std::unique_ptr<GroupRunner> group{};                   // of several sites; null: there is one
    QuorumTable quorums{};                                  // of several sites
    std::shared_ptr<WakeUp> nodesTouched{};
    std::vector<std::shared_ptr<WakeUp>> settlers{}; // who waits for the next word of the nodes
    std::deque<LockEvent> events{};
    std::vector<MemberNode> groupNodes{}; // as the quorums know them
    bool hadLocks = false;                // told of since the last reset
    QTimer deltaTimer{};
    QTimer judgeTimer{};

    // Holds of ours that end without us (engine_holds.cpp).
    void settle(const ActRequest &request, const PermitPtr &leave, const Receipt &receipt);
    void noteEnd(const Receipt &receipt);
    void noteExpiry(const LockName &key, milliseconds left);
    void loseHold(const OwnHolding &hold, const Receipt &why);
    void doubt(const LockDelta &delta); // what the table tells of locks of ours
    void tellHolds();
    void watchEnds();
    // Looks whether the holds of ours under this name are still there.
    static QCoro::Task<> lookForHolds(QPointer<Engine> engine, LockName key);
    void judge(const OwnHolding &held, const Outcome<LockDetail> &detail);
    void addSite(const ConnectionSpec &spec, const EngineOptions &options, int member);
    void touched();
    void publishDelta();
    LockDelta takeDelta();
    std::vector<MemberSight> sights(const LockName &key) const;
    void tellNodes();
    std::vector<MemberNode> memberNodes() const;
    ScanProgress progress() const;
    LiveStatus live() const;
    ConnectionState worstLink() const;
    bool isReady() const;
    bool isSettled() const;
    std::vector<LockEvent> eventsOf(const LockName &key) const;
    static QCoro::Task<Outcome<LockDetail>> inspectGroup(QPointer<Engine> engine, LockName key);
    static QCoro::Task<> answerExamine(QPointer<Engine> engine, quint64 id);
    Site *siteOf(const LockName &key) const;
    static QCoro::Task<ProbeReport> probe(QPointer<Engine> engine, quint64 id, ProbeRequest request);
    static QCoro::Task<> answerEstimate(QPointer<Engine> engine, quint64 id, ProbeRequest request);
    static QCoro::Task<> answerProbe(QPointer<Engine> engine, quint64 id, ProbeRequest request);
    static QCoro::Task<Receipt> actOn(QPointer<Engine> engine, ActRequest request, PermitPtr leave,
                                      quint64 id);
    static QCoro::Task<> answerInspect(QPointer<Engine> engine, quint64 id, LockName key);
    static QCoro::Task<> answerPlan(QPointer<Engine> engine, quint64 id, ActRequest request);
    // id: by which the waiting of an acquire is cancelled.
    static QCoro::Task<Receipt> act(QPointer<Engine> engine, quint64 id, ActRequest request);
    static QCoro::Task<> answerAct(QPointer<Engine> engine, quint64 id, ActRequest request);
    static QCoro::Task<> answerTest(QPointer<Engine> engine, quint64 id, ConnectionSpec spec);
};

} // namespace lockscope
