// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// lockscope-cli on one server that the class starts, and redis-cli beside it. Derived classes call
// startServer() in initTestCase().

#include "core/lab/sandbox/sandbox.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/verify.h"

namespace lockscope::test
{

class CliTest : public QObject
{
protected:
    void startServer(const SandboxOptions &options = {}) { VERIFY_INTO(m_sandbox, Sandbox::start(options)); }
    QByteArray url() const { return connectionUrl(m_sandbox->tcp()).toUtf8(); }
    Ended cli(const QByteArrayList &arguments) const
    {
        return runCli(QByteArrayList{"-u", url()} + arguments);
    }
    // The reply to redis-cli; empty if it fails.
    QByteArray ask(const CliCommand &command) const
    {
        const auto reply = redisCli(m_sandbox->tcp(), command);
        if (!reply)
            qWarning("%s", qPrintable(reply.failure().line()));
        return reply.ok() ? *reply : QByteArray();
    }
    void hold(const QByteArray &key, const QByteArray &owner, qint64 ms) const
    {
        const auto reply = redisCliAll(m_sandbox->tcp(),
                                       {{"HSET", key, owner, "1"}, {"PEXPIRE", key, QByteArray::number(ms)}});
        if (!reply)
            qWarning("%s", qPrintable(reply.failure().line()));
    }

    std::unique_ptr<Sandbox> m_sandbox;
};

} // namespace lockscope::test
