// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/truth/failoverscene.h"

#include "tests/support/finished.h"
#include "tests/support/replicated.h"

#include <QTest>

#include <algorithm>

namespace lockscope::test
{

namespace
{

using namespace std::chrono_literals;

QString said(const LockPtr &lock)
{
    return lock && lock->held() ? QStringLiteral("held") : QStringLiteral("nobody");
}

} // namespace

QString FailoverScene::play()
{
    if (const Done opened = open(); !opened)
        return opened.failure().line();
    if (!take(State::FailedOver))
        return m_problem;
    const qint64 written = streamOffset(master());
    if (!comesTrue([&] { return replicasWith(master(), written) == 1; }))
        return QStringLiteral("the replica does not follow");
    if (!detachReplica() || !take(State::Lost) || !failOver())
        return m_problem;
    judge();
    return m_problem;
}

Done FailoverScene::open()
{
    auto started = SandboxDeployment::start(SandboxTopology::Replica, {.masters = 1, .replicas = 1});
    if (!started)
        return started.failure();
    m_servers = std::move(*started);
    m_address = std::make_unique<FaultProxy>(master().port());
    m_engine = std::make_unique<Engine>();
    QObject::connect(m_engine.get(), &Engine::failedOver, m_engine.get(),
                     [this](const FailoverReport &report) { m_failovers.push_back(report); });
    m_engine->open(m_servers->spec(), {});
    if (Done ready = finished(m_engine->waitReady(10s)); !ready)
        return ready;
    m_client = std::make_unique<Client>(
        m_rows.front().client, QStringList{QString::number(m_address->port()), QStringLiteral("30000")});
    return Nothing{};
}

// Of every row one, and followed.
bool FailoverScene::take(State state)
{
    const size_t first = m_cases.size();
    for (const TruthRow &row : m_rows) {
        if (row.acquire.isEmpty())
            continue;
        QByteArray name = row.name;
        name.replace("%s", test::name(state)).replace("%k", row.word);
        m_cases.push_back(
            {&row, state, name, filled(row.key, row, name), Speaker(*m_client, row, "alice", name)});
        Case &made = m_cases.back();
        const QByteArray lease = row.renewsItself && row.lease != "-" ? "30000" : row.lease;
        if ((!row.make.isEmpty() && made.holder.say(row.make).startsWith("error")) ||
            !made.holder.acquire(lease))
            m_problem =
                QStringLiteral("%1: %2 was not acquired").arg(QLatin1String(row.title), QLatin1String(name));
    }
    const bool followed = comesTrue([&] {
        return std::all_of(m_cases.begin() + qsizetype(first), m_cases.end(), [this](const Case &one) {
            const LockPtr lock = m_engine->find({one.key});
            return lock &&
                   (lock->held() || !one.row->recordsOwners); // Permits are there before they are held
        });
    });
    if (!followed && m_problem.isEmpty())
        m_problem = QStringLiteral("not every lock is followed");
    return m_problem.isEmpty();
}

// It stands still first, and loses its connection then: else the kernel would bring it what the master wrote.
bool FailoverScene::detachReplica()
{
    replica().pause();
    if (!master().ask({"CLIENT", "KILL", "TYPE", "replica"}))
        m_problem = QStringLiteral("the replica is not detached");
    return m_problem.isEmpty();
}

bool FailoverScene::failOver()
{
    master().kill();
    replica().resume();
    if (!replica().ask({"REPLICAOF", "NO", "ONE"}))
        m_problem = QStringLiteral("the replica is not promoted");
    m_address->turn(replica().port());
    m_address->cut();
    if (!comesTrue([this] { return !m_failovers.empty(); }))
        m_problem = QStringLiteral("the failover is not seen");
    return m_problem.isEmpty();
}

void FailoverScene::judge()
{
    for (Case &one : m_cases) {
        const LockPtr lock = m_engine->find({one.key});
        if (one.state == State::FailedOver)
            judgeKept(one, lock);
        else
            judgeLost(one, lock);
    }
}

void FailoverScene::judgeKept(Case &one, const LockPtr &lock)
{
    const auto add = [&](Claim claim, const Judgement &judgement) {
        m_matrix.add(one.row->title, one.state, claim, judgement);
    };
    if (!lock) { // A library may give up what it had when it loses its connection
        const QByteArray released = one.holder.release();
        const bool isHeld = released == "released" || released == "completed";
        return add(Claim::Owner,
                   {isHeld ? Cell::Wrong : Cell::Right, said(lock), QString::fromLatin1(released)});
    }
    TrueLock is;
    if (one.row->recordsOwners) {
        const auto count =
            one.row->counted == Counted::Holds ? one.holder.number(one.row->count) : std::nullopt;
        is.holds.push_back({one.holder.owner(), count.value_or(1)});
    }
    if (one.row->counted != Counted::Holds)
        is.number = one.holder.number(one.row->count);
    add(Claim::Owner, judgeOwner(*one.row, *lock, is));
    add(Claim::Count, judgeCount(*one.row, *lock, is));
    add(Claim::Mode, judgeMode(*one.row, *lock));
    add(Claim::Verdict, judgeHealthy(*one.row, {lock->verdict}));
    const QByteArray released = one.holder.release();
    if (released == "released" || released == "completed")
        return;
    // It gave up. Its key may stay until its time is over: that it is not wanted any more cannot be seen.
    const auto exists = replica().ask({"EXISTS", one.key});
    const bool stays = exists && exists->integer == 1;
    const bool isGone = !stays && comesTrue([&] { return !m_engine->find({one.key}); }, 5s);
    const Cell cell = stays ? Cell::Unknown : isGone ? Cell::Right : Cell::Wrong;
    add(Claim::Owner, {cell, said(lock), QString::fromLatin1(released)});
}

void FailoverScene::judgeLost(Case &one, const LockPtr &lock)
{
    if (!one.row->recordsOwners || one.row->comesBack)
        return; // What nobody holds cannot be lost, and what comes back may be there again
    m_matrix.add(one.row->title, one.state, Claim::Owner, judgeGone(lock));
    const auto isIt = [&one](const LockPtr &lost) { return lost->key.bytes == one.key; };
    const bool told = std::ranges::any_of(
        m_failovers, [&](const FailoverReport &report) { return std::ranges::any_of(report.lost, isIt); });
    m_matrix.add(one.row->title, one.state, Claim::Verdict,
                 {told ? Cell::Right : Cell::Wrong, told ? QStringLiteral("lost") : QStringLiteral("nothing"),
                  QStringLiteral("lost by the failover")});
}

} // namespace lockscope::test
