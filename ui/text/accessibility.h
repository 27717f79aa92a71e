// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names and descriptions for those who hear the window. Qt tells a screen reader each time one is set, also
// to what it was: what is shown anew each second would be read aloud each second. GUI thread.

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
