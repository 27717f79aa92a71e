// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps the text of a widget in a colour of the theme, also when the theme changes. GUI thread.

#include "core/values/connection/connection.h"

class QWidget;

namespace lockscope
{

void keepCriticalColour(QWidget *words); // For error texts
void keepEnvironmentColour(QWidget *words, Environment environment);

} // namespace lockscope
