// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a name says what its key is, by a word of it. Asked for each key of a scan. Pure; any thread.

#include <QByteArrayView>

namespace lockscope
{

// Whether the name says lock: "lock", "mutex" or "lck" as a word of it ("order:lock:7", "orderLock",
// "redlock"), and not as part of another ("block", "clock", "unlocked").
bool hasLockWord(QByteArrayView name);
// Likewise "semaphore" or "permits"; "latch" or "countdown".
bool hasSemaphoreWord(QByteArrayView name);
bool hasLatchWord(QByteArrayView name);

} // namespace lockscope
