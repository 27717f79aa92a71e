// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A tunnel through the system's ssh program, with the user's configuration, agent and known hosts: SOCKS5 on
// a unix socket (ssh -D PATH, OpenSSH 6.7), which reaches every server that the SSH host reaches. Owned by
// Deployment or a connection test, on one thread; ends with its owner and with that thread. It asks no
// questions: what needs an answer fails and says what to do. A lost tunnel is reopened (back-off) until
// close(), on another socket each time. Sessions follow through entrance(). Failures: kinds of outcome.h;
// TlsFailed for the host key.
//
// The socket is in a private folder, so other users of this machine can neither connect to it nor take its
// place. ssh for Windows opens no socket: it gets a port of 127.0.0.1, another one each time. Before each
// connection, and again before a session sends its first byte, the tunnel checks that ssh runs and has not
// said that it closes its entrance, without waiting for the event loop.

#include "core/platform/temporaryfolder.h"
#include "core/redis/transport/tunnelentrance.h"
#include "core/values/connection/connection.h"
#include "core/values/connection/tunnelstate.h"

#include <QObject>
#include <QRandomGenerator>
#include <QTimer>

#include <memory>

class QProcess;

namespace lockscope
{

class SshTunnel final : public QObject
{
    Q_OBJECT
public:
    explicit SshTunnel(SshOptions options, QObject *parent = nullptr);
    ~SshTunnel() override;

    void open(); // while Waiting: retries at once; after Failed or Closed: starts again
    void close();

    const TunnelState &state() const { return m_state; }
    bool isOpen() const { return m_state.stage == TunnelStage::Open; }
    ProxyOptions proxy() const; // the current one; kind None unless the tunnel is open and ssh runs
    // For ConnectionSpec::tunnel of all sessions.
    const std::shared_ptr<TunnelEntrance> &entrance() const { return m_entrance; }
    qint64 processId() const; // of ssh; 0: it does not run

signals:
    void ready();                             // each time it opens
    void lost(const lockscope::Failure &why); // it was open
    void stateChanged(const lockscope::TunnelState &state);

private:
    // False: a slot ended this tunnel, or the process concerned.
    bool enter(TunnelStage stage, const Failure &reason = {});
    bool opened();
    bool readAll();
    bool readLine(const QByteArray &line);

    void start();
    void arrived() { readAll(); }
    void ended();
    Done makeEntrance();
    bool isListening() const;
    void giveUp(Failure why);
    void discard();

    const SshOptions m_options;
    const std::shared_ptr<TunnelEntrance> m_entrance;
    TunnelState m_state;
    std::unique_ptr<TemporaryFolder> m_folder{}; // of the sockets
    ProxyOptions m_proxy{.kind = ProxyKind::Socks5};
    bool m_closing = false; // ssh said that it closes its entrance
    QString m_forwarding{}; // what ssh is opening, which may be from the user's configuration
    Instant m_openSince{};
    std::unique_ptr<QProcess> m_process;
    quint64 m_epoch = 0; // incremented with each process; calls queued for an older one are ignored
    QByteArray m_rest;   // an incomplete line
    std::optional<Failure> m_failure;
    QString m_hint;
    QString m_lastWords;
    QTimer m_retryTimer;
    QTimer m_deadline; // for opening
    QRandomGenerator m_random;
    int m_attempt = 0;
};

} // namespace lockscope
