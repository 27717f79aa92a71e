// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One connection to one server: TCP, TLS or unix socket, login, database, client name. Commands and replies
// stay in order. Owned by its creator, on that thread, where every coroutine resumes. Reconnects by itself
// (back-off with jitter, visible as ConnectionState) until close(). A command that was sent keeps its place:
// after a timeout or cancel its reply is dropped when it arrives, so replies never shift. Owners must call
// close() at the start of their destructor, while their members still exist: it synchronously resolves every
// waiting coroutine (Cancelled), which must do nothing but return. Errors: Failure kinds of outcome.h. A call
// while Connecting waits. While Waiting, Failed or Closed it fails at once with NotConnected, and nothing was
// sent. ConnectionLost means: sent, outcome unknown.

#include "core/redis/reply.h"
#include "core/redis/transport/senttraffic.h"
#include "core/values/connection/connection.h"
#include "core/values/status.h"

#include <QObject>
#include <qcorotask.h>

#include <coroutine>
#include <memory>

namespace lockscope
{

class SessionPrivate;

// Awaitable: co_await returns Outcome<Replies>. Destroying it cancels nothing.
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
    void retryNow(); // instead of at ConnectionState::retryAt, or after a failure; otherwise nothing

    const ConnectionSpec &spec() const;
    NodeId node() const;
    ConnectionState connection() const;
    bool isReady() const;
    // Incremented with each connection: state on the server (tracking, subscriptions) is lost then.
    quint64 generation() const;
    qint64 clientId() const; // CLIENT ID of this connection; 0 while not ready, or if refused
    qint64 bytesReceived() const;
    qint64 bytesSent() const;
    qint64 commandsSent() const;            // without the login and health checks
    SentTraffic::Sum sentByProcess() const; // to this server, over all connections of the process

    // Returns all replies, including errors. Refuses the whole batch without sending it: with ReadOnlySession
    // if the session is read-only and a command may write, with BadInput if a command does not have exactly
    // one reply. timeout: nullopt = the spec's commandTimeout.
    PendingReplies send(Batch batch, std::optional<milliseconds> timeout = {});
    // One command. An error reply becomes a Failure, with node and key (the first argument).
    QCoro::Task<Outcome<Reply>> call(Command command, std::optional<milliseconds> timeout = {});
    // EVALSHA, then EVAL if the server does not know the script. script: name of a file in resources/lua
    // without ".lua". asking: only after an ASK redirection to this node for these keys; otherwise an
    // importing node would run the script besides the owner of the slot. Fails on a read-only session.
    QCoro::Task<Outcome<Reply>> evaluate(QByteArray script, std::vector<QByteArray> keys,
                                         std::vector<QByteArray> args,
                                         std::optional<milliseconds> timeout = {}, bool asking = false);
    // Sends (P|S)(UN)SUBSCRIBE, MONITOR or PING. From the first one until the connection ends, the session is
    // in push mode: each array (confirmations, messages, pong) and each error (a refused channel) is emitted
    // by pushed(), and send() accepts only PING, which gets the pong as its reply. While Connecting it waits;
    // without a connection it is dropped, so subscribe on ready(). The session sends PING after each command
    // timeout of silence, and drops the connection if nothing arrives.
    void subscribe(Command command);
    // In push mode what arrived is read at most that often, the first message at once, and pushed() follows.
    // For many small messages, each of which would wake this thread. 0, the default: as it comes. Replies to
    // PING may be that late too.
    void setPushPause(milliseconds pause);
    // In push mode, and not while pushed() is emitted: reads what has arrived, without waiting for the end of
    // the pause.
    void readPushed();
    // For a slot of pushed() and pushedAll(): the message, or an earlier one, had waited for the end of the
    // pause.
    bool hasPushWaited() const;

signals:
    void connectionChanged(const lockscope::ConnectionState &connection);
    void ready();                             // each time the connection is established and logged in
    void lost(const lockscope::Failure &why); // an established connection ended
    void pushed(const lockscope::Reply &message);
    void pushedAll(); // after one or more pushed(): those that were read at once

private:
    std::unique_ptr<SessionPrivate> d;
};

} // namespace lockscope
