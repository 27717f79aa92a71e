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
// - That the first hold still lasted when the second began is known from what came later: a read that was
//   sent after the second began and shows the first, or the deletion of its key. Its deadline proves nothing,
//   as the server tells an expiry late; nor does the event of the expiry.
// - Owners are compared by ids that name a thread (Party). The holder must exclude all others.
//
// So it needs the events of every end, on a master: a replica tells an expiry as a deletion. After a gap()
// nothing is known any more. Pure value; time is a parameter. Bounded. Owner: OrderWatch.

#include "core/values/events.h"

#include <QHash>

#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace lockscope
{

class OrderTracker
{
public:
    static constexpr qsizetype Most = 50'000;        // keys
    static constexpr size_t MostWaiting = 1'000;     // orders of one hold
    static constexpr milliseconds EndedKept{10'000}; // for holds that are confirmed later

    void begin(Instant at); // all events arrive from now on
    void gap();             // until begin(), some may be missing
    void notePass(Instant began);
    // wasAbsent: no hold of the lock is known.
    void noteEvent(const LockName &key, const QByteArray &event, bool wasAbsent, Instant at);
    // askedAt: when the read was begun. thread: of its only holder, if that excludes all others; else empty.
    void noteRead(const Lock &lock, const QByteArray &thread, Instant askedAt);
    void noteOther(const LockName &key, Instant at); // the key is no lock
    // Counts reads that say something of a hold. Take it, wait for all events up to now, and give it to
    // confirm().
    quint64 reads() const { return m_reads; }
    bool isComplete() const { return m_unsure.empty() && m_told.empty(); } // nothing to confirm
    // database: of all keys.
    std::vector<AcquireOrder> confirm(quint64 read, Instant at, WallTime wallAt, int database = 0);
    // Locks of which a further read could complete an order, since the last call.
    std::vector<LockName> takeWanted() { return std::exchange(m_wanted, {}); }

private:
    struct Waiting { // until the first hold is seen to have lasted
        AcquireOrder order{};
        Instant secondBegan{};
    };
    struct Hold {
        LockName key{};
        OwnerId owner{};
        NodeId node{};
        QByteArray thread{}; // empty: not read yet
        Instant began{};
        std::optional<Instant> seenAt{}; // when the last confirmed read was sent; none: no owner is sure
        bool isUnsure = false;           // when it began, or whose it is; for as long as the key exists
        std::optional<Instant> ended{};
        bool isDeleted = false; // how it ended
        std::vector<Waiting> waiting{};
    };
    using HoldPtr = std::shared_ptr<Hold>;
    struct Read {
        HoldPtr hold{};
        quint64 number = 0;
        Instant askedAt{};
    };

    void write(const LockName &key, const QByteArray &event, bool wasAbsent, Instant at);
    void end(const LockName &key, bool isDeleted, Instant at);
    void tellSeen(Hold &hold);
    void pair(const HoldPtr &first, const HoldPtr &second, AcquireOrder order);
    void forgetEnded(Instant at);

    std::optional<Instant> m_since{};
    bool m_hasPass = false; // since then
    quint64 m_reads = 0;
    QHash<LockName, HoldPtr> m_holds{};               // since the first event of each key that exists
    QHash<QByteArray, std::vector<HoldPtr>> m_sure{}; // by thread, also those that ended a short time ago
    std::deque<Read> m_unsure{};                      // in order
    std::deque<HoldPtr> m_ended{};                    // of m_sure
    std::vector<AcquireOrder> m_told{};
    std::vector<LockName> m_wanted{};
};

} // namespace lockscope
