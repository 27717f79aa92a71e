// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words in a colour of the theme, also of the one that is chosen while they are shown. GUI thread.

#include "core/values/connection/connection.h"

class QWidget;

namespace lockscope
{

void keepCriticalColour(QWidget *words); // they say what is wrong
void keepEnvironmentColour(QWidget *words, Environment environment);

} // namespace lockscope
