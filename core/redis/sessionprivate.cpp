// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/sessionprivate.h"

#include "core/base/tr.h"
#include "core/redis/readcommands.h"
#include "core/redis/transport/proxysettings.h"
#include "core/redis/transport/reconnectpolicy.h"

#include <algorithm>

namespace lockscope
{

SessionPrivate::SessionPrivate(Session &session, ConnectionSpec spec)
    : q(session), m_spec(std::move(spec)), m_node(m_spec.node()),
      m_reader(ReplyCaps::ofMemory(m_spec.maxMemory)), m_random(QRandomGenerator::securelySeeded())
{
    m_connection.since = now();
    m_retryTimer.setSingleShot(true);
    m_pauseTimer.setSingleShot(true);
    m_pauseTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_pauseTimer, &QTimer::timeout, this, [this] {
        m_hasPushWaited = true;
        arrived();
    });
    connect(&m_retryTimer, &QTimer::timeout, this, &SessionPrivate::connectNow);
    if (!m_spec.tunnel)
        return;
    connect(m_spec.tunnel.get(), &TunnelEntrance::opened, this, &SessionPrivate::tunnelOpened);
    connect(m_spec.tunnel.get(), &TunnelEntrance::closed, this, &SessionPrivate::tunnelClosed);
}

SessionPrivate::~SessionPrivate()
{
    discardTransport();
}

void SessionPrivate::open()
{
    if (m_connection.phase == ConnectionPhase::Connecting || m_connection.phase == ConnectionPhase::Ready)
        return;
    if (m_connection.phase != ConnectionPhase::Waiting)
        m_attempt = 0;
    setPhase(ConnectionPhase::Connecting);
    // Not at once: a unix socket connects, or fails, inside the call.
    m_retryTimer.start(0);
    deliver();
}

void SessionPrivate::close(bool silently)
{
    if (m_connection.phase == ConnectionPhase::Closed)
        return;
    m_retryTimer.stop();
    discardTransport();
    m_pushMode = false;
    const std::vector<SessionQueue::StatePtr> states = m_queue.takeAll();
    const ConnectionState connection = m_connection = {.phase = ConnectionPhase::Closed, .since = now()};
    const QPointer<SessionPrivate> alive(this);
    SessionQueue::cancel(
        states,
        {.kind = ErrorKind::Cancelled, .text = Tr::tr("Lockscope closed the connection"), .node = m_node});
    if (alive && !silently)
        emit q.connectionChanged(connection);
}

void SessionPrivate::setPhase(ConnectionPhase phase, const Failure &reason)
{
    m_connection.phase = phase;
    m_connection.since = now();
    m_connection.attempt = phase == ConnectionPhase::Ready ? 0 : m_attempt;
    m_connection.reason = reason;
    if (phase != ConnectionPhase::Waiting)
        m_connection.retryAt.reset();
    m_queue.tell({.kind = SessionQueue::Delivery::Kind::Connection,
                  .connection = std::make_unique<ConnectionState>(m_connection)});
}

void SessionPrivate::tunnelClosed(const Failure &why)
{
    const ConnectionPhase phase = m_connection.phase;
    if (phase == ConnectionPhase::Connecting || phase == ConnectionPhase::Ready ||
        phase == ConnectionPhase::Waiting)
        drop({.kind = ErrorKind::NotConnected, .text = why.text, .remedy = why.remedy});
}

void SessionPrivate::connectNow()
{
    if (isTunnelDown())
        return drop(tunnelIsDown(m_spec));
    if (m_connection.phase == ConnectionPhase::Waiting)
        setPhase(ConnectionPhase::Connecting, Failure(m_connection.reason));
    discardTransport();
    m_login.emplace(m_spec, m_node);
    m_reader.reset();
    m_reader.setKept(0);
    m_transport = makeTransport(m_spec);
    connect(m_transport.get(), &Transport::opened, this, &SessionPrivate::opened);
    connect(m_transport.get(), &Transport::arrived, this, &SessionPrivate::arrived);
    connect(m_transport.get(), &Transport::closed, this, &SessionPrivate::closed);
    m_connectTimer.start(m_spec.connectTimeout, WaitsFor::Answer);
    const quint64 epoch = m_epoch;
    if (!deliver() || epoch != m_epoch)
        return;
    const TransportCall call(*this);
    m_transport->start();
}

void SessionPrivate::discardTransport()
{
    ++m_epoch;
    m_connectTimer.stop();
    m_pauseTimer.stop();
    m_out.clear();
    m_login.reset();
    m_loginSent = false;
    m_healthAskedAt.reset();
    m_ended = false;
    m_hasPushWaited = false;
    m_clientId = 0;
    if (!m_transport)
        return;
    m_transport->disconnect(this);
    m_transport->abort();
    if (m_inTransport)
        m_transport.release()->deleteLater();
    m_transport.reset();
    m_inTransport = false;
}

void SessionPrivate::loggedIn()
{
    m_clientId = m_login->clientId();
    m_login.reset();
    m_connectTimer.stop();
    m_readySince = now();
    ++m_generation;
    setPhase(ConnectionPhase::Ready);
    m_queue.tell({.kind = SessionQueue::Delivery::Kind::Ready});
    // Requests made while connecting go first, in one write.
    QByteArray wire;
    for (SessionQueue::Waiting &entry : m_queue.takeWaiting()) {
        wire += entry.batch.wire();
        m_sent.addCommands(entry.state ? entry.batch.count() : 1);
        if (entry.state)
            m_queue.put(std::move(entry));
    }
    write(wire);
    watchUntil(m_readySince + m_spec.commandTimeout);
}

void SessionPrivate::connectTimedOut()
{
    ConnectStage stage = ConnectStage::Reaching;
    if (m_transport && m_transport->isReached())
        stage = m_loginSent ? ConnectStage::LoggingIn : ConnectStage::Securing;
    drop(connectTimeout(m_spec, m_node, stage));
}

void SessionPrivate::closed(const Failure &why)
{
    if (m_writing) { // in a caller's send(), which must not resume other coroutines
        later([this, why] { closed(why); });
        return;
    }
    const TransportCall call(*this);
    // Replies that arrived before the end still count.
    if (m_transport->isReached() && !pump(true))
        return;
    drop(why);
}

void SessionPrivate::drop(Failure why)
{
    why.node = m_node;
    const bool wasReady = m_connection.phase == ConnectionPhase::Ready;
    if (!wasReady && m_loginSent && why.kind == ErrorKind::ConnectionLost)
        why = hungUpAtLogin(std::move(why), m_spec);
    discardTransport();
    m_pushMode = false;
    if (!wasReady && isFinalForConnecting(why.kind)) {
        setPhase(ConnectionPhase::Failed, why);
    } else if (isTunnelDown()) {
        // No retry timer: tunnelOpened() reconnects.
        m_retryTimer.stop();
        m_connection.retryAt.reset();
        setPhase(ConnectionPhase::Waiting, why);
    } else {
        std::optional<milliseconds> lasted;
        if (wasReady)
            lasted = millisecondsBetween(m_readySince, now());
        m_attempt = nextAttempt(m_attempt, lasted);
        const milliseconds delay = backOff(m_attempt, m_random.generateDouble());
        m_connection.retryAt = now() + delay;
        setPhase(ConnectionPhase::Waiting, why);
        m_retryTimer.start(delay);
    }
    if (wasReady)
        m_queue.tell({.kind = SessionQueue::Delivery::Kind::Lost,
                      .connection = std::make_unique<ConnectionState>(m_connection)});
    m_queue.failAll({.kind = ErrorKind::ConnectionLost,
                     .text = why.text,
                     .remedy = why.remedy,
                     .node = m_node,
                     .serverText = why.serverText},
                    notConnected(m_connection.reason, m_node));
    deliver();
}

void SessionPrivate::arrived()
{
    // While TLS writes, it may read too and call this inside a caller's send(). That batch is not queued yet,
    // so replies are read later.
    if (m_writing)
        return later([this] { arrived(); });
    if (pausesUntilLater())
        return;
    const TransportCall call(*this);
    if (pump() && m_ended)
        drop(m_transport->closeReason());
}

// The socket reports no more until it is read, so further messages cost nothing meanwhile.
bool SessionPrivate::pausesUntilLater()
{
    const auto left = std::chrono::ceil<milliseconds>(m_pauseEnds - now());
    const bool pauses = m_pushMode && !m_login && m_queue.isEmpty() && left > milliseconds(0);
    if (pauses && !m_pauseTimer.isActive())
        m_pauseTimer.start(left);
    return pauses;
}

bool SessionPrivate::pump(bool toTheEnd)
{
    constexpr int MostChunks = 16; // then other events get their turn
    // Thread-local scratch buffer, shared by all sessions of the thread so that it stays in the cache.
    static thread_local QByteArray chunk(64 * 1024, Qt::Uninitialized);
    const quint64 epoch = m_epoch;
    for (int i = 0; toTheEnd || i < MostChunks; ++i) {
        const qint64 got = m_transport->read(chunk.data(), chunk.size());
        if (epoch != m_epoch) // the end was noticed and reported while reading
            return false;
        m_ended = got < 0;
        if (got <= 0) {
            m_hasPushWaited = false;
            return true;
        }
        m_bytesReceived += got;
        m_lastReceived = now();
        m_healthAskedAt.reset();
        const auto problem = parse(QByteArrayView(chunk.constData(), got));
        if (std::exchange(m_hasPushed, false))
            m_queue.tell({.kind = SessionQueue::Delivery::Kind::PushedAll});
        if (problem) {
            drop(*problem);
            return false;
        }
        if (!deliver() || epoch != m_epoch)
            return false;
        m_hasPushWaited = false;
        m_pauseEnds = m_lastReceived + m_pushPause;
        if (got < chunk.size() && !toTheEnd)
            return true;
    }
    m_pauseEnds = {}; // there is more
    later([this] { arrived(); });
    return true;
}

std::optional<Failure> SessionPrivate::parse(QByteArrayView bytes)
{
    Reply reply;
    while (!bytes.isEmpty()) {
        const qsizetype size = std::min(bytes.size(), ReplyReader::FeedSize);
        m_reader.setKept(m_queue.keptBytes());
        m_reader.feed(bytes.first(size));
        bytes = bytes.sliced(size);
        ReplyReader::Step step = m_reader.next(reply);
        for (; step == ReplyReader::Step::HaveReply; step = m_reader.next(reply)) {
            // Of what a server pushes, nothing may go missing unnoticed.
            if (m_reader.isDropping() && m_pushMode && !m_login)
                return tooLarge(m_spec.maxMemory, m_node);
            if (auto problem = accept(std::move(reply)))
                return problem;
            m_reader.setKept(m_queue.keptBytes());
        }
        if (m_reader.isDropping() && m_pushMode && !m_login)
            return tooLarge(m_spec.maxMemory, m_node);
        if (step == ReplyReader::Step::Broken)
            return noReply(m_reader.problem(), m_login.has_value(), m_node);
        if (m_login && m_reader.isDropping()) // no Redis at all
            return noReply(Tr::tr("a reply of over %1 bytes").arg(m_spec.maxMemory), true, m_node);
    }
    return {};
}

std::optional<Failure> SessionPrivate::accept(Reply &&reply)
{
    if (m_login)
        return acceptLogin(reply);
    if (m_queue.expectsReply()) {
        m_queue.accept(std::move(reply), m_reader.bytes(), m_lastReceived);
        return {};
    }
    if (m_pushMode) {
        acceptPush(std::move(reply));
        return {};
    }
    return Failure{.kind = ErrorKind::Protocol,
                   .text = Tr::tr("unexpected reply without a request"),
                   .node = m_node,
                   .serverText = reply.isError() ? reply.bytes : QByteArray()};
}

std::optional<Failure> SessionPrivate::acceptLogin(const Reply &reply)
{
    const Login::Step step = m_login->next(reply);
    if (step == Login::Step::Refused)
        return m_login->failure();
    if (step == Login::Step::Done)
        loggedIn();
    return {};
}

void SessionPrivate::acceptPush(Reply &&reply)
{
    if (isHealthAnswer(reply))
        return;
    const bool refused = isPingRefusal(reply);
    if ((isPong(reply) || refused) && !m_queue.isEmpty())
        m_queue.accept(std::move(reply), m_reader.bytes(), m_lastReceived);
    else if (refused)
        return;
    else {
        m_queue.tell(
            {.kind = SessionQueue::Delivery::Kind::Push, .push = std::make_unique<Reply>(std::move(reply))});
        m_hasPushed = true;
    }
}

bool SessionPrivate::deliver()
{
    if (m_delivering) // a nested call: the loop below also delivers what was added
        return true;
    const QPointer<SessionPrivate> alive(this);
    m_delivering = true;
    while (auto delivery = m_queue.nextDelivery()) {
        delivery->perform(q);
        if (!alive)
            return false;
    }
    m_delivering = false;
    flush();
    return true;
}

std::optional<Failure> SessionPrivate::refusal(const Batch &batch) const
{
    if (auto refused = refusalOf(batch, m_spec.readOnly, m_node))
        return refused;
    if (m_pushMode && !batch.isOnlyPings())
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Tr::tr("this connection is subscribed and accepts no other command"),
                       .node = m_node};
    if (m_connection.phase != ConnectionPhase::Ready && m_connection.phase != ConnectionPhase::Connecting)
        return notConnected(m_connection.reason, m_node);
    return {};
}

PendingReplies SessionPrivate::send(Batch &&batch, milliseconds timeout)
{
    auto state = std::make_shared<PendingReplies::State>();
    const Instant moment = now();
    if (auto refused = refusal(batch)) {
        state->result.emplace(std::move(*refused));
    } else if (batch.isEmpty()) {
        state->result.emplace(Replies{.sentAt = moment, .receivedAt = moment});
    } else {
        SessionQueue::Waiting entry{.state = state,
                                    .batch = std::move(batch),
                                    .deadline = moment + timeout,
                                    .timeout = timeout,
                                    .inPushMode = m_pushMode};
        watchUntil(entry.deadline);
        if (m_connection.phase == ConnectionPhase::Connecting) {
            m_queue.wait(std::move(entry));
        } else {
            write(entry.batch.wire());
            m_sent.addCommands(entry.batch.count());
            m_queue.put(std::move(entry));
        }
    }
    return PendingReplies(std::move(state));
}

void SessionPrivate::subscribe(const Command &command)
{
    Batch batch;
    batch.add(command);
    const bool allowed = !command.empty() && (isSubscribeCommand(command[0]) ||
                                              isCommand(command[0], "MONITOR") || batch.isOnlyPings());
    Q_ASSERT_X(allowed, "Session::subscribe", "not a subscription");
    if (!allowed)
        return;
    if (m_connection.phase == ConnectionPhase::Connecting) {
        m_pushMode = true;
        m_queue.wait({.batch = std::move(batch), .deadline = Instant::max()});
    } else if (m_connection.phase == ConnectionPhase::Ready) {
        m_pushMode = true;
        m_sent.addCommands(1);
        write(batch.wire());
        watchUntil(now() + m_spec.commandTimeout);
    }
}

void SessionPrivate::write(const QByteArray &bytes)
{
    // Sends in pieces, so that the server starts while the next piece is made.
    constexpr qsizetype MostGathered = 512;
    if (!m_transport)
        return;
    if (m_delivering || !m_out.isEmpty()) {
        m_out += bytes;
        if (m_out.size() >= MostGathered)
            flush();
    } else {
        writeNow(bytes);
    }
}

void SessionPrivate::writeNow(const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return;
    m_sent.addBytes(bytes.size());
    m_writing = true;
    const bool written = m_transport->write(bytes);
    m_writing = false;
    if (written)
        return;
    later([this] { closed(m_transport->closeReason()); });
}

void SessionPrivate::watchUntil(Instant deadline)
{
    if (m_watchDue && *m_watchDue <= deadline)
        return;
    m_watchDue = deadline;
    const auto left = std::chrono::ceil<milliseconds>(deadline - now());
    m_watchTimer.start(std::max(left, milliseconds(0)), WaitsFor::Answer);
}

void SessionPrivate::checkDeadlines()
{
    const Instant moment = now();
    m_watchDue.reset();
    if (const auto next = m_queue.expire(moment, m_node, notConnected(m_connection.reason, m_node)))
        watchUntil(*next);
    if (const auto problem = silence(moment))
        drop(*problem);
    else
        deliver();
}

// Why the connection must be reset; nullopt: not now. After a command was abandoned, or a subscription did
// not answer PING, the server has one more command timeout to send anything at all. Also sends that PING.
std::optional<Failure> SessionPrivate::silence(Instant moment)
{
    std::optional<Instant> resetAt;
    if (const auto abandonedAt = m_queue.abandonedAt())
        resetAt = resetMoment(*abandonedAt, m_lastReceived, m_spec.commandTimeout);
    if (m_connection.phase == ConnectionPhase::Ready && m_pushMode) {
        const Instant silentAt = std::max(m_lastReceived, m_readySince) + m_spec.commandTimeout;
        if (!m_healthAskedAt && silentAt <= moment) {
            m_healthAskedAt = moment;
            Batch ping;
            ping.add({"PING", HealthMark});
            write(ping.wire());
        }
        if (!m_healthAskedAt)
            watchUntil(silentAt);
        else if (const Instant due = *m_healthAskedAt + m_spec.commandTimeout; !resetAt || due < *resetAt)
            resetAt = due;
    }
    if (!resetAt)
        return {};
    if (*resetAt > moment) {
        watchUntil(*resetAt);
        return {};
    }
    return tooSilent(m_spec.commandTimeout, m_node);
}

} // namespace lockscope

#include "moc_sessionprivate.cpp"
