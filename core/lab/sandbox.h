// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private redis-server processes on loopback in a temporary folder; they end with this object, and with the
// process should it die. Owner: whoever made it, on that thread, which must live as long as the sandbox: the
// kernel ends the server with the thread that started it. Shared by tests, demos and the desktop's start.
// start() and restart() block until the server answers, a few hundredths of a second as a rule and at most
// StartTimeout. A failure has the server's last words.

#include "core/values/connection.h"
#include "core/values/outcome.h"

#include <memory>

namespace lockscope
{

struct SandboxOptions {
    QStringList serverArguments{}; // added to redis-server's command line: no secrets here
    bool tls = false;              // also a TLS port, with a throw-away authority (needs openssl)
    QString password{};            // requirepass
};

class Sandbox final
{
public:
    static constexpr std::chrono::milliseconds StartTimeout{20000};

    static Outcome<std::unique_ptr<Sandbox>> start(const SandboxOptions &options = {});
    ~Sandbox();

    ConnectionSpec tcp() const; // read-write
    ConnectionSpec unixSocket() const;
    ConnectionSpec tls() const; // with the sandbox's authority as CA, and a client certificate it signed
    QString folder() const;
    quint16 port() const;
    qint64 pid() const; // 0: not running
    void pause();       // SIGSTOP; returns when the server stands still
    void resume();      // SIGCONT
    Done restart();     // same ports, same folder, no data
    void stop();

private:
    Sandbox();
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
