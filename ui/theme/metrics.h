// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much room and which type: the one place for both. Steps of room are parts of a line of the
// application's text, so that they grow with it; type is made from the font of whoever shows it. Colours are
// in theme.h. In device-independent pixels; GUI thread, after QApplication.

#include <QFont>
#include <QMargins>

class QFontMetrics;
class QWidget;

namespace lockscope
{

// In brackets: pixels with a text of common size.
enum class Spacing {
    Hair,   // (1) a line, an edge
    Tight,  // (2) what belongs together
    Small,  // (4) around a page, between its parts
    Medium, // (6) between fields
    Large,  // (8) between groups
    Page,   // (12) around a dialog or a sheet
    Wide,   // (24) around what stands alone
};

int spacing(Spacing step);
QMargins margins(Spacing all);
QMargins margins(Spacing sides, Spacing ends); // left and right, top and bottom
QMargins marginsAtEnds(Spacing top, Spacing bottom);
QMargins marginsAtSides(Spacing left, Spacing right);

// Of corners of cards, bars and badges.
double cornerRadius();
// Of a bar that tells that something is under way.
int barThickness();
// Of icons in tool bars, and of those beside text.
int toolIconSize();
int textIconSize(const QFont &font);
// So many characters, so many lines of a widget's text. Characters are measured on English text: a font's own
// average counts every sign it has, and is twice as wide for a Chinese font.
int characters(const QWidget &widget, double count);
int characters(const QFontMetrics &metrics, double count);
int lines(const QWidget &widget, double count);

QFont sizedFont(QFont font, int percent); // what a person chose, of the system's
QFont strongFont(QFont font);             // a word that counts, the head of a group
QFont headingFont(QFont font);            // the name of what is looked at
QFont titleFont(QFont font);              // the sentence of an empty page
QFont figureFont(QFont font);             // a figure on its card
QFont smallFont(QFont font);              // axes, legends
QFont codeFont();                         // keys, values, commands

} // namespace lockscope
