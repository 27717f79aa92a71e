// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private redis-server processes on loopback in a temporary folder; they end with this object, and with the
// process should it die. Owner: whoever made it, on that thread. Shared by tests, demos and the desktop's
// start.

#include "core/values/connection.h"
#include "core/values/outcome.h"

#include <memory>

namespace lockscope
{

struct SandboxOptions {
    QStringList serverArguments{}; // added to redis-server's command line
    bool tls = false;              // also a TLS port, with a throw-away authority (needs openssl)
    QString password{};            // requirepass
};

class Sandbox final
{
public:
    static Outcome<std::unique_ptr<Sandbox>> start(const SandboxOptions &options = {});
    ~Sandbox();

    ConnectionSpec tcp() const; // read-write
    ConnectionSpec unixSocket() const;
    ConnectionSpec tls() const; // with the sandbox's authority as CA
    QString folder() const;
    quint16 port() const;
    qint64 pid() const;
    void pause();   // SIGSTOP
    void resume();  // SIGCONT
    Done restart(); // same port, same folder
    void stop();

private:
    Sandbox();
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
