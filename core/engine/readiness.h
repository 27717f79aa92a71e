// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Waits until the servers of a connection can be used, or until it is known why not. Owned by Engine, on its
// thread; the sites must outlive it.

#include "core/base/wakeup.h"
#include "core/engine/sitegroup.h"

namespace lockscope
{

Failure closedMeanwhile(const LockName &key = {});

class Readiness final : public QObject
{
    Q_OBJECT
public:
    explicit Readiness(SiteGroup &sites) : m_sites(sites) {}

    void noteNodes() const { m_touched.fire(); }  // with each change of the nodes
    void cancel() const { m_touched.cancel(); }   // closedMeanwhile(), for all that wait
    QCoro::Task<Done> wait(milliseconds timeout); // logged in, or why not
    // Until each node, including those found through other nodes, was reached or failed.
    QCoro::Task<> settle(milliseconds timeout);

private:
    SiteGroup &m_sites;
    WakeUps m_touched;
};

} // namespace lockscope
