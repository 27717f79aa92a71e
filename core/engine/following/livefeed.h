// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reports which keys changed on one node, by the best means that the server allows (feedpolicy.h); without
// any, the engine polls. Uses its own connection. Gaps are always reported. Owned by the Follower, on the
// engine thread. For a view without gaps: start(), wait for started(), scan, then re-read what changed()
// named meanwhile. Nothing here fails: a refusal leads to a lesser mode, and the status says why. Between a
// gap and the next started() the status is Polling. The session's own PING detects a dead connection.

#include "core/redis/session.h"
#include "core/values/events.h"
#include "core/values/status.h"

#include <QObject>

namespace lockscope
{

class LiveFeed final : public QObject
{
    Q_OBJECT
public:
    // commands: the session that reads keys; must outlive this. Tracking of known keys is enabled there
    // (CLIENT TRACKING … REDIRECT) and reports each key once after it is read, so read all known locks there
    // after started(). patterns: empty or "*": all keys. exact: prefer keyspace events, if enabled.
    LiveFeed(Session &commands, QList<QByteArray> patterns, bool exact = false, QObject *parent = nullptr);
    ~LiveFeed() override;
    void start(); // answers with started(), never synchronously
    void stop();
    const LiveStatus &status() const;
    bool tellsEachEnd() const; // keyspace mode: also evictions and flushes
    // Waits until all events from before this call have come. False: the connection was lost, or a PING was
    // refused.
    QCoro::Task<bool> caughtUp();

signals:
    void started(const lockscope::LiveStatus &status); // also after each reconnect or change of mode
    // Keys to read again, and how many changes of each were told. At most one signal per turn of the event
    // loop.
    void changed(const QHash<lockscope::LockName, int> &keys);
    // Keyspace mode: the name of the event, exact and in order ("expire", "del", "hincrby", …).
    void happened(const lockscope::LockName &key, const QByteArray &event);
    void flushed();               // a database, perhaps this one, or all data were loaded anew; before gap()
    void gap(const QString &why); // events may have been missed: rescan

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
