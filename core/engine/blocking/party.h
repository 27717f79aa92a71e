// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a client that holds one lock and a client that waits for another are the same. A lock's keys prove
// it only where the owner id names a thread: another thread of a process may wait while the first one works.
// Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

struct Party {
    QByteArray thread{};  // of which process, in one word; empty: the id does not name a thread
    QByteArray process{}; // what all ids of one process share, else the id; empty: the value names no client
    QByteArray address{}; // of its connection; empty: unknown

    // What groups the locks of one owner; empty: nothing does.
    const QByteArray &key() const { return thread.isEmpty() ? process : thread; }
};

// The address where it names one connection: neither a host alone, nor the unix socket that all share. Empty:
// it does not.
QByteArray connectionOf(const QByteArray &address);
// format: of the lock; null: unknown.
Party partyOf(const Format *format, const OwnerId &owner, const ClientInfo &client);

enum class Sameness { No, Possible, Certain };
Sameness sameness(const Party &a, const Party &b);

} // namespace lockscope
