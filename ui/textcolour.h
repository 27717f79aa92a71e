// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words in a colour of the theme, also of the one that is chosen while they are shown. GUI thread.

#include "ui/theme.h"

class QWidget;

namespace lockscope
{

using ThemeColour = QColor (*)(const Theme &theme);

void keepTextColour(QWidget *words, ThemeColour colour);
void keepTextColour(QWidget *words, Environment environment);

inline QColor criticalColour(const Theme &theme)
{
    return theme.critical;
}

} // namespace lockscope
