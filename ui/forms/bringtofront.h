// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// GUI thread.

#include <QWidget>

namespace lockscope
{

// Shows a window in front of all others, with the focus, whether it was hidden, covered or new.
inline void bringToFront(QWidget &window)
{
    window.show();
    window.raise();
    window.activateWindow();
}

} // namespace lockscope
