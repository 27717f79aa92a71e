// SPDX-License-Identifier: GPL-3.0-or-later
// The window with a real engine on its own thread and a real redis-server.

#include "core/config/profilestore.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/rediscli.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/window/livewindowtest.h"
#include "ui/acts/actdialogs.h"
#include "ui/acts/changenotice.h"
#include "ui/bridges/enginebridge.h"
#include "ui/connections/connectiondialog.h"
#include "ui/connections/connectionspane.h"
#include "ui/detail/detailpane.h"
#include "ui/forms/durationedit.h"
#include "ui/holders/lockfacts.h"
#include "ui/holders/shownlock.h"
#include "ui/locks/banner.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/settings/settingsdialog.h"
#include "ui/status/statusline.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"
#include "ui/window/mainwindow.h"

#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QToolButton>

#include <atomic>
#include <ctime>
#include <memory>
#include <utility>

namespace tst_livewindow
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

// Everything that Qt announces to a screen reader as soon as it changes: name and description of each part of
// a window. The text of a label is its name unless it has another. Excludes the verdict, which the engine
// updates.
QStringList spokenOf(const QWidget &window)
{
    QStringList spoken;
    for (const QWidget *part : window.findChildren<QWidget *>()) {
        if (qobject_cast<const Notice *>(part) || qobject_cast<const Notice *>(part->parent()))
            continue;
        QString name = part->accessibleName();
        if (const auto *label = qobject_cast<const QLabel *>(part); label && name.isEmpty())
            name = label->text();
        spoken << QStringLiteral("%1: %2, %3")
                      .arg(QLatin1String(part->metaObject()->className()), name,
                           part->accessibleDescription());
    }
    return spoken;
}

// How long this thread computed, or could have and had no processor.
milliseconds busyTime()
{
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    QFile file(QStringLiteral("/proc/thread-self/schedstat")); // Computed, ready, times it ran
    const qint64 ready = file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() : 0;
    return duration_cast<milliseconds>(std::chrono::seconds(used.tv_sec) +
                                       std::chrono::nanoseconds(used.tv_nsec + ready));
}

} // namespace

class tst_LiveWindow : public test::LiveWindowTest
{
    Q_OBJECT

private slots:
    void init()
    {
        startServer();
        openWindow();
    }
    void cleanup() { end(); }

    void locksAppearChangeAndGo()
    {
        command({"SET", "lock:a", "token-1", "PX", "60000"});
        m_window->connectTo(m_redis->tcp());
        QTRY_VERIFY(find("lock:a"));
        QTRY_VERIFY(m_window->isFilled());
        QVERIFY(!m_window->locks().isEmptyShown());
        command({"SET", "lock:b", "token-2"});
        QTRY_VERIFY(find("lock:b"));
        QTRY_COMPARE(find("lock:b")->verdict.code, std::string_view("no-expiry"));
        command({"SET", "lock:a", "token-3", "PX", "60000"});
        QTRY_COMPARE(find("lock:a")->owner().bytes, QByteArrayLiteral("token-3"));
        command({"DEL", "lock:a"});
        QTRY_VERIFY(!find("lock:a"));
        QCOMPARE(model().shownLocks().size(), size_t(1));
    }

    // A server that was only announced gets the password after the user trusts it, which is remembered.
    void anAnnouncedAddressIsTrusted()
    {
        const Endpoint elsewhere{QStringLiteral("203.0.113.8"), 7001};
        const auto servers = SandboxDeployment::start(
            SandboxTopology::Replica,
            {.replicas = 1, .password = QStringLiteral("secret"), .announced = {{}, elsewhere}});
        VERIFY_OK(servers);
        ConnectionSpec prod = (*servers)->node(0).tcp();
        prod.name = QStringLiteral("prod");
        QVERIFY(ProfileStore(m_dir->path()).save({prod}).ok());
        m_window.reset();
        m_window = std::make_unique<MainWindow>(*m_bridge, m_history, m_dir->path());
        m_window->show();
        m_window->connectTo(prod);
        const Banner &notice = m_window->locks().banner();
        QTRY_VERIFY(notice.isVisible());
        QVERIFY2(notice.sentence().contains(QStringLiteral("203.0.113.8:7001 is not connected")),
                 qPrintable(notice.sentence()));
        const auto asked = [&] {
            notice.button(BannerMessage::Act::Trust)->click();
            return QPointer<QMessageBox>(m_window->findChild<QMessageBox *>(QStringLiteral("trustAddress")));
        };
        QPointer<QMessageBox> box = asked();
        QVERIFY(box && box->text().contains(QStringLiteral("Send the password of prod to 203.0.113.8?")));
        box->button(QMessageBox::Cancel)->click();
        QTRY_VERIFY(!box);
        QVERIFY(notice.isVisible());
        box = asked();
        QVERIFY(box);
        for (QAbstractButton *button : box->buttons()) {
            if (box->buttonRole(button) == QMessageBox::AcceptRole)
                button->click();
        }
        QTRY_VERIFY(!box);
        const auto replica = [this] {
            for (const NodeStatus &node : m_window->deployment().nodes) {
                if (node.node.bytes == "203.0.113.8:7001")
                    return node;
            }
            return NodeStatus{};
        };
        QTRY_VERIFY(!replica().node.isEmpty() && replica().untrusted.isEmpty());
        QVERIFY(!replica().connection.reason.text.contains(QStringLiteral("the password was not sent")));
        QVERIFY(!notice.isVisible());
        const Addressing trusting{.policy = AddressPolicy::Mapped,
                                  .map = {{{elsewhere.host, 0}, {elsewhere.host, 0}}}};
        const auto saved = ProfileStore(m_dir->path()).find(QStringLiteral("prod"));
        QVERIFY(saved && saved->addressing == trusting && saved->password.isEmpty());
        QVERIFY(m_window->deployment().spec->addressing == trusting);
    }

    // The consent to one connection's address says nothing about the connection opened meanwhile.
    void trustEndsWithItsConnection()
    {
        ConnectionSpec prod = m_redis->tcp();
        prod.name = QStringLiteral("prod");
        ConnectionSpec other = m_redis->tcp();
        other.name = QStringLiteral("other");
        QVERIFY(ProfileStore(m_dir->path()).save({prod, other}).ok());
        m_window.reset();
        m_window = std::make_unique<MainWindow>(*m_bridge, m_history, m_dir->path());
        m_window->show();
        m_window->connectTo(prod);
        auto *pane = m_window->findChild<ConnectionsPane *>();
        QVERIFY(pane);
        NodeStatus announced;
        announced.untrusted = QStringLiteral("203.0.113.8");
        emit pane->trustWanted(announced);
        const QPointer<QMessageBox> box(m_window->findChild<QMessageBox *>(QStringLiteral("trustAddress")));
        QVERIFY(box);
        m_window->connectTo(other);
        for (QAbstractButton *button : box->buttons()) {
            if (box->buttonRole(button) == QMessageBox::AcceptRole)
                button->click();
        }
        QTRY_VERIFY(!box);
        QVERIFY(m_window->deployment().spec->addressing == Addressing{});
        QVERIFY(ProfileStore(m_dir->path()).find(QStringLiteral("other"))->addressing == Addressing{});
    }

    // Running times on the screen are silent until a screen reader asks.
    void whatRunsIsNotReadAloud()
    {
        command({"SET", "lock:a", "token-1", "PX", "600000"});
        m_window->connectTo(m_redis->tcp());
        QTRY_VERIFY(find("lock:a"));
        QTRY_VERIFY(m_window->isFilled());
        m_window->locks().view().choose(LockName{QByteArrayLiteral("lock:a")});
        QTRY_COMPARE(m_window->detail().shownKey(), LockName{QByteArrayLiteral("lock:a")});
        auto *facts = m_window->detail().findChild<LockFacts *>();
        const QModelIndex cell = model().indexOf({"lock:a"}).siblingAtColumn(int(LockColumn::Held));
        QTRY_VERIFY(facts->value(LockFact::TimeToLive).startsWith(QStringLiteral("9 min")));
        QStringList before, after{QString()};
        for (int round = 0; round < 5 && before != after; ++round) { // Late changes are announced once
            before = spokenOf(*m_window);
            const QString status = m_window->status().text(), held = cell.data().toString(),
                          left = facts->value(LockFact::TimeToLive);
            QTRY_VERIFY(m_window->status().text() != status);
            QTRY_VERIFY(cell.data().toString() != held);
            QTRY_VERIFY(facts->value(LockFact::TimeToLive) != left);
            after = spokenOf(*m_window);
        }
        QCOMPARE(after, before);
    }

    void newThresholdsHoldWithoutANewConnection()
    {
        command({"SET", "lock:a", "token-1", "PX", "600000"});
        m_window->connectTo(m_redis->tcp());
        QTRY_VERIFY(find("lock:a"));
        QTRY_VERIFY(m_window->isFilled());
        command({"PEXPIRE", "lock:a", "700000"});
        QTRY_COMPARE(find("lock:a")->renewals.count, 1);
        const Instant heldSince = find("lock:a")->heldSince;
        QSignalSpy opens(m_bridge.get(), &EngineBridge::openWanted);
        m_window->actions().settings->trigger();
        auto *dialog = m_window->findChild<SettingsDialog *>();
        QVERIFY(dialog);
        dialog->observe()->longHeld()->setValue(1ms);
        dialog->saveButton()->click();
        QTRY_COMPARE(find("lock:a")->verdict.code, std::string_view("long-held"));
        QCOMPARE(find("lock:a")->heldSince, heldSince);
        QCOMPARE(find("lock:a")->renewals.count, 1);
        QCOMPARE(opens.size(), 0);
        QTRY_VERIFY(!m_window->findChild<SettingsDialog *>());
    }

    void aConnectionIsTestedBeforeItIsOpened()
    {
        emit m_window->connections().newWanted();
        auto *dialog = m_window->findChild<ConnectionDialog *>();
        QVERIFY(dialog);
        const auto outcome = [dialog] {
            return dialog->findChild<Notice *>(QStringLiteral("outcome"))->sentence();
        };
        dialog->urlEdit()->clear();
        QTest::keyClicks(dialog->urlEdit(), QStringLiteral("redis://127.0.0.1:%1").arg(m_redis->tcp().port));
        dialog->testButton()->click();
        QTRY_VERIFY2(outcome().contains(QStringLiteral("read access")), qPrintable(outcome()));
        QVERIFY2(outcome().contains(QStringLiteral("TCP ok")), qPrintable(outcome()));
        m_redis->stop();
        dialog->testButton()->click();
        QTRY_VERIFY2(outcome().contains(QStringLiteral("Connection refused")), qPrintable(outcome()));
        QVERIFY(!m_window->deployment().spec); // Nothing was opened
        dialog->close();
    }

    void whatChangedMeanwhileIsNotReleased_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<bool>("goes");
        QTest::newRow("semaphore") << QByteArrayLiteral("semaphore:api") << false;
        QTest::newRow("latch") << QByteArrayLiteral("latch:start") << true;
    }
    void whatChangedMeanwhileIsNotReleased()
    {
        QFETCH(QByteArray, key);
        QFETCH(bool, goes);
        command({"SET", key, "3"});
        m_window->connectTo(m_redis->tcp());
        QTRY_VERIFY(find(key));
        auto *dialog = new LadderDialog(*m_bridge, find(key), m_redis->tcp(), Rung::Force, m_window.get());
        QSignalSpy answers(dialog, &ActDialog::answered);
        const auto result = [&answers] { return answers.last().first().value<Receipt>().result; };
        dialog->show();
        dialog->reasonEdit()->setText(QStringLiteral("its holder died"));
        QTRY_VERIFY(dialog->actButton()->isEnabled());
        command({"SET", key, "2"});
        dialog->actButton()->click(); // Before the window learns of it
        QTRY_COMPARE(answers.size(), 1);
        QCOMPARE(result(), ActResult::OwnerChanged);
        QCOMPARE(ask({"GET", key}), QByteArrayLiteral("2"));
        QTRY_COMPARE(numberOf(*find(key)), std::optional<qint64>(2));
        dialog->backButton()->click();
        dialog->changeNotice()->confirmButton()->click();
        QTRY_VERIFY(dialog->actButton()->isEnabled());
        dialog->actButton()->click();
        QTRY_COMPARE(answers.size(), 2);
        QCOMPARE(result(), ActResult::Done);
        QCOMPARE(ask({"GET", key}), goes ? QByteArray() : QByteArrayLiteral("3"));
    }

    void aServerThatGoesAndComesBack()
    {
        command({"SET", "lock:a", "token-1", "PX", "600000"});
        command({"SET", "lock:stuck", "token-2"});
        m_window->connectTo(m_redis->tcp());
        QTRY_VERIFY(find("lock:a") && find("lock:stuck"));
        m_window->locks().view().choose(LockName{QByteArrayLiteral("lock:a")});
        const Verdict before = find("lock:stuck")->verdict;
        QCOMPARE(before.code, std::string_view("no-expiry"));
        m_redis->stop();
        QTRY_VERIFY(m_window->locks().banner().isVisible());
        QTRY_VERIFY(find("lock:a") && find("lock:a")->stale);
        QTRY_VERIFY(find("lock:stuck")->stale);
        QCOMPARE(find("lock:stuck")->shownVerdict().code, before.code);
        QCOMPARE(model().lockAt(model().index(0, 0))->key, LockName{QByteArrayLiteral("lock:stuck")});
        QVERIFY(!m_window->locks().isEmptyShown());
        QVERIFY(!m_window->actions().acquire->isEnabled());
        VERIFY_OK(m_redis->restart());
        command({"SET", "lock:c", "token-9", "PX", "600000"});
        const Banner &banner = m_window->locks().banner();
        QTRY_VERIFY(!banner.find(BannerMessage::About::Connection));
        QTRY_VERIFY(find("lock:c"));
        // Without persistence it is lost with the server.
        QTRY_VERIFY(!find("lock:a") || !find("lock:a")->stale);
    }

    void theWindowNeverWaitsForAStoppedServer()
    {
        for (int i = 0; i < 50; ++i)
            command({"SET", "lock:" + QByteArray::number(i), "t", "PX", "600000"});
        m_window->connectTo(m_redis->tcp());
        QTRY_VERIFY(m_window->isFilled());
        m_redis->pause();
        // How long this whole process stood still, which is no wait for a server. Between two ticks, it may
        // do so several times.
        constexpr qint64 Late = 50; // ms
        std::atomic<qint64> everywhere = 0;
        std::atomic<bool> over = false;
        const std::unique_ptr<QThread> beside(QThread::create([&] {
            QElapsedTimer since;
            since.start();
            do {
                QThread::msleep(10);
                everywhere += std::max<qint64>(0, since.restart() - Late);
            } while (!over);
        }));
        const auto end = qScopeGuard([&] {
            over = true;
            beside->wait();
        });
        beside->start();
        qint64 longest = 0;
        milliseconds busy = busyTime();
        QElapsedTimer sinceTick, total;
        QTimer ticks;
        connect(&ticks, &QTimer::timeout, this, [&] {
            const milliseconds before = std::exchange(busy, busyTime());
            longest = std::max(longest, sinceTick.restart() - qint64((busy - before).count()));
        });
        sinceTick.start();
        total.start();
        ticks.start(10);
        m_window->locks().view().choose(LockName{QByteArrayLiteral("lock:7")}); // Requests details
        m_window->actions().rescan->trigger();
        m_window->actions().clear->trigger();
        QTRY_VERIFY(total.elapsed() > 1500);
        m_redis->resume();
        over = true;
        beside->wait(); // With its last interval
        QVERIFY2(longest < 500 + everywhere, qPrintable(QString::number(longest)));
    }

    void fromOneServerToAnother()
    {
        command({"SET", "lock:here", "t", "PX", "600000"});
        m_window->connectTo(m_redis->tcp());
        QTRY_VERIFY(find("lock:here"));
        auto other = Sandbox::start();
        VERIFY_OK(other);
        VERIFY_OK(
            test::redisCli((*other)->tcp(), (test::CliCommand{"SET", "lock:there", "t", "PX", "600000"})));
        m_window->connectTo((*other)->tcp());
        QTRY_VERIFY(find("lock:there"));
        QVERIFY(!find("lock:here"));
        m_window->disconnectFromServer();
        QTRY_COMPARE(model().totals().locks, 0);
        QCOMPARE(m_window->locks().emptyState().title(), QStringLiteral("Not connected"));
        QCOMPARE(m_window->status().text(), QStringLiteral("not connected"));
    }

    void aWrongPasswordIsSaid()
    {
        auto locked = Sandbox::start({.password = QStringLiteral("right")});
        VERIFY_OK(locked);
        ConnectionSpec spec = (*locked)->tcp();
        spec.password = QStringLiteral("geheim");
        m_window->connectTo(spec);
        QTRY_VERIFY(m_window->locks().emptyState().title().startsWith(QStringLiteral("Cannot connect")));
        QVERIFY(!m_window->locks().emptyState().text().contains(QStringLiteral("geheim")));
        spec.password = QStringLiteral("right");
        m_window->connectTo(spec);
        QTRY_VERIFY(m_window->deployment().isReady());
        QTRY_COMPARE(m_window->locks().emptyState().title(), QStringLiteral("No locks found"));
    }

    // The server answers, and takes the login no more: what is shown is old, and nothing comes by itself.
    void aPasswordThatWasChangedIsSaid()
    {
        auto locked = Sandbox::start({.password = QStringLiteral("old")});
        VERIFY_OK(locked);
        const ConnectionSpec old = (*locked)->tcp();
        VERIFY_OK(test::redisCli(old, {"SET", "lock:a", "64d1f0b97a2c4e8d", "PX", "600000"}));
        m_window->connectTo(old);
        QTRY_VERIFY(m_window->locks().model().find({"lock:a"}));
        VERIFY_OK(test::redisCli(old, {"CONFIG", "SET", "requirepass", "new"}));
        ConnectionSpec changed = old;
        changed.password = QStringLiteral("new");
        VERIFY_OK(test::redisCliAll(
            changed, {{"CLIENT", "KILL", "TYPE", "normal"}, {"CLIENT", "KILL", "TYPE", "pubsub"}}));
        const Banner &banner = m_window->locks().banner();
        QTRY_VERIFY(banner.isVisible() &&
                    m_window->deployment().connection().phase == ConnectionPhase::Failed);
        QVERIFY2(banner.sentence().startsWith(QStringLiteral("Connection lost")),
                 qPrintable(banner.sentence()));
        QVERIFY(m_window->locks().model().find({"lock:a"}));
        const QString status = m_window->findChild<StatusLine *>()->text();
        QVERIFY2(status.contains(QStringLiteral("not live")), qPrintable(status));
        QVERIFY(banner.button(BannerMessage::Act::ChangeConnection)->isVisible());
        VERIFY_OK(test::redisCli(changed, {"CONFIG", "SET", "requirepass", "old"}));
        banner.button(BannerMessage::Act::Retry)->click();
        QTRY_VERIFY(m_window->deployment().isReady() && !banner.isVisible());
    }
};

LOCKSCOPE_UI_TEST(tst_LiveWindow)

} // namespace tst_livewindow

#include "tst_livewindow.moc"
