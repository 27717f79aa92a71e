// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A tunnel through the system's ssh program, with the user's own config, agent and known hosts: a SOCKS5 port
// on loopback, through which every server is reached that the SSH host reaches. Owner: whoever opens a
// deployment, on one thread; it ends with its owner, and with that thread. It asks nothing: what needs an
// answer fails with what to do. What drops is opened again by itself (back-off) until close(), on another
// port each time: any local program may have taken the old one. Sessions follow by entrance(). Failures:
// kinds of outcome.h; TlsFailed for the host key. While it is open, other users of this machine can use the
// port too, as with every ssh -D.
//
// Why the port is that of our ssh: it says of each port that it opens one, and one that is taken ends it
// (ExitOnForwardFailure). Before each connection, and again before the first byte of a session is sent
// through it, the tunnel looks whether ssh still has the port: on Linux, whether the same socket listens
// there; elsewhere, whether ssh runs and has not said that it closes the port. Neither waits for the event
// loop.

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

    void open(); // while Waiting: at once; from Failed or Closed: anew
    void close();

    const TunnelState &state() const { return m_state; }
    bool isOpen() const { return m_state.stage == TunnelStage::Open; }
    ProxyOptions proxy() const; // of now; of kind None unless it is open and ssh runs
    // For the specs of all sessions, as ConnectionSpec::tunnel.
    const std::shared_ptr<TunnelEntrance> &entrance() const { return m_entrance; }
    qint64 processId() const; // of ssh; 0: it does not run

signals:
    void ready();                             // each time it is open
    void lost(const lockscope::Failure &why); // it was open
    void stateChanged(const lockscope::TunnelState &state);

private:
    // False: a slot made an end of this tunnel, or of the process that it was about.
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
    std::optional<LoopbackListener> m_listener; // of ssh, while it is open; nothing: not known here
    bool m_closing = false;                     // ssh said that it closes its ports
    quint16 m_forwarding = 0; // the port that ssh is opening, which may be one of the user's own config
    Instant m_openSince{};
    std::unique_ptr<QProcess> m_process;
    quint64 m_epoch = 0; // of the process; what was queued for an older one is void
    QByteArray m_rest;   // of a line whose end did not come yet
    std::optional<Failure> m_failure;
    QString m_hint;
    QString m_lastWords;
    QTimer m_retryTimer;
    QTimer m_deadline; // for opening
    QRandomGenerator m_random;
    int m_attempt = 0;
};

} // namespace lockscope
