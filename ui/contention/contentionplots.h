// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The figures over time as six plots on one time axis, in one column, or in two if wider than high. The wheel
// zooms, dragging pans, a double click returns to now. The legends show the figures under the mouse or at the
// moment set with Left and Right. Sampled lines are dashed, time without observation is shaded. Owner: the
// contention page; GUI thread. Hides the plot library.

#include "core/base/outcome.h"
#include "ui/plots/tallycurves.h"
#include "ui/plots/timewindow.h"

#include <QWidget>

#include <memory>

namespace lockscope
{

class RedrawThrottle;

class ContentionPlots final : public QWidget
{
    Q_OBJECT
public:
    explicit ContentionPlots(TimeWindow &window, QWidget *parent = nullptr);
    ~ContentionPlots() override;

    void show(const std::deque<Tally> &tallies);
    void showNow(const LockTotals &now); // See OverviewPage
    using QWidget::show;
    const RedrawThrottle &pace() const;
    int columns() const; // Columns of plots at present
    void hover(std::optional<double> at);
    QString figureOf(Curve curve) const;
    Done save(const QString &fileName) const; // See plotfile.h

    QSize sizeHint() const override;

signals:
    void hovered(const QString &time); // Time and accuracy; empty: outside

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
