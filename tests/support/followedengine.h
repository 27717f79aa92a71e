// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An engine that follows a deployment, and a record of everything it reported: a wrong owner is an error even
// if shown only for a moment. Owner: the test, on its thread.

#include "core/engine/engine.h"
#include "core/lab/sandbox/sandboxserver.h"

namespace lockscope::test
{

class FollowedEngine final : public QObject
{
public:
    FollowedEngine();

    // Follows the locks lock:*. Returns when it is ready, or the reason why not.
    Done follow(const ConnectionSpec &spec);
    Engine &engine() { return m_engine; }

    LockPtr find(const QByteArray &key) const { return m_engine.find({key}); }
    NodeStatus status(const NodeId &node) const;
    NodeStatus status(const SandboxServer &server) const { return status(server.spec().node()); }
    bool isReady(size_t nodes) const; // Exactly that many nodes, all ready
    // Read from that node, after a failover if any.
    bool isFresh(const QByteArray &key, const NodeId &node) const;

    // The result only, for QCOMPARE.
    ActResult act(const ActRequest &request);
    const Receipt &receipt() const { return m_receipt; } // Of the last act

    const std::vector<FailoverReport> &failovers() const { return m_failovers; }
    // All states that the table showed, oldest first.
    std::vector<LockPtr> shown(const QByteArray &key) const;
    std::vector<LockEvent> events(const QByteArray &key) const;
    bool wasShownOf(const QByteArray &key, const QByteArray &owner) const;

private:
    std::vector<FailoverReport> m_failovers;
    std::vector<LockPtr> m_shown;
    std::vector<LockEvent> m_events;
    Receipt m_receipt;
    Engine m_engine;
};

// The server's statistics of scripts, which perform all acts. Includes scripts of other clients, but not
// those replicated from a master.
QByteArray scriptsRun(const SandboxServer &server);

} // namespace lockscope::test
