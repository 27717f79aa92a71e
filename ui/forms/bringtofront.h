// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Brings a window to the front, in the same way wherever it is asked for. GUI thread.

#include <QWidget>

namespace lockscope
{

// Shows a window in front of all others, with the focus, whether it was hidden, covered, minimized or new.
inline void bringToFront(QWidget &window)
{
    window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
    window.show();
    window.raise();
    window.activateWindow();
}

} // namespace lockscope
