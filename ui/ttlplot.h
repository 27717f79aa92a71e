// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The time to live of one lock over the last minutes: a saw-tooth with a mark at each renewal, a line at the
// lease, shade where there was no lock. Scrolls by itself while visible, a few times a second. Owner: the
// detail pane; GUI thread. The plot library stays behind this header.

#include "core/values/events.h"

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
    QSize sizeHint() const override;

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
