// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A page that scrolls where there is less room than it needs. GUI thread.

class QWidget;

namespace lockscope
{

QWidget *scrollingPage(QWidget *page);

} // namespace lockscope
