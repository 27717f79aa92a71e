// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which locks a client acquired while it held another one, from keyspace events and the reads that follow
// them. Reports only orders that are certain:
//
// - All events arrive on one connection, in the order in which the server executed the commands. So the order
// of
//   two holds is the order of their events. Reads use another connection and cannot be ordered with events.
// - A hold begins with the first event of a key that was absent: a complete pass, begun after the events, did
// not
//   find the key, or an event reported its end.
// - The owner is the one shown by a read that was sent after that event. The read may be ahead of the events:
//   another client may have acquired the lock meanwhile. So the read counts only once all earlier events have
//   arrived (confirm()), and none of them ended the hold or replaced the value.
// - That the first hold still lasted when the second began is proved later: by a read, sent after the second
//   began, that shows the first, or by the deletion of its key. Neither its expiry nor the event of the
//   expiry proves anything, because the server reports an expiry late.
// - Owners are compared by ids that name a thread (Party). The lock must be exclusive.
//
// It needs the events of every end, from a master: a replica reports an expiry as a deletion. After gap(), it
// starts from nothing. Pure value; time is a parameter. Bounded. Owner: OrderWatch.

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
    static constexpr milliseconds EndedKept{10'000}; // ended holds, which may be confirmed later

    void begin(Instant at); // all events arrive from now on
    void gap();             // until begin(), some may be missing
    void notePass(Instant began);
    // wasAbsent: no hold of the lock is known.
    void noteEvent(const LockName &key, const QByteArray &event, bool wasAbsent, Instant at);
    // askedAt: when the read was sent. thread: of the lock's only holder, if it is exclusive; otherwise
    // empty.
    void noteRead(const Lock &lock, const QByteArray &thread, Instant askedAt);
    void noteOther(const LockName &key, Instant at); // a read showed that the key is no lock
    // The number of reads of holds so far. To confirm them: note this number, wait for all events up to now,
    // then pass it to confirm().
    quint64 reads() const { return m_reads; }
    bool isComplete() const { return m_unsure.empty() && m_told.empty(); } // nothing to confirm
    // Confirms the first `read` reads and returns the orders found. database: of all keys.
    std::vector<AcquireOrder> confirm(quint64 read, Instant at, WallTime wallAt, int database = 0);
    // Locks for which one more read could complete an order, since the last call.
    std::vector<LockName> takeWanted() { return std::exchange(m_wanted, {}); }

private:
    struct Waiting { // an order, until the first hold is proved to have lasted
        AcquireOrder order{};
        Instant secondBegan{};
    };
    struct Hold {
        LockName key{};
        OwnerId owner{};
        NodeId node{};
        QByteArray thread{}; // empty: not read yet
        Instant began{};
        std::optional<Instant>
            seenAt{};          // when the last confirmed read was sent; nullopt: the owner is not certain
        bool isUnsure = false; // its start or owner is uncertain, as long as the key exists
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
    bool m_hasPass = false; // since m_since
    quint64 m_reads = 0;
    QHash<LockName, HoldPtr> m_holds{};               // of existing keys, since the first event of each
    QHash<QByteArray, std::vector<HoldPtr>> m_sure{}; // by thread, including those that ended recently
    std::deque<Read> m_unsure{};                      // in order
    std::deque<HoldPtr> m_ended{};                    // of m_sure
    std::vector<AcquireOrder> m_told{};
    std::vector<LockName> m_wanted{};
};

} // namespace lockscope
