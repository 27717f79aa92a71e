// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The implementation of Session: connecting, sending and receiving, deadlines. Everything that runs foreign
// code (resuming a coroutine, emitting a signal) goes through one queue after the available bytes are
// decoded, in order. Any of it may delete the session. Owned by its Session, on the same thread.

#include "core/base/wakeup.h"
#include "core/redis/codec.h"
#include "core/redis/login.h"
#include "core/redis/sessionqueue.h"
#include "core/redis/transport/senttraffic.h"
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
    void retryNow()
    {
        if (m_retryTimer.isActive())
            m_retryTimer.start(0);
        else if (m_connection.phase == ConnectionPhase::Failed)
            open();
    }
    void close(bool silently);
    PendingReplies send(Batch &&batch, milliseconds timeout);
    void subscribe(const Command &command);
    void setPushPause(milliseconds pause) { m_pushPause = pause; }
    void readPushed()
    {
        if (!m_pushMode || !m_transport || m_delivering)
            return;
        m_pauseTimer.stop();
        m_pauseEnds = {};
        arrived();
    }
    bool hasPushWaited() const { return m_hasPushWaited; }

    const ConnectionSpec &spec() const { return m_spec; }
    const NodeId &node() const { return m_node; }
    const ConnectionState &connection() const { return m_connection; }
    quint64 generation() const { return m_generation; }
    qint64 clientId() const { return m_clientId; }
    qint64 bytesReceived() const { return m_bytesReceived; }
    const SentTraffic &sent() const { return m_sent; }

private:
    class TransportCall;
    // Runs `call` from the event loop, if the connection is still the same.
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
    void opened()
    {
        m_loginSent = true;
        write(m_login->wire());
    }
    void loggedIn();
    void connectTimedOut();
    bool isTunnelDown() const { return m_spec.tunnel && !m_spec.tunnel->isOpen(); }
    void tunnelOpened()
    {
        if (m_connection.phase != ConnectionPhase::Waiting)
            return;
        m_retryTimer.stop();
        connectNow();
    }
    void tunnelClosed(const Failure &why);
    void closed(const Failure &why);
    void drop(Failure why); // the connection has ended or is useless
    void discardTransport();
    void setPhase(ConnectionPhase phase, const Failure &reason = {});

    // reading
    void arrived();
    bool pausesUntilLater();
    bool pump(bool toTheEnd = false); // false: its connection has been replaced or dropped
    std::optional<Failure> parse(QByteArrayView bytes);
    std::optional<Failure> accept(Reply &&reply);
    std::optional<Failure> acceptLogin(const Reply &reply);
    void acceptPush(Reply &&reply);
    bool deliver(); // false: this session was deleted

    // sending
    std::optional<Failure> refusal(const Batch &batch) const;
    void flush()
    {
        if (m_out.isEmpty() || !m_transport)
            return;
        writeNow(m_out);
        m_out.resize(0); // keeps its capacity
    }
    void writeNow(const QByteArray &bytes);
    void write(const QByteArray &bytes);

    // watching
    void watchUntil(Instant deadline);
    void checkDeadlines();
    std::optional<Failure> silence(Instant moment);

    Session &q;
    const ConnectionSpec m_spec;
    const NodeId m_node;
    ConnectionState m_connection;
    std::unique_ptr<Transport> m_transport;
    bool m_inTransport = false; // one of its signals is being handled, so it must not be deleted
    bool m_writing = false;
    quint64 m_epoch = 0; // incremented with each transport; calls queued for an older one are ignored
    std::optional<Login> m_login;
    bool m_loginSent = false;
    ReplyReader m_reader;
    bool m_ended = false; // the end of the stream was read

    SessionQueue m_queue;
    bool m_delivering = false;
    QByteArray m_out; // collected while delivering, to send it in few writes
    bool m_pushMode = false;
    milliseconds m_pushPause{0};
    Instant m_pauseEnds{};
    bool m_hasPushWaited = false; // what is being read had waited for the end of the pause
    bool m_hasPushed = false;     // pushedAll() is to follow
    std::optional<Instant> m_healthAskedAt;

    LongTimer m_connectTimer{[this] { connectTimedOut(); }};
    QTimer m_retryTimer;
    QTimer m_pauseTimer;
    LongTimer m_watchTimer{[this] { checkDeadlines(); }};
    std::optional<Instant> m_watchDue;
    QRandomGenerator m_random;
    int m_attempt = 0;
    Instant m_readySince{};
    Instant m_lastReceived{};
    quint64 m_generation = 0;
    qint64 m_clientId = 0;
    qint64 m_bytesReceived = 0;
    SentTraffic m_sent{m_spec};
};

// While one of the transport's signals is handled, the transport may be released but not destroyed.
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
