// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How many columns a terminal gives a text, and cutting one to fit. Pure.

#include <QString>

namespace lockscope::cli
{

// East Asian wide characters and emoji take two columns, combining marks none.
int columns(QStringView text);

// At most width columns, with the mark in the middle where something was left out: the ends of a key tell it
// from its neighbours.
QString elided(const QString &text, int width, const QString &mark = QStringLiteral("…"));

// Filled up with blanks to width columns.
QString padded(const QString &text, int width, bool right = false);

} // namespace lockscope::cli
