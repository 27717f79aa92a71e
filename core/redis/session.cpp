// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/session.h"

#include "core/base/tr.h"
#include "core/redis/readcommands.h"
#include "core/redis/script.h"
#include "core/redis/sessionprivate.h"

namespace lockscope
{

PendingReplies::PendingReplies(std::shared_ptr<State> state) : m_state(std::move(state)) {}

bool PendingReplies::await_ready() const noexcept
{
    return m_state->result.has_value();
}

void PendingReplies::await_suspend(std::coroutine_handle<> handle) noexcept
{
    m_state->waiter = handle;
}

Outcome<Replies> PendingReplies::await_resume()
{
    return std::move(*m_state->result);
}

Session::Session(ConnectionSpec spec, QObject *parent)
    : QObject(parent), d(std::make_unique<SessionPrivate>(*this, std::move(spec)))
{
}

Session::~Session()
{
    d->close(true);
}

void Session::open()
{
    d->open();
}

void Session::retryNow()
{
    d->retryNow();
}

void Session::close()
{
    d->close(false);
}

const ConnectionSpec &Session::spec() const
{
    return d->spec();
}

NodeId Session::node() const
{
    return d->node();
}

ConnectionState Session::connection() const
{
    return d->connection();
}

bool Session::isReady() const
{
    return d->connection().phase == ConnectionPhase::Ready;
}

quint64 Session::generation() const
{
    return d->generation();
}

qint64 Session::clientId() const
{
    return d->clientId();
}

qint64 Session::bytesReceived() const
{
    return d->bytesReceived();
}

qint64 Session::bytesSent() const
{
    return d->sent().own().bytes;
}

qint64 Session::commandsSent() const
{
    return d->sent().own().commands;
}

SentTraffic::Sum Session::sentByProcess() const
{
    return d->sent().ofProcess();
}

PendingReplies Session::send(Batch batch, std::optional<milliseconds> timeout)
{
    return d->send(std::move(batch), timeout.value_or(d->spec().commandTimeout));
}

QCoro::Task<Outcome<Reply>> Session::call(Command command, std::optional<milliseconds> timeout)
{
    // Copies, as the session may be gone when the reply arrives.
    const NodeId at = node();
    const bool keyed = command.size() > 1 && firstArgumentIsKey(command[0]);
    const QByteArray key = keyed ? command[1] : QByteArray();
    if (command.empty())
        co_return Failure{.kind = ErrorKind::BadInput, .text = Tr::tr("an empty command"), .node = at};
    Batch batch;
    batch.add(command);
    Outcome<Replies> outcome = co_await send(std::move(batch), timeout);
    co_return singleReply(std::move(outcome), at, key);
}

QCoro::Task<Outcome<Reply>> Session::evaluate(QByteArray script, std::vector<QByteArray> keys,
                                              std::vector<QByteArray> args,
                                              std::optional<milliseconds> timeout, bool asking)
{
    const QPointer<Session> self(this);
    const NodeId at = node();
    const QByteArray key = keys.empty() ? QByteArray() : keys.front();
    const Script &file = lockscope::script(script);
    if (file.text.isEmpty()) // the server would run an empty script, and report success
        co_return Failure{.kind = ErrorKind::Internal,
                          .text = Tr::tr("unknown script '%1'").arg(escapedText(script)),
                          .node = at,
                          .key = key};
    Batch byHash = scriptCall(file, keys, args, {.asking = asking});
    Outcome<Replies> outcome = co_await send(std::move(byHash), timeout);
    Outcome<Reply> reply = singleReply(std::move(outcome), at, key);
    if (reply || reply.failure().kind != ErrorKind::NoScript || !self)
        co_return reply;
    Batch whole = scriptCall(file, keys, args, {.whole = true, .asking = asking});
    outcome = co_await self->send(std::move(whole), timeout);
    co_return singleReply(std::move(outcome), at, key);
}

void Session::subscribe(Command command)
{
    d->subscribe(command);
}

void Session::setPushPause(milliseconds pause)
{
    d->setPushPause(pause);
}

void Session::readPushed()
{
    d->readPushed();
}

bool Session::hasPushWaited() const
{
    return d->hasPushWaited();
}

} // namespace lockscope

#include "moc_session.cpp"
