// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A redis-server, a session beside it, and engines whose reports are kept, for tests of the whole engine.
// Derived classes call startServer() in initTestCase(), start() in init() and end() in cleanup().

#include "core/engine/engine.h"
#include "core/lab/sandbox/sandbox.h"
#include "core/redis/session.h"
#include "tests/support/patience.h"
#include "tests/support/sessions.h"

#include <QTest>

namespace lockscope::test
{

class EngineTest : public QObject
{
protected:
    static inline const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
    static inline const QByteArray Bob = "22222222-2222-4222-8222-222222222222:7";
    static ActRequest force(const QByteArray &key, std::optional<OwnerId> expected)
    {
        return {.act = ActKind::ForceRelease,
                .key = {key},
                .expectedOwner = expected,
                .reason = QStringLiteral("test")};
    }

    void startServer()
    {
        auto sandbox = Sandbox::start();
        QVERIFY2(sandbox.ok(), qPrintable(sandbox.ok() ? QString() : sandbox.failure().line()));
        m_sandbox = std::move(*sandbox);
    }
    void start()
    {
        m_events.clear();
        m_live = {};
        m_scan = {};
        m_admin = std::make_unique<Session>(patient(m_sandbox->tcp()));
        m_admin->open();
        QTRY_VERIFY(m_admin->isReady());
        QVERIFY(!ask({"FLUSHALL"}).isError());
    }
    void end()
    {
        m_admin->close();
        m_admin.reset();
    }
    Reply ask(Command command)
    {
        const auto reply = finished(m_admin->call(std::move(command)));
        return reply.ok() ? *reply : Reply{.type = Reply::Type::Error, .bytes = reply.failure().serverText};
    }
    void hold(const QByteArray &key, const QByteArray &owner, qint64 ms)
    {
        // In one step, which is one change
        QVERIFY(
            !ask({"EVAL",
                  "redis.call('HSET', KEYS[1], ARGV[1], 1) return redis.call('PEXPIRE', KEYS[1], ARGV[2])",
                  "1", key, owner, QByteArray::number(ms)})
                 .isError());
    }
    std::unique_ptr<Engine> open(ConnectionSpec spec, EngineOptions options = {})
    {
        using namespace std::chrono_literals;
        spec.readOnly = false;
        auto engine = std::make_unique<Engine>();
        connect(engine.get(), &Engine::tableChanged, engine.get(), [this](const LockDelta &delta) {
            m_events.insert(m_events.end(), delta.events.begin(), delta.events.end());
        });
        connect(engine.get(), &Engine::scanChanged, engine.get(),
                [this](const ScanProgress &scan) { m_scan = scan; });
        connect(engine.get(), &Engine::liveChanged, engine.get(),
                [this](const LiveStatus &live) { m_live = live; });
        engine->open(spec, options);
        const Done ready = finished(engine->waitReady(20s));
        if (!ready.ok())
            qWarning("%s", qPrintable(ready.failure().line()));
        return engine;
    }
    static OwnerId ownerIn(const Engine &engine, const QByteArray &key)
    {
        const LockPtr lock = engine.find({key});
        return lock ? lock->owner() : OwnerId{};
    }
    static std::optional<bool> staleIn(const Engine &engine, const QByteArray &key)
    {
        const LockPtr lock = engine.find({key});
        return lock ? std::optional(lock->stale) : std::nullopt;
    }
    qsizetype count(EventKind kind, const QByteArray &key) const
    {
        return std::count_if(m_events.begin(), m_events.end(), [&](const LockEvent &event) {
            return event.kind == kind && event.key.bytes == key;
        });
    }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<Session> m_admin;
    std::vector<LockEvent> m_events;
    LiveStatus m_live;
    ScanProgress m_scan;
};

} // namespace lockscope::test
