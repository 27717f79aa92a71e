// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The stretch of time that all plots show: the last minutes up to now, or a stretch of the past that stands
// still. While the history is younger than those minutes, they begin with it, so that a fresh start fills the
// plots. Plots count in seconds since 1970. Owner: the main window; GUI thread.

#include "core/history/hold.h"

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

// The shortest length of a tally with which the span is drawn by some hundred points to 1500 of them.
milliseconds tallyStep(milliseconds span);

class TimeWindow final : public QObject
{
    Q_OBJECT
public:
    using Clock = std::function<WallTime()>;
    static constexpr milliseconds Shortest{5'000};
    static constexpr milliseconds YoungestShown{10'000}; // less is not spread over a whole plot
    static constexpr milliseconds Longest{std::chrono::hours(24) * 366};

    explicit TimeWindow(Clock clock = lockscope::wallNow, QObject *parent = nullptr);

    milliseconds span() const { return m_span; }
    bool isLive() const { return !m_end; }
    HistoryRange range() const; // while live it ends now
    // When it begins with the history: that begin.
    std::optional<WallTime> historyBegin() const;
    // Since when anything is known; nothing: since before what is shown.
    void setHistoryBegin(std::optional<WallTime> at);
    WallTime now() const { return m_clock(); }

    void setSpan(milliseconds span); // the end stays where it is
    void pause();                    // as it is now
    void goLive();
    void setLive(bool live);
    // factor below 1: less time, seen closer. What is at this point of the axis stays where it is; while live
    // the end does.
    void zoom(double factor, double at);
    void pan(double seconds); // below 0: towards the past. Stops following, and ends at now

signals:
    void changed(); // not by the mere passing of time

private:
    void standStill(WallTime end);

    Clock m_clock;
    milliseconds m_span{300'000};
    std::optional<WallTime> m_end{};          // nothing: now
    std::optional<WallTime> m_begin{};        // of the history
    std::optional<milliseconds> m_liveSpan{}; // to go back to
};

} // namespace lockscope
