// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The sentinels of one master: which server they name as master, and when that changes. They may disagree
// during a partition; the one with the newest configuration epoch is right (Redis Sentinel specification,
// "Configuration epochs"). Owned by Deployment, on its thread.

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
    // Starts with the spec's host, port and seeds; spec.sentinel has the name of the master and the login.
    explicit SentinelRing(const ConnectionSpec &spec, QObject *parent = nullptr);
    ~SentinelRing() override;

    void open();
    void close();
    // Master and replicas by their announced addresses. Also adds newly found sentinels.
    QCoro::Task<Outcome<ShardInfo>> ask();
    std::vector<NodeStatus> statuses() const;
    ConnectionState connection() const; // that of the best sentinel

signals:
    void ready();    // one of them is ready
    void switched(); // one of them reports a new master
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
