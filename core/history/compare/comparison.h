// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two stretches of recordings side by side: the figures of each, of all locks and of groups of them, and
// which differences are more than chance. Values, with times of the wall clock; any thread. compare.h makes
// them.

#include "core/history/compare/statistics/significance.h"
#include "core/history/values/hold.h"

#include <QStringList>

#include <array>

namespace lockscope
{

// A part of a recording, or of the history file of a connection.
struct Stretch {
    QString file{};
    HistoryRange range{};
};

enum class CompareBy { Prefix, Lock };

struct CompareQuery {
    Stretch before{};
    Stretch after{};
    CompareBy by = CompareBy::Prefix;
    std::vector<QByteArray> prefixes{}; // only locks whose names begin with one of them; empty: all
};

// What is compared by a test.
enum class Compared { Holds, Acquired, Waiting, Overdue, Expired, Forced };
constexpr std::array AllCompared{Compared::Holds,   Compared::Acquired, Compared::Waiting,
                                 Compared::Overdue, Compared::Expired,  Compared::Forced};

// Unknown: one side has no such data. Sampled: one side has only some of its events, so the two cannot be
// compared. TooFew: not enough events for a test. Chance: there are enough, but the difference may be chance.
enum class Significance { Unknown, Sampled, TooFew, Chance, Significant };

struct Difference {
    Compared what = Compared::Holds;
    Significance finding = Significance::Unknown;
    // After divided by before: for hold times, of a typical hold; otherwise of the rates. nullopt: one is 0.
    std::optional<double> ratio{};
    std::optional<RatioInterval> interval{}; // 95 %, for this ratio alone
    double p = 1;                            // if it was tested: corrected for the number of tests
};

// The figures of one group in one stretch. Unknown figures are nullopt. Counts and rates are of the observed
// time.
struct StretchFigures {
    // Holds that ended in the stretch and were observed from start to end.
    qint64 holds = 0;
    std::optional<milliseconds> p50{}; // see HoldLengths::leastFor()
    std::optional<milliseconds> p90{};
    std::optional<milliseconds> p99{};
    std::optional<milliseconds> longest{};
    // Holds that were not observed all the time: they lasted at least as long as known, or were several
    // holds.
    qint64 partlySeen = 0;
    std::optional<milliseconds> longestPartlySeen{};
    qint64 acquired = 0;
    qint64 renewed = 0;
    qint64 expired = 0; // while held
    qint64 forced = 0;  // released by force
    // Waiters are counted every few seconds, without clients that poll.
    std::optional<double> waiterSeconds{};
    std::optional<double> waitedSeconds{}; // time in which at least one lock had a waiter
    std::optional<qint64> mostWaiters{};
    // From verdicts: missed renewals, and the total time of warnings and of critical verdicts over all locks.
    std::optional<qint64> overdue{};
    std::optional<double> warningSeconds{};
    std::optional<double> criticalSeconds{};
    bool sampled = false; // the source merged fast changes: more may have happened

    // An estimate (Little's law).
    std::optional<milliseconds> waitEstimate() const;
};

struct ComparedGroup {
    enum class Kind { All, Named, Others };
    Kind kind = Kind::All;
    QByteArray name{}; // Named: a prefix, which may be empty, or a lock
    qint64 locksBefore = 0;
    qint64 locksAfter = 0;
    StretchFigures before{};
    StretchFigures after{};
    std::array<Difference, AllCompared.size()> differences{}; // in the order of AllCompared

    const Difference &of(Compared what) const { return differences[size_t(what)]; }
    bool isSignificant() const;
};

struct ComparedStretch {
    QString file{};
    HistoryRange range{};    // the requested range, as far as it is recorded
    HistoryRange recorded{}; // by the file
    milliseconds watched{
        0}; // of the range: not while nothing was watched, a node was lost, changes were missed
    milliseconds judged{0};     // how much of `watched` has known verdicts
    qint64 gaps = 0;            // how often events were missed
    QStringList flaws{};        // missing or unreadable files of the recording, as texts
    bool redacted = false;      // names are pseudonyms
    bool openTruncated = false; // too many holds were open at the end: not all are counted as partly seen
};

struct Comparison {
    static constexpr size_t MostGroups = 12; // with names
    // Whether groups can be compared by name; if not, only all locks are compared.
    enum class Names { Comparable, OneRedacted, NoneInCommon };

    ComparedStretch before{};
    ComparedStretch after{};
    CompareBy by = CompareBy::Prefix;
    Names names = Names::Comparable;
    qint64 tests = 0;                    // how many were made; p is corrected for them
    std::vector<ComparedGroup> groups{}; // all locks, then named groups by number of events, then the others
};

const char *name(Compared what); // as in JSON: "holds", "acquired", "waiting", "overdue", "expired", "forced"
const char *name(Significance finding);    // "unknown", "sampled", "too-few", "chance", "significant"
const char *name(CompareBy by);            // "prefix", "lock"
const char *name(Comparison::Names names); // "comparable", "one-redacted", "none-in-common"

} // namespace lockscope
