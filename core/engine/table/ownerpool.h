// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One shared copy of each owner id, so a client that holds a thousand locks costs one id. Unused ids are
// removed whenever the pool has doubled, so it stays in proportion to those in use. Owner's thread.

#include "core/values/lock.h"

#include <QSet>

namespace lockscope
{

class OwnerPool
{
public:
    void share(OwnerId &id); // makes id the shared copy
    void share(Lock &lock,
               const Lock *before); // its holders; an id that `before` has is reused without a look-up
    qsizetype size() const { return m_ids.size(); }

private:
    void sweep();

    QSet<QByteArray> m_ids;
    qsizetype m_sweepAt = 1024;
};

} // namespace lockscope
