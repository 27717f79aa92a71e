// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happened at one critical section, and what is told of a run of the lab. Values; any thread.

#include "core/lab/workers/histogram.h"
#include "core/values/lock.h"

#include <QMetaType>

namespace lockscope
{

// What a worker tells of itself, by the one clock that all processes of this machine share. Entered: it
// believes that it may; Left: it believes so no longer, told before the lock is given back.
struct LabEvent {
    enum class Kind : quint8 {
        Wanted,       // asks for the lock
        Entered,      // is in the critical section
        Left,         // is out of it
        GaveUp,       // was not let in before its patience was over
        Sold,         // one piece of the stock
        Refused,      // sold out, or its write was refused by the resource
        Wrote,        // to the resource
        WentToSource, // asked the database behind the cache
        StandsStill,  // does nothing any more, as it was told to; waits to be killed
        Crashed,      // left without giving the lock back
        Overstayed,   // about to leave, and the lease may have been over before
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
    std::optional<Instant> left{}; // nothing: still in
    bool violation = false;        // somebody was in who excludes it
};

// Of all clients: what they sent, and what went over their connections both ways.
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

// One number of a scenario's own: "oversold".
struct Count {
    QByteArray name{}; // in JSON
    QString title{};
    qint64 value = 0;
};

struct Figures {
    milliseconds lasted{0};
    qint64 cycles = 0; // stays that ended
    qint64 gaveUp = 0;
    qint64 violations = 0; // entries while somebody was in who excludes it
    int mostInside = 0;
    Spread wait{};            // from wanting to entering
    Spread hold{};            // from entering to leaving
    Spread handOver{};        // from one's leaving to the entering of another who waited then
    qint64 overtaken = 0;     // entries past somebody who had waited longer
    double fairness = 1;      // Jain's index of the stays of each worker: 1 all the same, 1/n one has all
    milliseconds lockFree{0}; // nobody was in though somebody waited
    Traffic traffic{};
    std::vector<Count> counts{};
    std::vector<qint64> perWorker{}; // stays
    std::vector<int> pace{};         // stays that began in each tenth of a second, the first minute
    std::vector<Visit> visits{};     // the last MaxVisits

    double perSecond() const
    {
        return lasted.count() > 0 ? double(cycles) * 1000 / double(lasted.count()) : 0;
    }
    qint64 count(QByteArrayView name) const; // 0: there is none of that name
};

inline constexpr size_t MaxVisits = 2000;

} // namespace lockscope

Q_DECLARE_METATYPE(lockscope::Figures)
