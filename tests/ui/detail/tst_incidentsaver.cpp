// SPDX-License-Identifier: GPL-3.0-or-later
// The folder for a ticket, requested in the window: with a real engine, history, audit and redis-server.

#include "core/history/audit/audittrail.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/rediscli.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bridges/historybridge.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/incidentsaver.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/window/mainwindow.h"

#include <QDir>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

namespace tst_incidentsaver
{

using namespace lockscope;

namespace
{

const QByteArray Owner = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:92";

} // namespace

class TestIncidentSaver : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    std::unique_ptr<Sandbox> m_redis;
    std::unique_ptr<QThread> m_thread;
    Engine *m_engine = nullptr;
    History *m_history = nullptr;
    std::unique_ptr<EngineBridge> m_bridge;
    std::unique_ptr<HistoryBridge> m_historyBridge;

    void redis(const test::CliCommand &command) { VERIFY_OK(test::redisCli(m_redis->tcp(), command)); }
    QMap<QString, QByteArray> filesIn(const QString &folder)
    {
        QMap<QString, QByteArray> found;
        for (const QString &name : QDir(folder).entryList(QDir::Files)) {
            QFile file(QDir(folder).filePath(name));
            if (file.open(QIODevice::ReadOnly))
                found.insert(name, file.readAll());
        }
        return found;
    }
    QStringList foldersIn(const QString &parent)
    {
        return QDir(parent).entryList({QStringLiteral("lockscope-incident-*")}, QDir::Dirs);
    }

private slots:
    void init()
    {
        VERIFY_INTO(m_redis, Sandbox::start());
        redis({"HSET", "order:77:lock", Owner, "2"});
        m_thread = std::make_unique<QThread>();
        m_engine = new Engine;
        new AuditTrail(m_engine, m_dir.path());
        m_history = new History(m_dir.filePath(QStringLiteral("history")));
        m_history->observe(m_engine);
        m_engine->moveToThread(m_thread.get());
        m_history->moveToThread(m_thread.get());
        m_bridge = std::make_unique<EngineBridge>();
        m_bridge->attach(m_engine);
        m_historyBridge = std::make_unique<HistoryBridge>();
        m_historyBridge->attach(m_history);
        m_thread->start();
    }
    void cleanup()
    {
        m_bridge.reset();
        m_historyBridge.reset();
        QMetaObject::invokeMethod(m_engine,
                                  [engine = m_engine, history = m_history, thread = m_thread.get()] {
                                      delete history;
                                      delete engine;
                                      QTimer::singleShot(0, thread, &QThread::quit);
                                  });
        QTRY_VERIFY(m_thread->isFinished());
        m_redis.reset();
    }

    void allThatIsKnown()
    {
        ConnectionSpec spec = m_redis->tcp();
        spec.readOnly = false;
        QSignalSpy locks(m_bridge.get(), &EngineBridge::tableChanged);
        m_bridge->open(spec, {});
        QTRY_VERIFY(!locks.isEmpty());
        QSignalSpy acts(m_bridge.get(), &EngineBridge::acted);
        m_bridge->act({.act = ActKind::ForceRelease,
                       .key = LockName{"order:77:lock"},
                       .expectedOwner = OwnerId{"somebody:1"},
                       .reason = QStringLiteral("OPS-1")});
        QTRY_COMPARE(acts.size(), 1);
        auto *saver =
            new IncidentSaver(*m_bridge, *m_historyBridge,
                              {.key = LockName{"order:77:lock"}, .spec = spec, .configFolder = m_dir.path()},
                              m_dir.filePath(QStringLiteral("out")), this);
        QSignalSpy saved(saver, &IncidentSaver::saved), failed(saver, &IncidentSaver::failed);
        QTRY_VERIFY(saved.size() + failed.size() == 1);
        QCOMPARE(saved.size(), 1);
        const auto files = filesIn(saved.first().first().toString());
        QCOMPARE(files.size(), 9);
        const QByteArray page = files.value(QStringLiteral("README.md"));
        for (const char *part : {"no-expiry", "owner-changed", "OPS-1", "acquired", "owner-1"})
            QVERIFY2(page.contains(part), (QByteArray(part) + " in\n" + page).constData());
        for (auto file = files.cbegin(); file != files.cend(); ++file)
            QVERIFY2(!file->contains(Owner) && !file->contains("127.0.0.1"), qPrintable(file.key()));
    }

    void aFolderThatCannotBeWritten()
    {
        QFile file(m_dir.filePath(QStringLiteral("file")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        m_bridge->open(m_redis->tcp(), {});
        auto *saver = new IncidentSaver(
            *m_bridge, *m_historyBridge,
            {.key = LockName{"order:77:lock"}, .spec = m_redis->tcp(), .configFolder = m_dir.path()},
            file.fileName(), this);
        QSignalSpy failed(saver, &IncidentSaver::failed);
        QTRY_COMPARE(failed.size(), 1);
    }

    void askedForInTheWindow()
    {
        MainWindow window(*m_bridge, *m_historyBridge, m_dir.path());
        window.show();
        window.connectTo(m_redis->tcp());
        QTRY_VERIFY(window.isFilled());
        const LockName key{"order:77:lock"};
        QTRY_VERIFY(window.locks().model().indexOf(key).isValid());
        window.locks().view().choose(key);
        QTRY_COMPARE(window.detail().shownKey(), key);
        const QString parent = m_dir.filePath(QStringLiteral("asked"));
        QVERIFY(QDir().mkpath(parent));
        window.actions().incident->trigger();
        auto *chooser = window.findChild<QFileDialog *>();
        QVERIFY(chooser);
        emit chooser->fileSelected(parent);
        chooser->close();
        QTRY_COMPARE(foldersIn(parent).size(), 1);
        QTRY_VERIFY(window.findChild<QMessageBox *>());
        window.findChild<QMessageBox *>()->close();
        m_bridge->close();
    }
};

LOCKSCOPE_UI_TEST(TestIncidentSaver)

} // namespace tst_incidentsaver

#include "tst_incidentsaver.moc"
