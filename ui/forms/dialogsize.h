// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sizes a dialog as wanted, but not larger than its parent window. GUI thread.

#include <QDialog>

namespace lockscope
{

inline void openWith(QDialog &dialog, QSize wanted)
{
    const QWidget *parent = dialog.parentWidget();
    dialog.resize(parent ? wanted.boundedTo(parent->window()->size()) : wanted);
}

} // namespace lockscope
