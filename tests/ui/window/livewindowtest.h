// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The main window with an engine on a thread of its own. Derived classes call openWindow() in init(), mostly
// after startServer(), and end() in cleanup().

#include "core/engine/engine.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/rediscli.h"
#include "tests/support/threaded.h"
#include "tests/support/verify.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bridges/historybridge.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/model/lockmodel.h"
#include "ui/window/mainwindow.h"

#include <QTemporaryDir>

namespace lockscope::test
{

class LiveWindowTest : public QObject
{
protected:
    std::unique_ptr<QTemporaryDir> m_dir = std::make_unique<QTemporaryDir>();
    std::unique_ptr<Sandbox> m_redis;
    std::unique_ptr<Threaded<Engine>> m_engine;
    std::unique_ptr<EngineBridge> m_bridge;
    HistoryBridge m_history;
    std::unique_ptr<MainWindow> m_window;

    void startServer() { VERIFY_INTO(m_redis, Sandbox::start()); }
    void openWindow()
    {
        m_engine = std::make_unique<Threaded<Engine>>(new Engine);
        m_bridge = std::make_unique<EngineBridge>();
        m_bridge->attach(m_engine->object);
        m_window = std::make_unique<MainWindow>(*m_bridge, m_history, m_dir->path());
        m_window->show();
    }
    void end()
    {
        m_window.reset();
        m_bridge.reset();
        m_engine.reset();
        m_redis.reset();
    }

    // By redis-cli: the reply, or the server's message.
    QByteArray ask(const CliCommand &command) const
    {
        const auto reply = redisCli(m_redis->tcp(), command);
        return reply ? reply->trimmed() : reply.failure().serverText;
    }
    void command(const CliCommand &command) const { VERIFY_OK(redisCli(m_redis->tcp(), command)); }
    LockModel &model() const { return m_window->locks().model(); }
    LockPtr find(const QByteArray &key) const { return model().find(LockName{key}); }
};

} // namespace lockscope::test
