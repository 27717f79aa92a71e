// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Servers for tests of many connections, and the connections to them. Main thread.

#include "core/fleet/fleetwatch.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/sessions.h"

namespace lockscope::test
{

inline FleetTarget targetNamed(ConnectionSpec spec, const char *name)
{
    spec.name = QLatin1String(name);
    return {.spec = std::move(spec), .options = {.patterns = {"lock:*"}}, .why = {.text = {}}};
}

inline std::unique_ptr<Sandbox> startedServer(const SandboxOptions &options = {})
{
    auto started = Sandbox::start(options);
    if (!started)
        qFatal("%s", qPrintable(started.failure().line()));
    return std::move(*started);
}

// On a connection of its own.
inline Outcome<Reply> ask(const Sandbox &server, const Command &command)
{
    Session session(server.unixSocket());
    session.open();
    return callAndWait(session, command);
}

} // namespace lockscope::test
