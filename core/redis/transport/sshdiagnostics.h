// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The command line of ssh, and the meaning of its standard error (LC_ALL=C, -v). Pure.

#include "core/values/connection/connection.h"
#include "core/values/connection/tunnelstate.h"

#include <QByteArray>
#include <QStringList>

#include <optional>

namespace lockscope
{

// SOCKS5 at `entrance`, a unix socket or 127.0.0.1:port, without a remote command, questions or a shared
// connection.
QStringList sshArguments(const SshOptions &options, const QString &entrance);

// BadInput: the destination is empty or looks like an option.
std::optional<Failure> badDestination(const SshOptions &options);

struct SshNote {
    std::optional<TunnelStage> stage{}; // begins now
    std::optional<Failure> failure{};   // the first one is why ssh ends; after Open it may continue
    QString entrance{};                 // with Forwarding: the socket or host:port being opened
    QString hint{};                     // possible reason of a later failure
    bool isDebug = false;
};

SshNote readSshLine(const QByteArray &line, const SshOptions &options);

// Whether ssh says that it closes what it listens on, which it does before.
bool closesEntrance(const QByteArray &words);

// ssh ended or timed out in this stage, without a known message.
Failure sshEnded(TunnelStage stage, const SshOptions &options, const QString &lastWords);

// Whether a retry would annoy the host, or fail again unless the user changes something.
bool isFinalForTunnel(const Failure &failure);

} // namespace lockscope
