// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Colours and drawn icons for the states the window shows, made for the palette in use: the one place for
// colours, as metrics.h is for room and type. Every colour of a state is readable as text (contrast 4.5:1) on
// the palette's base and alternate base, and no state is told by colour alone: each has its own shape.
// Values, GUI thread; make a new one when the palette changes, which costs little while it is the same.

#include "core/values/connection/connection.h"
#include "core/values/events.h"

#include <QColor>
#include <QIcon>
#include <QPalette>

#include <array>
#include <span>

namespace lockscope
{

// What an owner's holds look like on the timeline. The hatch tells apart what colours do not.
struct OwnerLook {
    QColor fill{}; // text of the palette is readable on it, hatched too
    QColor edge{};
    QColor hatch{};
    Qt::BrushStyle pattern = Qt::NoBrush;
};

struct Theme {
    // Six fills by four hatches.
    static constexpr size_t OwnerFills = 6;
    static constexpr size_t OwnerLooks = 24;

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
    QColor barLow{};  // the same when it was not renewed as it should
    QColor barCritical{};
    QColor barLowHatch{}; // over them: told apart without colour
    QColor barCriticalHatch{};
    QColor barBackground{};
    QColor flash{}; // behind a row that was just renewed
    QColor grid{};  // hairlines of plots and tables
    QColor gap{};   // time without a lock, behind a plot
    QColor selection{};
    QColor legend{}; // behind the words in a plot, which shows through

    static Theme of(const QPalette &palette);

    QColor verdict(VerdictLevel level) const;
    QColor event(EventKind kind) const;
    QColor environment(Environment environment) const;
    QColor series(size_t index) const; // of the lines in a plot; each has a mark or dashes of its own, too
    const OwnerLook &owner(size_t look) const { return m_owners[look % OwnerLooks]; }
    // Check, i, triangle, octagon with a cross: told apart without colour.
    QIcon verdictIcon(VerdictLevel level) const;
    QIcon eventIcon(EventKind kind) const;

private:
    static Theme made(const QPalette &palette);

    std::array<QIcon, 4> m_verdicts{};
    std::array<QIcon, 9> m_events{};
    std::array<OwnerLook, OwnerLooks> m_owners{};
};

QPalette lightPalette();
QPalette darkPalette();

// What a person may mark a connection with, as "#rrggbb", and that colour where it can be seen on this
// palette.
std::span<const char *const> connectionColours();
QColor visibleColour(const QString &code, const QPalette &palette);

QColor mixed(const QColor &a, const QColor &b, double share); // share: of a
QColor translucent(QColor colour, double opacity);
// WCAG 2 contrast, 1 to 21, of two opaque colours.
double contrast(const QColor &a, const QColor &b);

} // namespace lockscope
