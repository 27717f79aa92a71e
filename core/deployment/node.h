// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One server of a deployment: a session for reading, one for acting, and what the server reports about
// itself. The reading session is read-only, and the acting one exists only if the connection allows writing:
// a read-only connection has no code path to a write. Owned by Deployment, on its thread. Failures: lost().

#include "core/deployment/serverinfo.h"
#include "core/redis/session.h"
#include "core/values/status.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <vector>

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
    void refresh(); // asks the server for its state again; emits changed()

    Session &reading() { return m_reading; }
    Session *acting(); // null: the connection is read-only. Opened on first use
    void allowChanges() { m_spec.readOnly = false; }
    void makeReadOnly(); // closes the acting session; what was sent over it may still be done
    const ConnectionSpec &spec() const { return m_spec; }
    const NodeStatus &status() const { return m_status; }
    NodeStatus &status() { return m_status; } // for what the deployment adds
    const ServerInfo &told() const { return m_told; }
    struct ClockReading {
        WallTime wall{}; // what the server's clock showed
        Instant at{};
    };
    const std::optional<ClockReading> &clock() const { return m_clock; } // nullopt: not told
    Instant toldAt() const { return m_toldAt; } // when it was asked; the answer is not older
    bool isReady() const { return m_probed; }
    bool answers() const { return m_probed && !m_status.connection.silent; }
    Instant heardAt() const { return m_heardAfter; }           // the last answer came then, or a moment later
    std::optional<Instant> lostAt() const { return m_lostAt; } // the last time; nothing: never
    // The last answer before that came then, or a moment later.
    std::optional<Instant> heardBeforeLoss() const { return m_heardBeforeLoss; }
    std::pair<int, int> version() const; // major, minor; {0, 0} while not known

signals:
    void ready();   // connected and probed; each time
    void changed(); // status()
    void lost(const lockscope::Failure &why);
    void silent();    // connected, but no answer comes; what was sent may still be done
    void answering(); // again
    void restarted(); // before ready(): it is another run of the server than the last time
    // SWAPDB since the last refresh(): locks may be those of another database. No server tells its clients.
    void swapped();

private:
    static QCoro::Task<> probe(QPointer<Node> self);
    bool take(const Replies &replies, WallTime receivedAt);
    void takeClock(const ClockReading &clock, WallTime here, milliseconds roundTrip);
    void listen();
    // why: it does not answer, or refuses to; nothing: it answers.
    void setSilent(const std::optional<Failure> &why, Instant since = {});

    ConnectionSpec m_spec;
    Session m_reading;
    std::unique_ptr<Session> m_acting;
    NodeStatus m_status;
    ServerInfo m_told;
    std::optional<ClockReading> m_clock{};
    Instant m_toldAt{};
    milliseconds m_offsetTrip{0}; // the round trip in which the clock offset was measured
    bool m_hasSwapped = false;    // as of the last answer
    bool m_probed = false;
    bool m_probing = false;
    std::optional<Instant> m_lostAt;
    std::optional<Instant> m_heardBeforeLoss;
    QTimer m_listenTimer;
    Instant m_listenedAt{};
    qint64 m_received = 0;              // bytes, by then
    Instant m_heardAt{};                // when the last of them were there
    Instant m_heardAfter{};             // and when they were not
    std::optional<Instant> m_askedAt{}; // with PING, and nothing came since
};

bool wasTried(ConnectionPhase phase);
// The one that is closest to an answer; none: Idle.
ConnectionState bestOf(const std::vector<ConnectionState> &connections);

} // namespace lockscope
