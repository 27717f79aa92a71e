// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Colours of the output. Inside the program a colour is a mark that no bytes of a server or a file decode to,
// so that only tinted() can switch one on; Output turns the marks into escape sequences. Pure.

#include <QString>

namespace lockscope::cli
{

enum class Tint { Plain, Faint, Good, Notice, Warning, Alarm, Title };

struct TextStyle {
    bool colour = false;
    int width = 0; // of the terminal; 0: unlimited
    QString mark = QStringLiteral("…");
};

QString tinted(const QString &text, Tint tint, const TextStyle &style);

// One line as bytes for a terminal or a pipe, without the line end. Everything that is neither plain text nor
// a mark is escaped, line ends too. The marks are left out without colour.
QByteArray renderedLine(const QString &line, bool colour);

} // namespace lockscope::cli
