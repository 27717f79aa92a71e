// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sizes a dialog as wanted, but not larger than its parent window, and keeps windows on the screen with their
// title bars. GUI thread.

#include <QDialog>
#include <QGuiApplication>
#include <QScreen>

#include <algorithm>

namespace lockscope
{

// For a window below its title bar, of which Qt does not know the size before the window is shown.
inline int heightOnScreen(const QWidget &window)
{
    return window.screen()->availableSize().height() - 3 * window.fontMetrics().height();
}

inline void openWith(QDialog &dialog, QSize wanted)
{
    const QWidget *parent = dialog.parentWidget();
    const QSize size = parent ? wanted.boundedTo(parent->window()->size()) : wanted;
    dialog.resize(size.width(), std::min(size.height(), heightOnScreen(dialog)));
}

// place: with the frame, of which Qt does not know the size before the window is shown.
inline void placeOnScreen(QWidget &window, QRect place, QSize frame)
{
    const QScreen *there = QGuiApplication::screenAt(place.center());
    const QRect room = (there ? there : window.screen())->availableGeometry();
    place.setSize(place.size().boundedTo(room.size()));
    place.moveLeft(std::clamp(place.left(), room.left(), room.left() + room.width() - place.width()));
    place.moveTop(std::clamp(place.top(), room.top(), room.top() + room.height() - place.height()));
    window.resize(place.size() - frame);
    window.move(place.topLeft());
}

// Qt lets the frame of a window from a larger screen be outside of this one. atFirst: its size, if none was
// saved.
inline void restoreWindow(QWidget &window, const QByteArray &geometry, QSize atFirst, QSize frame)
{
    if (!window.restoreGeometry(geometry))
        window.resize(atFirst.boundedTo(window.screen()->availableSize() - frame));
    else if (!window.isMaximized() && !window.isFullScreen())
        placeOnScreen(window, {window.pos(), window.size() + frame}, frame);
}

} // namespace lockscope
