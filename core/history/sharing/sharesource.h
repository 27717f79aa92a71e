// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A recording to share: the events and marks of a stretch in order, and the state at its start and end. Reads
// the state of the file at the time of opening. One thread.

#include "core/history/orders/lockorders.h"
#include "core/history/playback/partreader.h"
#include "core/history/sharing/sharednames.h"
#include "core/history/states/staterow.h"

#include <functional>

namespace lockscope
{

// The state at one moment.
struct ShareState {
    bool watched = false;                               // false: the moment was not observed
    std::vector<LockEvent> held{};                      // present holds, as first sights at the moment
    std::vector<LockEvent> waiting{};                   // counts of waiters, at the moment
    std::vector<LockEvent> unreadable{};                // of keys that could not be read, at the moment
    std::optional<std::vector<VerdictStep>> verdicts{}; // other than OK; nullopt: unknown
    std::vector<NodeId> lost{};                         // nodes that were unreachable
    std::vector<StateRow> rows{};                       // of the servers, at the moment
};

class ShareSource final : public PartReader
{
public:
    explicit ShareSource(const QString &file) : PartReader(file), m_name(file) {}

    Done open();
    const QString &name() const { return m_name; }
    using HistoryReader::isSelection;
    // From the first to the last time recorded; nullopt: nothing is recorded.
    const std::optional<HistoryRange> &extent() const { return m_extent; }
    SharedNames::Source names() const { return m_names; }
    // Fails if both contain names and record different locks, according to RecordingPlace::subject.
    Done checkSubject(const ShareSource &earlier) const;
    bool isTrimmed() const { return m_isTrimmed; } // the oldest events were deleted
    bool isClosed() const { return m_isClosed; }   // its last mark is the end of watching
    // If it goes on from the earlier one, leaves out what is only written to end that one and begin this one.
    bool join(ShareSource &earlier);
    bool isJoined() const { return edges().restatedUntil.has_value(); }

    // The events and marks; then next(). progress() is from 0 to 1.
    double progress(WallTime at) const;
    Outcome<ShareState> stateAt(WallTime at);
    // Ends at this moment for the holds that last longer, as if watching ended.
    Outcome<std::vector<LockEvent>> heldUntil(WallTime at);

    // Each calls `take` in the order in which the rows were written, until it fails.
    Done eachVerdict(const HistoryRange &range, const std::function<Done(const VerdictStep &)> &take);
    Done eachState(const HistoryRange &range, const std::function<Done(const StateRow &)> &take);
    Done eachMinute(const HistoryRange &range, const std::function<Done(const Tally &)> &take);
    // kind: of the second lock; the owner's pseudonym depends on it.
    // Of an order that was also seen outside of the range, one sighting inside.
    Done eachOrder(const HistoryRange &range,
                   const std::function<Done(const OrderSeen &, LockKind kind)> &take);

private:
    Done readNames();
    WallTime firstOfItsOwn(WallTime from) const;
    Outcome<bool> isWatchedAt(WallTime at);
    Done addHeld(ShareState &state, WallTime at);
    Done addWaiting(ShareState &state, WallTime at);
    Done addUnreadable(ShareState &state, WallTime at);
    Done addVerdicts(ShareState &state, WallTime at);
    Done addLost(ShareState &state, WallTime at);
    Done addRows(ShareState &state, WallTime at);
    Done addExpiries(ShareState &state, const std::vector<Hold> &holds, WallTime at);
    qint64 countOf(const Hold &hold, WallTime at);

    const QString m_name;
    std::optional<HistoryRange> m_extent{};
    SharedNames::Source m_names = SharedNames::Source::Names;
    QByteArray m_subject{}; // RecordingPlace::subject
    bool m_isTrimmed = false;
    bool m_isClosed = false;
    RecordingPart m_part{};
};

} // namespace lockscope
