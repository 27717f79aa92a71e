// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The meeting point of our engine and third-party clients: one server, or the nodes of a RedLock group. A
// failed call returns a result that fails the comparison of the test.

#include "core/engine/engine.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "core/redis/session.h"

#include <QHash>

namespace lockscope::test
{

using namespace std::chrono_literals;

class Stage final
{
public:
    // Lease of our locks in these tests: much longer than any wait.
    static constexpr milliseconds Lease = 60s;

    Done open(int nodes = 1);
    QString ports() const; // Separated by commas
    ConnectionSpec spec() const { return m_servers->spec(); }
    size_t size() const { return m_servers->size(); }
    SandboxServer &node(size_t index) { return m_servers->node(index); }
    Engine &engine() { return *m_engine; }

    Reply call(Command command); // To the first node
    // A fresh inspection; null: no lock.
    LockPtr look(const QByteArray &key);
    std::optional<LockDetail> detail(const QByteArray &key); // Nothing: no lock there
    QString explanation(const QByteArray &key);
    // As found by the scan and updated by the feed; null: not (yet) in the table.
    LockPtr followed(const QByteArray &key) const { return m_engine->find({key}); }

    Receipt act(ActRequest request);
    // Takes it at once or fails.
    Receipt acquire(const QByteArray &kind, const QByteArray &key, const QByteArray &owner = {});
    Receipt release(const QByteArray &key, const QByteArray &owner);
    Receipt force(const QByteArray &key, const QByteArray &expected);
    // Whatever it is, and however many hold it; and what is told of that before.
    Receipt forceAsShown(const Lock &lock);
    ActPlan planToForce(const Lock &lock);
    // In two steps: an acquire that waits.
    quint64 begin(const ActRequest &request);
    quint64 beginAcquire(const QByteArray &kind, const QByteArray &key);
    bool isAnswered(quint64 id) const { return m_receipts.contains(id); }
    Receipt receipt(quint64 id);

    qint64 subscribers(const QByteArray &channel);
    qint64 blockedClients();
    // Which client blocks which, with a probe that hears all that `meanwhile` makes clients do: it lasts so
    // long, and longer if that takes longer.
    BlockingReport probeBlocking(milliseconds length, const std::function<void()> &meanwhile);
    qint64 writesTried(); // SET commands and scripts so far, which a client sends while it polls for a lock

private:
    QByteArray info(const QByteArray &section);

    std::unique_ptr<SandboxDeployment> m_servers{};
    std::unique_ptr<Session> m_session{};
    std::unique_ptr<Engine> m_engine{};
    QHash<quint64, Receipt> m_receipts{};
    quint64 m_lastId = 0;
};

} // namespace lockscope::test
