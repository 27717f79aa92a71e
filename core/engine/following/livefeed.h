// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reports which keys changed on one node, in the best way that the server allows (feedpolicy.h); if there is
// none, the engine polls. Uses its own connection, and reports every gap. To miss nothing: start(), wait for
// started(), scan, then read again the keys that changed() named meanwhile. It never fails: after a refusal
// it uses a lesser mode, and the status gives the reason. Between a gap and the next started(), the status is
// Polling. The session's own PING detects a dead connection. Owned by the Follower, on the engine thread.

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
    // Emits what has arrived and was left for later. To be called before keys are read, so that each change
    // counts with the read that shows it; not from a slot of the feed.
    void readArrived();
    // The same as a flush that the server reports: its locks may be others.
    void noteFlush();
    // Waits until all events from before this call have arrived. False: the connection was lost, or PING was
    // refused.
    QCoro::Task<bool> caughtUp();

signals:
    void started(const lockscope::LiveStatus &status); // also after each reconnect or change of mode
    // Keys to read again, each with the number of its changes: one signal for all that was read at once.
    // gathered: they were collected for a while, so nothing is gained by waiting for more.
    void changed(const QHash<lockscope::LockName, int> &keys, bool gathered);
    // Keyspace mode: the name of the event, exact and in order ("expire", "del", "hincrby", …).
    void happened(const lockscope::LockName &key, const QByteArray &event);
    void flushed();               // data were flushed or reloaded, perhaps in another database; before gap()
    void gap(const QString &why); // events may have been missed: rescan

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
