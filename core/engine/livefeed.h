// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Says which keys changed on one node, by the best means the server allows: tracking with prefixes, keyspace
// events, tracking of the keys we read, or nothing (the engine then polls). Own connection; gaps are told,
// never hidden. Owner: Engine, on its thread. Order for gap-free views: start() and wait for started, then
// scan, then re-read what changed() named meanwhile.

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
    // commands: the session that reads keys; tracking of known keys is switched on there (CLIENT TRACKING …
    // REDIRECT).
    LiveFeed(Session &commands, QList<QByteArray> patterns, QObject *parent = nullptr);
    ~LiveFeed() override;
    void start(); // answers with started()
    void stop();
    const LiveStatus &status() const;

signals:
    void started(const lockscope::LiveStatus &status); // again after each reconnect or change of mode
    void changed(const std::vector<lockscope::LockName> &keys); // re-read them
    // Keyspace mode: the command's event name, exact and in order ("expire", "del", "hincrby", …).
    void happened(const lockscope::LockName &key, const QByteArray &event);
    void gap(const QString &why); // events may have been missed: rescan

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
