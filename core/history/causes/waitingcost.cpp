// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/causes/waitingcost.h"

#include "core/history/causes/keyprefix.h"
#include "core/history/causes/ownerclient.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace lockscope
{

namespace
{

// What is recorded of one lock.
struct Recorded {
    std::vector<const Hold *> holds{};
    std::vector<const WaitersStep *> steps{};
};

// At one moment they apply in this order.
enum class Turn { Seen, Ended, Began, Counted, Unseen };

struct Step {
    WallTime at{};
    Turn turn = Turn::Counted;
    qint64 waiters = 0;   // Counted
    size_t hold = 0;      // Began, Ended: its place
    bool forgets = false; // Seen: waiters of before may have left
};

// The part of one client in the cost of one lock.
struct Part {
    double waited = 0;
    qint64 mostWaiters = 0;
};

using Parts = std::map<QByteArray, Part>; // by client

double secondsOf(WallTime::duration time)
{
    return std::chrono::duration<double>(time).count();
}

struct Opened {
    double share = 0;
    size_t weighed = 0;
};

struct High {
    size_t weighed = 0;
    qint64 waiters = 0;
};

// Passes through the time of one lock, step by step. Each step is as quick with many holders as with one.
class Passage
{
public:
    Passage(const Recorded &lock, const std::vector<QByteArray> &clients)
        : m_lock(lock), m_clients(clients), m_opened(lock.holds.size())
    {
    }

    void run(std::vector<Step> steps, const HistoryRange &over)
    {
        std::stable_sort(steps.begin(), steps.end(), [](const Step &a, const Step &b) {
            return a.at != b.at ? a.at < b.at : a.turn < b.turn;
        });
        WallTime since = over.from;
        for (const Step &step : steps) {
            const WallTime at = std::clamp(step.at, over.from, over.to);
            weigh(at - since);
            since = at;
            take(step);
        }
        weigh(over.to - since);
        for (size_t hold = 0; hold < m_opened.size(); ++hold)
            close(hold);
    }

    double waited = 0;
    qint64 mostWaiters = 0;
    WallTime::duration uncounted{0};
    Parts parts{};

private:
    void weigh(WallTime::duration time)
    {
        if (time <= WallTime::duration::zero())
            return;
        if (m_unseen > 0 || !m_waiters || (m_open == 0 && m_outdated)) {
            uncounted += time;
            return;
        }
        if (*m_waiters <= 0)
            return;
        const double cost = double(*m_waiters) * secondsOf(time);
        waited += cost;
        mostWaiters = std::max(mostWaiters, *m_waiters);
        if (m_open == 0)
            credit({}, cost, *m_waiters);
        else
            m_share += cost / double(m_open);
        while (!m_highs.empty() && m_highs.back().waiters <= *m_waiters)
            m_highs.pop_back();
        m_highs.push_back({m_weighed++, *m_waiters});
    }

    void credit(const QByteArray &client, double cost, qint64 most)
    {
        Part &part = parts[client];
        part.waited += cost;
        part.mostWaiters = std::max(part.mostWaiters, most);
    }

    // The client caused what was added to the share of one holder since its hold was opened.
    void close(size_t hold)
    {
        const std::optional<Opened> opened = std::exchange(m_opened[hold], std::nullopt);
        if (!opened)
            return;
        --m_open;
        const auto high =
            std::lower_bound(m_highs.begin(), m_highs.end(), opened->weighed,
                             [](const High &one, size_t weighed) { return one.weighed < weighed; });
        if (high != m_highs.end())
            credit(m_clients[hold], m_share - opened->share, high->waiters);
    }

    void open(size_t hold)
    {
        m_opened[hold] = Opened{.share = m_share, .weighed = m_weighed};
        ++m_open;
    }

    void take(const Step &step)
    {
        switch (step.turn) {
        case Turn::Seen:
            --m_unseen;
            if (step.forgets)
                m_waiters.reset();
            return;
        case Turn::Ended:
            close(step.hold);
            m_outdated = m_open == 0; // Who waited can go on.
            return;
        case Turn::Began:
            if (!m_lock.holds[step.hold]->ended || *m_lock.holds[step.hold]->ended > step.at)
                open(step.hold);
            return;
        case Turn::Counted:
            m_waiters = step.waiters;
            m_outdated = false;
            return;
        case Turn::Unseen:
            ++m_unseen;
            return;
        }
    }

    const Recorded &m_lock;
    const std::vector<QByteArray> &m_clients;    // of each hold
    std::vector<std::optional<Opened>> m_opened; // by hold
    qint64 m_open = 0;
    double m_share = 0;          // what one holder would have caused, had it held from the beginning
    size_t m_weighed = 0;        // how many stretches with waiters there were
    std::vector<High> m_highs{}; // the stretches after which none had as many waiters
    std::optional<qint64> m_waiters{};
    bool m_outdated = false; // counted before the last hold ended
    int m_unseen = 0;
};

void addStretch(std::vector<Step> &steps, const HistoryRange &stretch, bool forgets)
{
    steps.push_back({.at = stretch.from, .turn = Turn::Unseen});
    steps.push_back({.at = stretch.to, .turn = Turn::Seen, .forgets = forgets});
}

std::vector<Step> stepsOf(const Recorded &lock, const HoldsAnswer &answer)
{
    std::vector<Step> steps;
    for (const HistoryRange &stretch : answer.unseen)
        addStretch(steps, stretch, true);
    const NodeId node = lock.holds.empty() ? NodeId() : lock.holds.back()->node;
    for (const Unjudged &part : answer.unjudged) {
        if (!part.node.isEmpty() && (node.isEmpty() || part.node == node)) // the node could not be reached
            addStretch(steps, part.over, false);
    }
    for (size_t i = 0; i < lock.holds.size(); ++i) {
        steps.push_back({.at = lock.holds[i]->began, .turn = Turn::Began, .hold = i});
        if (lock.holds[i]->ended)
            steps.push_back({.at = *lock.holds[i]->ended, .turn = Turn::Ended, .hold = i});
    }
    for (const WaitersStep *step : lock.steps)
        steps.push_back({.at = step->at, .turn = Turn::Counted, .waiters = step->waiters});
    return steps;
}

void addHold(WaitingCost &sum, const Hold &hold, const HistoryRange &over)
{
    ++sum.holds;
    sum.sampled = sum.sampled || hold.sampled;
    if (hold.isWhole() && *hold.ended < over.to)
        sum.lengths.add(hold.length(over.to));
}

void addLock(WaitingCost &sum, const WaitingCost &lock, double waited)
{
    sum.waited += waited;
    ++sum.locks;
    sum.uncounted = std::max(sum.uncounted, lock.uncounted);
    if (waited > sum.waitedForWorst || sum.worst.isEmpty()) {
        sum.worst = lock.name;
        sum.waitedForWorst = waited;
    }
}

std::vector<WaitingCost> highestFirst(std::vector<WaitingCost> costs)
{
    std::sort(costs.begin(), costs.end(), [](const WaitingCost &a, const WaitingCost &b) {
        return a.waited != b.waited ? a.waited > b.waited : a.name < b.name;
    });
    if (costs.size() > WaitingCosts::Most)
        costs.resize(WaitingCosts::Most);
    return costs;
}

// Adds up locks and their parts.
class Sums
{
public:
    explicit Sums(const HistoryRange &over) : m_over(over) {}

    void add(const LockName &key, const Recorded &recorded, const HoldsAnswer &answer)
    {
        std::vector<QByteArray> clients;
        for (const Hold *hold : recorded.holds)
            clients.push_back(ownerClient(hold->kind, hold->owner).name);
        Passage passage(recorded, clients);
        passage.run(stepsOf(recorded, answer), m_over);
        if (passage.waited <= 0)
            return;
        WaitingCost lock{.name = key.bytes,
                         .kind = recorded.holds.empty() ? QByteArray() : recorded.holds.back()->kind,
                         .waited = passage.waited,
                         .mostWaiters = passage.mostWaiters,
                         .locks = 1,
                         .uncounted = std::chrono::duration_cast<milliseconds>(passage.uncounted)};
        WaitingCost &prefix = m_prefixes[keyPrefix(key)];
        for (size_t i = 0; i < recorded.holds.size(); ++i) {
            addHold(lock, *recorded.holds[i], m_over);
            addHold(prefix, *recorded.holds[i], m_over);
            if (passage.parts.contains(clients[i]))
                addHold(m_clients[clients[i]], *recorded.holds[i], m_over);
        }
        for (const auto &[name, part] : passage.parts) {
            WaitingCost &client = m_clients[name];
            client.mostWaiters = std::max(client.mostWaiters, part.mostWaiters);
            addLock(client, lock, part.waited);
            // Of equal ones a client that is known; the unknown one comes first.
            if (part.waited > lock.waitedForWorst ||
                (part.waited == lock.waitedForWorst && lock.worst.isEmpty())) {
                lock.worst = name;
                lock.waitedForWorst = part.waited;
            }
        }
        prefix.mostWaiters = std::max(prefix.mostWaiters, lock.mostWaiters);
        addLock(prefix, lock, lock.waited);
        m_waited += lock.waited;
        m_locks.push_back(lock);
    }

    void writeTo(WaitingCosts &costs)
    {
        costs.waited = m_waited;
        costs.locks = highestFirst(std::move(m_locks));
        costs.prefixes = highestFirst(named(std::move(m_prefixes)));
        costs.clients = highestFirst(named(std::move(m_clients)));
    }

private:
    using ByName = std::map<QByteArray, WaitingCost>;

    static std::vector<WaitingCost> named(ByName sums)
    {
        std::vector<WaitingCost> costs;
        for (auto &[name, sum] : sums) {
            sum.name = name;
            costs.push_back(sum);
        }
        return costs;
    }

    HistoryRange m_over;
    double m_waited = 0;
    std::vector<WaitingCost> m_locks{};
    ByName m_prefixes{};
    ByName m_clients{};
};

} // namespace

WaitingCosts waitingCosts(const HoldsAnswer &answer, const HistoryRange &range, WallTime at)
{
    const WallTime to = std::max(range.from, std::min(range.to, at));
    WaitingCosts costs{.over = {range.from, to}, .truncated = answer.truncated && !answer.waiters.empty()};
    std::vector<HistoryRange> hidden = answer.unseen;
    for (const Unjudged &part : answer.unjudged) {
        if (!part.node.isEmpty())
            hidden.push_back(part.over);
    }
    costs.unwatched = covered(answer.unseen, costs.over);
    costs.unreachable = covered(std::move(hidden), costs.over) - costs.unwatched;
    costs.gaps = std::count_if(answer.marks.begin(), answer.marks.end(),
                               [](const Mark &mark) { return mark.kind == Mark::Kind::Gap; });
    std::map<LockName, Recorded> locks;
    for (const WaitersStep &step : answer.waiters)
        locks[step.key].steps.push_back(&step);
    for (const Hold &hold : answer.holds) {
        const auto lock = locks.find(hold.key);
        if (lock != locks.end() && hold.began < to && hold.ended.value_or(to) >= range.from)
            lock->second.holds.push_back(&hold);
    }
    Sums sums(costs.over);
    for (const auto &[key, recorded] : locks)
        sums.add(key, recorded, answer);
    sums.writeTo(costs);
    return costs;
}

} // namespace lockscope
