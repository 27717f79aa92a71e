// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One server of a deployment: the session that reads from it, the one that acts on it, and what the server
// says of itself. The reading session is always read-only; the acting one exists only where the connection
// allows writing, so a read-only connection has no code path to a write. Owner: Deployment, on its thread.
// Failures are told by lost().

#include "core/deployment/serverinfo.h"
#include "core/redis/session.h"
#include "core/values/status.h"

#include <QObject>
#include <QPointer>

namespace lockscope
{

ConnectionSpec readOnly(ConnectionSpec spec);

class Node final : public QObject
{
    Q_OBJECT
public:
    explicit Node(const ConnectionSpec &spec, QObject *parent = nullptr);
    ~Node() override;

    void open();
    void close();
    void refresh(); // asks once more what the server says of itself; changed() tells

    Session &reading() { return m_reading; }
    Session *acting(); // null: the connection is read-only. Opened when first asked for
    const ConnectionSpec &spec() const { return m_spec; }
    const NodeStatus &status() const { return m_status; }
    NodeStatus &status() { return m_status; } // for what its deployment knows of it
    const ServerInfo &told() const { return m_told; }
    Instant toldAt() const { return m_toldAt; } // asked then, so it was so then or later
    bool isReady() const { return m_probed; }
    std::optional<Instant> lostAt() const { return m_lostAt; } // the last time; nothing: never
    std::pair<int, int> version() const;                       // major, minor; {0, 0} while not known

signals:
    void ready();   // connected and probed, each time
    void changed(); // status()
    void lost(const lockscope::Failure &why);
    void restarted(); // before ready(): it is another run of the server than the last time

private:
    static QCoro::Task<> probe(QPointer<Node> self);
    bool take(const Replies &replies, WallTime receivedAt);

    ConnectionSpec m_spec;
    Session m_reading;
    std::unique_ptr<Session> m_acting;
    NodeStatus m_status;
    ServerInfo m_told;
    Instant m_toldAt{};
    bool m_probed = false;
    bool m_probing = false;
    std::optional<Instant> m_lostAt;
};

bool wasTried(LinkPhase phase);
int promise(LinkPhase phase); // how near it is to an answer

} // namespace lockscope
