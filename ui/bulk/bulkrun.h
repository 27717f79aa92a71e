// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One act on many locks, one after the other: what the dry run says of each, which are meant, whose turn it
// is, when to wait for the profile's limit, and what came of each. Knows no engine and no widget: who uses it
// asks for the next plan or act and brings the answers; the time is a parameter. Each act names the owner
// and count that the dry run showed, and how long it can have to go, so a lock in other hands or taken anew
// is left alone by the server. A value.

#include "core/values/act.h"
#include "core/values/connection/connection.h"
#include "ui/holders/shownlock.h"

#include <QHash>

#include <deque>

namespace lockscope
{

// What there is to say of one lock at the end.
enum class SeriesOutcome { Done, OwnerChanged, AlreadyGone, Refused, Unknown, NotTried, LeftOut };
inline constexpr int SeriesOutcomes = 7;
const char *name(SeriesOutcome outcome); // "done", "owner-changed", …, as in receipts

class BulkRun
{
public:
    static constexpr int MostPlansInFlight = 16;

    enum class State {
        Waiting,  // for its plan to be asked for
        Planning, // the engine was asked
        Ready,
        LeftOut, // by the dry run: why says the reason
        Running,
        Answered,
    };
    struct Row {
        LockPtr shown{}; // as the dry run shows it
        ShownLock watch; // what became of it since
        bool ticked = true;
        State state = State::Waiting;
        QString why{};                         // LeftOut; Ready: why it was not tried
        std::shared_ptr<const ActPlan> plan{}; // Ready and later
        std::optional<Receipt> receipt{};      // Answered

        // Not as the dry run showed it: it must be looked at again.
        bool isChanged(ActKind act) const;
    };
    enum class Phase { Asking, Running, Ended };
    struct Will {
        QString reason{};
        QString confirmedName{};
        bool stopAtFailure = false;
    };
    using Counts = std::array<int, SeriesOutcomes>; // by SeriesOutcome

    BulkRun(const ConnectionSpec &spec, ActKind act, std::optional<milliseconds> lease,
            const std::vector<LockPtr> &locks, Instant at);

    ActKind act() const { return m_act; }
    std::optional<milliseconds> lease() const { return m_lease; }
    const ConnectionSpec &spec() const { return m_spec; }
    const std::vector<Row> &rows() const { return m_rows; }
    const Row &row(int index) const { return m_rows[size_t(index)]; }
    Phase phase() const { return m_phase; }
    ActRequest requestOf(int index) const; // as it is planned and done

    // The dry run.
    std::optional<int> nextToPlan(); // nothing: all are asked for, or enough are on their way
    void planned(int index, const Outcome<ActPlan> &plan);
    int unplanned() const { return m_unplanned; }
    std::vector<int> apply(const LockDelta &delta); // the rows it touched
    int changed() const { return tally().changed; } // ticked ones that must be looked at again
    std::vector<int> lookAgain(Instant at);         // at those: planned anew as they are now
    void setTicked(int index, bool ticked);
    int meant() const { return tally().meant; } // ticked, planned and not changed: those the run is for

    // The run.
    void start(const Will &will, Instant at);
    // Whose turn it is; nothing: wait, or it is over. One that its owner took anew meanwhile is left alone.
    std::optional<int> next(Instant at);
    void answered(int index, const Receipt &receipt, Instant at);
    void stop(const QString &why); // what was sent is awaited; nothing else is tried
    bool isStopping() const { return m_isStopping; }
    std::optional<Instant> pausedUntil() const { return m_pausedUntil; } // the limit a minute is reached
    int total() const { return m_total; }                                // of the run
    int tried() const { return m_tried; }
    Instant startedAt() const { return m_startedAt; }
    std::optional<Instant> endedAt() const { return m_endedAt; }

    SeriesOutcome outcomeOf(const Row &row) const;
    Counts counts() const { return tally().counts; }
    std::vector<LockPtr> notDone() const; // as they are now: for another series

private:
    struct Tally {
        int meant = 0;
        int changed = 0;
        Counts counts{};
    };
    const Tally &tally() const; // counted once after each change
    bool isMeant(const Row &row) const;
    void leaveOut(Row &row, const QString &why);
    void judge(Row &row, Instant at); // whether the act makes sense for it at all
    bool isRetaken(const Row &row) const;
    bool isLimit(const Row &row, const Receipt &receipt) const;
    void end(Instant at);

    ConnectionSpec m_spec;
    ActKind m_act;
    std::optional<milliseconds> m_lease;
    std::vector<Row> m_rows;
    QHash<LockName, int> m_index;
    mutable std::optional<Tally> m_tally{};
    Phase m_phase = Phase::Asking;
    size_t m_nextToPlan = 0;
    int m_planning = 0;
    int m_unplanned = 0;
    Will m_will{};
    std::vector<int> m_turns{}; // rows of the run, in order
    size_t m_turn = 0;
    int m_total = 0;
    int m_tried = 0;
    bool m_isRunning = false; // an act was sent
    bool m_isStopping = false;
    QString m_whyStopped{};
    std::deque<Instant> m_sent{}; // within the last minute
    std::optional<Instant> m_pausedUntil{};
    Instant m_startedAt{};
    std::optional<Instant> m_endedAt{};
};

} // namespace lockscope
