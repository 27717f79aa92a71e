// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The page Blocking on a real server. Derived classes call start() in init() and end() in cleanup().

#include "core/engine/blocking/blockers.h"
#include "core/engine/blocking/blockingreport.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/fairqueue.h"
#include "tests/support/threaded.h"
#include "tests/support/verify.h"
#include "ui/blocking/blockingpage.h"
#include "ui/blocking/blockingtree.h"
#include "ui/blocking/graph/graphview.h"
#include "ui/bridges/enginebridge.h"
#include "ui/theme/metrics.h"

#include <QAbstractItemModel>
#include <QSignalSpy>
#include <QTest>

namespace lockscope::test::blockingpage
{

inline const QByteArray ann = QByteArrayLiteral("11111111-1111-4111-8111-111111111111");
inline const QByteArray bob = QByteArrayLiteral("22222222-2222-4222-8222-222222222222");

class BlockingPageTest : public QObject
{
protected:
    void start();
    void end();
    void ask(const CliCommand &command) { VERIFY_OK(redisCli(m_sandbox->tcp(), command)); }
    void hold(const QByteArray &key, const QByteArray &owner) { holdLock(m_sandbox->tcp(), key, owner); }
    void queue(const QByteArray &key, const QByteArray &owner)
    {
        enqueue(m_sandbox->tcp(), key, owner);
        m_listeners.push_back(queueListener(m_sandbox->tcp(), key, owner));
    }
    BlockingTree *tree() const { return m_page->findChild<BlockingTree *>(); }
    GraphView *graph() const { return m_page->findChild<GraphView *>(); }
    // A chain: ann holds a, for which bob waits, who holds b, for which another thread of his waits.
    void showChain()
    {
        hold("lock:a", ann + ":1");
        hold("lock:b", bob + ":7");
        queue("lock:a", bob + ":7");
        queue("lock:b", bob + ":9");
        if (QTest::currentTestFailed())
            return;
        m_page->resize(characters(*m_page, 140), 600);
        awaitPicture(5);
        QVERIFY(graph()->isVisible());
    }
    // Until the listeners are counted, the legend has one more sign, and the picture less room. The page
    // arranges its parts in a later turn of the event loop.
    void awaitPicture(size_t nodes)
    {
        const BlockingGraph &shown = graph()->picture().graph;
        QTRY_COMPARE(shown.nodes.size(), nodes);
        QTRY_VERIFY(std::ranges::all_of(shown.edges, &GraphEdge::isSure));
        QCoreApplication::processEvents();
    }
    static LockPtr made(const QByteArray &key, const QByteArray &holder, const QByteArray &waiter)
    {
        auto lock = std::make_shared<Lock>(Lock{.key = {key}, .kind = {"fair-lock"}});
        lock->holders.append({.id = {holder}});
        lock->heldSince = lock->readAt = now() - std::chrono::seconds(30);
        lock->waiters.queued = {{.id = {waiter}, .alive = true}};
        return lock;
    }
    static BlockingReport reportOf(const std::vector<LockPtr> &locks)
    {
        return {.graph = waitGraph(Registry::builtIn(), locks), .at = now()};
    }
    // A page with an answer, without an engine that would answer too.
    void showAlone(EngineBridge &alone, const BlockingReport &report)
    {
        m_page = std::make_unique<BlockingPage>(alone);
        QSignalSpy asked(&alone, &EngineBridge::blockingWanted);
        m_page->resize(900, 500);
        m_page->show();
        m_page->setConnected(true);
        QVERIFY(!asked.isEmpty());
        emit alone.blockingFound(asked.last().at(0).toULongLong(), report);
    }
    QModelIndex firstLock() const { return tree()->model()->index(0, 0, tree()->model()->index(0, 0)); }
    size_t node(const QByteArray &name) const { return graph()->picture().nodeNamed(name).value(); }

    std::unique_ptr<Sandbox> m_sandbox;
    std::vector<std::unique_ptr<Listener>> m_listeners;
    QSet<LockName> m_known;
    std::unique_ptr<Threaded<Engine>> m_engine;
    std::unique_ptr<EngineBridge> m_bridge;
    std::unique_ptr<BlockingPage> m_page;
};

inline void BlockingPageTest::start()
{
    VERIFY_INTO(m_sandbox, Sandbox::start());
    m_known.clear();
    m_engine = std::make_unique<Threaded<Engine>>(new Engine);
    m_bridge = std::make_unique<EngineBridge>();
    m_bridge->attach(m_engine->object);
    connect(m_bridge.get(), &EngineBridge::tableChanged, this, [this](const LockDelta &delta) {
        for (const LockPtr &lock : delta.upserted)
            m_known.insert(lock->key);
    });
    m_page = std::make_unique<BlockingPage>(*m_bridge);
    QSignalSpy live(m_bridge.get(), &EngineBridge::liveChanged);
    m_bridge->open(m_sandbox->tcp(), {});
    QTRY_VERIFY(!live.isEmpty());
    m_page->resize(900, 500);
    m_page->show();
    m_page->setConnected(true);
}

inline void BlockingPageTest::end()
{
    m_page.reset();
    m_bridge.reset();
    m_engine.reset();
    m_listeners.clear();
}

} // namespace lockscope::test::blockingpage
