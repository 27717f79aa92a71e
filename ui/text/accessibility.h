// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sets accessible names and descriptions only when they change: Qt notifies screen readers each time one is
// set, so a text set every second would be read every second. GUI thread.

#include <QWidget>

namespace lockscope
{

inline void speakOf(QWidget &widget, const QString &name)
{
    if (name != widget.accessibleName())
        widget.setAccessibleName(name);
}

inline void explain(QWidget &widget, const QString &description)
{
    if (description != widget.accessibleDescription())
        widget.setAccessibleDescription(description);
}

} // namespace lockscope
