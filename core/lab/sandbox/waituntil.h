// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Waits until sandbox servers agree: polls for at most a minute. Blocks.

#include "core/base/outcome.h"

#include <functional>

namespace lockscope
{

// what: for the failure message, for example "the replicas get the data of their master".
Done waitUntil(const std::function<bool()> &reached, const QString &what);

} // namespace lockscope
