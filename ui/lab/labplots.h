// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The arms as plots: waiting times by percentile, and pace over time. A variant has the same colour and mark
// in all runs; each run has its own dashes. Owner: the lab page; GUI thread. Hides the plot library.

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
    Done savePicture(const QString &fileName); // Both plots as one PNG
    int series() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
