// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds the server: URL, profile or the local default, with the password, patterns and timeouts of the
// command line and the environment.

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

// Not for --sandbox. The password applies to every server without one. Precedence: URL, file, environment.
Outcome<Target> findTarget(const ServerOptions &options, const EnvironmentPasswords &environment);
// Sets the typed passwords for every server without one.
void fillIn(const QString &password, const QString &sentinelPassword, ConnectionSpec &spec);
// Applies options that are valid for every server, including the sandbox.
void applyOptions(const ServerOptions &options, ConnectionSpec &spec);

} // namespace lockscope::cli
