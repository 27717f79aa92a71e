// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A redis-server with TLS, without keys before each function. Derived classes call startServer() in
// initTestCase() and clear() in init().

#include "core/lab/sandbox/sandbox.h"
#include "tests/support/rediscli.h"
#include "tests/support/verify.h"

#include <qcorotask.h>

namespace lockscope::test
{

class SessionTest : public QObject
{
protected:
    void startServer();
    void clear();
    std::unique_ptr<Sandbox> m_server;
};

inline void SessionTest::startServer()
{
    VERIFY_INTO(m_server, Sandbox::start({.tls = true}));
}

inline void SessionTest::clear()
{
    VERIFY_OK(redisCli(m_server->tcp(), {"FLUSHALL"}));
}

} // namespace lockscope::test
