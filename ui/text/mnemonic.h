// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Menu texts without mnemonics, for use in sentences. Pure.

#include <QString>

namespace lockscope
{

QString withoutMnemonic(const QString &text); // "&Copy", "复制(&C)"; "&&" becomes "&"

} // namespace lockscope
