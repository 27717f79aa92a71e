// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Figures over time as plots on one time axis: figures of all locks, of one, or one figure of several locks,
// each with its own plot and all on one scale. In as many columns as fit. The wheel zooms, dragging pans, a
// double click returns to now. The legends show the figures under the mouse or at the moment set with Left
// and Right. Sampled lines are dashed, time without observation is shaded. Owner: the contention page; GUI
// thread. Hides the plot library.

#include "core/base/outcome.h"
#include "ui/contention/lockfeed.h"
#include "ui/plots/tallycurves.h"
#include "ui/plots/timewindow.h"

#include <QWidget>

#include <memory>

namespace lockscope
{

class RedrawThrottle;

// One plot.
struct ContentionCell {
    LockName key{}; // Empty: all locks
    std::span<const Curve> curves{};
    friend bool operator==(const ContentionCell &a, const ContentionCell &b)
    {
        return a.key == b.key && a.curves.data() == b.curves.data();
    }
};

class ContentionPlots final : public QWidget
{
    Q_OBJECT
public:
    explicit ContentionPlots(TimeWindow &window, QWidget *parent = nullptr);
    ~ContentionPlots() override;

    // apart: each cell shows another lock, with its name above it; a click selects it, and all have the same
    // scale.
    void setCells(const std::vector<ContentionCell> &cells, bool apart);
    const std::vector<ContentionCell> &cells() const;
    void show(const std::deque<Tally> &tallies); // Of all locks
    void show(const LockTallies &tallies);       // Of those in the cells
    void showNow(const LockTotals &now);         // See OverviewPage
    using QWidget::show;
    const RedrawThrottle &pace() const;
    int columns() const; // Columns of plots at present
    void hover(std::optional<double> at);
    QString figureOf(Curve curve, const LockName &key = {}) const;
    double scaleOf(size_t cell) const;        // Highest value of its axis; for tests
    QPoint pointOf(size_t cell) const;        // The middle of its plot; for tests
    Done save(const QString &fileName) const; // See plotfile.h

    QSize sizeHint() const override;

signals:
    void hovered(const QString &time); // Time and accuracy; empty: outside
    void lockChosen(const lockscope::LockName &key);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
