// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the table of arms says, as plots: how long each arm's workers waited, by percentile, and the pace of
// each over its time. A way has its colour and mark in all runs, and a run its dashes. Owner: the lab page;
// GUI thread. The plot library stays behind this header.

#include "core/lab/laboutcome.h"

#include <QWidget>

namespace lockscope
{

class LabPlots final : public QWidget
{
    Q_OBJECT
public:
    explicit LabPlots(QWidget *parent = nullptr);
    ~LabPlots() override;

    void show(const std::vector<LabOutcome> &runs);
    Done savePicture(const QString &fileName); // both plots, as PNG
    int series() const;                        // arms that are drawn

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
