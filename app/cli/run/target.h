// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which server is meant: URL, profile or the usual local one, with password, patterns and time-outs as the
// command line and the environment say.

#include "app/cli/syntax/arguments.h"
#include "core/values/connection/connection.h"

namespace lockscope::cli
{

struct Target {
    ConnectionSpec spec{};
    QStringList warnings{};
};

struct EnvironmentPasswords {
    QString server{};   // LOCKSCOPE_PASSWORD
    QString sentinel{}; // LOCKSCOPE_SENTINEL_PASSWORD
};

// Not for --sandbox. A password is for every server that has none: one of a URL wins, then the file's, then
// the environment's.
Outcome<Target> findTarget(const ServerOptions &options, const EnvironmentPasswords &environment);
// Into every server that has none: what somebody typed.
void fillIn(const QString &password, const QString &sentinelPassword, ConnectionSpec &spec);
// What holds for every server, the sandbox's too.
void applyOptions(const ServerOptions &options, ConnectionSpec &spec);

} // namespace lockscope::cli
