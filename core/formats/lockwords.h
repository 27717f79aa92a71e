// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a word in a key's name says what the key is. Called for each key of a scan. Pure; any thread.

#include <QByteArrayView>

namespace lockscope
{

// True for "lock", "mutex" or "lck" as a word ("order:lock:7", "orderLock", "redlock"), but not as part of
// another word ("block", "clock", "unlocked").
bool hasLockWord(QByteArrayView name);
// The same for "semaphore" or "permits", and for "latch" or "countdown".
bool hasSemaphoreWord(QByteArrayView name);
bool hasLatchWord(QByteArrayView name);

} // namespace lockscope
