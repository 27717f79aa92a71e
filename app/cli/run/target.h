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

// One, or the first of several. Not for --sandbox. The password applies to every server without one.
// Precedence: URL, file, environment.
Outcome<Target> findTarget(const ServerOptions &options, const EnvironmentPasswords &environment);
// What --profile and --profile-folder name, with its fault if it may not be used. Fails if a name is unknown
// or a folder is empty.
struct NamedTarget {
    QString profile{};
    Outcome<Target> target;
};
Outcome<std::vector<NamedTarget>> findTargets(const ServerOptions &options,
                                              const EnvironmentPasswords &environment);
// Sets the typed passwords for every server without one.
void fillIn(const QString &password, const QString &sentinelPassword, ConnectionSpec &spec);
// Applies options that are valid for every server, including the sandbox.
void applyOptions(const ServerOptions &options, ConnectionSpec &spec);

} // namespace lockscope::cli
