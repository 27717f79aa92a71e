// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// python-redis-lock names a lock lock:NAME, and its waiters block on the list lock-signal:NAME. If the
// application chose the id, only these names are left of its format. Pure; any thread.

#include "core/formats/strings/stringplan.h"

namespace lockscope
{

struct StringValue;

bool isPythonLockName(QByteArrayView key);
QByteArray pythonSignalKey(QByteArrayView key); // of such a name
// True for a value of no library's format under such a name.
bool mayBePythonLock(const LockName &key, const StringValue &value);
bool mayBePythonLock(const LockName &key, const QByteArray &value);
// Deletes the key as a lock of any program; a waiter on the list is woken by another act, because the list
// may be in another slot of a cluster.
StringActs pythonMayActs(const LockName &key);
QString pythonWakeAdvice(const LockName &key);
QString pythonWaitersLine(const LockName &key);

} // namespace lockscope
