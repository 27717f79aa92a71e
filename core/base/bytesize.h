// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sizes in files and options: "512MiB", "1GiB", "700KiB", "1000B". Pure.

#include "core/base/outcome.h"

namespace lockscope
{

// Refuses a bare number, and fractions of a byte; the failure says why.
Outcome<qint64> parseSize(const QString &text);
// For the replies of a connection: the same, and within bounds.
Outcome<qint64> parseMaxMemory(const QString &text);
// The shortest exact text that parseSize() accepts.
QString sizeText(qint64 bytes);

} // namespace lockscope
