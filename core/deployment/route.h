// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which server a key is to be asked of, now. An answer may be wrong by the time it is used: then the server
// says so (MOVED, ASK, READONLY, CLUSTERDOWN; nothing was done), and whoever asked looks again and asks anew,
// for as long as it has patience. Engine thread. Owner: see the one that implements it.

#include "core/redis/session.h"

#include <qcorotask.h>

namespace lockscope
{

class Route
{
public:
    virtual ~Route() = default;

    // Null: no such server now, failure() says why.
    virtual Session *reading(const LockName &key) = 0;
    virtual Session *acting(const LockName &key) = 0; // null also: the connection is read-only
    virtual Failure failure(const LockName &key) const = 0;
    // Where an ASK sends this one question, which must say ASKING there. Null: not to a node that is known.
    virtual Session *askedReading(const Failure &) { return nullptr; }
    virtual Session *askedActing(const Failure &) { return nullptr; }
    // Whether another server may answer for the key later: else looking again is of no use.
    virtual bool mayMove() const = 0;
    virtual bool isCluster() const = 0;
    // Finds out anew who answers for what; done when that is known, or after a moment if it cannot be.
    virtual QCoro::Task<> lookAgain() = 0;
};

// What says that the question went to the wrong server, or came at the wrong moment: nothing was done.
bool isRedirection(ErrorKind kind);

// One session for every key, as of one server. The session must outlive it.
class SingleRoute final : public Route
{
public:
    explicit SingleRoute(Session &session) : m_session(session) {}

    Session *reading(const LockName &) override { return &m_session; }
    Session *acting(const LockName &) override { return &m_session; }
    Failure failure(const LockName &) const override { return {}; }
    bool mayMove() const override { return false; }
    bool isCluster() const override { return false; }
    QCoro::Task<> lookAgain() override;

private:
    Session &m_session;
};

} // namespace lockscope
