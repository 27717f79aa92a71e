// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An imported profile may name an SSH configuration, and that may name commands (ProxyCommand, LocalCommand,
// Match exec, a library of a key provider). SshTunnel runs none before the user has agreed.

#include "core/values/connection/connection.h"

#include <QStringList>

namespace lockscope
{

// What would be run: the ssh command and the lines of its configuration that run something, with those of the
// files it includes. Empty: nothing needs consent. Reads the configuration files, at most 64 KiB each.
QStringList sshToConfirm(const ConnectionSpec &spec);
void confirmSsh(ConnectionSpec &spec);

} // namespace lockscope
