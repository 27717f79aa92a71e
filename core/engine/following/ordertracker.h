// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which locks a client acquired while it held another one, from keyspace events and the reads that follow
// them. Only what is certain counts:
//
// - Events come on one connection, in the order in which the server did what they tell. An order of two holds
//   is an order of two events of that connection. Reads come on another one and have no place in it.
// - A hold begins with the first event of a key that was missing: a complete pass that began after the events
//   did not meet it, or an event told its end.
// - The owner is what a read shows that was sent after that event. The read may be ahead of events: another
//   client may have acquired the lock meanwhile. So it counts only once all events from before it have come
//   (confirm()), and none of them says that the hold ended or that the value was replaced.
// - A hold ends with the event that says so. A server tells an expiry late, so a hold also counts only up to
//   the deadline that was read last.
// - Owners are compared by ids that name a thread (Party). The holder must exclude all others.
//
// After a gap() nothing is known any more. Pure value; time is a parameter. Bounded. Owner:
// OrderWatch.

#include "core/values/events.h"

#include <QHash>

#include <deque>

namespace lockscope
{

class OrderTracker
{
public:
    static constexpr qsizetype Most = 50'000;        // keys
    static constexpr milliseconds EndedKept{10'000}; // for holds that are confirmed later
    static constexpr milliseconds Margin{100};       // of a deadline: a read knows it to half a round trip

    void begin(Instant at); // all events arrive from now on
    void gap();             // until begin(), some may be missing
    void notePass(Instant began);
    // wasAbsent: no hold of the lock is known.
    void noteEvent(const LockName &key, const QByteArray &event, bool wasAbsent, Instant at);
    // askedAt: when the read was begun. thread: of its only holder, if that excludes all others; else empty.
    void noteRead(const Lock &lock, const QByteArray &thread, Instant askedAt);
    void noteOther(const LockName &key, Instant at); // the key is no lock
    // Counts reads that named an owner. Take it, wait for all events up to now, and give it to confirm().
    quint64 reads() const { return m_reads; }
    bool isComplete() const { return m_unsure.empty(); } // nothing to confirm
    std::vector<AcquireOrder> confirm(quint64 read, Instant at, WallTime wallAt);

private:
    struct Hold {
        LockName key{};
        OwnerId owner{};
        NodeId node{};
        QByteArray thread{}; // empty: not read yet
        Instant began{};
        quint64 read = 0;      // the one that named the owner
        bool isUnsure = false; // when it began, or whose it is; for as long as the key exists
        bool isDeadlineKnown = false;
        std::optional<Instant> deadline{}; // none: it never expires
        std::optional<Instant> ended{};
    };
    using Holds = std::vector<Hold>;

    void write(const LockName &key, const QByteArray &event, bool wasAbsent, Instant at);
    void end(const LockName &key, Instant at);
    Hold *sureOf(const Hold &hold);
    void forgetEnded(Instant at);

    std::optional<Instant> m_since{};
    bool m_hasPass = false; // since then
    quint64 m_reads = 0;
    QHash<LockName, Hold> m_holds{};   // since the first event of each key that exists
    QHash<QByteArray, Holds> m_sure{}; // by thread, also of holds that ended a short time ago
    std::deque<LockName> m_unsure{};   // read, in order of the reads
    std::deque<std::pair<Instant, QByteArray>> m_ended{}; // when, and of which thread
};

} // namespace lockscope
