// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Holds over time: one lane for each lock, one bar in its owner's colour for each hold, ticks for renewals,
// labelled vertical lines for server events. Open holds extend to now. Wheel and dragging move the shared
// time range; a press on the strip on top, or on the line below it, sets the moment to look back at. Draws as
// many lanes as fit. Owner: the timeline page; GUI thread. Hides the plot library.

#include "core/base/outcome.h"
#include "ui/plots/timewindow.h"
#include "ui/timeline/timelinelanes.h"

#include <QWidget>

#include <memory>

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
    const QString &why() const; // The sentence shown while there are no lanes
    size_t drawnLanes() const;  // As many as fit
    size_t drawnBars() const;   // Visible ones; bars within one pixel are drawn once
    QPoint pointOf(const LockName &key, WallTime at) const; // The middle of the lane; for tests
    QString textAt(const QPointF &point) const;             // The hold at the point; empty: none

    Done save(const QString &fileName) const; // See plotfile.h

    QSize sizeHint() const override;

signals:
    void lockWanted(const lockscope::LockName &key);
    void momentChanged(std::optional<lockscope::WallTime> at); // By the user
    void hovered(const QString &time);                         // Empty: outside

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
