// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A tunnel through the system's ssh program, with the user's configuration, agent and known hosts: a SOCKS5
// port on loopback that reaches every server that the SSH host reaches. Owned by Deployment or a connection
// test, on one thread; ends with its owner and with that thread. It asks no questions: what needs an answer
// fails and says what to do. A lost tunnel is reopened (back-off) until close(), on another port each time,
// as any local program may have taken the old one. Sessions follow through entrance(). Failures: kinds of
// outcome.h; TlsFailed for the host key. While it is open, other users of this machine can use the port too,
// as with every ssh -D.
//
// How it knows that the port belongs to its ssh: ssh reports each port that it opens, and ends if one is
// taken (ExitOnForwardFailure). Before each connection, and again before a session sends its first byte, the
// tunnel checks that ssh still has the port: on Linux, that the same socket listens there; elsewhere, that
// ssh runs and has not said that it closes the port. Neither check waits for the event loop.

#include "core/redis/transport/loopbacklistener.h"
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
    bool findListener();
    bool hasPort() const;
    void giveUp(Failure why);
    void discard();

    const SshOptions m_options;
    const std::shared_ptr<TunnelEntrance> m_entrance;
    TunnelState m_state;
    quint16 m_port = 0;
    std::optional<LoopbackListener> m_listener; // of ssh, while open; nullopt: not known on this system
    bool m_closing = false;                     // ssh said that it closes its ports
    quint16 m_forwarding = 0; // the port ssh is opening, which may be from the user's configuration
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
