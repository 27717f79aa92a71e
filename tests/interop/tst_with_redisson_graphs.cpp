// SPDX-License-Identifier: GPL-3.0-or-later
// Random graphs of real threads of Redisson that hold fair locks and wait for others: each edge, each place
// in a queue, each blocker and each deadlock is what the threads themselves say.
#include "tests/interop/harness/withclients.h"
#include "tests/support/finished.h"
#include "tests/support/linediff.h"
#include "tests/support/runner.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace tst_with_redisson_graphs
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

std::vector<Row> newestRedisson()
{
    return {redissonReleases().back()};
}

QByteArray stepText(const QByteArray &owner, const QByteArray &holds, const QByteArray &waitsFor)
{
    return owner + " holds " + holds + " and waits for " + waitsFor + "; ";
}

// The steps of one cycle, in any order.
QByteArray cycleText(const std::set<QByteArray> &steps)
{
    QByteArray text = "deadlock: ";
    for (const QByteArray &step : steps)
        text += step;
    return text;
}

QByteArray cycleText(const BlockingReport &report, const Deadlock &deadlock)
{
    std::set<QByteArray> steps;
    for (const DeadlockStep &step : deadlock.steps) {
        const BlockedLock &held = report.graph.locks[step.held];
        const BlockedLock &awaited = report.graph.locks[step.awaited];
        const QByteArray owner = held.lock->holders[qsizetype(step.holder)].id.bytes;
        if (awaited.waits[step.wait].id.bytes != owner)
            return "a deadlock whose steps do not fit";
        steps.insert(stepText(owner, held.lock->key.bytes, awaited.lock->key.bytes));
    }
    return cycleText(steps);
}

QByteArray deadlockText(const QByteArray &cycle, size_t behind)
{
    return cycle + "certain, " + QByteArray::number(qulonglong(behind)) + " behind";
}

QByteArray blockerText(const QByteArray &owner, size_t direct, size_t inAll, bool waits)
{
    return owner + " blocks " + QByteArray::number(qulonglong(direct)) + ", in all " +
           QByteArray::number(qulonglong(inAll)) + (waits ? ", and waits" : "");
}

QByteArrayList reportSays(const BlockingReport &report)
{
    QByteArrayList lines;
    for (const BlockedLock &blocked : report.graph.locks) {
        QByteArray line = blocked.lock->key.bytes + " of";
        for (const Holder &holder : blocked.lock->holders)
            line += ' ' + holder.id.bytes;
        for (const Wait &wait : blocked.waits) {
            const bool isSure = wait.source == WaitSource::Queue && wait.alive == true;
            line += ", " + QByteArray::number(wait.place) + ". " + wait.id.bytes + (isSure ? "" : " perhaps");
        }
        if (blocked.unnamed > 0 || blocked.isCut)
            line += ", and more";
        lines << line;
    }
    for (const Blocker &blocker : report.graph.blockers)
        lines << blockerText(blocker.owner.bytes, size_t(blocker.direct.least), size_t(blocker.inAll.least),
                             blocker.waits);
    for (const Deadlock &deadlock : report.deadlocks) {
        const QByteArray cycle = cycleText(report, deadlock);
        lines << (isCertain(deadlock) ? deadlockText(cycle, size_t(deadlock.behind)) : cycle + "possible");
    }
    return lines;
}

// What the threads of one graph hold and wait for, by their numbers.
class Truth
{
public:
    explicit Truth(std::vector<QByteArray> owners) : m_owners(std::move(owners)) {}

    void noteHeld(const QByteArray &key, size_t thread) { m_holder[key] = thread; }
    void noteWaiting(const QByteArray &key, size_t thread) // in the order in which they came
    {
        m_queue[key].push_back(thread);
        m_awaited[thread] = key;
    }

    QByteArrayList lines() const
    {
        QByteArrayList lines;
        std::set<size_t> blockers;
        for (const auto &[key, threads] : m_queue) {
            QByteArray line = key + " of " + m_owners[m_holder.at(key)];
            for (size_t i = 0; i < threads.size(); ++i)
                line += ", " + QByteArray::number(qulonglong(i + 1)) + ". " + m_owners[threads[i]];
            lines << line;
            blockers.insert(m_holder.at(key));
        }
        for (const size_t thread : blockers)
            lines << blockerText(m_owners[thread], direct(thread), inAll(thread), m_awaited.contains(thread));
        for (const auto &[cycle, behind] : deadlocks())
            lines << deadlockText(cycle, behind);
        return lines;
    }
    std::map<QByteArray, size_t> deadlocks() const; // each cycle, and how many threads wait behind it

private:
    // The one that keeps this one waiting; nothing: it does not wait.
    std::optional<size_t> next(size_t thread) const
    {
        const auto key = m_awaited.find(thread);
        return key == m_awaited.end() ? std::optional<size_t>() : m_holder.at(key->second);
    }
    size_t direct(size_t thread) const
    {
        return size_t(
            std::ranges::count_if(m_awaited, [&](const auto &wait) { return next(wait.first) == thread; }));
    }
    size_t inAll(size_t thread) const
    {
        return size_t(std::ranges::count_if(m_awaited, [&](const auto &wait) {
            std::set<size_t> met{wait.first};
            for (auto at = next(wait.first); at && wait.first != thread; at = next(*at)) {
                if (*at == thread)
                    return true;
                if (!met.insert(*at).second)
                    return false;
            }
            return false;
        }));
    }

    std::vector<QByteArray> m_owners;
    std::map<QByteArray, size_t> m_holder{};
    std::map<size_t, QByteArray> m_awaited{};
    std::map<QByteArray, std::vector<size_t>> m_queue{};
};

// Each thread waits for one lock, and each lock has one holder: whoever goes on from one to the next ends, or
// goes round in one cycle.
std::map<QByteArray, size_t> Truth::deadlocks() const
{
    std::map<QByteArray, size_t> found;
    for (const auto &[start, key] : m_awaited) {
        std::set<size_t> met;
        std::optional<size_t> at = start;
        while (at && met.insert(*at).second)
            at = next(*at);
        if (!at)
            continue;
        std::set<QByteArray> steps;
        std::set<size_t> cycle;
        for (size_t thread = *at; cycle.insert(thread).second; thread = *next(thread)) {
            const size_t blocker = *next(thread); // it holds what this one waits for
            steps.insert(stepText(m_owners[blocker], m_awaited.at(thread), m_awaited.at(blocker)));
        }
        size_t &behind = found[cycleText(steps)];
        behind += cycle.contains(start) ? 0 : 1;
    }
    return found;
}

// Which thread shall hold and await which locks.
struct Plan {
    std::map<QByteArray, size_t> holder{};
    std::vector<std::pair<size_t, QByteArray>> waits{}; // in this order, where they are for the same lock

    Plan(unsigned seed, size_t threads, int locks);
};

Plan::Plan(unsigned seed, size_t threads, int locks)
{
    std::minstd_rand random(seed);
    const auto below = [&random](size_t end) { return size_t(random()) % end; };
    std::vector<QByteArray> keys;
    std::vector<std::vector<QByteArray>> held(threads);
    for (int lock = 0; lock < locks; ++lock) {
        keys.push_back("lock:" + QByteArray::number(seed) + ':' + QByteArray::number(lock));
        holder[keys.back()] = below(threads);
        held[holder[keys.back()]].push_back(keys.back());
    }
    std::vector<size_t> order(threads), next(threads);
    for (size_t first = 0; first < threads;) {
        const size_t end = std::min(threads, first + 2 + below(4));
        for (size_t thread = first; thread < end; ++thread) {
            order[thread] = thread;
            next[thread] = thread + 1 < end ? thread + 1 : first;
        }
        first = end;
    }
    std::shuffle(order.begin(), order.end(), random);
    for (const size_t thread : order) {
        // Mostly round in small groups; else for one of some locks that many want, or for any.
        const std::vector<QByteArray> &near = held[next[thread]];
        const size_t kind = below(10);
        const QByteArray key = kind < 7 && !near.empty() ? near[below(near.size())]
                               : kind < 8                ? keys[below(3)]
                                                         : keys[below(keys.size())];
        if (holder[key] != thread && below(10) >= seed % 4)
            waits.emplace_back(thread, key);
    }
}

} // namespace

class tst_with_redisson_graphs : public WithClients
{
    Q_OBJECT
public:
    tst_with_redisson_graphs() : WithClients(newestRedisson()) {}

private slots:
    void cleanup();
    void areAsTheThreadsSay_data();
    void areAsTheThreadsSay();

private:
    Client &clientOf(size_t thread)
    {
        if (thread % 2 == 0)
            return client();
        if (!m_second)
            m_second = std::make_unique<Client>(rowOf(row()).client, arguments());
        return *m_second;
    }
    static QByteArray actor(size_t thread) { return "thread" + QByteArray::number(qulonglong(thread)); }
    int begin(size_t thread, const QByteArray &command)
    {
        return clientOf(thread).begin(actor(thread), command);
    }
    // Asks each of them the same, and returns the answers.
    std::vector<QByteArray> answers(const std::vector<size_t> &threads,
                                    const std::function<int(size_t)> &ask);
    bool areAsleep(const std::vector<size_t> &threads);
    void hold(const Plan &plan, Truth &truth);
    void await(const Plan &plan, Truth &truth);

    std::unique_ptr<Client> m_second{}; // a process of its own: half of the threads are in it
    std::map<size_t, int> m_waiting{};  // thread -> its command
    std::set<QByteArray> m_early{};     // deadlocks that were reported before all waited
};

void tst_with_redisson_graphs::areAsTheThreadsSay_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 20; ++seed)
        QTest::addRow("%u: %u threads, %u locks", seed, 10 * seed, 25 * seed) << seed;
}

std::vector<QByteArray> tst_with_redisson_graphs::answers(const std::vector<size_t> &threads,
                                                          const std::function<int(size_t)> &ask)
{
    std::vector<int> ids;
    for (const size_t thread : threads)
        ids.push_back(ask(thread));
    std::vector<QByteArray> answers;
    for (size_t i = 0; i < threads.size(); ++i)
        answers.push_back(clientOf(threads[i]).answer(ids[i]));
    return answers;
}

bool tst_with_redisson_graphs::areAsleep(const std::vector<size_t> &threads)
{
    return std::ranges::all_of(answers(threads,
                                       [this](size_t thread) {
                                           return clientOf(thread).begin("observer",
                                                                         "asleep " + actor(thread));
                                       }),
                               [](const QByteArray &answer) { return answer == "true"; });
}

void tst_with_redisson_graphs::hold(const Plan &plan, Truth &truth)
{
    std::vector<std::pair<QByteArray, int>> asked;
    for (const auto &[key, thread] : plan.holder)
        asked.emplace_back(key, begin(thread, "acquire fair " + key + " 600000 0"));
    for (const auto &[key, id] : asked) {
        const size_t thread = plan.holder.at(key);
        QCOMPARE(clientOf(thread).answer(id), QByteArray("true"));
        truth.noteHeld(key, thread);
    }
}

// One by one into each queue, so that the places are known.
void tst_with_redisson_graphs::await(const Plan &plan, Truth &truth)
{
    std::vector<std::pair<size_t, QByteArray>> left = plan.waits;
    while (!left.empty()) {
        std::set<QByteArray> keys;
        std::vector<size_t> begun;
        for (const auto &[thread, key] : std::exchange(left, {})) {
            if (!keys.insert(key).second) {
                left.emplace_back(thread, key);
                continue;
            }
            m_waiting[thread] = begin(thread, "acquire fair " + key + " 600000 600000");
            truth.noteWaiting(key, thread);
            begun.push_back(thread);
        }
        const BlockingReport report = finished(stage().engine().blocking({}));
        for (const Deadlock &deadlock : report.deadlocks)
            m_early.insert(cycleText(report, deadlock));
        QTRY_VERIFY_WITH_TIMEOUT(areAsleep(begun), int(Client::Promptly.count()));
    }
}

// Ends all waits.
void tst_with_redisson_graphs::cleanup()
{
    if (m_waiting.empty())
        return;
    std::vector<size_t> threads;
    for (const auto &[thread, command] : m_waiting) {
        if (!clientOf(thread).isAnswered(command))
            threads.push_back(thread);
    }
    answers(threads, [this](size_t thread) {
        return clientOf(thread).begin("observer", "interrupt " + actor(thread));
    });
    for (const size_t thread : threads)
        QCOMPARE(clientOf(thread).answer(m_waiting[thread]), QByteArray("error InterruptedException"));
    m_waiting.clear();
    QVERIFY(!stage().call({"FLUSHALL"}).isError());
}

void tst_with_redisson_graphs::areAsTheThreadsSay()
{
    QFETCH(unsigned, seed);
    std::vector<size_t> threads(size_t(10 * seed));
    for (size_t thread = 0; thread < threads.size(); ++thread)
        threads[thread] = thread;
    Truth truth(answers(threads, [this](size_t thread) { return begin(thread, "owner fair any"); }));
    const Plan plan(seed, threads.size(), int(25 * seed));
    m_early.clear();
    hold(plan, truth);
    if (QTest::currentTestFailed())
        return;
    await(plan, truth);
    if (QTest::currentTestFailed())
        return;
    QVERIFY(finished(stage().engine().scan()).phase == ScanPhase::Complete);
    const BlockingReport report = finished(stage().engine().blocking({}));
    const QByteArray difference = lineDiff(reportSays(report), truth.lines());
    QVERIFY2(difference.isEmpty(), difference.constData());
    const std::map<QByteArray, size_t> deadlocks = truth.deadlocks();
    for (const QByteArray &early : m_early)
        QVERIFY2(deadlocks.contains(early), early.constData());
    for (const auto &[thread, command] : m_waiting)
        QVERIFY(!clientOf(thread).isAnswered(command)); // they waited all the time
}

LOCKSCOPE_TEST(tst_with_redisson_graphs)

} // namespace tst_with_redisson_graphs

#include "tst_with_redisson_graphs.moc"
