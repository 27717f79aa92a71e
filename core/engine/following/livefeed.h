// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Says which keys changed on one node, by the best means the server allows (feedpolicy.h): tracking with
// prefixes, keyspace events, tracking of every key, tracking of the keys we read, or nothing (the engine then
// polls). Own connection; gaps are told, never hidden. Owner: Engine, on its thread. Order for gap-free
// views: start() and wait for started, then scan, then re-read what changed() named meanwhile. Nothing here
// fails: what the server refuses ends in a lesser mode, and the status says why. Between a gap and the next
// started() the status says Polling. Nobody answering is found out by the session's own PING.

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
    // commands: the session that reads keys, which must outlive this. Tracking of known keys is switched on
    // there (CLIENT TRACKING … REDIRECT): it then tells once of each key read there since, so after started()
    // with that mode the known locks must be read there. patterns: empty or "*" means all keys.
    // exact: by keyspace events, where they are on.
    LiveFeed(Session &commands, QList<QByteArray> patterns, bool exact = false, QObject *parent = nullptr);
    ~LiveFeed() override;
    void start(); // answers with started(), never from within
    void stop();
    const LiveStatus &status() const;

signals:
    void started(const lockscope::LiveStatus &status); // again after each reconnect or change of mode
    // Re-read them: each once, at most one such signal a turn of the event loop.
    void changed(const std::vector<lockscope::LockName> &keys);
    // Keyspace mode: the command's event name, exact and in order ("expire", "del", "hincrby", …).
    void happened(const lockscope::LockName &key, const QByteArray &event);
    void gap(const QString &why); // events may have been missed: rescan

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
