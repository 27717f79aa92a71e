// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Contention page: figures over time, lengths of holds, the most contended locks, and export. Shows the
// most contended locks one by one, or all together; a selected lock is shown alone, in every plot. Queries
// the history through its bridge, only while visible. Owner: the main window; GUI thread.

#include "core/base/outcome.h"
#include "ui/contention/lockfeed.h"

#include <QWidget>

class QAction;
class QPushButton;
class QSplitter;
class QStackedLayout;

namespace lockscope
{

class CausesPane;
class ContentionPlots;
class ContentionScope;
class ContentionTable;
class EmptyState;
class HoldHistogram;
class TimeBar;

class ContentionPage final : public QWidget
{
    Q_OBJECT
public:
    static constexpr size_t MostPlots = 8; // Of the most contended locks

    ContentionPage(HistoryBridge &bridge, TimeWindow &window, QWidget *parent = nullptr);

    const TallyFeed &feed() const { return m_feed; }
    const LockFeed &lockFeed() const { return m_lockFeed; }
    HistoryRange range() const { return m_window.range(); }
    ContentionScope &scope() { return *m_scope; }
    ContentionPlots &plots() { return *m_plots; }
    HoldHistogram &histogram() { return *m_histogram; }
    ContentionTable &table() { return *m_table; }
    CausesPane &causes() { return *m_causes; }
    TimeBar &bar() { return *m_bar; }
    QPushButton *exportButton() const { return m_export; }
    void showNow(const LockTotals &now); // See OverviewPage
    void setConnected(bool connected);   // Without a connection an empty page explains what is missing
    QSize sizeHint() const override;

signals:
    void lockWanted(const lockscope::LockName &key);
    void failed(const lockscope::Failure &why); // A file could not be written

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    void placeHistogram();
    void fillExport();
    void wire();
    void showEmptyOrPlots();
    void showSums();
    void arrange();
    void sayWhyNone();
    const std::vector<LockName> &keysInPlaces();

    TimeWindow &m_window;
    TallyFeed m_feed;
    LockFeed m_lockFeed;
    ContentionScope *m_scope;
    TimeBar *m_bar;
    ContentionPlots *m_plots;
    HoldHistogram *m_histogram;
    ContentionTable *m_table;
    CausesPane *m_causes; // Contains the table
    QSplitter *m_side;    // The histogram above the causes, or only these
    QPushButton *m_export;
    QAction *m_together;
    EmptyState *m_none; // In place of the plots of the most contended locks
    QStackedLayout *m_plotsOrNone;
    QStackedLayout *m_stack;
    std::vector<LockName> m_places{}; // The most contended locks, each at its place
    bool m_listed = false;            // The table has had an answer
    bool m_connected = true;
};

} // namespace lockscope
