// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The common prefix of the names of related locks. Pure; any thread.

#include "core/base/names.h"

namespace lockscope
{

// The prefix ends with the last ':', '.' or '/' before the first part that is a number, a UUID, or at least
// eight hex digits including a decimal digit: "order:" for both order:1042 and order:1042:lock. Empty: the
// name has no prefix.
QByteArray keyPrefix(const LockName &key);

} // namespace lockscope
