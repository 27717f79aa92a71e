// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Raw values: text as text, anything else as a hex dump; limited in length. Pure, GUI thread.

#include "core/engine/engine.h"

#include <QString>

namespace lockscope
{

QString hexDump(const QByteArray &bytes); // 16 bytes per line, with offset and printable characters
QString rawText(const LockDetail &detail);
QString rawTitle(const LockDetail &detail); // "Value: hash, 1 field"

} // namespace lockscope
