// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Menu texts without mnemonics, for use in sentences, and with one. Pure.

#include <QString>

namespace lockscope
{

QString withoutMnemonic(const QString &text); // "&Copy", "复制(&C)"; "&&" becomes "&"
// With this letter as the mnemonic: where the text has it, otherwise after the text, as in Chinese.
QString withMnemonic(QString text, QChar letter);

} // namespace lockscope
