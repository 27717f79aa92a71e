// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the names of related locks begin with. Pure; any thread.

#include "core/base/names.h"

namespace lockscope
{

// Ends with the last ':', '.' or '/', but before the first part that is a number, a UUID or at least eight
// hex digits with a decimal digit among them: "order:" for both order:1042 and order:1042:lock. Empty: the
// name has no such beginning.
QByteArray keyPrefix(const LockName &key);

} // namespace lockscope
