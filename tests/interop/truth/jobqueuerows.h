// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The rows of job queues and schedulers, and of what frameworks bring for them.

#include "tests/interop/truth/truthrow.h"

#include <vector>

namespace lockscope::test
{

std::vector<TruthRow> jobQueueRows();

} // namespace lockscope::test
