// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One file of a recording: all queries of a history, and its events in order. Reads the state at the time of
// opening. Another program may be writing the file, but cannot rotate it while it is open. One thread.

#include "core/history/playback/playback.h"
#include "core/history/playback/recordingpart.h"

#include <QSet>

#include <functional>

namespace lockscope
{

class PartReader : public Playback
{
public:
    using Holders = QSet<std::pair<LockName, OwnerId>>;
    // Events are written within a second of their time, not strictly in its order: at most so many ids apart.
    static constexpr qint64 Disorder = 5'000;

    explicit PartReader(const QString &file) : Playback(file), m_name(file) {}

    Done open() { return openForReading(); }
    using HistoryReader::eventAt;
    using HistoryReader::eventColumns;
    using HistoryReader::markAt;
    using Playback::begin; // then next()
    const HistoryFile &file() const { return m_file; }
    // known: an earlier description, perhaps of the same file; may be null.
    Outcome<RecordingPart> describe(const RecordingPart *known = nullptr);
    Outcome<bool> isBeingClosed() const; // by its writer, at this moment
    Outcome<bool> isOfAGroup() const;
    Outcome<Hold> endedHold(qint64 event); // that this event ended
    // The holders when watching ended at closedAt, and when it began (events up to the id `restated`).
    Outcome<Holders> closedHolders(WallTime closedAt) const;
    Outcome<Holders> restatedHolders(qint64 restated) const;
    // The waiters of each key; keys with unknown waiters are left out.
    Outcome<std::vector<WaitersStep>> waitersAt(const std::vector<LockName> &keys, WallTime at);
    // The waiters of all locks that had some.
    Outcome<std::vector<WaitersStep>> waitedForAt(WallTime at);
    // Holds with an unknown expiry are left out.
    Outcome<std::vector<ExpiryStep>> expiriesAt(const std::vector<Hold> &holds, WallTime at);
    // The last event until then, save for Disorder, found in a few steps.
    Outcome<qint64> lastEventUntil(WallTime at) const;
    Outcome<std::vector<OrderSeen>> allOrders() const;

private:
    Done findLastKnown(std::vector<Hold> &holds) override;
    Outcome<bool> goesOn(const Hold &hold, qint64 end) const;
    Outcome<qint64> eventsBeforeWatching(WallTime at) const;
    Done describeBeginning(RecordingPart &part) const;

    const QString m_name;
    std::optional<std::vector<Mark>> m_losses{}; // hidingLosses(); nullopt: not yet read
};

} // namespace lockscope
