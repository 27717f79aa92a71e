// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An engine that follows a deployment, and a memory of all that it ever told: a wrong owner that was shown
// for a moment was shown. Owner: the test, on its thread.

#include "core/engine/engine.h"
#include "core/lab/sandbox/sandboxserver.h"

namespace lockscope::test
{

class FollowedEngine final : public QObject
{
public:
    FollowedEngine();

    // The locks lock:*. Until it is ready, or why it is not.
    Done follow(const ConnectionSpec &spec);
    Engine &engine() { return m_engine; }

    LockPtr find(const QByteArray &key) const { return m_engine.find({key}); }
    NodeStatus status(const NodeId &node) const;
    NodeStatus status(const SandboxServer &server) const { return status(server.spec().node()); }
    bool isReady(size_t nodes) const;                              // that many, and each of them
    bool isFresh(const QByteArray &key, const NodeId &node) const; // read there, after a failover if any

    // In one word, for QCOMPARE.
    ActResult act(const ActRequest &request);
    const Receipt &receipt() const { return m_receipt; } // of the last act

    const std::vector<FailoverReport> &failovers() const { return m_failovers; }
    // As the table showed it at any time, oldest first.
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

// What the server counted of scripts, by which all acts are done. Those of another client's count too; what
// comes from a master does not.
QByteArray scriptsRun(const SandboxServer &server);

} // namespace lockscope::test
