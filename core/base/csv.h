// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tables as CSV: fields are quoted where needed (RFC 4180, but lines end with a line feed only). Control and
// bidirectional characters are escaped, so that a row is one line. A text that a spreadsheet would run as a
// formula gets a leading '. Pure.

#include <QStringList>

namespace lockscope
{

QByteArray csvLine(const QStringList &fields); // UTF-8, with the line end

} // namespace lockscope
