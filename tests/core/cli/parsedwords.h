// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The arguments of lockscope-cli, parsed.

#include "app/cli/syntax/arguments.h"

#include <QList>

namespace lockscope::test
{

using Words = QList<QByteArray>;

inline Outcome<cli::Arguments> parse(const Words &words)
{
    return cli::parseArguments(std::vector<QByteArray>(words.begin(), words.end()));
}

} // namespace lockscope::test
