// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A tunnel through the system's ssh program, with the user's own config, agent and known hosts: a SOCKS5 port
// on loopback, through which every server is reached that the SSH host reaches. Owner: whoever opens a
// deployment, on one thread; it ends with its owner, and with that thread. It asks nothing: what needs an
// answer fails with what to do. What drops is opened again by itself (back-off) on the same port, so that
// sessions need no other spec, until close(). Failures: kinds of outcome.h; TlsFailed for the host key.
// While it is open, other users of this machine can use the port too, as with every ssh -D.

#include "core/values/connection.h"
#include "core/values/tunnel.h"

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
    ProxyOptions proxy() const; // for the specs of all sessions; the same from the first ready() on
    qint64 processId() const;   // of ssh; 0: it does not run

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
    void giveUp(Failure why);
    void discard();

    const SshOptions m_options;
    TunnelState m_state;
    quint16 m_port = 0;
    bool m_everOpen = false;
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
