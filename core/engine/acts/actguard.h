// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who may do what on a connection, below everything that asks for acts. An ActRunner acts only by a permit,
// and permits are made here alone: for what the profile allows, as often as it allows, and on production only
// with the lock's name typed and a reason. Besides, a read-only connection has no session that could write
// (node.h). Owner: Engine, on its thread.

#include "core/engine/acts/actjournal.h"

#include <deque>
#include <memory>

namespace lockscope
{

class ActGuard;

// The permission to carry out one act on one key, and what belongs to it: an acquire may be renewed and given
// back.
class ActPermit
{
public:
    bool covers(const ActRequest &request) const;
    // A step is written down once a server, however often it is tried; a watchdog's renewals never are.
    bool isToBeWritten(const NodeId &node, ActKind act) const;
    void noteWritten(const NodeId &node, ActKind act) const { m_written.emplace_back(node, act); }
    bool readsBefore(ActKind act) const;
    bool mayTakeAway(ActKind act) const;       // from others
    qint64 number() const { return m_number; } // of the act, in the journal; 0: it is not written down
    ActJournal *journal() const { return m_journal; }
    bool mustBeWrittenDown() const { return m_mustBeWrittenDown; } // else it is not done

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
    mutable std::vector<std::pair<NodeId, ActKind>> m_written{};
};

// Shared by an act and what it leaves running. Null permits nothing.
using PermitPtr = std::shared_ptr<const ActPermit>;

class ActGuard
{
public:
    void guard(const ConnectionSpec &spec); // of the connection that is opened
    void setJournal(ActJournal *journal) { m_journal = journal; }

    // The permit; or why not, with nothing sent. A dry run needs none and gets one that covers nothing else.
    Outcome<PermitPtr> admit(const ActRequest &request);
    // What came of it: kept in the journal; and who holds a lock by our own acts may give it back freely.
    // renewed: whether a watchdog keeps what was acquired; nothing: if one was asked for.
    void settle(const ActRequest &request, const PermitPtr &leave, const Receipt &receipt,
                std::optional<bool> renewed = {});
    bool lose(const OwnHolding &hold); // this one alone; false: it was none of ours any more
    void stopRenewing(const LockName &key, const OwnerId &owner);
    void forget() { m_own.clear(); } // the connection is closed: nobody renews them any more
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
    std::vector<OwnHolding> m_own{};  // acquired here and not given back
    std::deque<Instant> m_admitted{}; // acts that count, of the last minute; none where there is no limit
};

// What a person must type on production before the act goes on; empty: nothing. Of an act alone the lock's
// name (escapedText), of several at once the profile's name and their number: "orders-prod 12". Pure.
QString confirmationFor(const ConnectionSpec &spec, const ActRequest &request, bool isOwn = false);

// What the profile says to it; nothing: it is allowed. isOwn: the owner named acquired it through this
// program. Pure.
std::optional<Failure> refusalOf(const ConnectionSpec &spec, const ActRequest &request, bool isOwn);

} // namespace lockscope
