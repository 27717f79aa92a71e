// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The lengths of the holds that ended in the range shown: one bar for each doubling, starting at a
// millisecond. Pointing at a bar shows its figures. Owner: the contention page; GUI thread. Hides the plot
// library.

#include "core/base/outcome.h"
#include "core/history/values/holdlengths.h"
#include "ui/plots/redrawthrottle.h"
#include "ui/plots/tallycurves.h"

#include <QWidget>

#include <memory>

namespace lockscope
{

class HoldHistogram final : public QWidget
{
    Q_OBJECT
public:
    explicit HoldHistogram(QWidget *parent = nullptr);
    ~HoldHistogram() override;

    void show(const HoldLengths &lengths, bool sampled);
    void showOnly(const std::vector<LockName> &keys); // Named in the title; empty: all locks.
                                                      // Shows no data until the next show()
    using QWidget::show;
    std::vector<qint64> bars() const;          // As drawn, shortest holds first
    QStringList edges() const;                 // The labels below them
    QString textAt(const QPoint &point) const; // For the bar at that point of the plot; empty: none
    QString title() const;
    Done save(const QString &fileName) const; // See plotfile.h
    QSize sizeHint() const override;

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
