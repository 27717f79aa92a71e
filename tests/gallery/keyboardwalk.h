// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Through a window by Tab and by Shift+Tab: what either does not reach, where neither gets on, and where
// nobody sees that he is there. GUI thread; real key events.

#include <QStringList>
#include <QWidget>

namespace lockscope::test
{

QStringList walkFaults(QWidget &window);

} // namespace lockscope::test
