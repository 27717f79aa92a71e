// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The figures of the tallies over time: six plots on one time axis, one under the other, or in two columns
// where there is more width than height. The wheel zooms, dragging pans, a double click goes back to now; the
// figures under the mouse, or where Left and Right went, stand in the legends. What was sampled is dashed,
// and shaded the time in which nothing could be seen. Owner: the contention page; GUI thread. The plot
// library stays behind this header.

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
    using QWidget::show;
    const RedrawThrottle &pace() const;
    int columns() const; // of plots, as they stand
    void hover(std::optional<double> at);
    QString figureOf(Curve curve) const;      // as the legend says it
    Done save(const QString &fileName) const; // see plotfile.h

    QSize sizeHint() const override;

signals:
    void hovered(const QString &time); // when, and how exact it is; empty: nowhere

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
