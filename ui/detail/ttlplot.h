// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The time to live of one lock over the last minutes: a saw-tooth with a mark at each renewal, a line at the
// lease, shade where there was no lock. Scrolls by itself while visible, a few times a second. Its stretch of
// time is its own and follows from the lease; Ctrl and the wheel zoom, dragging pans, a double click goes
// back to now; the same by keys and menu. Owner: the detail pane; GUI thread. The plot library stays behind
// this header.

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
    // Begins anew with what was seen of the lock so far.
    void start(const LockPtr &lock, const std::vector<LockEvent> &events);
    void addEvent(const LockEvent &event);
    void addReading(const LockPtr &lock);
    void addGone(Instant at);

    int replots() const; // since it was made
    QString valueAt(Instant at) const;
    TimeWindow &window();
    Done save(const QString &fileName) const; // see plotfile.h
    QSize sizeHint() const override;

signals:
    void failed(const lockscope::Failure &why); // a file could not be written

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
