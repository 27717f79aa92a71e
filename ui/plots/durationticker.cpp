// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/durationticker.h"

#include "core/base/tr.h"

namespace lockscope
{

namespace
{

QString unit(const char *text, double value, const QLocale &locale)
{
    return Tr::tr(text).arg(locale.toString(qRound64(value)));
}

} // namespace

double DurationTicker::getTickStep(const QCPRange &range)
{
    static const double steps[] = {0.001, 0.002, 0.005, 0.01,   0.02,   0.05,    0.1,     0.2,
                                   0.5,   1,     2,     5,      10,     15,      30,      60,
                                   120,   300,   600,   1200,   1800,   3600,    7200,    14400,
                                   21600, 43200, 86400, 172800, 604800, 2592000, 31536000};
    for (const double step : steps) {
        m_step = step;
        if (range.size() / step <= tickCount() + 0.5)
            break;
    }
    return m_step;
}

QString DurationTicker::getTickLabel(double tick, const QLocale &locale, QChar, int)
{
    if (m_step < 1)
        return unit(QT_TRANSLATE_NOOP("lockscope::text", "%1 ms"), tick * 1000, locale);
    if (m_step < 60)
        return unit(QT_TRANSLATE_NOOP("lockscope::text", "%1 s"), tick, locale);
    if (m_step < 3600)
        return unit(QT_TRANSLATE_NOOP("lockscope::text", "%1 min"), tick / 60, locale);
    if (m_step < 86400)
        return unit(QT_TRANSLATE_NOOP("lockscope::text", "%1 h"), tick / 3600, locale);
    return unit(QT_TRANSLATE_NOOP("lockscope::text", "%1 d"), tick / 86400, locale);
}

} // namespace lockscope
