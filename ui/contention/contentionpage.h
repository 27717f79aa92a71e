// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Contention page: figures over time, lengths of holds, the most contended locks, and export. Queries the
// history through its bridge, only while visible. Owner: the main window; GUI thread.

#include "core/base/outcome.h"
#include "ui/plots/tallyfeed.h"

#include <QWidget>

class QPushButton;
class QStackedLayout;

namespace lockscope
{

class ContentionPlots;
class ContentionTable;
class HoldHistogram;
class TimeBar;

class ContentionPage final : public QWidget
{
    Q_OBJECT
public:
    ContentionPage(HistoryBridge &link, TimeWindow &window, QWidget *parent = nullptr);

    const TallyFeed &feed() const { return m_feed; }
    ContentionPlots &plots() { return *m_plots; }
    HoldHistogram &histogram() { return *m_histogram; }
    ContentionTable &table() { return *m_table; }
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

private:
    void fillExport();
    void showEmptyOrPlots();
    void showSums();

    TimeWindow &m_window;
    TallyFeed m_feed;
    TimeBar *m_bar;
    ContentionPlots *m_plots;
    HoldHistogram *m_histogram;
    ContentionTable *m_table;
    QPushButton *m_export;
    QStackedLayout *m_stack;
    bool m_connected = true;
};

} // namespace lockscope
