// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events at one critical section, and the figures of a run of the lab. Values; any thread.

#include "core/lab/workers/histogram.h"
#include "core/values/lock.h"

#include <QMetaType>

namespace lockscope
{

// What a worker reports about itself, by the clock that all processes of a machine share. Entered: it
// believes that it may be inside. Left: it no longer believes so, reported before the release.
struct LabEvent {
    enum class Kind : quint8 {
        Wanted,       // asks for the lock
        Entered,      // is in the critical section
        Left,         // is out of it
        GaveUp,       // was not let in within its patience
        Sold,         // one item of the stock
        Refused,      // sold out, or its write was refused by the resource
        Wrote,        // to the resource
        WentToSource, // asked the database behind the cache
        StandsStill,  // does nothing more, as ordered, until it is killed
        Crashed,      // left without giving the lock back
        Overstayed,   // leaving, and its lease may have ended before
    };
    Kind kind = Kind::Wanted;
    int worker = 0;
    Instant at{};
    HoldMode mode = HoldMode::Exclusive;
};

// One stay in the critical section.
struct Visit {
    int worker = 0;
    HoldMode mode = HoldMode::Exclusive;
    Instant entered{};
    std::optional<Instant> left{}; // none: still inside
    bool violation = false;        // another worker inside excluded it
};

// Commands sent by all clients, and bytes sent and received.
struct Traffic {
    qint64 commands = 0;
    qint64 bytes = 0;
    Traffic &operator+=(const Traffic &other)
    {
        commands += other.commands;
        bytes += other.bytes;
        return *this;
    }
};

// A number specific to a scenario: "oversold".
struct Count {
    QByteArray name{}; // in JSON
    QString title{};
    qint64 value = 0;
};

struct Figures {
    milliseconds lasted{0};
    qint64 cycles = 0; // completed stays
    qint64 gaveUp = 0;
    qint64 violations = 0; // entries while another worker inside excluded them
    int mostInside = 0;
    Spread wait{};            // from wanting to entering
    Spread hold{};            // from entering to leaving
    Spread handOver{};        // from one worker's leaving to the entry of another that was waiting
    qint64 overtaken = 0;     // entries ahead of a worker that had waited longer
    double fairness = 1;      // Jain's index of stays per worker: 1: equal, 1/n: one has all
    milliseconds lockFree{0}; // time with waiters and an empty critical section
    Traffic traffic{};
    std::vector<Count> counts{};
    std::vector<qint64> perWorker{}; // stays
    std::vector<int> pace{};         // stays begun per tenth of a second, in the first minute
    std::vector<Visit> visits{};     // the last MaxVisits

    double perSecond() const
    {
        return lasted.count() > 0 ? double(cycles) * 1000 / double(lasted.count()) : 0;
    }
    qint64 count(QByteArrayView name) const; // 0: no such count
};

inline constexpr size_t MaxVisits = 2000;

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::Figures)
