// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The rows of libraries that no test has, whose commands the driver `commands` sends.

#include "tests/interop/truth/truthrow.h"

#include <vector>

namespace lockscope::test
{

std::vector<TruthRow> scriptedRows();

} // namespace lockscope::test
