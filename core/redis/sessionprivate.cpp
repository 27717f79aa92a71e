// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/sessionprivate.h"

#include "core/base/tr.h"
#include "core/redis/transport/proxysettings.h"
#include "core/redis/transport/reconnectpolicy.h"
#include "core/redis/transport/tunnelentrance.h"

namespace lockscope
{

SessionPrivate::SessionPrivate(Session &session, ConnectionSpec spec)
    : q(session), m_spec(std::move(spec)), m_node(m_spec.node()), m_random(QRandomGenerator::securelySeeded())
{
    m_link.since = now();
    for (QTimer *timer : {&m_connectTimer, &m_retryTimer, &m_watchTimer})
        timer->setSingleShot(true);
    m_watchTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_connectTimer, &QTimer::timeout, this, &SessionPrivate::connectTimedOut);
    connect(&m_retryTimer, &QTimer::timeout, this, &SessionPrivate::connectNow);
    connect(&m_watchTimer, &QTimer::timeout, this, &SessionPrivate::checkDeadlines);
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
    if (m_link.phase == LinkPhase::Connecting || m_link.phase == LinkPhase::Ready)
        return;
    if (m_link.phase != LinkPhase::Waiting)
        m_attempt = 0;
    setPhase(LinkPhase::Connecting);
    // Not at once: a unix socket connects, and a bad path fails, inside the call.
    m_retryTimer.start(0);
    deliver();
}

void SessionPrivate::close(bool silently)
{
    if (m_link.phase == LinkPhase::Closed)
        return;
    m_retryTimer.stop();
    discardTransport();
    std::vector<StatePtr> states;
    for (Delivery &delivery : m_deliveries)
        states.push_back(std::move(delivery.state));
    for (Sent &sent : m_sent)
        states.push_back(std::move(sent.state));
    for (Waiting &waiting : m_waiting)
        states.push_back(std::move(waiting.state));
    m_deliveries.clear();
    m_sent.clear();
    m_waiting.clear();
    m_link = {.phase = LinkPhase::Closed, .since = now()};

    const QPointer<SessionPrivate> alive(this);
    const ConnectionState link = m_link;
    const Failure cancelled{
        .kind = ErrorKind::Cancelled, .text = Tr::tr("the connection was closed here"), .node = m_node};
    for (const StatePtr &state : states) {
        if (!state || (state->result && !state->waiter)) // none, or told already
            continue;
        state->result = cancelled;
        if (const auto waiter = std::exchange(state->waiter, {}))
            waiter.resume();
    }
    if (alive && !silently)
        emit q.linkChanged(link);
}

void SessionPrivate::setPhase(LinkPhase phase, const Failure &reason)
{
    m_link.phase = phase;
    m_link.since = now();
    m_link.attempt = phase == LinkPhase::Ready ? 0 : m_attempt;
    m_link.reason = reason;
    if (phase != LinkPhase::Waiting)
        m_link.retryAt.reset();
    m_deliveries.push_back({.kind = Delivery::Kind::Link, .link = std::make_unique<ConnectionState>(m_link)});
}

bool SessionPrivate::isTunnelDown() const
{
    return m_spec.tunnel && !m_spec.tunnel->isOpen();
}

void SessionPrivate::tunnelOpened()
{
    if (m_link.phase != LinkPhase::Waiting)
        return;
    m_retryTimer.stop();
    connectNow();
}

void SessionPrivate::tunnelClosed(const Failure &why)
{
    const LinkPhase phase = m_link.phase;
    if (phase == LinkPhase::Connecting || phase == LinkPhase::Ready || phase == LinkPhase::Waiting)
        drop({.kind = ErrorKind::NotConnected, .text = why.text, .remedy = why.remedy});
}

void SessionPrivate::connectNow()
{
    if (isTunnelDown())
        return drop(tunnelIsDown(m_spec));
    if (m_link.phase == LinkPhase::Waiting)
        setPhase(LinkPhase::Connecting);
    discardTransport();
    m_login.emplace(m_spec, m_node);
    m_reader.reset();
    m_transport = makeTransport(m_spec);
    connect(m_transport.get(), &Transport::opened, this, &SessionPrivate::opened);
    connect(m_transport.get(), &Transport::arrived, this, &SessionPrivate::arrived);
    connect(m_transport.get(), &Transport::closed, this, &SessionPrivate::closed);
    m_connectTimer.start(m_spec.connectTimeout);
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
    m_out.clear();
    m_login.reset();
    m_loginSent = false;
    m_healthAskedAt.reset();
    m_ended = false;
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

void SessionPrivate::opened()
{
    m_loginSent = true;
    write(m_login->wire());
}

void SessionPrivate::loggedIn()
{
    m_clientId = m_login->clientId();
    m_login.reset();
    m_connectTimer.stop();
    m_readySince = now();
    ++m_generation;
    setPhase(LinkPhase::Ready);
    m_deliveries.push_back({.kind = Delivery::Kind::Ready});
    // What was asked for while connecting goes first, in one write.
    std::deque<Waiting> waiting;
    waiting.swap(m_waiting);
    QByteArray wire;
    for (Waiting &entry : waiting) {
        wire += entry.batch.wire();
        if (entry.state)
            put(std::move(entry));
        else
            ++m_commandsSent;
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
    if (m_writing) { // inside somebody's send(): not the moment to resume others
        const quint64 epoch = m_epoch;
        QMetaObject::invokeMethod(
            this,
            [this, epoch, why] {
                if (epoch == m_epoch)
                    closed(why);
            },
            Qt::QueuedConnection);
        return;
    }
    const TransportCall call(*this);
    // Replies that came before the end are replies.
    if (m_transport->isReached() && !pump(true))
        return;
    drop(why);
}

void SessionPrivate::drop(Failure why)
{
    why.node = m_node;
    const bool wasReady = m_link.phase == LinkPhase::Ready;
    if (!wasReady && m_loginSent && why.kind == ErrorKind::ConnectionLost) {
        why.text += Tr::tr(" during the login");
        if (m_spec.ssh.enabled())
            why = sshHostHungUp(m_spec);
        else if (!m_spec.tls.enabled && m_spec.socketPath.isEmpty())
            why.remedy = Tr::tr("if the port speaks TLS, use rediss://");
    }
    discardTransport();
    m_pushMode = false;
    if (!wasReady && isFinalForConnecting(why.kind)) {
        setPhase(LinkPhase::Failed, why);
    } else if (isTunnelDown()) {
        // Without a next try of its own: tunnelOpened() makes it.
        m_retryTimer.stop();
        m_link.retryAt.reset();
        setPhase(LinkPhase::Waiting, why);
    } else {
        std::optional<milliseconds> lasted;
        if (wasReady)
            lasted = millisecondsBetween(m_readySince, now());
        m_attempt = nextAttempt(m_attempt, lasted);
        const milliseconds delay = backOff(m_attempt, m_random.generateDouble());
        m_link.retryAt = now() + delay;
        setPhase(LinkPhase::Waiting, why);
        m_retryTimer.start(delay);
    }
    if (wasReady)
        m_deliveries.push_back(
            {.kind = Delivery::Kind::Lost, .link = std::make_unique<ConnectionState>(m_link)});
    failAll(why);
    deliver();
}

void SessionPrivate::failAll(const Failure &why)
{
    const Failure lost{.kind = ErrorKind::ConnectionLost,
                       .text = Tr::tr("no answer: %1; whether the server did it is not known").arg(why.text),
                       .node = m_node,
                       .serverText = why.serverText};
    for (Sent &sent : m_sent) {
        if (!sent.abandonedAt)
            resolve(std::move(sent.state), lost);
    }
    m_sent.clear();
    for (Waiting &waiting : m_waiting) {
        if (waiting.state)
            resolve(std::move(waiting.state), notConnected());
    }
    m_waiting.clear();
}

} // namespace lockscope

#include "moc_sessionprivate.cpp"
