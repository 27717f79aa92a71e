// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How large a dialog opens: as it would like to be, and no larger than the window it belongs to. GUI thread.

#include <QDialog>

namespace lockscope
{

inline void openWith(QDialog &dialog, QSize wanted)
{
    const QWidget *parent = dialog.parentWidget();
    dialog.resize(parent ? wanted.boundedTo(parent->window()->size()) : wanted);
}

} // namespace lockscope
