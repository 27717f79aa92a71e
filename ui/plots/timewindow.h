// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The time range that all plots show: the last minutes up to now, or a fixed range of the past. While the
// history is shorter than the live range, the range starts with the history, so that it fills the plots.
// Plots count seconds since 1970. Owner: the main window; GUI thread.

#include "core/history/values/hold.h"

#include <QObject>

#include <functional>

namespace lockscope
{

inline double axisSeconds(WallTime at)
{
    return std::chrono::duration<double>(at.time_since_epoch()).count();
}
inline WallTime axisTime(double seconds)
{
    return WallTime(std::chrono::duration_cast<WallTime::duration>(std::chrono::duration<double>(seconds)));
}

// The smallest tally length that divides the span into at most 1500 points.
milliseconds tallyStep(milliseconds span);

class TimeWindow final : public QObject
{
    Q_OBJECT
public:
    using Clock = std::function<WallTime()>;
    static constexpr milliseconds Shortest{5'000};
    static constexpr milliseconds YoungestShown{10'000}; // A shorter history is not stretched to a whole plot
    static constexpr milliseconds Longest{std::chrono::hours(24) * 366};

    explicit TimeWindow(Clock clock = lockscope::wallNow, QObject *parent = nullptr);

    milliseconds span() const { return m_span; }
    bool isLive() const { return !m_end; }
    HistoryRange range() const; // While live, it ends now
    // Set if the range starts with the history: that start.
    std::optional<WallTime> historyBegin() const;
    // The start of the known history; empty: before the range.
    void setHistoryBegin(std::optional<WallTime> at);
    WallTime now() const { return m_clock(); }

    void clockMoved() { emit changed(); } // To another time, as in a recording
    void setSpan(milliseconds span);      // Keeps the end
    void pause();                         // Keeps the current range
    void goLive();
    void include(WallTime at); // Up to now, if the range does not have it
    void setLive(bool live);
    // A factor below 1 zooms in. The time `at` keeps its place; while live, the end does.
    void zoom(double factor, double at);
    void pan(double seconds); // Negative: towards the past. Leaves live mode; never goes beyond now

signals:
    void changed(); // Not emitted for the passing of time

private:
    void standStill(WallTime end);

    Clock m_clock;
    milliseconds m_span{300'000};
    std::optional<WallTime> m_end{}; // Empty: live
    std::optional<WallTime> m_begin{};
    std::optional<milliseconds> m_liveSpan{}; // To restore for live mode
};

} // namespace lockscope
