// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds the session for a key. The answer may be outdated when it is used. Then the server refuses (MOVED,
// ASK, READONLY, CLUSTERDOWN; nothing was done), and the caller must lookAgain() and retry until its own
// timeout. Engine thread; owned as its implementation says.

#include "core/redis/session.h"

#include <qcorotask.h>

namespace lockscope
{

class Route
{
public:
    virtual ~Route() = default;

    // Null: there is no such server now; see failure().
    virtual Session *reading(const LockName &key) = 0;
    virtual Session *acting(const LockName &key) = 0; // null also if the connection is read-only
    virtual Failure failure(const LockName &key) const = 0;
    // The target of an ASK redirection, for this one question, to be sent with ASKING. Null: an unknown node.
    virtual Session *askedReading(const Failure &) { return nullptr; }
    virtual Session *askedActing(const Failure &) { return nullptr; }
    // Whether the key may get another master; otherwise lookAgain() is useless.
    virtual bool mayMove() const = 0;
    virtual bool isCluster() const = 0;
    // Looks for the masters again. Returns when they are known, or after a moment if not.
    virtual QCoro::Task<> lookAgain() = 0;
};

// True if the server was the wrong one, or not ready: nothing was done.
bool isRedirection(ErrorKind kind);

// One session for all keys. The session must outlive it.
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
