// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Streams of events with known distributions, the same on each machine, for tests of comparisons.

#include "tests/core/history/historystoretest.h"
#include "tests/support/begunrecording.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace lockscope::test
{

// The distributions of the standard library differ between its implementations.
class Chance
{
public:
    explicit Chance(unsigned seed) : m_random(seed * 7919 + 1) {}
    double uniform() { return (double(m_random()) + 0.5) / 4'294'967'296.0; }
    double normal()
    {
        return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
    }
    double exponential() { return -std::log(uniform()); }

private:
    std::mt19937 m_random;
};

class CompareTest : public HistoryStoreTest
{
protected:
    // Of one lock, one after the other.
    struct Stream {
        QByteArray key{};
        milliseconds from{};
        milliseconds to{};
        double gapMs = 4'000;    // between two holds, on average
        double medianMs = 500;   // of the holds
        double spread = 0.6;     // the standard deviation of their logarithms
        double minuteSpread = 0; // that of whole minutes, in which all holds are slow or quick
        unsigned seed = 1;
    };

    static void add(std::vector<LockEvent> &events, const Stream &stream)
    {
        Chance chance(stream.seed);
        double at = double(stream.from.count());
        qint64 minute = -1;
        double slow = 1;
        while (true) {
            at += stream.gapMs * chance.exponential();
            if (const qint64 now = qint64(at) / 60'000; std::exchange(minute, now) != now)
                slow = std::exp(stream.minuteSpread * chance.normal());
            const double length = stream.medianMs * slow * std::exp(stream.spread * chance.normal());
            if (at + length >= double(stream.to.count()))
                return;
            const milliseconds begin{qint64(at)};
            const milliseconds held{qint64(length)};
            events.push_back(lockEvent(EventKind::Acquired, stream.key, "a", begin));
            events.push_back(lockEvent(EventKind::Released, stream.key, "a", begin + held, held));
            at += length;
        }
    }

    static void sort(std::vector<LockEvent> &events)
    {
        std::ranges::stable_sort(events, {}, &LockEvent::wallAt);
    }

    // The file of a recording that begins at Start, with verdicts, and goes on until a time.
    bool write(const QString &name, std::vector<LockEvent> events, milliseconds until,
               const std::vector<Mark> &marks = {})
    {
        sort(events);
        HistoryStore store(name);
        if (!beginRecording(store, Start).ok() || !store.beginVerdicts({}, Start).ok())
            return false;
        auto next = events.begin();
        for (const Mark &mark : marks) {
            const auto end = std::ranges::lower_bound(events, mark.at, {}, &LockEvent::wallAt);
            if (!store.append(std::vector(next, end)).ok() || !store.append(mark).ok())
                return false;
            next = end;
        }
        return store.append(std::vector(next, events.end())).ok() && store.close(Start + until).ok();
    }
};

} // namespace lockscope::test
