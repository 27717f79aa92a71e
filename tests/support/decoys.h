// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keys that well-known applications keep in Redis and that are no locks: sessions, caches, rate limiters,
// queues, feature flags, smart locks, lock files of package managers, block lists, clocks. Many have a lock's
// word in their name, or a lock's shape as their value.

#include "core/redis/session.h"

#include <QByteArrayList>

namespace lockscope::test
{

// Writes them all; their names. Ends the program where the server refuses a command.
QByteArrayList fillDecoys(Session &session);

} // namespace lockscope::test
