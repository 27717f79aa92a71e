// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How long the holds were that ended in the stretch shown: one bar for each doubling, from a millisecond.
// Pointing at a bar tells its figures. Owner: the contention page; GUI thread. The plot library stays behind
// this header.

#include "core/base/outcome.h"
#include "core/history/holdlengths.h"
#include "ui/plots/redrawthrottle.h"

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
    using QWidget::show;
    std::vector<qint64> bars() const;          // that are drawn, the shortest holds first
    QStringList edges() const;                 // that are written below them
    QString textAt(const QPoint &point) const; // of the bar there, in the plot; empty: there is none
    QString title() const;
    Done save(const QString &fileName) const; // see plotfile.h
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
