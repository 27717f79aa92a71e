// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A comparison as JSON and CSV. Names are a released interface. Times in milliseconds since 1970. Pure.

#include "core/base/jsonwriter.h"
#include "core/history/compare/comparison.h"

namespace lockscope
{

QByteArray comparisonJson(const Comparison &comparison, JsonWriter::Layout layout);
QByteArray comparisonCsv(const Comparison &comparison); // one line per figure

} // namespace lockscope
