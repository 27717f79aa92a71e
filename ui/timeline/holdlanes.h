// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who held what, and when: one lane a lock, one bar a hold in its owner's colour, renewals as ticks, what
// befell the servers as vertical lines with its word. Open holds reach to now. Wheel and dragging move the
// shared time window; the strip on top is for the look back: a press there, or on its line, sets the moment.
// Draws the first lanes that there is room for. Owner: the timeline page; GUI thread. The plot library stays
// behind this header.

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
    void clear(const QString &why); // a sentence, where the lanes would be
    void setChosen(const LockName &key);
    void setMoment(std::optional<WallTime> at); // a person's look back; nothing: none

    const RedrawThrottle &pace() const;
    const std::vector<Lane> &lanes() const;
    const QString &why() const; // the sentence, while there are no lanes
    size_t drawnLanes() const;  // that there is room for
    size_t drawnBars() const;   // of those in sight; bars within one pixel are drawn once
    QPoint pointOf(const LockName &key, WallTime at) const; // middle of the lane; for tests
    QString textAt(const QPointF &point) const;             // of the hold under it; empty: there is none

    Done save(const QString &fileName) const; // see plotfile.h

    QSize sizeHint() const override;

signals:
    void lockWanted(const lockscope::LockName &key);
    void momentChanged(std::optional<lockscope::WallTime> at); // by a person
    void hovered(const QString &time);                         // empty: nowhere

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
