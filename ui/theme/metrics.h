// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one place for spacing and fonts (colours are in theme.h). Spacing steps are fractions of a line of the
// application font, so they scale with it; fonts derive from the widget's font. In device-independent pixels;
// GUI thread, after QApplication.

#include <QFont>
#include <QMargins>

class QFontMetrics;
class QWidget;

namespace lockscope
{

// In brackets: pixels with an average font.
enum class Spacing {
    Hair,   // (1) lines, edges
    Tight,  // (2) within a unit
    Small,  // (4) around a page, between its parts
    Medium, // (6) between fields
    Large,  // (8) between groups
    Page,   // (12) around a dialog or a text page
    Wide,   // (24) around a single element
};

int spacing(Spacing step);
QMargins margins(Spacing all);
QMargins margins(Spacing sides, Spacing ends); // sides: left and right; ends: top and bottom
QMargins marginsAtEnds(Spacing top, Spacing bottom);
QMargins marginsAtSides(Spacing left, Spacing right);

// For cards, bars and badges.
double cornerRadius();
// For progress bars without text.
int barThickness();
// For tool bars, and for icons beside text.
int toolIconSize();
int textIconSize(const QFont &font);
// The width of so many characters and the height of so many lines. Characters are measured on English text: a
// font's own average counts all its characters and is twice as wide for a Chinese font.
int characters(const QWidget &widget, double count);
int characters(const QFontMetrics &metrics, double count);
int lines(const QWidget &widget, double count);

QFont sizedFont(QFont font, int percent); // The user's text size, in percent
QFont strongFont(QFont font);             // Emphasis and group headings
QFont headingFont(QFont font);            // The name of the object shown
QFont titleFont(QFont font);              // The title of an empty page
QFont figureFont(QFont font);             // A figure on its card
QFont smallFont(QFont font);              // Axes, legends
QFont codeFont();                         // Keys, values, commands

} // namespace lockscope
