// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts of menus where no key leads to them, as in a sentence. Pure.

#include <QString>

namespace lockscope
{

QString withoutMnemonic(const QString &text); // "&Copy", "复制(&C)"; of "&&" one stays

} // namespace lockscope
