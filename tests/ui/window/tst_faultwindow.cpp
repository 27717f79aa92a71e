// SPDX-License-Identifier: GPL-3.0-or-later
// The window while a real server refuses logins or writes. See resources/docs/faults.md.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/slowload.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/window/livewindowtest.h"
#include "ui/acts/actdialogs.h"
#include "ui/blocking/blockingpage.h"
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/forms/durationedit.h"
#include "ui/holders/lockfacts.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/text/receipttext.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"
#include "ui/window/mainwindow.h"

#include <QDir>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_faultwindow
{

using namespace lockscope;

class tst_FaultWindow : public test::LiveWindowTest
{
    Q_OBJECT

    std::unique_ptr<SandboxDeployment> m_servers;

    SandboxServer &server() { return m_servers->node(0); }
    QByteArray errorOf(const Command &command)
    {
        const auto reply = server().ask(command);
        return reply ? QByteArray() : QByteArray(errorKindName(reply.failure().kind));
    }
    std::unique_ptr<QProcess> waitingClient(const QStringList &command)
    {
        auto client = std::make_unique<QProcess>();
        client->start(QStringLiteral("redis-cli"),
                      QStringList{QStringLiteral("-p"), QString::number(server().port())} + command);
        return client;
    }
    const EmptyState &page() { return m_window->locks().emptyState(); }

private slots:
    void init()
    {
        VERIFY_INTO(m_servers,
                    SandboxDeployment::start(
                        SandboxTopology::Standalone,
                        {.serverArguments = {QStringLiteral("--lua-time-limit"), QStringLiteral("20")}}));
        VERIFY_OK(server().ask({"SET", "lock:a", "token-1", "PX", "600000"}));
        openWindow();
    }
    void cleanup()
    {
        end();
        m_servers.reset();
    }

    // It answers, but not with data, so the window must not say that it does not answer.
    void aBusyServerIsNotSilent()
    {
        const auto client = waitingClient({QStringLiteral("EVAL"),
                                           QStringLiteral("redis.call('SET', 'x', 1) while true do end"),
                                           QStringLiteral("0")});
        QTRY_COMPARE(errorOf({"PING"}), QByteArray("busy"));
        m_window->connectTo(server().spec());
        QTRY_VERIFY2(page().title().endsWith(QLatin1String("is not ready")), qPrintable(page().title()));
        QVERIFY2(page().text().contains(QLatin1String("The server is busy running a script")) &&
                     page().text().contains(QLatin1String("SCRIPT KILL stops it unless")),
                 qPrintable(page().text()));
        QVERIFY(!page().text().contains(QLatin1String("SHUTDOWN")));
        QVERIFY(!m_window->deployment().isReady());
        client->kill();
        QVERIFY(client->waitForFinished());
    }
    // The connection is not lost, and the server has not restarted.
    void aServerThatBecomesBusyIsSaidToBe()
    {
        m_window->connectTo(server().spec());
        QTRY_VERIFY(find("lock:a"));
        const auto client =
            waitingClient({QStringLiteral("EVAL"), QStringLiteral("while true do end"), QStringLiteral("0")});
        const Banner &banner = m_window->locks().banner();
        QTRY_VERIFY(m_window->deployment().connection().reason.kind == ErrorKind::Busy);
        QTRY_VERIFY(banner.isVisible());
        QVERIFY2(banner.sentence().startsWith(QLatin1String("No data for ")), qPrintable(banner.sentence()));
        QVERIFY(find("lock:a"));
        VERIFY_OK(server().ask({"SCRIPT", "KILL"}));
        QTRY_VERIFY(!banner.isVisible() && m_window->deployment().isReady());
        QVERIFY(!m_window->locks().banner().find(BannerMessage::About::Alarm));
        QTRY_COMPARE(client->state(), QProcess::NotRunning);
    }
    // It answers, so nothing may say that it is unreachable. What needs no server is still offered.
    void aServerThatWantsAPasswordIsNotUnreachable()
    {
        const ConnectionSpec spec = server().spec();
        m_window->connectTo(spec);
        QTRY_VERIFY(find("lock:a"));
        QTRY_VERIFY(m_window->isFilled());
        m_window->locks().view().choose(LockName{"lock:a"});
        m_window->openPage(MainWindow::Page::Blocking);
        VERIFY_OK(test::redisCli(spec, {"CONFIG", "SET", "requirepass", "secret"}));
        ConnectionSpec admin = spec;
        admin.password = QStringLiteral("secret");
        VERIFY_OK(test::redisCli(admin, {"CLIENT", "KILL", "TYPE", "normal"}));
        const auto *facts = m_window->findChild<DetailPane *>()->findChild<LockFacts *>();
        QTRY_VERIFY2(
            facts->value(LockFact::Node).endsWith(QLatin1String(" (the server requires a password)")),
            qPrintable(facts->value(LockFact::Node)));
        QStringList said;
        for (const auto *prose : m_window->findChild<DetailPane *>()->findChildren<Prose *>()) {
            if (prose->isVisible())
                said << prose->text();
        }
        const QString all = said.join(u'\n');
        QVERIFY2(all.contains(QLatin1String(" refuses: NOAUTH Authentication required")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("→ Set user and password")), qPrintable(all));
        QVERIFY2(!all.contains(QLatin1String("unreachable")), qPrintable(all));
        const auto &blocking = *m_window->findChild<BlockingPage *>()->findChild<EmptyState *>();
        QVERIFY(blocking.isVisible());
        QCOMPARE(blocking.title(), QStringLiteral("Waiting clients unknown"));
        QCOMPARE(blocking.text(), QStringLiteral("The server refuses: NOAUTH Authentication required"));
        const WindowActions &actions = m_window->actions();
        for (const QAction *act :
             {actions.release, actions.expire, actions.wake, actions.acquire, actions.rescan, actions.whoIs})
            QVERIFY2(!act->isEnabled() && act->toolTip() == QLatin1String("Not connected"),
                     qPrintable(act->toolTip()));
        for (const QAction *act : {actions.inTimeline, actions.fullHistory, actions.incident,
                                   actions.nameOwner, actions.sameOwner, actions.pin, actions.copyText})
            QVERIFY2(act->isEnabled(), qPrintable(act->toolTip()));
        VERIFY_OK(test::redisCli(admin, {"CONFIG", "SET", "requirepass", ""}));
        actions.reconnect->trigger();
        QVERIFY(find("lock:a")); // What is known stays in sight
        QTRY_VERIFY(actions.rescan->isEnabled());
        QTRY_COMPARE(facts->value(LockFact::Node), QString::fromUtf8(find("lock:a")->node.bytes));
    }
    void aLoadingServerIsWaitedFor()
    {
        VERIFY_OK(test::makeLoadSlow(server()));
        const auto client = waitingClient({QStringLiteral("DEBUG"), QStringLiteral("RELOAD")});
        QTRY_COMPARE(errorOf({"GET", "x"}), QByteArray("loading"));
        m_window->connectTo(server().spec());
        QTRY_VERIFY2(page().title().endsWith(QLatin1String("is not ready")), qPrintable(page().title()));
        QVERIFY2(page().text().contains(QLatin1String("The server is still loading its data")),
                 qPrintable(page().text()));
        VERIFY_OK(server().ask({"CONFIG", "SET", "key-load-delay", "0"}));
        QTRY_VERIFY(find("lock:a"));
        QTRY_COMPARE(client->state(), QProcess::NotRunning);
    }

    void aServerWithoutAFreeConnection()
    {
        const auto client = waitingClient({QStringLiteral("MONITOR")});
        QTRY_VERIFY(client->bytesAvailable() > 0); // It is connected
        VERIFY_OK(server().ask({"CONFIG", "SET", "maxclients", "1"}));
        m_window->connectTo(server().spec());
        QTRY_VERIFY2(page().title().endsWith(QLatin1String("is not ready")), qPrintable(page().title()));
        QVERIFY2(page().text().contains(QLatin1String("no free connections (maxclients)")),
                 qPrintable(page().text()));
        client->kill();
        QTRY_COMPARE(client->state(), QProcess::NotRunning);
        QTRY_VERIFY(find("lock:a")); // By itself
    }
    void aReplicaWithoutItsMaster()
    {
        auto started = SandboxDeployment::start(SandboxTopology::Replica, {.replicas = 1});
        VERIFY_OK(started);
        const SandboxServer &replica = (*started)->node(1);
        VERIFY_OK(replica.ask({"CONFIG", "SET", "replica-serve-stale-data", "no"}));
        (*started)->node(0).kill();
        QTRY_VERIFY(!replica.ask({"GET", "lock:a"}).ok());
        m_window->connectTo(replica.spec());
        QTRY_VERIFY2(page().title().endsWith(QLatin1String("is not ready")), qPrintable(page().title()));
        QVERIFY2(page().text().contains(QLatin1String("The replica has lost its master")),
                 qPrintable(page().text()));
    }
    void aDatabaseThatDoesNotExist()
    {
        ConnectionSpec spec = server().spec();
        spec.db = 5000;
        m_window->connectTo(spec);
        QTRY_VERIFY2(page().title().startsWith(QLatin1String("Cannot connect")), qPrintable(page().title()));
        QVERIFY2(page().text().contains(QLatin1String("Cannot use database 5000")),
                 qPrintable(page().text()));
    }

    void aRefusedWriteIsExplained_data()
    {
        QTest::addColumn<QList<QByteArrayList>>("settings");
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("advice");
        QTest::newRow("misconf") << QList<QByteArrayList>{{"CONFIG", "SET", "save", "3600 1"}, {"BGSAVE"}}
                                 << QStringLiteral("cannot save to disk")
                                 << QStringLiteral(
                                        "check the server log (usually a full disk), then run BGSAVE; "
                                        "until then no lock can be released");
        QTest::newRow("noreplicas") << QList<QByteArrayList>{{"CONFIG", "SET", "min-replicas-to-write", "1"}}
                                    << QStringLiteral("fewer replicas than min-replicas-to-write")
                                    << QStringLiteral(
                                           "restore the replicas; until then no lock can be released");
    }
    void aRefusedWriteIsExplained()
    {
        QFETCH(QList<QByteArrayList>, settings);
        QFETCH(QString, words);
        QFETCH(QString, advice);
        const Kinds kinds;
        m_window->connectTo(server().spec());
        QTRY_VERIFY(find("lock:a"));
        QVERIFY(QDir(server().folder()).mkpath(QStringLiteral("dump.rdb/inside"))); // A snapshot fails
        for (const QByteArrayList &setting : settings)
            VERIFY_OK(server().ask(Command(setting.begin(), setting.end())));
        QTRY_VERIFY(!server().ask({"SET", "other", "x"}).ok());
        auto *dialog =
            new LadderDialog(*m_bridge, find("lock:a"), server().spec(), Rung::Force, m_window.get());
        QSignalSpy answers(dialog, &ActDialog::answered);
        dialog->show();
        dialog->reasonEdit()->setText(QStringLiteral("its holder died"));
        QTRY_VERIFY2(dialog->actButton()->isEnabled(), qPrintable(dialog->actButton()->toolTip()));
        dialog->actButton()->click();
        QTRY_COMPARE(answers.size(), 1);
        const auto receipt = answers.last().first().value<Receipt>();
        QCOMPARE(receipt.result, ActResult::Refused);
        QCOMPARE(receiptHeadline(receipt, kinds), QStringLiteral("Refused: nothing was changed"));
        const QString facts = receiptFacts(receipt, kinds).join(u'\n');
        QVERIFY2(facts.contains(words), qPrintable(facts));
        QCOMPARE(receiptAdvice(receipt), advice);
        QCOMPARE(server().ask({"GET", "lock:a"})->bytes, QByteArray("token-1"));
        QVERIFY(find("lock:a"));
    }
};

LOCKSCOPE_UI_TEST(tst_FaultWindow)

} // namespace tst_faultwindow

#include "tst_faultwindow.moc"
