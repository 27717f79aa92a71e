// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which client blocks which, in the DOT language of Graphviz: an arrow from each waiter to the lock it waits
// for, and from each lock to its holders. Pure.

#include "core/engine/blocking/blockingreport.h"

namespace lockscope
{

QByteArray blockingDot(const BlockingReport &report); // UTF-8

} // namespace lockscope
