// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a word in a key's name says what the key is. Called for each key of a scan. Pure; any thread.

#include <QByteArrayView>

namespace lockscope
{

// True for "lock", "mutex" or "lck" as a word ("order:lock:7", "orderLock", "redlock"), but not as part of
// another word ("block", "clock", "unlocked").
bool hasLockWord(QByteArrayView name);
// The same for "semaphore", and for "latch". "permits" is an amount and "countdown" a time: they name no
// lock.
bool hasSemaphoreWord(QByteArrayView name);
bool hasLatchWord(QByteArrayView name);

// What the word "lock" stands for in a name, where it is there at all. In English the last noun of a compound
// says what a thing is, and the words before it say of what: a lock_timeout is a timeout, a door lock is no
// mutex.
enum class LockSense {
    None,
    Property, // the word behind it is the thing: "lock_timeout", "door:lock:status", "locks:count"
    Doubtful, // the words around it may give it another sense: "account:lock", "user_lock_notes:7"
    Lock,     // "lock:order:7", "order:7:lock", "order_lock:7"
};
LockSense lockSense(QByteArrayView name);

} // namespace lockscope
