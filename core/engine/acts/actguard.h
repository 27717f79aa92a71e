// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decides which acts a connection may carry out. An ActRunner acts only with a permit, and only ActGuard
// makes permits: for acts that the profile allows, within its limit, and on production only with a reason and
// the typed name of the lock. In addition, a read-only connection has no session that can write (node.h).
// Owned by ActDispatcher, on the engine thread.

#include "core/engine/acts/actjournal.h"

#include <deque>
#include <memory>

namespace lockscope
{

class ActGuard;

// The permission for one act on one key and what belongs to it: an acquired lock may be renewed and released.
class ActPermit
{
public:
    // Once revoked, only what takes back an acquire: it leaves the queue, and releases what was granted.
    bool covers(const ActRequest &request) const;
    bool isRevoked() const { return *m_isRevoked; } // the connection has become read-only since
    // A step is recorded once per server, however often it is tried. A watchdog's renewals are not recorded.
    bool isToBeWritten(const NodeId &node, ActKind act) const;
    void noteWritten(const NodeId &node, ActKind act) const { m_written.emplace_back(node, act); }
    bool readsBefore(ActKind act) const;
    bool mayTakeAway(ActKind act) const;       // from other holders
    qint64 number() const { return m_number; } // of the act in the journal; 0: not recorded
    ActJournal *journal() const { return m_journal; }
    // If it cannot be recorded, it must not be done.
    bool mustBeWrittenDown() const { return m_mustBeWrittenDown; }

private:
    friend class ActGuard;
    ActPermit() = default;
    ActKind m_act = ActKind::Wake;
    LockName m_key{};
    qint64 m_number = 0;
    ActJournal *m_journal = nullptr;
    bool m_mustBeWrittenDown = false;
    bool m_ofGroup = false;
    bool m_isSevere = false;
    std::shared_ptr<const bool> m_isRevoked{}; // shared with the guard; never null
    mutable std::vector<std::pair<NodeId, ActKind>> m_written{};
};

// Shared by an act and what it leaves running. Null permits nothing.
using PermitPtr = std::shared_ptr<const ActPermit>;

class ActGuard
{
public:
    void guard(const ConnectionSpec &spec); // of the connection that is being opened
    void allowChanges() { m_spec.readOnly = false; }
    void makeReadOnly();                                     // revokes all permits
    void rename(const QString &name) { m_spec.name = name; } // the profile
    void setJournal(ActJournal *journal) { m_journal = journal; }

    // Returns the permit, or why there is none; sends nothing. The permit of a dry run covers nothing else.
    Outcome<PermitPtr> admit(const ActRequest &request);
    // Records the outcome in the journal and updates the holds of this program. renewed: whether a watchdog
    // keeps what was acquired; nullopt: as request.watchdog says.
    void settle(const ActRequest &request, const PermitPtr &leave, const Receipt &receipt,
                std::optional<bool> renewed = {});
    bool lose(const OwnHolding &hold); // this hold only; false: it was not ours any more
    void stopRenewing(const LockName &key, const OwnerId &owner);
    void forget() { m_own.clear(); } // the connection was closed
    const std::vector<OwnHolding> &own() const { return m_own; }
    bool isOwn(const LockName &key, const OwnerId &owner) const;

private:
    bool isOwn(const ActRequest &request) const;
    std::optional<Failure> tooMany(const ActRequest &request);
    void follow(const ActRequest &request, const Receipt &receipt, bool renewed);
    void take(const ActRequest &request, const Receipt &receipt, bool renewed);
    void giveBack(const ActRequest &request, const Receipt &receipt);
    bool isOneOfSeveral(const OwnHolding &hold) const; // of its owner's, under its name

    ConnectionSpec m_spec{};
    ActJournal *m_journal = nullptr;
    std::vector<OwnHolding> m_own{};                                   // acquired here and not released
    std::shared_ptr<bool> m_isRevoked = std::make_shared<bool>(false); // of the permits made from now on
    std::deque<Instant> m_admitted{}; // counted acts of the last minute; empty if there is no limit
};

// What the user must type on production before the act; empty: nothing. For a single act this is the lock's
// name (escapedText), for a bulk action the profile's name and the number of acts: "orders-prod 12". Pure.
QString confirmationFor(const ConnectionSpec &spec, const ActRequest &request, bool isOwn = false);

Failure readOnlyRefusal(const ActRequest &request); // of a read-only connection

// Why the profile refuses the act; nullopt: it allows it. isOwn: acquired here for that owner. Pure.
std::optional<Failure> refusalOf(const ConnectionSpec &spec, const ActRequest &request, bool isOwn);

} // namespace lockscope
