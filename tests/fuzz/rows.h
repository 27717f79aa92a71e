// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Rows of an SQLite file as text: a row is a line "TABLE|VALUE|VALUE…", its values in the order of the
// columns. A value is a whole number, or what the column holds: a text or bytes; or nothing (NULL). \xNN is a
// byte.

#include <QByteArray>
#include <QString>

namespace lockscope::fuzz
{

// Replaces all rows of the file's tables, also where the file forbids it, as another program could.
void replaceRows(const QString &file, const QByteArray &text);

} // namespace lockscope::fuzz
