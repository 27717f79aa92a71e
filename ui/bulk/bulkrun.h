// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One act on many locks, one after the other: dry run, ticks, order, pauses for the profile's limit, results.
// A value that knows no engine and no widget: its user asks for the next plan or act, performs it and returns
// the answer; time is a parameter.
//
// Each act names the owner and count of the dry run and the longest possible TTL, so the server leaves a lock
// alone that has another owner or was acquired again.

#include "core/values/act.h"
#include "core/values/connection/connection.h"
#include "ui/holders/shownlock.h"

#include <QHash>

#include <deque>

namespace lockscope
{

// The final result of one lock.
enum class SeriesOutcome { Done, OwnerChanged, AlreadyGone, Refused, Unknown, NotTried, LeftOut };
inline constexpr int SeriesOutcomes = 7;
const char *name(SeriesOutcome outcome); // The words of receipts: "done", "owner-changed", …

class BulkRun
{
public:
    static constexpr int MostPlansInFlight = 16;

    enum class State {
        Waiting,  // Its plan is not requested yet
        Planning, // Its plan is requested
        Ready,
        LeftOut, // By the dry run; `why` is the reason
        Running,
        Answered,
    };
    struct Row {
        LockPtr shown{}; // As the dry run shows it
        ShownLock watch; // Changes since then
        bool ticked = true;
        State state = State::Waiting;
        QString why{};                         // LeftOut: the reason; Ready: why it was not tried
        std::shared_ptr<const ActPlan> plan{}; // From Ready on
        std::optional<Receipt> receipt{};      // From Answered on

        // Differs from the dry run and must be reviewed.
        bool isChanged(ActKind act) const;
    };
    enum class Phase { Asking, Running, Ended };
    struct Will {
        QString reason{};
        QString confirmedName{};
        bool stopAtFailure = false;
    };
    using Counts = std::array<int, SeriesOutcomes>; // Indexed by SeriesOutcome

    BulkRun(const ConnectionSpec &spec, ActKind act, std::optional<milliseconds> lease,
            const std::vector<LockPtr> &locks, Instant at);

    ActKind act() const { return m_act; }
    std::optional<milliseconds> lease() const { return m_lease; }
    const ConnectionSpec &spec() const { return m_spec; }
    const std::vector<Row> &rows() const { return m_rows; }
    const Row &row(int index) const { return m_rows[size_t(index)]; }
    Phase phase() const { return m_phase; }
    ActRequest requestOf(int index) const;

    // The dry run.
    std::optional<int> nextToPlan(); // Empty: all are requested, or enough are in flight
    void planned(int index, const Outcome<ActPlan> &plan);
    int unplanned() const { return m_unplanned; }
    std::vector<int> apply(const LockDelta &delta); // The affected rows
    int changed() const { return tally().changed; } // Ticked rows that must be reviewed
    // Starts a new plan for those, as they are now; returns their rows.
    std::vector<int> lookAgain(Instant at);
    void setTicked(int index, bool ticked);
    int meant() const { return tally().meant; } // Rows the run will act on: ticked, planned and unchanged

    // The run.
    void start(const Will &will, Instant at);
    // The next row; empty: pause, or the run is over. Skips a lock that its owner has acquired again
    // meanwhile.
    std::optional<int> next(Instant at);
    void answered(int index, const Receipt &receipt, Instant at);
    void rename(const QString &name); // The connection: what was confirmed remains confirmed
    void stop(const QString &why);    // An act already sent still reports its result; nothing else is tried
    bool isStopping() const { return m_isStopping; }
    std::optional<Instant> pausedUntil() const { return m_pausedUntil; } // The limit per minute is reached
    int total() const { return m_total; }
    int tried() const { return m_tried; }
    Instant startedAt() const { return m_startedAt; }
    std::optional<Instant> endedAt() const { return m_endedAt; }

    SeriesOutcome outcomeOf(const Row &row) const;
    Counts counts() const { return tally().counts; }
    std::vector<LockPtr> notDone() const; // As they are now, for another run

private:
    struct Tally {
        int meant = 0;
        int changed = 0;
        Counts counts{};
    };
    const Tally &tally() const; // Cached until the next change
    bool isMeant(const Row &row) const;
    void leaveOut(Row &row, const QString &why);
    void judge(Row &row, Instant at); // Whether the act makes sense for the row
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
    std::vector<int> m_turns{};
    size_t m_turn = 0;
    int m_total = 0;
    int m_tried = 0;
    bool m_isRunning = false; // An act is in flight
    bool m_isStopping = false;
    QString m_whyStopped{};
    std::deque<Instant> m_sent{}; // Acts within the last minute
    std::optional<Instant> m_pausedUntil{};
    Instant m_startedAt{};
    std::optional<Instant> m_endedAt{};
};

} // namespace lockscope
