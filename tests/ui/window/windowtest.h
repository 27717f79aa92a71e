// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The main window for tests of it, without a server: the test emits what an engine reports. Derived classes
// call start() and end() in init() and cleanup().

#include "ui/bridges/enginebridge.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/text/mnemonic.h"
#include "ui/window/mainwindow.h"

#include <QDockWidget>
#include <QTemporaryDir>
#include <QTest>

namespace lockscope::test
{

class WindowTest : public QObject
{
protected:
    QTemporaryDir m_dir;
    std::unique_ptr<EngineBridge> m_bridge;
    HistoryBridge m_history;
    std::unique_ptr<MainWindow> m_window;

    void start()
    {
        open();
        m_window->resize(1400, 850); // The offscreen screen is smaller
    }
    void end()
    {
        m_window.reset();
        m_bridge.reset();
        for (const char *file : {"window.ini", "profiles.json"})
            QFile::remove(m_dir.filePath(QLatin1String(file)));
    }
    void open()
    {
        m_bridge = std::make_unique<EngineBridge>();
        m_window = std::make_unique<MainWindow>(*m_bridge, m_history, m_dir.path());
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void connected(const ConnectionSpec &spec = server(), const LockDelta &locks = variety())
    {
        using namespace std::chrono_literals;
        m_window->connectTo(spec);
        emit m_bridge->nodesChanged({node(ConnectionPhase::Ready)});
        emit m_bridge->liveChanged(
            {.mode = LiveMode::Tracking, .reason = QStringLiteral("prefixes are literal")});
        emit m_bridge->tableChanged(locks);
        emit m_bridge->scanChanged({.phase = ScanPhase::Complete,
                                    .keysSeen = 2'100'000,
                                    .keysEstimated = 2'100'000,
                                    .endedAt = now() - 12s});
        QTRY_VERIFY(m_window->isFilled());
    }
    LockView &view() { return m_window->locks().view(); }
    QDockWidget *panel(const char *name) const
    {
        return m_window->findChild<QDockWidget *>(QLatin1String(name));
    }
    // The visible pages.
    QString shownPages() const
    {
        QStringList shown;
        for (const char *name : {"overview", "contention", "timeline", "redlock"}) {
            if (panel(name)->widget()->isVisible())
                shown << QLatin1String(name);
        }
        return shown.join(u' ');
    }
    QAction *panelAction(const QString &title) const
    {
        for (QAction *action : m_window->findChildren<QAction *>()) {
            if (withoutMnemonic(action->text()) == title && !action->shortcut().isEmpty())
                return action;
        }
        return nullptr;
    }
    void reopen()
    {
        m_window->close();
        m_window.reset();
        open();
    }

    static std::shared_ptr<Lock> made(const QByteArray &key, const QByteArray &owner,
                                      const char *kind = "rlock")
    {
        using namespace std::chrono_literals;
        auto lock = std::make_shared<Lock>();
        lock->key.bytes = key;
        lock->node.bytes = "127.0.0.1:6379";
        lock->kind.name = kind;
        lock->type = lock->kind.name == "rlock" ? ValueType::Hash : ValueType::String;
        lock->holders.append(Holder{.id = OwnerId{owner}});
        lock->expiresAt = now() + 27s;
        lock->lease = 30s;
        lock->heldSince = now() - 95s;
        lock->readAt = now();
        return lock;
    }

    // One lock for each situation, and more of the common ones.
    static LockDelta variety()
    {
        using namespace std::chrono_literals;
        LockDelta delta;
        auto stuck = made("lock:stock:1001", "8f3c1f0d6b1a4e7d", "token-lock");
        stuck->expiresAt.reset();
        stuck->lease.reset();
        stuck->heldSince = now() - 41min;
        stuck->verdict = {.level = VerdictLevel::Critical, .code = "no-expiry"};
        auto overdue = made("order:77", "6f96ab12-1111-4222-8333-444455556666:82");
        overdue->expiresAt = now() + 9s;
        overdue->holders.front().count = 2;
        overdue->maxCount = 2;
        overdue->renewals = {.count = 14, .missed = 1, .period = 10s, .lastAt = now() - 21s};
        overdue->waiters.subscribed = 3;
        overdue->verdict = {.level = VerdictLevel::Warning, .code = "renewal-overdue"};
        auto lasting = made("report:nightly:build-and-distribute-to-all-regions:eu-central-1",
                            "batch-host-3:4711", "token-lock");
        lasting->heldSince = now() - 3h;
        lasting->lease = 4h;
        lasting->expiresAt = now() + 1h;
        lasting->verdict = {.level = VerdictLevel::Info, .code = "long-held"};
        auto binary = made(QByteArray("bin\0\xff:lock", 10), QByteArray("\x01\x02\x03", 3), "untokened-lock");
        delta.upserted = {stuck, overdue, lasting, binary};
        for (int i = 0; i < 40; ++i) {
            const auto owner = QByteArrayLiteral("3b241101-e2bb-4255-8caf-4136c566a96") + char('0' + i % 4) +
                               ":" + QByteArray::number(i);
            auto lock = made("lock:cart:" + QByteArray::number(100 + 7 * i), owner);
            lock->expiresAt = now() + std::chrono::milliseconds(20'000 + 230 * i);
            lock->heldSince = now() - std::chrono::seconds(3 + 11 * i);
            lock->heldIsLowerBound = i % 3 == 0;
            lock->renewals = {.count = i, .missed = 0, .period = 10s, .lastAt = now() - 300ms * i};
            if (i % 5 == 0)
                lock->waiters.subscribed = i / 5;
            delta.upserted.push_back(lock);
        }
        delta.reset = true;
        return delta;
    }

    static ConnectionSpec server()
    {
        ConnectionSpec spec;
        spec.name = QStringLiteral("orders-prod");
        spec.host = QStringLiteral("127.0.0.1");
        spec.environment = Environment::Production;
        return spec;
    }

    static NodeStatus node(ConnectionPhase phase)
    {
        using namespace std::chrono_literals;
        return {.node = NodeId{QByteArrayLiteral("127.0.0.1:6379")},
                .role = "master",
                .version = "7.0.15",
                .connection = {.phase = phase, .since = now() - 12s}};
    }
};

} // namespace lockscope::test
