// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The help pages, generated from the tables of syntax.h. Pure.

#include "app/cli/syntax/syntax.h"

#include <QString>

namespace lockscope::cli
{

QString generalHelp();
QString commandHelp(const CommandSyntax &command);
QString versionText();

} // namespace lockscope::cli
