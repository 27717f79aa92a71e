// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tallies, holds and contended locks as the history returns them, for tests of the pages. Pure values.

#include "core/history/causes/waitingcost.h"
#include "core/history/causes/whatchanged.h"

#include <cmath>

namespace lockscope::samples
{

// The end of the time that the pages show.
inline const WallTime Start{std::chrono::sys_days{std::chrono::year{2026} / 6 / 12} + std::chrono::hours(3) +
                            std::chrono::minutes(4)};

// The n-th second after `from`: a busy system with slow waves.
inline Tally second(WallTime from, int n)
{
    using namespace std::chrono_literals;
    const double wave = std::sin(n / 23.0);
    Tally tally{.from = from + n * 1s};
    tally.acquired = qint64(120 + 60 * wave);
    tally.released = tally.acquired - 2;
    tally.expired = n % 17 == 0 ? 2 : 0;
    tally.renewed = 14 + n % 3;
    tally.totals = {.locks = 140, .held = qint64(90 + 30 * wave), .waiters = qint64(12 + 11 * wave)};
    tally.totals.levels = {120, 14, 5, 1};
    tally.mostWaiters = tally.totals.waiters + 2;
    tally.waiterSeconds = double(tally.totals.waiters);
    for (int i = 0; i < 40; ++i)
        tally.holds.add(milliseconds(qint64(20 * std::exp(i / 9.0 + wave))));
    return tally;
}

inline std::vector<Tally> seconds(WallTime from, int count)
{
    std::vector<Tally> tallies;
    for (int n = 0; n < count; ++n)
        tallies.push_back(second(from, n));
    return tallies;
}

// Tallies of the given step, as the history merges them.
inline std::vector<Tally> tallies(const HistoryRange &range, milliseconds step)
{
    std::vector<Tally> all;
    for (WallTime at = range.from; at < range.to; at += step) {
        Tally tally = second(at, int(all.size()));
        tally.from = at;
        tally.length = step;
        all.push_back(tally);
    }
    return all;
}

inline LockName lockName(int n)
{
    return LockName{"order:" + QByteArray::number(1000 + n) + ":lock"};
}

inline OwnerId owner(int n)
{
    return OwnerId{"6f96ab1" + QByteArray::number(n) +
                   "-7f31-4c55-9a38-0d7f2f3f6b11:" + QByteArray::number(80 + n)};
}

inline std::vector<Contention> contended(int count)
{
    using namespace std::chrono_literals;
    std::vector<Contention> locks;
    for (int n = 0; n < count; ++n)
        locks.push_back({.key = lockName(n),
                         .kind = "rlock",
                         .acquired = 400 - n * 7,
                         .mostWaiters = 12 - n,
                         .waiterSeconds = 900.0 / (n + 1),
                         .heldFor = milliseconds(280'000 - n * 9'000),
                         .sampled = n % 3 == 1,
                         .over = {WallTime(0s), WallTime(300s)}});
    return locks;
}

// From and to in relation to Start.
inline Hold hold(int lock, int owner, milliseconds from, std::optional<milliseconds> to)
{
    Hold hold{.key = lockName(lock), .owner = samples::owner(owner), .began = Start + from};
    if (to)
        hold.ended = Start + *to;
    return hold;
}

// Each lock is held by six owners in turn, for different times; the last hold is open.
inline HoldsAnswer holds(WallTime to, int locks)
{
    using namespace std::chrono_literals;
    HoldsAnswer answer;
    for (int n = 0; n < locks; ++n) {
        WallTime at = to - 290s + n * 3s;
        for (int i = 0; at < to; ++i) {
            const auto length = milliseconds(4'000 + (i * 7'919 + n * 3'571) % 31'000);
            Hold hold{.key = lockName(n), .kind = "rlock", .owner = owner((i + n) % 6), .began = at};
            hold.beganBefore = i == 0;
            hold.sampled = n % 4 == 1;
            if (at + length < to)
                hold.ended = at + length;
            hold.how = i % 5 == 3    ? EventKind::Expired
                       : i % 7 == 5  ? EventKind::Forced
                       : i % 11 == 2 ? EventKind::Changed
                                     : EventKind::Released;
            for (auto beat = at + 5s; n % 3 == 0 && beat < std::min(to, at + length); beat += 5s)
                answer.renewals.push_back({.kind = EventKind::Renewed, .key = hold.key, .wallAt = beat});
            answer.holds.push_back(hold);
            at += length + milliseconds(500 + (i * 1'237) % 4'000);
        }
    }
    for (int n = 0; n < locks; ++n) {
        if (n % 3 == 1)
            answer.verdicts.push_back({lockName(n), to - 140s, VerdictLevel::Warning, "renewal-overdue"});
        if (n % 2 == 0)
            answer.verdicts.push_back({lockName(n), to - 120s, VerdictLevel::Info, "waited-for"});
        if (n % 4 == 1)
            answer.verdicts.push_back({lockName(n), to - 60s, VerdictLevel::Critical, "no-expiry"});
        for (int i = 0; n % 3 != 2 && i < 9; ++i)
            answer.waiters.push_back({lockName(n), to - 240s + i * 25s, (i * 5 + n) % 13});
    }
    answer.unjudged = {{{to - 90s, to - 78s}, {}}};
    answer.marks = {{.kind = Mark::Kind::Failover,
                     .at = to - 200s,
                     .node = NodeId{"10.0.0.2:6379"},
                     .other = NodeId{"10.0.0.1:6379"}},
                    {.kind = Mark::Kind::Lost, .at = to - 90s, .node = NodeId{"10.0.0.2:6379"}},
                    {.kind = Mark::Kind::Back, .at = to - 78s, .node = NodeId{"10.0.0.2:6379"}}};
    return answer;
}

inline WaitingCost cost(const QByteArray &name, double waited, const QByteArray &worst)
{
    WaitingCost cost{.name = name,
                     .kind = "rlock",
                     .waited = waited,
                     .mostWaiters = 7,
                     .locks = 3,
                     .holds = 40,
                     .worst = worst,
                     .waitedForWorst = waited * 0.8};
    for (int i = 0; i < 40; ++i)
        cost.lengths.add(milliseconds(100 + 90 * i));
    return cost;
}

// What waiting the locks of contended() caused; the last of them caused most.
inline WaitingCosts costs(const HistoryRange &range, int locks)
{
    WaitingCosts costs{.over = range, .waited = 100.0 * locks};
    for (int n = locks; n-- > 0;)
        costs.locks.push_back(cost(lockName(n).bytes, 10.0 * (n + 1), owner(n).bytes.first(36)));
    costs.prefixes = {cost("order:", 90.0 * locks, lockName(0).bytes), cost({}, 10.0 * locks, "mutex")};
    costs.clients = {cost(owner(1).bytes.first(36), 60.0 * locks, lockName(1).bytes),
                     cost({}, 30.0 * locks, lockName(0).bytes),
                     cost(owner(2).bytes.first(36), 10.0 * locks, lockName(2).bytes)};
    costs.clients[2].uncounted = std::chrono::seconds(12);
    return costs;
}

inline Changes changes(const HistoryRange &range)
{
    using namespace std::chrono_literals;
    const WallTime middle = range.from + (range.to - range.from) / 2;
    Changes changes{.before = {range.from, middle}, .after = {middle, range.to}};
    changes.changes = {
        {.kind = Change::Kind::Failover,
         .at = middle + 2s,
         .node = {"10.0.0.2:6379"},
         .other = {"10.0.0.1:6379"}},
        {.kind = Change::Kind::Verdict,
         .at = middle + 9s,
         .key = lockName(2),
         .level = VerdictLevel::Critical,
         .code = "no-expiry"},
        {.kind = Change::Kind::NewClient,
         .at = middle + 5s,
         .client = owner(3).bytes.first(36),
         .locks = 2,
         .countAfter = 17},
        {.kind = Change::Kind::HoldsGrew,
         .key = lockName(0),
         .lengthBefore = 800ms,
         .lengthAfter = 4'100ms,
         .countBefore = 40,
         .countAfter = 38},
        {.kind = Change::Kind::RateRose, .key = lockName(1), .countBefore = 11, .countAfter = 49}};
    return changes;
}

} // namespace lockscope::samples
