// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/waitingtext.h"

#include "core/base/tr.h"

#include <algorithm>

namespace lockscope
{

QString waitingText(const WaitGraph &graph)
{
    const int locks = int(graph.locks.size());
    if (const WaiterCount count = graph.count(); count.least > 0)
        return (count.isExact() ? Tr::tr("%1 for %2, %3 of them identified", "waiters, locks")
                                : Tr::tr("at least %1 for %2, %3 of them identified", "waiters, locks"))
            .arg(Tr::tr("%n waiter(s)", nullptr, int(count.least)), Tr::tr("%n lock(s)", nullptr, locks),
                 QString::number(graph.named()));
    const int unread = int(std::ranges::count_if(
        graph.locks, [](const BlockedLock &blocked) { return blocked.isCut || blocked.isUnread; }));
    return unread == 0
               ? Tr::tr("no client listens any more for the queued waiters of %n lock(s)", nullptr, locks)
               : Tr::tr("whether clients still wait for %n lock(s) is unknown: not all of the queue was read",
                        nullptr, unread);
}

} // namespace lockscope
