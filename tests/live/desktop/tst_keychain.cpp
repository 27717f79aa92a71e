// SPDX-License-Identifier: GPL-3.0-or-later
// Against a real secret service in a private D-Bus session, and without one.
#include "core/config/keychain.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace tst_keychain
{

using namespace lockscope;

namespace
{

QString text(const char *latin)
{
    return QString::fromLatin1(latin);
}

// A private D-Bus daemon with a keyring, in a home of its own; the destructor ends both.
class PrivateKeyring
{
public:
    bool start(QString *why)
    {
        const QString bus = QStandardPaths::findExecutable(text("dbus-daemon"));
        const QString keyring = QStandardPaths::findExecutable(text("gnome-keyring-daemon"));
        if (bus.isEmpty() || keyring.isEmpty()) {
            *why =
                text("dbus-daemon and gnome-keyring-daemon are needed (packages dbus-daemon, gnome-keyring)");
            return false;
        }
        for (const char *variable : {"HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"})
            qputenv(variable, QFile::encodeName(m_home.path()));
        qunsetenv("DISPLAY"); // There is no user to prompt
        // Without the system's services: one is a keyring that would outlive the test.
        QFile config(m_home.filePath(text("bus.conf")));
        if (!config.open(QIODevice::WriteOnly))
            return false;
        config.write(
            "<busconfig><type>session</type><listen>unix:path=" + QFile::encodeName(m_home.path()) +
            "/bus</listen><policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>"
            "<allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>");
        config.close();
        m_bus.start(bus, {text("--config-file=") + config.fileName(), text("--nofork"), text("--nopidfile"),
                          text("--print-address")});
        if (!m_bus.waitForStarted() || !m_bus.waitForReadyRead(test::Patience)) {
            *why = text("dbus-daemon does not start: ") + QString::fromUtf8(m_bus.readAllStandardError());
            return false;
        }
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_bus.readLine().trimmed());
        m_keyring.start(keyring, {text("--foreground"), text("--unlock"), text("--components=secrets")});
        if (!m_keyring.waitForStarted()) {
            *why = m_keyring.errorString();
            return false;
        }
        m_keyring.write("unlock\n"); // The password of the new keyring
        m_keyring.closeWriteChannel();
        return true;
    }
    ~PrivateKeyring()
    {
        for (QProcess *process : {&m_keyring, &m_bus}) {
            process->kill();
            process->waitForFinished(test::Patience);
        }
    }

private:
    QTemporaryDir m_home;
    QProcess m_bus;
    QProcess m_keyring;
};

Outcome<Secrets> readBack(Keychain &store, const QString &profile)
{
    std::optional<Outcome<Secrets>> answer;
    store.read(profile, [&answer](const Outcome<Secrets> &secrets) { answer = secrets; });
    [[maybe_unused]] const bool told =
        QTest::qWaitFor([&answer] { return answer.has_value(); }, test::Patience);
    return answer.value_or(Failure{.kind = ErrorKind::TimedOut, .text = text("nothing was told")});
}

Done writeNow(Keychain &store, const QString &profile, const Secrets &secrets)
{
    std::optional<Done> answer;
    store.write(profile, secrets, [&answer](const Done &done) { answer = done; });
    [[maybe_unused]] const bool told =
        QTest::qWaitFor([&answer] { return answer.has_value(); }, test::Patience);
    return answer.value_or(Failure{.kind = ErrorKind::TimedOut, .text = text("nothing was told")});
}

} // namespace

class tst_Keychain : public QObject
{
    Q_OBJECT

    QTemporaryDir m_config;

private slots:
    void withoutABusItSaysSo()
    {
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
        qunsetenv("XDG_RUNTIME_DIR");
        VERIFY_FAILS(Keychain::available(), ErrorKind::Unsupported);
        Keychain store(m_config.path());
        const auto read = readBack(store, text("p"));
        VERIFY_FAILS(read, ErrorKind::Unsupported);
        QVERIFY(read.failure().text.contains(text("cannot use the keychain")));
        QVERIFY(!read.failure().remedy.isEmpty());
        const auto written = writeNow(store, text("p"), {.password = text("x")});
        VERIFY_FAILS(written, ErrorKind::Unsupported);
    }

    void withABusAndNoKeychainItSaysSo()
    {
        // A bus without a daemon.
        QTemporaryDir folder;
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + QFile::encodeName(folder.filePath(text("none"))));
        Keychain store(m_config.path());
        const auto read = readBack(store, text("p"));
        QVERIFY(!read.ok());
        QVERIFY2(read.failure().text.contains(text("cannot use the keychain")),
                 qPrintable(read.failure().line()));
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    }

    void aStoreThatIsGoneIsNotTold()
    {
        bool told = false;
        {
            Keychain store(m_config.path());
            store.read(text("p"), [&told](const Outcome<Secrets> &) { told = true; });
        }
        QCoreApplication::processEvents();
        QVERIFY(!told);
    }

    void aRealKeyringKeepsThem()
    {
        PrivateKeyring keyring;
        QString why;
        if (!keyring.start(&why))
            QSKIP(qPrintable(why));
        if (!Keychain::available())
            QSKIP("this build has no keychain");
        Keychain store(m_config.path());
        // The keyring is ready once its name is on the bus.
        Outcome<Secrets> none = Failure{};
        const QDeadlineTimer limit(test::Patience);
        do
            none = readBack(store, text("orders"));
        while (!none.ok() && !limit.hasExpired());
        VERIFY_OK(none);
        QVERIFY(none->isEmpty());

        const Secrets secrets{.password = text("p\"wd 锁"),
                              .sentinelPassword = text("s"),
                              .members = {{.password = text("m")}, {}}};
        const auto written = writeNow(store, text("orders"), secrets);
        VERIFY_OK(written);
        const auto back = readBack(store, text("orders"));
        VERIFY_OK(back);
        QCOMPARE(*back, secrets);

        // The entries of another profile folder are separate.
        QTemporaryDir other;
        Keychain elsewhere(other.path());
        QVERIFY(readBack(elsewhere, text("orders"))->isEmpty());

        VERIFY_OK(writeNow(store, text("orders"), {}));
        QVERIFY(readBack(store, text("orders"))->isEmpty());
        VERIFY_OK(writeNow(store, text("orders"), {})); // Deleting a missing entry succeeds
    }
};

LOCKSCOPE_TEST(tst_Keychain)

} // namespace tst_keychain

#include "tst_keychain.moc"
