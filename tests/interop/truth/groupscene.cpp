// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/truth/groupscene.h"

#include <QTest>

#include <algorithm>

namespace lockscope::test
{

namespace
{

constexpr int Nodes = 3;
constexpr milliseconds Attempt = 3s; // Redisson takes each node for some time

// Redisson has an id on each node.
Judgement judgeOwnerOfGroup(const QByteArray &claimed, const QByteArray &is)
{
    const bool right = is.split(',').contains(claimed);
    return {right ? Cell::Right : Cell::Wrong, QString::fromLatin1(claimed), QString::fromLatin1(is)};
}

// right: what says so. That it cannot be decided is never wrong; that all is well, or another fault, is.
Judgement judgeVerdict(const Verdict &verdict, std::initializer_list<std::string_view> right, const char *is)
{
    Judgement judgement{Cell::Wrong, shownAs(verdict), QLatin1String(is)};
    if (std::ranges::find(right, verdict.code) != right.end())
        judgement.cell = Cell::Right;
    else if (verdict.code == "quorum-unknown")
        judgement.cell = Cell::Unknown;
    return judgement;
}

} // namespace

QString GroupScene::play()
{
    if (m_rows.empty())
        return {};
    if (const Done opened = m_stage.open(Nodes); !opened)
        return opened.failure().line();
    m_clients = Client::several(2, m_rows.front().client, {m_stage.ports(), QStringLiteral("30000")});
    if (!takeLocks())
        return m_problem;
    for (Case &one : m_cases) {
        if (one.state == State::Held)
            judgeHeld(one);
        else if (one.state == State::Forced)
            judgeForced(one);
        else if (one.state == State::Lost)
            judgeLost(one);
        else if (one.state == State::Split)
            judgeSplit(one);
    }
    judgeUnreachable();
    return m_problem;
}

Quorum GroupScene::quorum(const Case &one) const
{
    const LockPtr lock = m_stage.followed(one.key);
    return lock && lock->quorum() ? *lock->quorum() : Quorum{};
}

Verdict GroupScene::verdict(const Case &one) const
{
    const LockPtr lock = m_stage.followed(one.key);
    return lock ? lock->verdict : Verdict{.code = "no lock"};
}

// They are content with a majority, and the last node may come later.
bool GroupScene::isOnAllNodes(const Case &one)
{
    for (size_t i = 0; i < Nodes; ++i) {
        const auto found = m_stage.node(i).ask({"EXISTS", one.key});
        if (!found || found->integer != 1)
            return false;
    }
    return true;
}

bool GroupScene::takeLocks()
{
    for (const TruthRow &row : m_rows) {
        for (const State state : {State::Held, State::Forced, State::Lost, State::Split, State::Frozen}) {
            QByteArray name = row.name;
            name.replace("%s", test::name(state)).replace("%k", row.word);
            m_cases.push_back(
                {&row, state, name, filled(row.key, row, name), Speaker(*m_clients[0], row, "alice", name)});
        }
    }
    for (Case &one : m_cases) {
        if (!one.holder.acquired(one.holder.begin(one.row->acquire, {}, Attempt)))
            m_problem = QStringLiteral("%1 was not acquired").arg(QLatin1String(one.name));
        else if (!comesTrue([&] { return isOnAllNodes(one) && quorum(one).reachable == Nodes; }))
            m_problem = QStringLiteral("%1 is not on all nodes").arg(QLatin1String(one.name));
    }
    return m_problem.isEmpty();
}

void GroupScene::judgeHeld(Case &one)
{
    const LockPtr lock = m_stage.look(one.key);
    if (!lock)
        return add(one, Claim::Kind, {Cell::Wrong, QStringLiteral("no lock"), QStringLiteral("held")});
    add(one, Claim::Owner, judgeOwnerOfGroup(lock->owner().bytes, one.holder.owner()));
    add(one, Claim::Mode, judgeMode(*one.row, *lock));
    add(one, Claim::Count,
        {lock->count() == 1 ? Cell::Right : Cell::Wrong, QString::number(lock->count()),
         QStringLiteral("1")});
    add(one, Claim::Verdict, judgeHealthy(*one.row, {verdict(one)}));
    one.holder.release();
}

void GroupScene::judgeForced(Case &one)
{
    const LockPtr shown = m_stage.look(one.key);
    if (!shown)
        return add(one, Claim::Kind, {Cell::Wrong, QStringLiteral("no lock"), QStringLiteral("held")});
    const ActPlan plan = m_stage.planToForce(*shown);
    const Receipt receipt = m_stage.forceAsShown(*shown);
    add(one, Claim::Notice, judgeNotice(*one.row, plan.notices, one.holder.release()));
    Speaker next(*m_clients[1], *one.row, "bob", one.name);
    const bool taken = next.acquired(next.begin(one.row->acquire, {}, Attempt));
    const bool right = receipt.result == ActResult::Done && taken;
    add(one, Claim::Act,
        {right ? Cell::Right : Cell::Wrong, receipt.line(), QLatin1String(taken ? "free" : "not to be had")});
    next.release();
}

// As after a restart without persistence.
void GroupScene::forgetMost(const Case &one)
{
    for (size_t i = 1; i < Nodes; ++i) {
        if (!m_stage.node(i).ask({"UNLINK", one.key}))
            m_problem = QStringLiteral("a node does not answer");
    }
}

void GroupScene::judgeLost(Case &one)
{
    forgetMost(one);
    comesTrue([&] { return !quorum(one).reached() && verdict(one).code != "healthy"; });
    add(one, Claim::Verdict,
        judgeVerdict(verdict(one), {"no-quorum", "quorum-lost"}, "on one node of three"));
    one.holder.release();
}

// Nodes that forgot, and another client that got these: two believe that they hold it.
void GroupScene::judgeSplit(Case &one)
{
    forgetMost(one);
    comesTrue([&] { return !quorum(one).reached(); });
    Speaker other(*m_clients[1], *one.row, "bob", one.name);
    const bool taken = other.acquired(other.begin(one.row->acquire, {}, Attempt));
    if (!taken) {
        one.holder.release();
        return;
    }
    comesTrue([&] { return quorum(one).reached(); }, 5s); // Where it can be known
    comesTrue([&] { return verdict(one).code == "split-owners" || verdict(one).code == "quorum-unknown"; });
    const LockPtr lock = m_stage.look(one.key);
    const Verdict shown = verdict(one);
    if (lock && lock->quorum() && !lock->quorum()->reached())
        add(one, Claim::Owner,
            {Cell::Unknown, QStringLiteral("no majority"), QString::fromLatin1(other.owner())});
    else
        add(one, Claim::Owner,
            lock ? judgeOwnerOfGroup(lock->owner().bytes, other.owner())
                 : Judgement{Cell::Wrong, QStringLiteral("no lock"), QStringLiteral("held")});
    add(one, Claim::Verdict, judgeVerdict(shown, {"split-owners"}, "held by two clients"));
    other.release();
    one.holder.release();
}

// Held on all nodes, and two of them do not answer: it cannot be known, and is not lost.
void GroupScene::judgeUnreachable()
{
    for (size_t i = 1; i < Nodes; ++i)
        m_stage.node(i).pause();
    for (Case &one : m_cases) {
        if (one.state != State::Frozen)
            continue;
        comesTrue([&] { return quorum(one).reachable == 1; });
        Judgement judgement{Cell::Unknown, shownAs(verdict(one)),
                            QStringLiteral("held, two nodes do not answer")};
        if (verdict(one).code == "quorum-lost" || quorum(one).reached())
            judgement.cell = Cell::Wrong;
        add(one, Claim::Verdict, judgement);
    }
    for (size_t i = 1; i < Nodes; ++i)
        m_stage.node(i).resume();
}

} // namespace lockscope::test
