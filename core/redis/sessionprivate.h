// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The works of Session. Everything that runs foreign code (resuming a coroutine, emitting a signal) goes
// through one queue, m_deliveries, after the bytes at hand were decoded: in order, and with the session able
// to die in any of them. Owner: its Session, same thread. Connecting is in sessionprivate.cpp, what goes over
// the wire in sessiontraffic.cpp, deadlines in sessionwatch.cpp.

#include "core/redis/codec.h"
#include "core/redis/login.h"
#include "core/redis/session.h"
#include "core/redis/transport/transport.h"

#include <QPointer>
#include <QRandomGenerator>
#include <QTimer>

#include <deque>

namespace lockscope
{

// Argument of the session's own PING on a silent subscription; its answer is not passed on.
constexpr QByteArrayView HealthMark("lockscope:health");

struct PendingReplies::State {
    std::optional<Outcome<Replies>> result{};
    std::coroutine_handle<> waiter{};
};

class SessionPrivate final : public QObject
{
    Q_OBJECT
public:
    SessionPrivate(Session &session, ConnectionSpec spec);
    ~SessionPrivate() override;

    void open();
    void close(bool silently);
    PendingReplies send(Batch &&batch, milliseconds timeout);
    void subscribe(const Command &command);

    const ConnectionSpec &spec() const { return m_spec; }
    const NodeId &node() const { return m_node; }
    const ConnectionState &link() const { return m_link; }
    quint64 generation() const { return m_generation; }
    qint64 clientId() const { return m_clientId; }
    qint64 bytesReceived() const { return m_bytesReceived; }
    qint64 bytesSent() const { return m_bytesSent; }
    qint64 commandsSent() const { return m_commandsSent; }

private:
    using StatePtr = std::shared_ptr<PendingReplies::State>;
    // A batch on the wire keeps its place until its last reply came, abandoned or not.
    struct Sent {
        StatePtr state{};
        Replies replies{};
        int remaining = 0;
        Instant deadline{};
        milliseconds timeout{0};
        std::optional<Instant> abandonedAt{}; // nobody waits any more: drop its replies
        bool inPushMode = false;              // PING between the messages
    };
    // Asked for while connecting, not written yet.
    struct Waiting {
        StatePtr state{}; // null: a subscription
        Batch batch{};
        Instant deadline{};
        milliseconds timeout{0};
        bool inPushMode = false;
    };
    struct Delivery {
        enum class Kind { Resume, Push, Link, Ready, Lost };
        Kind kind = Kind::Resume;
        StatePtr state{};
        std::unique_ptr<Reply> push{};           // Push
        std::unique_ptr<ConnectionState> link{}; // Link, Lost
    };
    class TransportCall;

    // connecting
    void connectNow();
    void opened();
    void loggedIn();
    void connectTimedOut();
    bool isTunnelDown() const;
    void tunnelOpened();
    void tunnelClosed(const Failure &why);
    void closed(const Failure &why);
    void drop(Failure why); // the connection is gone, or of no use
    void discardTransport();
    void failAll(const Failure &why);
    void setPhase(LinkPhase phase, const Failure &reason = {});

    // reading
    void arrived();
    void arriveLater();
    bool pump(bool toTheEnd = false); // false: the connection it read from is no more
    std::optional<Failure> parse(QByteArrayView bytes);
    std::optional<Failure> accept(Reply &&reply);
    std::optional<Failure> acceptLogin(const Reply &reply);
    void acceptReply(Reply &&reply);
    void acceptPush(Reply &&reply);
    Failure protocolFailure() const;
    bool deliver(); // false: this session is no more
    void perform(Delivery &delivery);

    // sending
    std::optional<Failure> refusal(const Batch &batch) const;
    Failure notConnected() const;
    void put(Waiting &&entry);
    void flush();
    void writeNow(const QByteArray &bytes);
    void write(const QByteArray &bytes);
    void resolve(StatePtr state, Outcome<Replies> result);

    // watching
    void watchUntil(Instant deadline);
    void checkDeadlines();
    void expireWaiting(Instant moment);
    void expireSent(Instant moment);
    std::optional<Failure> silence(Instant moment);

    Session &q;
    const ConnectionSpec m_spec;
    const NodeId m_node;
    ConnectionState m_link;
    std::unique_ptr<Transport> m_transport;
    bool m_inTransport = false; // one of its signals is being handled: it must outlive that
    bool m_writing = false;
    quint64 m_epoch = 0; // of the transport; what was queued for an older one is void
    std::optional<Login> m_login;
    bool m_loginSent = false;
    ReplyReader m_reader;
    bool m_ended = false; // read to the end of the stream

    std::deque<Sent> m_sent;
    std::deque<Waiting> m_waiting;
    std::deque<Delivery> m_deliveries;
    bool m_delivering = false;
    QByteArray m_out; // gathered while delivering, so that what is sent then goes out in few writes
    bool m_pushMode = false;
    std::optional<Instant> m_healthAskedAt;

    QTimer m_connectTimer;
    QTimer m_retryTimer;
    QTimer m_watchTimer;
    std::optional<Instant> m_watchDue;
    QRandomGenerator m_random;
    int m_attempt = 0;
    Instant m_readySince{};
    Instant m_lastReceived{};
    quint64 m_generation = 0;
    qint64 m_clientId = 0;
    qint64 m_bytesReceived = 0;
    qint64 m_bytesSent = 0;
    qint64 m_commandsSent = 0;
};

// While one of the transport's signals is handled, the transport may be given up but not destroyed.
class SessionPrivate::TransportCall
{
public:
    explicit TransportCall(SessionPrivate &session)
        : m_session(&session), m_epoch(session.m_epoch), m_outer(std::exchange(session.m_inTransport, true))
    {
    }
    ~TransportCall()
    {
        if (m_session && m_session->m_epoch == m_epoch)
            m_session->m_inTransport = m_outer;
    }
    Q_DISABLE_COPY_MOVE(TransportCall)

private:
    QPointer<SessionPrivate> m_session;
    quint64 m_epoch;
    bool m_outer;
};

} // namespace lockscope
