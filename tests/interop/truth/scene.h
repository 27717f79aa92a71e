// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One client with a lock of each of its rows in each state, all at the same time on one server, and our
// engine on it: asks both sides, and enters the judgements into the matrix. Blocks in the event loop.

#include "tests/interop/harness/stage.h"
#include "tests/interop/truth/judging.h"
#include "tests/interop/truth/observer.h"
#include "tests/interop/truth/speaker.h"

namespace lockscope::test
{

class Scene
{
public:
    Scene(const std::vector<TruthRow> &rows, Matrix &matrix) : m_rows(rows), m_matrix(matrix) {}

    // Empty; else what could not be made.
    QString play();

private:
    // A lock of a row in one state.
    struct Case {
        const TruthRow *row;
        State state;
        QByteArray name;
        QByteArray key;
        Speaker holder;
        std::vector<Speaker> others{};   // Further holders, or those that wait
        std::vector<int> waiting{};      // … the answers to come
        std::vector<QByteArray> queue{}; // Owner ids of those that wait
        bool renewed = false;
    };

    Done open();
    void makeCases();
    Client &clientFor(State state);
    bool makeLocks();
    bool takeLocks();
    bool beginWaits();
    bool beginWait(Case &one);
    void readLeased();
    void waitForRenewals();
    bool sawEnough() const;
    bool sawWaiters() const;
    static void addWaiters(const Case &one, TrueLock &is);
    static bool lasts(const Case &one);
    void renewByPrograms();

    void judgeLiving();
    void judgeLiving(Case &one);
    TrueLock truthOf(Case &one);
    void judgeReentryGivenBack(Case &one);
    void judgeShareTakenAway(Case &one);
    void judgeForced(Case &one);
    void judgeHandedOn(Case &one);
    void judgeDeleted(Case &one);
    void judgeBack(Case &one);
    void judgeExpired(Case &one);
    void killAndFreeze();
    void judgeDead(Case &one);

    void forEach(State state, void (Scene::*judge)(Case &));
    void add(const Case &one, Claim claim, const Judgement &judgement)
    {
        m_matrix.add(one.row->title, one.state, claim, judgement);
    }
    LockPtr followed(const Case &one) const { return m_stage.followed(one.key); }

    const std::vector<TruthRow> &m_rows;
    Matrix &m_matrix;
    Stage m_stage{};
    std::unique_ptr<Observer> m_observer{};
    std::vector<std::unique_ptr<Client>> m_clients{}; // Living, to be frozen, to be killed
    std::vector<Case> m_cases{};
    QStringList m_problems{};
};

} // namespace lockscope::test
