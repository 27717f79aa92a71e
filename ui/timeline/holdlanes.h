// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Holds over time: one lane for each lock, one bar with its owner's name for each hold, in the colours of the
// verdicts at each time; below it the number of waiters; ticks for renewals, labelled vertical lines for
// server events. Where a lane has several owners, each has a stripe in a colour of its own. Open holds extend
// to now. Wheel and dragging move the shared time range; a press on the strip on top, or on the line below
// it, sets the moment to look back at. Draws as many lanes as fit. Owner: the timeline page; GUI thread.
// Hides the plot library.

#include "core/base/outcome.h"
#include "ui/plots/timewindow.h"
#include "ui/timeline/lanesign.h"
#include "ui/timeline/timelinelanes.h"

#include <QWidget>

#include <memory>
#include <set>

namespace lockscope
{

class RedrawThrottle;

class HoldLanes final : public QWidget
{
    Q_OBJECT
public:
    explicit HoldLanes(TimeWindow &window, QWidget *parent = nullptr);
    ~HoldLanes() override;

    void show(const std::vector<LockName> &keys, HoldsAnswer answer);
    using QWidget::show;
    void clear(const QString &why); // why: a sentence in place of the lanes
    void setChosen(const LockName &key);
    void setMoment(std::optional<WallTime> at); // The moment to look back at; empty: none

    const RedrawThrottle &pace() const;
    const std::vector<Lane> &lanes() const;
    const QString &why() const;                   // The sentence shown while there are no lanes
    size_t room() const;                          // How many lanes fit
    size_t drawnLanes() const;                    // As many as fit
    const std::set<LaneSign> &drawnSigns() const; // For the legend
    qint64 scale() const;     // The number of waiters that fills a band; 0: no lane has waiters
    size_t drawnBars() const; // Visible ones; bars within one pixel are drawn once
    QPoint pointOf(const LockName &key, WallTime at) const; // The middle of the bars; for tests
    QString textAt(const QPointF &point) const; // Text of the hold, its verdict and waiters; empty: none

    Done save(const QString &fileName) const; // See plotfile.h

    QSize sizeHint() const override;

signals:
    void lockWanted(const lockscope::LockName &key);
    void momentChanged(std::optional<lockscope::WallTime> at); // By the user
    void hovered(const QString &time);                         // Empty: outside
    void signsChanged();
    void roomChanged();

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
