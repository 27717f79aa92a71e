// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sizes in files and options: "512MiB", "1GiB", "700KiB", "1000B". Pure.

#include "core/base/outcome.h"

namespace lockscope
{

// A bare number is refused, and so is what is no whole number of bytes: the text says why.
Outcome<qint64> parseSize(const QString &text);
// The shortest exact form of parseSize.
QString sizeText(qint64 bytes);

} // namespace lockscope
