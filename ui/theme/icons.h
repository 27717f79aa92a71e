// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Icons of the tool bar, the panels and the kinds of locks, painted in the palette's current text colour, so
// they follow the theme. Each is a file in resources/icons. GUI thread.

#include <QIcon>

class QPainter;

namespace lockscope
{

enum class Glyph {
    Connect,
    Disconnect,
    Rescan,
    Play,
    Stop,
    Add,
    Search,
    Padlock,
    OpenPadlock,
    Keyboard,
    Server,
    Close,
    Pin,
    Back,
    Forward,
    Settings,
    Help,
    Info,
    Copy,
    Terminal,
    Folder,
    Pulse,
    Reopen,
    Command,
    // Kinds of locks
    Mutex,
    ReadWrite,
    Semaphore,
    Latch,
    Group,
    Workload,
    Bare,
    // Time
    Closer,
    Farther,
    Live,
    Paused,
    Export
};

QIcon glyphIcon(Glyph glyph);
// For delegates that use their own colour.
void paintGlyph(QPainter &painter, const QRectF &rect, Glyph glyph, const QColor &color);
// The icon of a connection in the user's colour "#rrggbb".
QIcon colourIcon(const QString &colour);
QIcon applicationIcon();

} // namespace lockscope
