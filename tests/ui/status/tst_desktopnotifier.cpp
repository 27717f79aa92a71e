// SPDX-License-Identifier: GPL-3.0-or-later
// Desktop notifications, on a private D-Bus session: their text, and the effect of a click.
#include "tests/support/uirunner.h"
#include "ui/bridges/enginebridge.h"
#include "ui/status/desktopnotifier.h"
#include "ui/status/statusline.h"
#include "ui/status/traystatus.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

namespace tst_desktopnotifier
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const char *const OnOwnBus = "LOCKSCOPE_TEST_ON_OWN_BUS";
const QString Service = QStringLiteral("org.freedesktop.Notifications");
const Instant Start = Instant() + 1000h;

Alert began(const QByteArray &key, VerdictLevel level = VerdictLevel::Ok)
{
    auto lock = std::make_shared<Lock>();
    lock->key = {key};
    lock->holders.append(Holder{.id = {QByteArray("me")}});
    lock->heldSince = Start;
    lock->expiresAt = Start + 60s;
    if (level != VerdictLevel::Ok)
        lock->verdict = {.level = level, .code = "no-expiry"};
    return {.rule = QStringLiteral("held>1s for 10s"),
            .figures = QStringLiteral("held 12 s"),
            .key = {key},
            .lock = lock,
            .at = Start + 12s};
}

} // namespace

// A notification service at the other end of the bus.
class Desktop : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    QStringList texts{};
    QStringList actions{}; // Of the last one
    uint last = 40;

    Desktop()
    {
        m_bus.registerObject(QStringLiteral("/org/freedesktop/Notifications"), this,
                             QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
    }
    bool appear() { return m_bus.registerService(Service); }
    bool vanish() { return m_bus.unregisterService(Service); }

public slots:
    uint Notify(const QString &, uint, const QString &, const QString &, const QString &text,
                const QStringList &offered, const QVariantMap &, int)
    {
        texts << text;
        actions = offered;
        return ++last;
    }

signals:
    void ActionInvoked(uint id, const QString &action);
    void NotificationClosed(uint id, uint reason);

private:
    QDBusConnection m_bus =
        QDBusConnection::connectToBus(QDBusConnection::SessionBus, QStringLiteral("desktop"));
};

// The tray service of a desktop, which may come and go.
class TrayService : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.kde.StatusNotifierWatcher")
    Q_PROPERTY(bool IsStatusNotifierHostRegistered MEMBER hosted)

public:
    bool hosted = false; // A host for the icons exists

    TrayService()
    {
        m_bus.registerObject(QStringLiteral("/StatusNotifierWatcher"), this,
                             QDBusConnection::ExportAllProperties | QDBusConnection::ExportAllSignals);
    }
    bool appear() { return m_bus.registerService(QStringLiteral("org.kde.StatusNotifierWatcher")); }
    bool vanish() { return m_bus.unregisterService(QStringLiteral("org.kde.StatusNotifierWatcher")); }

signals:
    void StatusNotifierHostRegistered();

private:
    QDBusConnection m_bus =
        QDBusConnection::connectToBus(QDBusConnection::SessionBus, QStringLiteral("tray"));
};

class TestDesktopNotifier : public QObject
{
    Q_OBJECT

private slots:
    void init() { QVERIFY(m_desktop.appear()); }
    void aClickAsksForTheLock();
    void severalAskForTheWindow();
    void aLockOfAnotherConnectionNamesIt();
    void whatIsClosedIsForgotten();
    void anotherConnectionHasOtherLocks();
    void withoutAServiceItIsSaid();
    void theRuleGoesFirst();
    void theTitleNamesTheConnection();
    void aTrayMayComeLater();
    void withoutATrayNothingIsDifferent();

private:
    Desktop m_desktop;
};

void TestDesktopNotifier::aClickAsksForTheLock()
{
    DesktopNotifier teller;
    const QSignalSpy wanted(&teller, &DesktopNotifier::wanted);
    m_desktop.texts.clear();
    teller.take({began("lock:a")});
    QTRY_COMPARE(m_desktop.texts.size(), 1);
    QVERIFY2(m_desktop.texts.front().startsWith(QStringLiteral("lock:a: held&gt;1s")),
             qPrintable(m_desktop.texts.front()));
    QCOMPARE(m_desktop.actions.size(), 4);
    QCOMPARE(m_desktop.actions[0], QStringLiteral("default"));
    QVERIFY(!m_desktop.actions[3].isEmpty()); // The text of its button
    const auto clicked = [&](const QString &action) {
        emit m_desktop.ActionInvoked(m_desktop.last + 7, action); // Of another program
        emit m_desktop.ActionInvoked(m_desktop.last, action);
        const auto before = wanted.size();
        return QTest::qWaitFor([&] { return wanted.size() > before; }, test::Patience);
    };
    QVERIFY(clicked(m_desktop.actions[0]));
    QVERIFY(clicked(m_desktop.actions[2]));
    QTRY_COMPARE(wanted.size(), 2);
    QCOMPARE(wanted[0][0].value<LockName>().bytes, QByteArray("lock:a"));
}

void TestDesktopNotifier::severalAskForTheWindow()
{
    DesktopNotifier teller;
    const QSignalSpy wanted(&teller, &DesktopNotifier::wanted);
    const uint before = m_desktop.last;
    teller.take({began("lock:a"), began("lock:b")});
    QTRY_COMPARE(m_desktop.last, before + 1);
    emit m_desktop.ActionInvoked(m_desktop.last, QStringLiteral("default"));
    QTRY_COMPARE(wanted.size(), 1);
    QVERIFY(wanted[0][0].value<LockName>().isEmpty());
}

void TestDesktopNotifier::aLockOfAnotherConnectionNamesIt()
{
    DesktopNotifier teller;
    const QSignalSpy wanted(&teller, &DesktopNotifier::otherWanted);
    const QSignalSpy several(&teller, &DesktopNotifier::fleetWanted);
    const uint before = m_desktop.last;
    Alert other = began("lock:a");
    other.connection = QStringLiteral("shop");
    QCOMPARE(DesktopNotifier::message({other}).second,
             QStringLiteral("shop: lock:a: held>1s for 10s (held 12 s)"));
    teller.take({other});
    QTRY_COMPARE(m_desktop.last, before + 1);
    teller.leave(); // it is of no connection of the window
    emit m_desktop.ActionInvoked(before + 1, QStringLiteral("default"));
    QTRY_COMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].toString(), QStringLiteral("shop"));
    QCOMPARE(wanted[0][1].value<LockPtr>()->key.bytes, QByteArray("lock:a"));
    teller.clickLast();
    QCOMPARE(wanted.size(), 2);
    teller.take({began("lock:b"), other});
    QTRY_COMPARE(m_desktop.last, before + 2);
    emit m_desktop.ActionInvoked(before + 2, QStringLiteral("default"));
    QTRY_COMPARE(several.size(), 1);
}

void TestDesktopNotifier::anotherConnectionHasOtherLocks()
{
    DesktopNotifier teller;
    const QSignalSpy wanted(&teller, &DesktopNotifier::wanted);
    const QSignalSpy told(&teller, &DesktopNotifier::told);
    const uint before = m_desktop.last;
    teller.take({began("lock:a")});
    teller.take({began("lock:b")}); // Waits 5 s, which the answer to the first one may take
    teller.leave();
    QVERIFY(teller.lastKey().isEmpty());
    QTRY_COMPARE(m_desktop.last, before + 1);
    emit m_desktop.ActionInvoked(before + 1, QStringLiteral("default"));
    QTRY_COMPARE(wanted.size(), 1);
    QVERIFY(wanted[0][0].value<LockName>().isEmpty()); // Only the window; no lock of that name
    teller.take({began("lock:c")});
    QTRY_COMPARE(told.size(), 2);
    QVERIFY(!told[1][1].toString().contains(QStringLiteral("lock:b")));
    QTRY_COMPARE(m_desktop.last, before + 2);
    teller.leave();
    emit m_desktop.ActionInvoked(before + 2, QStringLiteral("default"));
    QTRY_COMPARE(wanted.size(), 2);
    QVERIFY(wanted[1][0].value<LockName>().isEmpty());
}

void TestDesktopNotifier::whatIsClosedIsForgotten()
{
    DesktopNotifier first;
    DesktopNotifier second;
    const QSignalSpy ofFirst(&first, &DesktopNotifier::wanted);
    const QSignalSpy ofSecond(&second, &DesktopNotifier::wanted);
    const uint before = m_desktop.last;
    first.take({began("lock:a")});
    QTRY_COMPARE(m_desktop.last, before + 1);
    second.take({began("lock:b")});
    QTRY_COMPARE(m_desktop.last, before + 2);
    emit m_desktop.NotificationClosed(before + 1, 2);
    emit m_desktop.ActionInvoked(before + 1, QStringLiteral("default"));
    emit m_desktop.ActionInvoked(before + 2, QStringLiteral("default")); // Arrives after the others
    QTRY_COMPARE(ofSecond.size(), 1);
    QCOMPARE(ofFirst.size(), 0);
}

void TestDesktopNotifier::withoutAServiceItIsSaid()
{
    QVERIFY(m_desktop.vanish());
    DesktopNotifier teller;
    const QSignalSpy unshown(&teller, &DesktopNotifier::unshown);
    const QSignalSpy told(&teller, &DesktopNotifier::told);
    teller.take({began("lock:a")});
    QTRY_COMPARE(unshown.size(), 1);
    QCOMPARE(told.size(), 1);
}

void TestDesktopNotifier::theRuleGoesFirst()
{
    const QString calm = DesktopNotifier::message({began("lock:a")}).second;
    QCOMPARE(calm, QStringLiteral("lock:a: held>1s for 10s (held 12 s)")); // Without the verdict
    const QString grave = DesktopNotifier::message({began("lock:a", VerdictLevel::Critical)}).second;
    QVERIFY2(grave.startsWith(calm) && grave.size() > calm.size() + 10, qPrintable(grave));
}

// Several windows may show notifications, and one window those of the fleet.
void TestDesktopNotifier::theTitleNamesTheConnection()
{
    const QString shop = QStringLiteral("shop");
    const Alert own = began("lock:a");
    Alert other = began("lock:b");
    other.connection = QStringLiteral("tills");
    QVERIFY(DesktopNotifier::message({own}, shop).first.startsWith(shop));
    QVERIFY(DesktopNotifier::message({own, own}, shop).first.startsWith(shop));
    const auto [title, text] = DesktopNotifier::message({own, other}, shop);
    QVERIFY(!title.contains(shop));
    QVERIFY2(text.startsWith(QStringLiteral("shop: lock:a: ")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("\ntills: lock:b: ")), qPrintable(text));
}

void TestDesktopNotifier::aTrayMayComeLater()
{
    QAction quit;
    TrayStatus first(&quit, this);
    TrayService service;
    QVERIFY(service.appear()); // No host yet
    TrayStatus second(&quit, this);
    const QDBusMessage ping = QDBusMessage::createMethodCall(
        QStringLiteral("org.kde.StatusNotifierWatcher"), QStringLiteral("/StatusNotifierWatcher"),
        QStringLiteral("org.freedesktop.DBus.Peer"), QStringLiteral("Ping"));
    const auto answered = [&] { // After all earlier calls
        QDBusPendingCallWatcher answer(QDBusConnection::sessionBus().asyncCall(ping));
        QSignalSpy finished(&answer, &QDBusPendingCallWatcher::finished);
        return finished.wait(test::Patience);
    };
    QVERIFY(answered());
    QVERIFY(!first.isShown() && !second.isShown());
    service.hosted = true;
    emit service.StatusNotifierHostRegistered();
    QTRY_VERIFY(first.isShown() && second.isShown());
    QVERIFY(service.vanish());
    first.show(QStringLiteral("orders"), {.locks = 3, .levels = {2, 0, 0, 1}}, true);
    first.tell(QStringLiteral("a"), QStringLiteral("b"), true);
    TrayStatus third(&quit, this);
    QVERIFY(service.appear());
    QTRY_VERIFY(third.isShown());
    QVERIFY(service.vanish());
}

void TestDesktopNotifier::withoutATrayNothingIsDifferent()
{
    QVERIFY(m_desktop.vanish());
    const QTemporaryDir folder;
    EngineBridge bridge;
    HistoryBridge history;
    MainWindow window(bridge, history, folder.path());
    window.show();
    // Without notifications and tray, the status bar shows the message.
    window.teller().tellNow(QStringLiteral("title"), QStringLiteral("a lock is lost"), {});
    QTRY_COMPARE(window.status().told(), QStringLiteral("a lock is lost"));
    // Closing the window ends the program; it does not stay hidden.
    QMetaObject::invokeMethod(&window, &QWidget::close, Qt::QueuedConnection);
    QTimer::singleShot(20s, &window, [] { QApplication::exit(1); });
    QCOMPARE(QApplication::exec(), 0);
}

namespace
{

// Runs this program again on an otherwise empty bus that starts no services.
int runOnOwnBus(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QTemporaryDir folder;
    QFile config(folder.filePath(QStringLiteral("bus.conf")));
    if (!config.open(QIODevice::WriteOnly))
        return 1;
    config.write("<busconfig><type>session</type><listen>unix:dir=" + QFile::encodeName(folder.path()) +
                 "</listen><policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>"
                 "<allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>");
    config.close();
    qputenv(OnOwnBus, "1");
    QProcess session;
    session.setProcessChannelMode(QProcess::ForwardedChannels);
    session.start(QStringLiteral("dbus-run-session"),
                  QStringList{QStringLiteral("--config-file=") + config.fileName(), QStringLiteral("--"),
                              QCoreApplication::applicationFilePath()} +
                      QCoreApplication::arguments());
    if (!session.waitForStarted())
        qCritical("dbus-run-session is needed (package dbus)");
    session.waitForFinished(-1);
    return session.exitStatus() == QProcess::NormalExit && session.error() == QProcess::UnknownError
               ? session.exitCode()
               : 1;
}

int run(int argc, char **argv)
{
    return qEnvironmentVariableIsEmpty(OnOwnBus)
               ? runOnOwnBus(argc, argv)
               : lockscope::test::runUiTest<TestDesktopNotifier>(argc, argv);
}

} // namespace

LOCKSCOPE_TEST_MAIN(run)

} // namespace tst_desktopnotifier

#include "tst_desktopnotifier.moc"
