// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A client that locks over a RedLock group, with a lock of each of its rows in each state, and our engine
// that follows the group as one. Blocks in the event loop.

#include "tests/interop/harness/stage.h"
#include "tests/interop/truth/judging.h"
#include "tests/interop/truth/observer.h"
#include "tests/interop/truth/speaker.h"

namespace lockscope::test
{

class GroupScene
{
public:
    GroupScene(const std::vector<TruthRow> &rows, Matrix &matrix) : m_rows(rows), m_matrix(matrix) {}

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

    bool takeLocks();
    void judgeHeld(Case &one);
    void judgeForced(Case &one);
    void judgeLost(Case &one);
    void judgeSplit(Case &one);
    void judgeUnreachable();
    bool isOnAllNodes(const Case &one);
    void forgetMost(const Case &one);
    void add(const Case &one, Claim claim, const Judgement &judgement)
    {
        m_matrix.add(one.row->title, one.state, claim, judgement);
    }
    Quorum quorum(const Case &one) const;
    Verdict verdict(const Case &one) const;

    const std::vector<TruthRow> &m_rows;
    Matrix &m_matrix;
    Stage m_stage{};
    std::vector<std::unique_ptr<Client>> m_clients{};
    std::vector<Case> m_cases{};
    QString m_problem{};
};

} // namespace lockscope::test
