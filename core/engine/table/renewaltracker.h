// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Of each client the locks that it was seen to renew regularly, by when each counts as late: whether all of
// them fell silent at once is told without a walk over all locks. Owned by LockTable, on its thread; value,
// no clock of its own.

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
    struct Beat {
        qint64 locks = 0;
        Instant allLateAt{}; // when the last of them counts as late, unless it is renewed before
    };

    void add(const LockName &key, const QByteArray &client);
    // Unless it is renewed before. The key must have been added.
    void setLateAt(const LockName &key, Instant lateAt, Instant at);
    void remove(const LockName &key, Instant at);
    void clear();

    Beat of(const LockName &key) const; // of its client; of none: 0 locks
    // Locks that are late by then, and may have to be judged otherwise since another lock of their client
    // came, went or was renewed.
    std::vector<LockName> takeUnsure(Instant at);

private:
    using Locks = std::set<std::pair<Instant, LockName>>; // the latest last
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
