// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The width of text in terminal columns, and fitting text to a width. Pure.

#include <QString>

namespace lockscope::cli
{

// East Asian wide characters and emoji take two columns, combining marks none.
int columns(QStringView text);

// Limits text to width columns and puts the mark in the middle, because the ends of a key distinguish it.
QString elided(const QString &text, int width, const QString &mark = QStringLiteral("…"));

// Padded with blanks to width columns.
QString padded(const QString &text, int width, bool right = false);

} // namespace lockscope::cli
