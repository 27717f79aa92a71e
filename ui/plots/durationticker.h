// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ticks of an axis in durations: "500 ms", "20 s", "10 min", "3 h", one unit for the whole axis. GUI thread.
// Includes the plot library: for sources that are compiled without the prohibition of foreach only.

#include <qcustomplot.h>

namespace lockscope
{

class DurationTicker final : public QCPAxisTicker
{
protected:
    double getTickStep(const QCPRange &range) override;
    QString getTickLabel(double tick, const QLocale &locale, QChar, int) override;
    int getSubTickCount(double) override { return 0; }

private:
    double m_step = 1;
};

} // namespace lockscope
