// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where our engine and a client of somebody else meet: a server of their own, or the nodes of a RedLock
// group. Calls that fail on the way fail the test that makes them by what they answer.

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
    // How long our locks live in these tests: much longer than anybody waits.
    static constexpr milliseconds Lease = 60s;

    Done open(int nodes = 1);
    QString ports() const; // with commas
    size_t size() const { return m_servers->size(); }
    SandboxServer &node(size_t index) { return m_servers->node(index); }
    Engine &engine() { return *m_engine; }

    Reply call(Command command); // to the first node
    // As a closer look shows it now; null: no lock there.
    LockPtr look(const QByteArray &key);
    QString explanation(const QByteArray &key);
    // As the scan found it and the feed kept it; null: not (yet) in the table.
    LockPtr followed(const QByteArray &key) const { return m_engine->find({key}); }

    Receipt act(ActRequest request);
    // Takes it at once or not at all.
    Receipt acquire(const QByteArray &kind, const QByteArray &key, const QByteArray &owner = {});
    Receipt release(const QByteArray &key, const QByteArray &owner);
    Receipt force(const QByteArray &key, const QByteArray &expected);
    // The same in two steps: an acquire that waits.
    quint64 begin(const ActRequest &request);
    quint64 beginAcquire(const QByteArray &kind, const QByteArray &key);
    bool isAnswered(quint64 id) const { return m_receipts.contains(id); }
    Receipt receipt(quint64 id);

    qint64 subscribers(const QByteArray &channel);
    qint64 blockedClients();
    qint64 writesTried(); // SET and scripts so far: what a client that polls for a lock sends

private:
    QByteArray info(const QByteArray &section);

    std::unique_ptr<SandboxDeployment> m_servers{};
    std::unique_ptr<Session> m_session{};
    std::unique_ptr<Engine> m_engine{};
    QHash<quint64, Receipt> m_receipts{};
    quint64 m_lastId = 0;
};

} // namespace lockscope::test
