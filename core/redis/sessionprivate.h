// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The works of Session: connecting, what goes over the wire, deadlines. Everything that runs foreign code
// (resuming a coroutine, emitting a signal) goes through one queue, after the bytes at hand were decoded: in
// order, and with the session able to die in any of them. Owner: its Session, same thread.

#include "core/redis/codec.h"
#include "core/redis/login.h"
#include "core/redis/sessionqueue.h"
#include "core/redis/transport/transport.h"
#include "core/redis/transport/tunnelentrance.h"

#include <QPointer>
#include <QRandomGenerator>
#include <QTimer>

namespace lockscope
{

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
    class TransportCall;
    // From the event loop, unless the connection is another one by then.
    template<class F> void later(F call)
    {
        QMetaObject::invokeMethod(
            this,
            [this, epoch = m_epoch, call] {
                if (epoch == m_epoch)
                    call();
            },
            Qt::QueuedConnection);
    }

    // connecting
    void connectNow();
    void opened();
    void loggedIn();
    void connectTimedOut();
    bool isTunnelDown() const { return m_spec.tunnel && !m_spec.tunnel->isOpen(); }
    void tunnelOpened();
    void tunnelClosed(const Failure &why);
    void closed(const Failure &why);
    void drop(Failure why); // the connection is gone, or of no use
    void discardTransport();
    void setPhase(LinkPhase phase, const Failure &reason = {});

    // reading
    void arrived();
    bool pump(bool toTheEnd = false); // false: the connection it read from is no more
    std::optional<Failure> parse(QByteArrayView bytes);
    std::optional<Failure> accept(Reply &&reply);
    std::optional<Failure> acceptLogin(const Reply &reply);
    void acceptPush(Reply &&reply);
    bool deliver(); // false: this session is no more
    void perform(SessionQueue::Delivery &delivery);

    // sending
    std::optional<Failure> refusal(const Batch &batch) const;
    void flush();
    void writeNow(const QByteArray &bytes);
    void write(const QByteArray &bytes);

    // watching
    void watchUntil(Instant deadline);
    void checkDeadlines();
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

    SessionQueue m_queue;
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
