// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The name of a string value's format, and what the value says about its owner. Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

// Sentences about the time and machine in a token, or the text after it. May be empty.
QStringList explainOwner(const KeyReading &reading);
// Translates StringValue::shape.
QString stringValueText(const char *source);

} // namespace lockscope
