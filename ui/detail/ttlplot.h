// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The TTL of one lock over the last minutes: a sawtooth with a mark at each renewal, a line at the lease,
// shading where there was no lock. Scrolls a few times a second while visible. Its time range is its own and
// follows the lease; Ctrl+wheel zooms, dragging pans, a double click returns to now; also by keys and menu.
// Owner: the detail pane; GUI thread. Hides the plot library.

#include "core/base/outcome.h"
#include "core/values/events.h"
#include "ui/plots/timewindow.h"

#include <QWidget>

#include <memory>

namespace lockscope
{

class TtlPlot final : public QWidget
{
    Q_OBJECT
public:
    explicit TtlPlot(QWidget *parent = nullptr);
    ~TtlPlot() override;

    void clear();
    // Starts again with the events seen so far.
    void start(const LockPtr &lock, const std::vector<LockEvent> &events);
    void addEvent(const LockEvent &event);
    void addReading(const LockPtr &lock);
    void addGone(Instant at);

    int replots() const;
    bool isTicking() const; // draws again as time passes
    QString valueAt(Instant at) const;
    TimeWindow &window();
    Done save(const QString &fileName) const; // See plotfile.h
    QSize sizeHint() const override;

signals:
    void failed(const lockscope::Failure &why); // A file could not be written

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
