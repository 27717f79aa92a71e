// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which server is meant: URL, profile or the usual local one, with password, patterns and time-outs as the
// command line and the environment say.

#include "app/cli/arguments.h"
#include "core/values/connection.h"

namespace lockscope::cli
{

struct Target {
    ConnectionSpec spec{};
    QStringList warnings{};
};

// Not for --sandbox. environmentPassword: LOCKSCOPE_PASSWORD; a file or a URL that has one wins.
Outcome<Target> findTarget(const Arguments &arguments, const QString &environmentPassword);
// What holds for every server, the sandbox's too.
void applyOptions(const Arguments &arguments, ConnectionSpec &spec);

// The password in a URL must not stay in the process list: overwrites it where the system shows it.
void hidePasswords(int count, char **words);

} // namespace lockscope::cli
