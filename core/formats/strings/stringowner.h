// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a string's value is called, and what it tells of its owner, in sentences. Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

// Time and machine in a token, a text behind it. May be empty.
QStringList explainOwner(const KeyReading &reading);
// StringValue::shape, translated.
QString stringValueText(const char *source);

} // namespace lockscope
