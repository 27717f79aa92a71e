// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One copy of each owner id: a client that holds a thousand locks costs its id once. Ids that nobody else
// holds any more are swept out whenever the pool has doubled, so it never outgrows what is in use. Owner's
// thread.

#include "core/values/lock.h"

#include <QSet>

namespace lockscope
{

class OwnerPool
{
public:
    void share(OwnerId &id);                    // makes id the pool's copy
    void share(Lock &lock, const Lock *before); // its holders, as far as they are others than before
    qsizetype size() const { return m_ids.size(); }

private:
    void sweep();

    QSet<QByteArray> m_ids;
    qsizetype m_sweepAt = 1024;
};

} // namespace lockscope
