// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Overview page: figures of all locks, now and over the last minutes, and the most contended locks; of a
// recording, at a moment and over the minutes before. A click on a figure shows the locks it counts. Queries
// the history through its bridge, only while visible. Owner: the main window, or that of a recording; GUI
// thread.

#include "core/values/lock.h"
#include "ui/contention/causes/costfeed.h"
#include "ui/plots/redrawthrottle.h"
#include "ui/plots/tallycurves.h"
#include "ui/plots/tallyfeed.h"

#include <QWidget>

#include <array>
#include <optional>

class QLabel;
class QStackedLayout;

namespace lockscope
{

class ContentionTable;
class FigureCard;
class LinkList;

class OverviewPage final : public QWidget
{
    Q_OBJECT
public:
    enum class Of { LiveHistory, Recording };
    // clock: for the time range of the small curves.
    explicit OverviewPage(HistoryBridge &bridge, TimeWindow::Clock clock = lockscope::wallNow,
                          QWidget *parent = nullptr, Of source = Of::LiveHistory);

    FigureCard &card(Curve curve) { return *m_cards[size_t(curve)]; }
    FigureCard &card(VerdictLevel level) { return *m_levels[size_t(level)]; }
    ContentionTable &table() { return *m_table; }
    // The three locks that caused most waiting; hidden if there are none, or if the page is low.
    LinkList &worst() { return *m_worst; }
    const TallyFeed &feed() const { return m_feed; }
    const RedrawThrottle &pace() const { return m_pace; }
    // now: the totals of the list, so that both agree. isLost: these are the last known ones.
    void showNow(const LockTotals &now, bool isLost = false);
    // Why figures of a moment are unknown; empty: they are known.
    struct Gaps {
        QString held{};
        QString waiters{};
        QString verdicts{};
        QString figures{}; // All others
    };
    // The locks held at the moment that the clock shows.
    void showMoment(const LockTotals &then, const Gaps &gaps);
    void setConnected(bool connected); // Without a connection an empty page explains what is missing
    QSize sizeHint() const override;

signals:
    void filterWanted(const QString &text); // In the filter language of lockfilter.h
    void lockWanted(const lockscope::LockName &key);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeCards();
    void showEmptyOrCards();
    QWidget *makeGrid();
    void applyTheme();
    QWidget *makeSide();
    void showCosts();
    void fit();
    void draw();
    void drawCurve(Curve curve, const HistoryRange &range);
    void drawThen(Curve curve, const HistoryRange &range);
    void drawWait();
    QString whyNoWait() const;
    std::optional<Tally> tallyThen(Curve curve, const HistoryRange &range) const;
    bool isBlind() const; // The locks are not observed now
    void drawLevel(VerdictLevel level, const HistoryRange &range);
    QString filterOf(Curve curve) const;
    QString actionOf(Curve curve) const; // Of a click; empty: none

    Of m_of;
    TimeWindow m_window;
    TallyFeed m_feed;
    CostFeed m_costs;
    RedrawThrottle m_pace;
    std::array<FigureCard *, CurveCount> m_cards{};
    std::array<FigureCard *, 4> m_levels{};
    ContentionTable *m_table;
    QLabel *m_worstHead;
    LinkList *m_worst;
    QLabel *m_head;
    QStackedLayout *m_stack;
    bool m_connected = true;
    bool m_hasWorst = false;
    std::optional<LockTotals> m_now{};
    bool m_isLost = false;
    Gaps m_gaps{};
};

} // namespace lockscope
