// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Colours and drawn icons for the states the window shows, made for the palette in use. Every colour is
// readable as text (contrast 4.5:1) on the palette's base and alternate base, and no state is told by colour
// alone: each has its own shape. Values, GUI thread; make a new one when the palette changes.

#include "core/values/connection.h"
#include "core/values/events.h"

#include <QColor>
#include <QIcon>
#include <QPalette>

#include <array>

namespace lockscope
{

struct Theme {
    bool dark = false;
    // text, lines and icons
    QColor ok{};
    QColor info{};
    QColor warning{};
    QColor critical{};
    QColor muted{};
    QColor accent{};
    QColor development{};
    QColor staging{};
    QColor production{};
    // surfaces
    QColor barFill{}; // the part of a lease that is left; text of the palette is readable on it
    QColor barLow{};  // the same when little is left
    QColor barBackground{};
    QColor flash{}; // behind a row that was just renewed
    QColor grid{};  // hairlines of plots and tables
    QColor gap{};   // time without a lock, behind a plot

    static Theme of(const QPalette &palette);

    QColor verdict(VerdictLevel level) const;
    QColor event(EventKind kind) const;
    QColor environment(Environment environment) const;
    // Check, i, triangle, octagon with a cross: told apart without colour.
    QIcon verdictIcon(VerdictLevel level) const;
    QIcon eventIcon(EventKind kind) const;

private:
    std::array<QIcon, 4> m_verdicts{};
    std::array<QIcon, 9> m_events{};
};

QPalette lightPalette();
QPalette darkPalette();
// WCAG 2 contrast, 1 to 21, of two opaque colours.
double contrast(const QColor &a, const QColor &b);

} // namespace lockscope
