// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The sentinels that watch one master: who they say it is, and when they say that it is another one. They may
// disagree while a partition lasts: the one with the newest configuration epoch is right (Redis Sentinel
// specification, "Configuration epochs"). Owner: Deployment, on its thread.

#include "core/deployment/serverinfo.h"
#include "core/redis/session.h"

#include <QObject>
#include <QPointer>

#include <map>
#include <memory>

namespace lockscope
{

class SentinelRing final : public QObject
{
    Q_OBJECT
public:
    // Its seeds are host and port of the spec, and the seeds; sentinel says whom they watch, and the login.
    explicit SentinelRing(const ConnectionSpec &spec, QObject *parent = nullptr);
    ~SentinelRing() override;

    void open();
    void close();
    // Master and replicas, by announced addresses; finds further sentinels on the way.
    QCoro::Task<Outcome<ShardInfo>> ask();
    std::vector<NodeStatus> statuses() const;
    ConnectionState link() const; // the best of them

signals:
    void ready();    // one of them can be asked
    void switched(); // one of them says that the master is another one now
    void changed();  // statuses()

private:
    struct Sentinel {
        std::unique_ptr<Session> asking{};
        std::unique_ptr<Session> listening{};
    };
    struct Answer {
        ShardInfo shard{};
        std::vector<Endpoint> sentinels{};
        qint64 epoch = -1;
    };
    void add(const Endpoint &address);
    Batch questions() const;
    Outcome<Answer> read(const Replies &replies, const NodeId &node) const;
    Failure nobody() const;

    ConnectionSpec m_spec;
    std::map<NodeId, Sentinel> m_sentinels;
};

} // namespace lockscope
