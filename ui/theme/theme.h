// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Colours and icons for all states that the window shows, derived from the current palette. The one place for
// colours, as metrics.h is for spacing and fonts. As text, every state colour has a contrast of 4.5:1 on the
// palette's base and alternate base. Each state also has its own shape, so colour is not needed to recognise
// it. Values, GUI thread. Create a new one when the palette changes; it is cheap while the palette is the
// same.

#include "core/values/connection/connection.h"
#include "core/values/events.h"

#include <QBrush>
#include <QColor>
#include <QIcon>
#include <QPalette>

#include <algorithm>
#include <array>
#include <span>

namespace lockscope
{

// The look of an owner's holds on the timeline. The hatch separates owners with similar colours.
struct OwnerLook {
    QColor fill{}; // The palette's text is readable on it, also when hatched
    QColor edge{};
    QColor hatch{};
    Qt::BrushStyle pattern = Qt::NoBrush;
};

struct Theme {
    // Six fills by four hatches.
    static constexpr size_t OwnerFills = 6;
    static constexpr size_t OwnerLooks = 24;
    static constexpr size_t Ages = 4;

    bool dark = false;
    // Text, lines and icons
    QColor ok{};
    QColor info{};
    QColor warning{};
    QColor critical{};
    QColor muted{};
    QColor accent{};
    QColor development{};
    QColor staging{};
    QColor production{};
    // Surfaces
    QColor barFill{}; // The remaining part of a lease; the palette's text is readable on it
    QColor barInfo{}; // For a hold on the timeline
    QColor barInfoHatch{};
    QColor barLow{}; // The same if a renewal is overdue
    QColor barCritical{};
    QColor barLowHatch{}; // Drawn over them, to be recognisable without colour
    QColor barCriticalHatch{};
    QColor barBackground{};
    QColor flash{}; // Behind a row that has just been renewed
    QColor grid{};  // Hairlines of plots and tables
    QColor gap{};   // Time without a lock, behind a plot
    QColor selection{};
    QColor legend{}; // Translucent background of texts in a plot

    static Theme of(const QPalette &palette);

    QColor verdict(VerdictLevel level) const;
    // A surface of this verdict, and the hatch over it that tells it from the others without colour.
    QBrush verdictFill(VerdictLevel level) const;
    QBrush verdictHatch(VerdictLevel level) const;
    QColor event(EventKind kind) const;
    QColor environment(Environment environment) const;
    QColor series(size_t index) const; // For lines in a plot; each also has its own mark or dashes
    QColor age(size_t step) const { return m_ages[std::min(step, Ages - 1)]; } // A surface; 0: the youngest
    const OwnerLook &owner(size_t look) const { return m_owners[look % OwnerLooks]; }
    // Check mark, i, triangle, octagon with a cross: recognisable without colour.
    QIcon verdictIcon(VerdictLevel level) const;
    QIcon eventIcon(EventKind kind) const;

private:
    static Theme made(const QPalette &palette);

    std::array<QIcon, 4> m_verdicts{};
    std::array<QIcon, 9> m_events{};
    std::array<OwnerLook, OwnerLooks> m_owners{};
    std::array<QColor, Ages> m_ages{};
};

QPalette lightPalette();
QPalette darkPalette();

// The colours "#rrggbb" for marking a connection, and the visible variant of one on a palette.
std::span<const char *const> connectionColours();
QColor visibleColour(const QString &code, const QPalette &palette);

QColor mixed(const QColor &a, const QColor &b, double share); // share: of `a`
QColor translucent(QColor colour, double opacity);
// WCAG 2 contrast of two opaque colours, from 1 to 21.
double contrast(const QColor &a, const QColor &b);

} // namespace lockscope
