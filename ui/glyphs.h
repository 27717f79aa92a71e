// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Icons of the tool bar and the panels: drawn, in the palette's text colour at the moment of painting, so
// they follow the theme and any scale. GUI thread.

#include <QIcon>

namespace lockscope
{

enum class Glyph { Connect, Disconnect, Rescan, Stop, Add, Search, Padlock, Keyboard, Server, Close };

QIcon glyphIcon(Glyph glyph);
QIcon applicationIcon();

} // namespace lockscope
