// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Publishes what changes in the tables of a connection: at once where asked to, else at most 20 times a
// second. Judges the locks again as time passes, and remembers the latest events of all locks. Owned by
// Engine, on its thread; the sites must outlive it.

#include "core/engine/sitegroup.h"

#include <QTimer>

#include <deque>

namespace lockscope
{

class DeltaPublisher final : public QObject
{
    Q_OBJECT
public:
    explicit DeltaPublisher(SiteGroup &sites);

    void startJudging();
    void touch();   // something may have changed: publishes soon
    void publish(); // now, if something has changed
    void stop();    // publishes and judges no more
    bool forget();  // the events of all locks; true: locks were published
    // The latest ones of this lock, oldest first.
    std::vector<LockEvent> eventsOf(const LockName &key) const;

signals:
    void published(const lockscope::LockDelta &delta);

private:
    SiteGroup &m_sites;
    std::deque<LockEvent> m_events;
    bool m_hadLocks = false; // published since the last forget()
    QTimer m_deltaTimer;
    QTimer m_judgeTimer;
};

} // namespace lockscope
