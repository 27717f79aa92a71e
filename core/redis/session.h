// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One connection to one server: TCP, TLS or unix socket, login, db, name; commands in order, replies in
// order. Owner: whoever made it, on that thread; every coroutine resumes there. It reconnects by itself
// (back-off with jitter, visible as ConnectionState) until close(). A command that was sent is never
// forgotten: on time-out or cancel its place in the order stays and its reply is dropped when it comes, so
// replies never shift. Rule for owners: call close() at the start of your destructor, while your members are
// still whole. It resolves every waiting coroutine (Cancelled), synchronously; those must do nothing but
// return. Errors: Failure kinds of outcome.h. A call while Connecting waits; while Waiting/Failed/Closed it
// fails at once with NotConnected and nothing was sent. ConnectionLost means: sent, outcome not known.

#include "core/redis/reply.h"
#include "core/values/connection/connection.h"
#include "core/values/status.h"

#include <QObject>
#include <qcorotask.h>

#include <coroutine>
#include <memory>

namespace lockscope
{

class SessionPrivate;

// Awaitable: co_await gives Outcome<Replies>. Dropping it cancels nothing.
class PendingReplies
{
public:
    struct State;
    explicit PendingReplies(std::shared_ptr<State> state);
    bool await_ready() const noexcept;
    void await_suspend(std::coroutine_handle<> handle) noexcept;
    Outcome<Replies> await_resume();

private:
    std::shared_ptr<State> m_state;
};

class Session final : public QObject
{
    Q_OBJECT
public:
    explicit Session(ConnectionSpec spec, QObject *parent = nullptr);
    ~Session() override;

    void open();
    void close();

    const ConnectionSpec &spec() const;
    NodeId node() const;
    ConnectionState link() const;
    bool isReady() const;
    // Grows with each established connection: state kept on the server (tracking, subscriptions) is gone when
    // it changes.
    quint64 generation() const;
    qint64
    clientId() const; // CLIENT ID of the present connection; 0 while not ready or where the server refuses it
    qint64 bytesReceived() const;
    qint64 bytesSent() const;
    qint64 commandsSent() const; // without those of the login and its health

    // All replies, errors among them. Refused as a whole, nothing sent: with ReadOnlySession when the session
    // is read-only and any command may write, with BadInput when a command has no single reply. timeout:
    // nothing = the spec's commandTimeout.
    PendingReplies send(Batch batch, std::optional<milliseconds> timeout = {});
    // One command; an error reply becomes a Failure (with node and key = first argument).
    QCoro::Task<Outcome<Reply>> call(Command command, std::optional<milliseconds> timeout = {});
    // EVALSHA; then EVAL if the script is not known there. script: name of a file in resources/lua without
    // ".lua". asking: after an ASK of the node that still has the slot, which sent here for these keys. Never
    // otherwise: a node that is importing a slot would do it beside the owner. Never on a read-only session.
    QCoro::Task<Outcome<Reply>> evaluate(QByteArray script, std::vector<QByteArray> keys,
                                         std::vector<QByteArray> args,
                                         std::optional<milliseconds> timeout = {}, bool asking = false);
    // (P|S)(UN)SUBSCRIBE, MONITOR or PING: from the first one on and until the connection ends, it speaks
    // push messages: each array (confirmations, messages, pong) and each error (a refused channel) comes as
    // pushed(). In that mode send() refuses everything but PING, whose pong is then its reply. While
    // Connecting it waits; without a connection it is dropped: subscribe on ready(). Silence is watched: the
    // session asks PING once a command timeout by itself, and the connection is lost when nothing comes back.
    void subscribe(Command command);

signals:
    void linkChanged(const lockscope::ConnectionState &link);
    void ready();                             // each time the connection is established and logged in
    void lost(const lockscope::Failure &why); // an established connection went
    void pushed(const lockscope::Reply &message);

private:
    std::unique_ptr<SessionPrivate> d;
};

} // namespace lockscope
