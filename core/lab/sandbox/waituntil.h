// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Waits for servers of a sandbox to agree: looks again and again, a minute long at most. Blocks.

#include "core/base/outcome.h"

#include <functional>

namespace lockscope
{

// what: for the failure, as "the replicas get their data".
Done waitUntil(const std::function<bool()> &reached, const QString &what);

} // namespace lockscope
