// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tr.h"
#include "core/redis/readcommands.h"
#include "core/redis/servererror.h"
#include "core/redis/sessionprivate.h"

#include <algorithm>

namespace lockscope
{

namespace
{

bool isPong(const Reply &reply)
{
    if (reply.type == Reply::Type::Status)
        return reply.bytes == "PONG";
    return reply.isArray() && reply.items.size() == 2 && reply.items[0].bytes == "pong";
}

bool isHealthAnswer(const Reply &reply)
{
    return reply.bytes == HealthMark ||
           (isPong(reply) && reply.isArray() && reply.items[1].bytes == HealthMark);
}

// For a user without the right to PING: it came, so the connection lives.
bool isPingRefusal(const Reply &reply)
{
    return reply.isError() && classifyServerError(reply.bytes) == ErrorKind::NoPerm &&
           reply.bytes.contains("'ping'");
}

} // namespace

void SessionPrivate::arrived()
{
    // TLS reads while it writes: what is being sent is not noted yet, and this is inside somebody's send().
    if (m_writing)
        return arriveLater();
    const TransportCall call(*this);
    if (pump() && m_ended)
        drop(m_transport->closeReason());
}

void SessionPrivate::arriveLater()
{
    QMetaObject::invokeMethod(
        this,
        [this, epoch = m_epoch] {
            if (epoch == m_epoch)
                arrived();
        },
        Qt::QueuedConnection);
}

bool SessionPrivate::pump(bool toTheEnd)
{
    constexpr int MostChunks = 16; // then others get their turn
    // One of the thread, for nothing stays in it: with many sessions each one's own would never be at hand.
    static thread_local QByteArray chunk(64 * 1024, Qt::Uninitialized);
    const quint64 epoch = m_epoch;
    for (int i = 0; toTheEnd || i < MostChunks; ++i) {
        const qint64 got = m_transport->read(chunk.data(), chunk.size());
        if (epoch != m_epoch) // the end was noticed while reading, and is told
            return false;
        m_ended = got < 0;
        if (got <= 0)
            return true;
        m_bytesReceived += got;
        m_lastReceived = now();
        m_healthAskedAt.reset();
        if (const auto problem = parse(QByteArrayView(chunk.constData(), got))) {
            drop(*problem);
            return false;
        }
        if (!deliver() || epoch != m_epoch)
            return false;
        if (got < chunk.size() && !toTheEnd)
            return true;
    }
    arriveLater();
    return true;
}

std::optional<Failure> SessionPrivate::parse(QByteArrayView bytes)
{
    Reply reply;
    while (!bytes.isEmpty()) {
        const qsizetype size = std::min(bytes.size(), ReplyReader::FeedSize);
        m_reader.feed(bytes.first(size));
        bytes = bytes.sliced(size);
        ReplyReader::Step step = m_reader.next(reply);
        for (; step == ReplyReader::Step::HaveReply; step = m_reader.next(reply)) {
            if (auto problem = accept(std::move(reply)))
                return problem;
        }
        if (step == ReplyReader::Step::Broken)
            return protocolFailure();
    }
    return {};
}

Failure SessionPrivate::protocolFailure() const
{
    Failure failure{.kind = ErrorKind::Protocol, .node = m_node};
    failure.text = Tr::tr("what came is no Redis reply (%1)").arg(m_reader.problem());
    if (m_login) {
        // A TLS server answers plain text with an alert record, type 0x15.
        failure.remedy = m_reader.problem().contains(QLatin1String("\\x15"))
                             ? Tr::tr("the port speaks TLS: use rediss://")
                             : Tr::tr("check that Redis listens on this port");
    }
    return failure;
}

std::optional<Failure> SessionPrivate::accept(Reply &&reply)
{
    if (m_login)
        return acceptLogin(reply);
    if (!m_sent.empty() && !m_sent.front().inPushMode) {
        acceptReply(std::move(reply));
        return {};
    }
    if (m_pushMode) {
        acceptPush(std::move(reply));
        return {};
    }
    Failure surplus{.kind = ErrorKind::Protocol,
                    .text = Tr::tr("a reply came that nothing had asked for"),
                    .node = m_node};
    if (reply.isError())
        surplus.serverText = reply.bytes;
    return surplus;
}

std::optional<Failure> SessionPrivate::acceptLogin(const Reply &reply)
{
    switch (m_login->next(reply)) {
    case Login::Step::More:
        break;
    case Login::Step::Done:
        loggedIn();
        break;
    case Login::Step::Refused:
        return m_login->failure();
    }
    return {};
}

void SessionPrivate::acceptReply(Reply &&reply)
{
    Sent &sent = m_sent.front();
    if (!sent.abandonedAt)
        sent.replies.items.push_back(std::move(reply));
    if (--sent.remaining > 0)
        return;
    if (!sent.abandonedAt) {
        sent.replies.receivedAt = m_lastReceived;
        resolve(std::move(sent.state), std::move(sent.replies));
    }
    m_sent.pop_front();
}

void SessionPrivate::acceptPush(Reply &&reply)
{
    if (isHealthAnswer(reply))
        return;
    const bool refused = isPingRefusal(reply);
    if ((isPong(reply) || refused) && !m_sent.empty())
        acceptReply(std::move(reply));
    else if (refused)
        return;
    else
        m_deliveries.push_back(
            {.kind = Delivery::Kind::Push, .push = std::make_unique<Reply>(std::move(reply))});
}

void SessionPrivate::resolve(StatePtr state, Outcome<Replies> result)
{
    state->result = std::move(result);
    m_deliveries.push_back({.state = std::move(state)});
}

bool SessionPrivate::deliver()
{
    if (m_delivering) // called from within: the loop below goes on with what was added
        return true;
    const QPointer<SessionPrivate> alive(this);
    m_delivering = true;
    while (!m_deliveries.empty()) {
        Delivery delivery = std::move(m_deliveries.front());
        m_deliveries.pop_front();
        perform(delivery);
        if (!alive)
            return false;
    }
    m_delivering = false;
    flush();
    return true;
}

void SessionPrivate::perform(Delivery &delivery)
{
    switch (delivery.kind) {
    case Delivery::Kind::Resume:
        if (const auto waiter = std::exchange(delivery.state->waiter, {}))
            waiter.resume();
        break;
    case Delivery::Kind::Push:
        emit q.pushed(*delivery.push);
        break;
    case Delivery::Kind::Link:
        emit q.linkChanged(*delivery.link);
        break;
    case Delivery::Kind::Ready:
        emit q.ready();
        break;
    case Delivery::Kind::Lost:
        emit q.lost(delivery.link->reason);
        break;
    }
}

Failure SessionPrivate::notConnected() const
{
    Failure failure{.kind = ErrorKind::NotConnected,
                    .text = Tr::tr("not connected, nothing was sent"),
                    .remedy = m_link.reason.remedy,
                    .node = m_node,
                    .serverText = m_link.reason.serverText};
    if (!m_link.reason.text.isEmpty())
        failure.text += QStringLiteral(": ") + m_link.reason.text;
    return failure;
}

std::optional<Failure> SessionPrivate::refusal(const Batch &batch) const
{
    if (m_spec.readOnly && batch.mayWrite())
        return Failure{
            .kind = ErrorKind::ReadOnlySession,
            .text =
                Tr::tr("this connection is read-only: %1 was not sent").arg(escapedText(batch.firstWrite())),
            .remedy = Tr::tr("open the connection for writing"),
            .node = m_node};
    if (!batch.firstUnpaired().isEmpty())
        return Failure{
            .kind = ErrorKind::BadInput,
            .text = Tr::tr("%1 has no single reply and was not sent").arg(escapedText(batch.firstUnpaired())),
            .node = m_node};
    if (m_pushMode && !batch.isOnlyPings())
        return Failure{.kind = ErrorKind::BadInput,
                       .text = Tr::tr("this connection is subscribed and takes no other command"),
                       .node = m_node};
    if (m_link.phase != LinkPhase::Ready && m_link.phase != LinkPhase::Connecting)
        return notConnected();
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
        Waiting entry{.state = state,
                      .batch = std::move(batch),
                      .deadline = moment + timeout,
                      .timeout = timeout,
                      .inPushMode = m_pushMode};
        watchUntil(entry.deadline);
        if (m_link.phase == LinkPhase::Connecting) {
            m_waiting.push_back(std::move(entry));
        } else {
            write(entry.batch.wire());
            put(std::move(entry));
        }
    }
    return PendingReplies(std::move(state));
}

void SessionPrivate::put(Waiting &&entry)
{
    Sent sent{.state = std::move(entry.state),
              .remaining = entry.batch.count(),
              .deadline = entry.deadline,
              .timeout = entry.timeout,
              .inPushMode = entry.inPushMode};
    sent.replies.items.reserve(size_t(entry.batch.count()));
    sent.replies.sentAt = now();
    m_commandsSent += entry.batch.count();
    m_sent.push_back(std::move(sent));
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
    if (m_link.phase == LinkPhase::Connecting) {
        m_pushMode = true;
        m_waiting.push_back({.batch = std::move(batch), .deadline = Instant::max()});
    } else if (m_link.phase == LinkPhase::Ready) {
        m_pushMode = true;
        ++m_commandsSent;
        write(batch.wire());
        watchUntil(now() + m_spec.commandTimeout);
    }
}

void SessionPrivate::write(const QByteArray &bytes)
{
    // A piece at a time: the server works on it while the next is made.
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

void SessionPrivate::flush()
{
    if (m_out.isEmpty() || !m_transport)
        return;
    writeNow(m_out);
    m_out.resize(0); // keeps its memory
}

void SessionPrivate::writeNow(const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return;
    m_bytesSent += bytes.size();
    m_writing = true;
    const bool written = m_transport->write(bytes);
    m_writing = false;
    if (written)
        return;
    QMetaObject::invokeMethod(
        this,
        [this, epoch = m_epoch] {
            if (epoch == m_epoch)
                closed(m_transport->closeReason());
        },
        Qt::QueuedConnection);
}

} // namespace lockscope
