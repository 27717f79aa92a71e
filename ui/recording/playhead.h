// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The moment of a recording that is shown: still, or moving at a speed. Never leaves the recording. Owner:
// the recording's window; GUI thread.

#include "core/history/values/hold.h"

#include <QObject>
#include <QTimer>

#include <algorithm>
#include <functional>

namespace lockscope
{

class Playhead final : public QObject
{
    Q_OBJECT
public:
    using Clock = std::function<Instant()>;
    static constexpr milliseconds Pace{200}; // Between two moments while it plays

    explicit Playhead(Clock clock = lockscope::now, QObject *parent = nullptr);

    const HistoryRange &extent() const { return m_extent; }
    // Of a recording that ended, nothing is observed at the end itself.
    WallTime last() const { return std::max(m_extent.from, m_extent.to - std::chrono::milliseconds(1)); }
    WallTime at() const { return m_at; }
    bool isPlaying() const { return m_timer.isActive(); }
    int speed() const { return m_speed; }

    void setExtent(const HistoryRange &extent); // At first, it stands at the beginning
    void moveTo(WallTime at);
    void setPlaying(bool playing); // From the end, it begins again. At the end, it stops
    void setSpeed(int times);

signals:
    void moved(lockscope::WallTime at);
    void playingChanged(bool playing);
    void extentChanged();

private:
    void advance();

    Clock m_clock;
    QTimer m_timer{};
    Instant m_last{};
    HistoryRange m_extent{};
    WallTime m_at{};
    int m_speed = 1;
    bool m_known = false;
};

} // namespace lockscope
