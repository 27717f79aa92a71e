// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tables as CSV: a line of fields, quoted where they need it (RFC 4180, but lines end with a line feed only).
// A text that a spreadsheet would take for a formula has ' before it. Pure.

#include <QStringList>

namespace lockscope
{

QByteArray csvLine(const QStringList &fields); // UTF-8, with its end of line

} // namespace lockscope
