// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The regularly renewed locks of each client, ordered by when each counts as late, to see without a walk over
// all locks whether a client stopped renewing all of them. Owned by LockTable, on its thread; has no clock.

#include "core/base/clock.h"
#include "core/base/names.h"

#include <QHash>
#include <QSet>

#include <set>
#include <vector>

namespace lockscope
{

class RenewalTracker
{
public:
    struct Client {
        qint64 locks = 0;
        Instant allLateAt{}; // when the last of them counts as late if none is renewed
    };

    void add(const LockName &key, const QByteArray &client);
    // When the lock counts as late if it is not renewed. It must have been added.
    void setLateAt(const LockName &key, Instant lateAt, Instant at);
    void remove(const LockName &key, Instant at);
    void clear();

    Client of(const LockName &key) const; // of its client; 0 locks if it has none
    // Locks that are late at `at` and whose verdict may change because of another lock of their client.
    std::vector<LockName> takeUnsure(Instant at);

private:
    using Locks = std::set<std::pair<Instant, LockName>>; // in order of time
    struct Place {
        QByteArray client{};
        Instant lateAt{};
    };
    void noteChange(const QByteArray &client, Instant allBefore, Instant all, Instant at);

    QHash<LockName, Place> m_places;
    QHash<QByteArray, Locks> m_clients;
    QSet<QByteArray> m_unsure;
};

} // namespace lockscope
