// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Timeline page: lanes of holds, and all locks at one moment of the past. Sends the history one query at
// a time through its bridge, only while visible. Owner: the main window; GUI thread.

#include "core/base/outcome.h"
#include "ui/bridges/historybridge.h"
#include "ui/plots/timewindow.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QBoxLayout;
class QComboBox;
class QPushButton;
class QToolButton;

namespace lockscope
{

class HoldLanes;
class LaneLegend;
class MomentView;
class TimeBar;

class TimelinePage final : public QWidget
{
    Q_OBJECT
public:
    // Selected: only the selected lock; without one, the few most contended. Lanes keep their places: a lock
    // that is no longer among the most contended stays until another lock needs its place.
    enum Choice { Selected, MostInDemand, AsListed };
    static constexpr size_t MostLanes = 40;
    static constexpr size_t FewLanes = 8;       // Without a selected lock
    static constexpr size_t MostListed = 1'000; // Listed locks searched for held ones

    // Present locks, in the order of the list.
    using Listed = std::function<std::vector<LockPtr>(size_t most)>;

    TimelinePage(HistoryBridge &bridge, TimeWindow &window, Listed listed, QWidget *parent = nullptr);

    void choose(const LockName &key); // The selected lock: always has a lane, which is marked. Empty: none
    void setChoice(Choice choice);
    void lookBack(std::optional<WallTime> at); // Empty: ends the look back
    // For a recording, which has no present: the window shows the moment, and the lanes only its line.
    void leaveMoment();
    void showMoment(WallTime at);

    bool isWanted() const { return m_patience.isActive() || m_clock.isActive(); } // A query is due soon
    bool isWantedAgain() const { return m_again; } // Another query follows the pending one
    HoldLanes &lanes() { return *m_lanes; }
    MomentView &moment() { return *m_moment; }
    TimeBar &bar() { return *m_bar; }
    QComboBox *choices() const { return m_choices; }
    QToolButton *lookBackButton() const { return m_back; }
    LaneLegend &legend() { return *m_legend; }
    QToolButton *legendButton() const { return m_legendButton; }
    QPushButton *exportButton() const { return m_export; }
    QSize sizeHint() const override;

signals:
    void lockWanted(const lockscope::LockName &key);
    void momentWanted(lockscope::WallTime at);  // After leaveMoment()
    void clearWanted();                         // The same: by Escape
    void failed(const lockscope::Failure &why); // A file could not be written

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeBar();
    Choice choice() const;
    size_t mostLanes() const { return choice() == Selected ? FewLanes : MostLanes; }
    void arrange(const std::vector<LockName> &others); // Sets the keys of the next query
    void wire();
    milliseconds pace() const;
    void ask();
    void askHolds(const std::vector<LockName> &others);
    void askMoment();
    void placeLegend();
    // Fills free lanes with locks that are held.
    void fillUp(std::vector<LockName> &keys, const HistoryRange &range);
    void take(const HoldsAnswer &answer);
    void tellBegin(const HoldsAnswer &answer);
    void forget();

    HistoryBridge &m_bridge;
    TimeWindow &m_window;
    Listed m_listed;
    TimeBar *m_bar;
    QComboBox *m_choices;
    QToolButton *m_back;
    QToolButton *m_legendButton;
    LaneLegend *m_legend;
    QWidget *m_legendArea; // Scrolls
    QBoxLayout *m_body;    // The lanes, and the legend below or beside them
    QPushButton *m_export;
    HoldLanes *m_lanes;
    MomentView *m_moment;
    QTimer m_clock;
    QTimer m_patience;
    LockName m_selected{};
    std::vector<LockName> m_keys{};   // Of the pending query
    std::vector<LockName> m_places{}; // Of the lanes, from top to bottom
    bool m_tidy = false;              // The user has moved the range, so places may be closed up
    HistoryRange m_range{};
    quint64 m_askedLocks = 0; // 0: no query pending
    quint64 m_askedHolds = 0;
    quint64 m_askedMoment = 0;
    bool m_again = false;
    std::optional<WallTime> m_at{};
    bool m_leavesMoment = false;
    bool m_pausedToLookBack = false;
    bool m_sorting = false; // The moment is being sorted for display
    bool m_momentAgain = false;
};

} // namespace lockscope
