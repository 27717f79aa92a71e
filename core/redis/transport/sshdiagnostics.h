// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ssh program's command line, and what its words on standard error mean (LC_ALL=C, -v). Pure.

#include "core/values/connection/connection.h"
#include "core/values/connection/tunnelstate.h"

#include <QByteArray>
#include <QStringList>

#include <optional>

namespace lockscope
{

// A SOCKS5 port on loopback, no command, no question, no connection shared with others of the user.
QStringList sshArguments(const SshOptions &options, quint16 localPort);

// BadInput: the destination could be taken for an option, or is none.
std::optional<Failure> badDestination(const SshOptions &options);

struct SshNote {
    std::optional<TunnelStage> stage{}; // begins now
    std::optional<Failure> failure{};   // the first of them is why ssh ends; after Open it may go on
    std::optional<quint16> localPort{}; // with Forwarding: which is opened; 0: none on this machine
    QString hint{};                     // may be the reason of a failure that comes
    bool isDebug = false;
};

SshNote readSshLine(const QByteArray &line, const SshOptions &options);

// Whether ssh says that it closes its ports. It says so before it closes them.
bool closesPorts(const QByteArray &words);

// ssh ended, or did not get on, in this stage and without any word that we know.
Failure sshEnded(TunnelStage stage, const SshOptions &options, const QString &lastWords);

// Whether trying again would annoy the host or change nothing until somebody did something.
bool isFinalForTunnel(const Failure &failure);

} // namespace lockscope
