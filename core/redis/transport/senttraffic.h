// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much this process has sent to a server, so that it can be told from the traffic of other clients. A
// server that is reached under two addresses, or in two ways, counts as two. Any thread.

#include <QtGlobal>

#include <atomic>
#include <memory>

namespace lockscope
{

struct ConnectionSpec;

// By one connection.
class SentTraffic
{
public:
    struct Sum {
        qint64 commands = 0; // without logins and health checks
        qint64 bytes = 0;
    };

    explicit SentTraffic(const ConnectionSpec &server);

    void addCommands(qint64 commands);
    void addBytes(qint64 bytes);
    const Sum &own() const { return m_own; }
    Sum ofProcess() const; // By all connections to this server, also those that were closed

private:
    struct Shared {
        std::atomic<qint64> commands = 0;
        std::atomic<qint64> bytes = 0;
    };
    static std::shared_ptr<Shared> sharedBy(const ConnectionSpec &server);

    Sum m_own{};
    std::shared_ptr<Shared> m_all;
};

} // namespace lockscope
