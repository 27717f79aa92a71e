// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Axis ticks as durations ("500 ms", "20 s", "10 min", "3 h"), with one unit for the whole axis. GUI thread.
// Includes the plot library, whose large header only sources of plots should read (see lockscope_unity()).

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
