// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Icons of the tool bar, the panels and the kinds of locks: drawn, in the palette's text colour at the moment
// of painting, so they follow the theme and any scale. GUI thread.

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
    // kinds of locks
    Mutex,
    ReadWrite,
    Semaphore,
    Latch,
    Group,
    Workload,
    Bare,
    // time
    Closer,
    Farther,
    Live,
    Paused,
    Export
};

QIcon glyphIcon(Glyph glyph);
// The same shape where a cell is painted, in a colour of its own.
void paintGlyph(QPainter &painter, const QRectF &rect, Glyph glyph, const QColor &color);
// The mark of a connection, in the colour that a person gave it: "#rrggbb".
QIcon colourIcon(const QString &colour);
QIcon applicationIcon();

} // namespace lockscope
