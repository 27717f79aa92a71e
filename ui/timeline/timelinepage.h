// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Timeline page: lanes of holds, and all locks at a moment of the past. Asks the history through its
// link, one question at a time and only while somebody can see the answer. Owner: the main window; GUI
// thread.

#include "core/base/outcome.h"
#include "ui/bridges/historybridge.h"
#include "ui/plots/timewindow.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QComboBox;
class QPushButton;
class QToolButton;

namespace lockscope
{

class HoldLanes;
class MomentView;
class TimeBar;

class TimelinePage final : public QWidget
{
    Q_OBJECT
public:
    enum Choice { MostInDemand, AsListed };
    static constexpr size_t MostLanes = 40;
    static constexpr size_t MostListed = 1'000; // looked at for locks that are held

    using Listed = std::function<std::vector<LockPtr>(size_t most)>; // there now, in the order of the list

    TimelinePage(HistoryBridge &link, TimeWindow &window, Listed listed, QWidget *parent = nullptr);

    void choose(const LockName &key); // its lane is on top; empty: none
    void setChoice(Choice choice);
    void lookBack(std::optional<WallTime> at); // nothing: no more

    bool isWanted() const { return m_patience.isActive() || m_clock.isActive(); } // to be asked for soon
    bool isWantedAgain() const { return m_again; } // as soon as the present question is answered
    HoldLanes &lanes() { return *m_lanes; }
    MomentView &moment() { return *m_moment; }
    TimeBar &bar() { return *m_bar; }
    QComboBox *choices() const { return m_choices; }
    QToolButton *lookBackButton() const { return m_back; }
    QPushButton *exportButton() const { return m_export; }
    QSize sizeHint() const override;

signals:
    void lockWanted(const lockscope::LockName &key);
    void failed(const lockscope::Failure &why); // a file could not be written

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeBar();
    void wire();
    milliseconds pace() const;
    void ask();
    void askHolds(const std::vector<LockName> &others);
    void askMoment();
    void fillUp(const HistoryRange &range); // lanes that are free, with what is held
    void take(const HoldsAnswer &answer);
    void tellBegin(const HoldsAnswer &answer);
    void forget();

    HistoryBridge &m_link;
    TimeWindow &m_window;
    Listed m_listed;
    TimeBar *m_bar;
    QComboBox *m_choices;
    QToolButton *m_back;
    QPushButton *m_export;
    HoldLanes *m_lanes;
    MomentView *m_moment;
    QTimer m_clock;
    QTimer m_patience;
    LockName m_selected{};
    std::vector<LockName> m_keys{}; // of the question under way
    HistoryRange m_range{};
    quint64 m_askedLocks = 0; // 0: nothing is under way
    quint64 m_askedHolds = 0;
    quint64 m_askedMoment = 0;
    bool m_again = false;
    std::optional<WallTime> m_at{};
    bool m_sorting = false; // the moment, to be shown
    bool m_momentAgain = false;
};

} // namespace lockscope
