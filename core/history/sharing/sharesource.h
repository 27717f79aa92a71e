// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One recording that is shared: its events and marks within a stretch, in order, and what was so already when
// the stretch begins or ends. Reads the file as it was when it was opened. One thread.

#include "core/history/orders/lockorders.h"
#include "core/history/playback/playback.h"
#include "core/history/sharing/sharednames.h"
#include "core/history/states/staterow.h"

#include <functional>

namespace lockscope
{

// At one moment amid watching.
struct ShareState {
    bool watched = false;             // false: nothing is known of it
    std::vector<LockEvent> held{};    // by those that hold then, as first sights at the moment
    std::vector<LockEvent> waiting{}; // counts of waiters, at the moment
    std::optional<std::vector<VerdictStep>> verdicts{}; // other than OK; none: not known
    std::vector<NodeId> lost{};                         // nodes that cannot be reached then
    std::vector<StateRow> rows{};                       // of the servers, at the moment
};

class ShareSource final : public Playback
{
public:
    explicit ShareSource(const QString &file) : Playback(file), m_name(file) {}

    Done open();
    const QString &name() const { return m_name; }
    using HistoryReader::isSelection;
    // From the first to the last time recorded; empty: nothing is.
    const std::optional<HistoryRange> &extent() const { return m_extent; }
    SharedNames::Source names() const { return m_names; }
    // Fails if both have names and say which locks they record, and it is not the same.
    Done checkSubject(const ShareSource &earlier) const;
    bool isTrimmed() const { return m_isTrimmed; } // what came first was deleted
    bool isClosed() const { return m_isClosed; }   // its last mark says that watching ended

    // The events and marks; then next(). progress() is from 0 to 1.
    Done begin(const HistoryRange &range) { return Playback::begin(range); }
    double progress(WallTime at) const;
    Outcome<ShareState> stateAt(WallTime at);
    // Holds that last beyond the moment, as if they ended there because watching does.
    Outcome<std::vector<LockEvent>> heldUntil(WallTime at);

    // In the order in which they were written, while `take` succeeds.
    Done eachVerdict(const HistoryRange &range, const std::function<Done(const VerdictStep &)> &take);
    Done eachState(const HistoryRange &range, const std::function<Done(const StateRow &)> &take);
    Done eachMinute(const HistoryRange &range, const std::function<Done(const Tally &)> &take);
    // kind: of the second lock, which its owner's pseudonym depends on.
    Done eachOrder(const std::function<Done(const OrderSeen &, LockKind kind)> &take);

private:
    Done readNames();
    Outcome<bool> isWatchedAt(WallTime at);
    Done addHeld(ShareState &state, WallTime at);
    Done addWaiting(ShareState &state, WallTime at);
    Done addVerdicts(ShareState &state, WallTime at);
    Done addLost(ShareState &state, WallTime at);
    Done addRows(ShareState &state, WallTime at);
    qint64 countOf(const Hold &hold, WallTime at);

    const QString m_name;
    std::optional<HistoryRange> m_extent{};
    SharedNames::Source m_names = SharedNames::Source::Names;
    QByteArray m_subject{}; // RecordingPlace::subject
    bool m_isTrimmed = false;
    bool m_isClosed = false;
};

} // namespace lockscope
