// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A client with two locks of each of its rows on a master whose replica has got one of them; the master dies,
// and the replica takes its place under the address that the client knows. Our engine knows both servers.
// Blocks in the event loop.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/interop/truth/judging.h"
#include "tests/interop/truth/speaker.h"
#include "tests/support/faultproxy.h"
#include "tests/support/followedengine.h"

namespace lockscope::test
{

class FailoverScene
{
public:
    FailoverScene(const std::vector<TruthRow> &rows, Matrix &matrix) : m_rows(rows), m_matrix(matrix) {}

    // Empty; else what could not be made.
    QString play();

private:
    struct Case {
        const TruthRow *row;
        State state;
        QByteArray name;
        QByteArray key;
        Speaker holder;
    };

    Done open();
    bool take(State state);
    bool detachReplica();
    bool failOver();
    void judge();
    void judgeKept(Case &one, const LockPtr &lock);
    void judgeLost(Case &one, const LockPtr &lock);
    SandboxServer &master() { return m_servers->node(0); }
    SandboxServer &replica() { return m_servers->node(1); }

    const std::vector<TruthRow> &m_rows;
    Matrix &m_matrix;
    std::unique_ptr<SandboxDeployment> m_servers{};
    std::unique_ptr<FaultProxy> m_address{}; // Of the master, whichever that is
    std::unique_ptr<Engine> m_engine{};
    std::unique_ptr<Client> m_client{};
    std::vector<FailoverReport> m_failovers{};
    std::vector<Case> m_cases{};
    QString m_problem{};
};

} // namespace lockscope::test
