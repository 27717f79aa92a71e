// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop program from its command line to its exit status, without a display.

#include "core/config/profilestore.h"
#include "core/formats/format.h"
#include "core/history/historystore.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/orderlyend.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include <csignal>

namespace tst_desktop
{

using namespace lockscope;

namespace
{

struct Ended {
    int status = -1;
    QString out{};
    QString err{};
    QByteArray told() const { return QByteArray::number(status) + "\n" + out.toUtf8() + err.toUtf8(); }
};

// From the PNG header, because this test does not link QtGui.
quint32 widthOfPng(const QString &fileName)
{
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray head = file.read(24);
    if (head.size() < 24 || !head.startsWith("\x89PNG"))
        return 0;
    return qFromBigEndian<quint32>(head.constData() + 16);
}

// The processes whose command line names the folder.
int serversIn(const QString &folder)
{
    int count = 0;
    const QStringList pids = QDir(QStringLiteral("/proc")).entryList({QStringLiteral("[1-9]*")}, QDir::Dirs);
    for (const QString &pid : pids) {
        // Their command line is not that which started them: redis-server replaces it.
        const QString home = QFile::symLinkTarget(QStringLiteral("/proc/%1/cwd").arg(pid));
        count += home.startsWith(folder) ? 1 : 0;
    }
    return count;
}

QString programPath()
{
    return QStringLiteral(LOCKSCOPE_BINARY_DIR "/lockscope");
}

} // namespace

class tst_Desktop : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    std::unique_ptr<Sandbox> m_redis;

    QProcessEnvironment environment(const QString &platform) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), m_dir.path());
        environment.insert(QStringLiteral("LOCKSCOPE_PATIENCE"), QStringLiteral("8")); // For a busy machine
        for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "LANG", "LC_ALL"})
            environment.remove(QLatin1String(name));
        environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
        if (!platform.isEmpty())
            environment.insert(QStringLiteral("QT_QPA_PLATFORM"), platform);
        return environment;
    }

    Ended run(QStringList arguments, const QString &platform = QStringLiteral("offscreen"))
    {
        arguments = QStringList{QStringLiteral("--config-dir"), m_dir.path()} + arguments;
        QProcess process;
        process.setProcessEnvironment(environment(platform));
        process.start(programPath(), arguments);
        if (!process.waitForFinished(60'000))
            return {.err = QStringLiteral("did not end")};
        return {.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                .out = QString::fromUtf8(process.readAllStandardOutput()),
                .err = QString::fromUtf8(process.readAllStandardError())};
    }
    QString picture() const { return m_dir.filePath(QStringLiteral("window.png")); }

private slots:
    void initTestCase()
    {
        if (!QFile::exists(programPath()))
            QSKIP("built without the desktop");
        auto sandbox = Sandbox::start();
        VERIFY_OK(sandbox);
        m_redis = std::move(*sandbox);
    }
    void cleanup() { QFile::remove(picture()); }

    void wrongUseIsOneLineAndStatusTwo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QStringList &arguments, const char *expected) {
            QTest::newRow(name) << arguments << QString::fromUtf8(expected);
        };
        row("unknown option", {QStringLiteral("--nope")}, "nope");
        row("no such file", {QStringLiteral("file")}, "file file does not exist");
        row("missing value", {QStringLiteral("--url")}, "url");
        row("bad url", {QStringLiteral("--url"), QStringLiteral("http://x")}, "redis://");
        row("password not repeated", {QStringLiteral("--url"), QStringLiteral("http://:geheim@x")}, "URL");
        row("two targets",
            {QStringLiteral("--url"), QStringLiteral("redis://x"), QStringLiteral("--sandbox")},
            "cannot be combined");
        row("a bad link of two", {QStringLiteral("redis://:geheim@x:nix"), QStringLiteral("redis://y")},
            "URL");
        row("a link and a target",
            {QStringLiteral("redis://x"), QStringLiteral("--profile"), QStringLiteral("y")},
            "must be the only argument");
        row("no target", {QStringLiteral("--snapshot"), QStringLiteral("x.png")}, "--snapshot requires");
        row("no such page",
            {QStringLiteral("--sandbox"), QStringLiteral("--snapshot"), QStringLiteral("x.png"),
             QStringLiteral("--page"), QStringLiteral("nix")},
            "unknown page \"nix\": use overview, contention, timeline");
        row("a page without a picture",
            {QStringLiteral("--sandbox"), QStringLiteral("--page"), QStringLiteral("overview")},
            "--page requires");
        row("no such profile", {QStringLiteral("--profile"), QStringLiteral("nix")}, "no profile \"nix\"");
        row("a URL as a profile", {QStringLiteral("--profile"), QStringLiteral("redis://:geheim@h")},
            "a URL is not the name of a profile");
        row("empty pattern", {QStringLiteral("--sandbox"), QStringLiteral("--pattern=")}, "--pattern");
        row("no such language", {QStringLiteral("--language"), QStringLiteral("xx")}, "zh_CN");
    }
    void wrongUseIsOneLineAndStatusTwo()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, expected);
        const Ended ended = run(arguments);
        QVERIFY2(ended.status == 2, ended.told().constData());
        QVERIFY2(ended.err.contains(expected), ended.told().constData());
        QCOMPARE(ended.err.count(u'\n'), 1);
        QVERIFY(ended.err.startsWith(QStringLiteral("lockscope: ")));
        QVERIFY(!ended.err.contains(QStringLiteral("geheim")));
        QCOMPARE(ended.out, QString());
    }

    void helpAndVersionNeedNoDisplay()
    {
        const Ended help = run({QStringLiteral("--help")}, QString());
        QVERIFY2(help.status == 0 && help.out.contains(QStringLiteral("--sandbox")), help.told().constData());
        const Ended version = run({QStringLiteral("--version")}, QString());
        QVERIFY2(version.status == 0 && version.out.startsWith(QStringLiteral("lockscope ")),
                 version.told().constData());
    }

    void withoutADisplayItSaysSo()
    {
        const Ended ended = run({}, QString());
        QVERIFY2(ended.status == 5, ended.told().constData());
        QVERIFY2(ended.err.contains(QStringLiteral("--snapshot")), ended.told().constData());
        QCOMPARE(ended.err.count(u'\n'), 1);
    }

    void aSnapshotShowsTheLocks()
    {
        VERIFY_OK(
            test::redisCli(m_redis->tcp(), (test::CliCommand{"SET", "lock:one", "token-1", "PX", "60000"})));
        VERIFY_OK(test::redisCli(m_redis->tcp(), (test::CliCommand{"SET", "lock:two", "token-2"})));
        VERIFY_OK(test::redisCli(m_redis->tcp(), (test::CliCommand{"SET", "no-such-thing", "x"})));
        const Ended ended = run(
            {QStringLiteral("--url"), connectionUrl(m_redis->tcp()), QStringLiteral("--snapshot"), picture()},
            QString());
        QVERIFY2(ended.status == 0, ended.told().constData());
        QVERIFY2(ended.out.contains(QStringLiteral("lock:one")), ended.told().constData());
        QVERIFY2(ended.out.contains(QStringLiteral("no expiry")), ended.told().constData());
        QVERIFY2(!ended.out.contains(QStringLiteral("no-such-thing")), ended.told().constData());
        QVERIFY2(ended.out.contains(QStringLiteral("Locks 2")), ended.told().constData());
        QVERIFY2(ended.out.contains(picture()), ended.told().constData());
        QCOMPARE(ended.err, QString());
        QVERIFY2(widthOfPng(picture()) >= 1000, "the picture is small, or none");
        QFile remembered(m_dir.filePath(QStringLiteral("window.ini")));
        QVERIFY(!remembered.open(QIODevice::ReadOnly) ||
                !remembered.readAll().contains(QByteArray::number(m_redis->tcp().port)));
        VERIFY_OK(test::redisCli(m_redis->tcp(), (test::CliCommand{"FLUSHALL"})));
    }

    void aSnapshotShowsAPageIfAsked()
    {
        for (const char *page : {"overview", "contention", "timeline"}) {
            QFile::remove(picture());
            const Ended ended =
                run({QStringLiteral("--url"), connectionUrl(m_redis->tcp()), QStringLiteral("--snapshot"),
                     picture(), QStringLiteral("--page"), QString::fromLatin1(page)},
                    QString());
            QVERIFY2(ended.status == 0, ended.told().constData());
            QVERIFY2(widthOfPng(picture()) >= 1000, "the picture is small, or none");
        }
    }

    void aProfileFindsItsServer()
    {
        ConnectionSpec spec = m_redis->tcp();
        spec.name = QStringLiteral("mine");
        QVERIFY(ProfileStore(m_dir.path()).save({spec}).ok());
        const Ended ended = run(
            {QStringLiteral("--profile"), QStringLiteral("mine"), QStringLiteral("--snapshot"), picture()});
        QVERIFY2(ended.status == 0, ended.told().constData());
        QVERIFY2(ended.out.contains(QStringLiteral("Locks 0")), ended.told().constData());
    }

    void nobodyThereIsStatusThree()
    {
        const Ended ended = run({QStringLiteral("--url"), QStringLiteral("redis://127.0.0.1:1"),
                                 QStringLiteral("--snapshot"), picture()});
        QVERIFY2(ended.status == 3, ended.told().constData());
        QVERIFY2(ended.err.contains(QStringLiteral("127.0.0.1:1")), ended.told().constData());
        QCOMPARE(ended.err.count(u'\n'), 1);
        QVERIFY(!QFile::exists(picture()));
    }

    void aSnapshotOfSomeMembersSaysWhichAreMissing()
    {
        VERIFY_OK(
            test::redisCli(m_redis->tcp(), (test::CliCommand{"SET", "lock:one", "token-1", "PX", "60000"})));
        const Ended ended =
            run({QStringLiteral("--url"), connectionUrl(m_redis->tcp()), QStringLiteral("--url"),
                 QStringLiteral("redis://127.0.0.1:1"), QStringLiteral("--url"),
                 QStringLiteral("redis://127.0.0.1:2"), QStringLiteral("--snapshot"), picture()});
        QVERIFY2(ended.status == 3, ended.told().constData());
        QVERIFY2(ended.out.contains(QStringLiteral("lock:one")), ended.told().constData());
        QVERIFY2(ended.out.contains(picture()), ended.told().constData());
        for (const char *missing : {"127.0.0.1:1: not scanned", "127.0.0.1:2: not scanned"})
            QVERIFY2(ended.err.contains(QLatin1String(missing)), ended.told().constData());
        QCOMPARE(ended.err.count(u'\n'), 2);
        QVERIFY2(widthOfPng(picture()) >= 1000, "the picture is small, or none");
        VERIFY_OK(test::redisCli(m_redis->tcp(), (test::CliCommand{"FLUSHALL"})));
    }

    void anInterruptedSnapshotHasNoPicture_data()
    {
        QTest::addColumn<int>("signal");
        for (const int signal : {SIGINT, SIGTERM, SIGHUP})
            QTest::addRow("%d", signal) << signal;
    }
    void anInterruptedSnapshotHasNoPicture()
    {
        QFETCH(int, signal);
        QTcpServer silent; // Accepts, never answers
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        QProcess process;
        process.setProcessEnvironment(environment({}));
        process.start(programPath(), {QStringLiteral("--config-dir"), m_dir.path(),
                                      QStringLiteral("--snapshot"), picture(), QStringLiteral("--url"),
                                      QStringLiteral("redis://127.0.0.1:%1").arg(silent.serverPort())});
        QTRY_VERIFY(silent.hasPendingConnections());
        ::kill(pid_t(process.processId()), signal);
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 128 + signal);
        QVERIFY(!QFile::exists(picture()));
    }

    void aPictureThatCannotBeWritten()
    {
        const Ended ended = run({QStringLiteral("--url"), connectionUrl(m_redis->tcp()),
                                 QStringLiteral("--snapshot"), QStringLiteral("/no/such/folder/x.png")});
        QVERIFY2(ended.status == 5, ended.told().constData());
        QVERIFY2(ended.err.contains(QStringLiteral("/no/such/folder/x.png")), ended.told().constData());
    }

    void theSandboxIsFullOfLocksAndGoneAfterwards()
    {
        const Ended ended = run({QStringLiteral("--sandbox"), QStringLiteral("--snapshot"), picture()});
        QVERIFY2(ended.status == 0, ended.told().constData());
        for (const char *kind : {"rlock", "token-lock", "untokened-lock"})
            QVERIFY2(ended.out.contains(QLatin1String(kind)), ended.told().constData());
        QVERIFY2(ended.out.contains(QStringLiteral("no expiry")), ended.told().constData());
        const auto port =
            QRegularExpression(QStringLiteral("127\\.0\\.0\\.1:(\\d+)")).match(ended.out).captured(1);
        QVERIFY(!port.isEmpty());
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("127.0.0.1"), quint16(port.toInt()));
        QVERIFY(!socket.waitForConnected(2000));
        QCOMPARE(socket.error(), QAbstractSocket::ConnectionRefusedError);
    }

    // By its absolute path, it is among the recent ones once its locks are on screen.
    void aRecordingOpensWithoutAServer()
    {
        {
            HistoryStore store(m_dir.filePath(QStringLiteral("locks.lockscope")));
            VERIFY_OK(store.open());
            VERIFY_OK(store.append({LockEvent{.kind = EventKind::Acquired,
                                              .key = {"lock:a"},
                                              .lockKind = Registry::builtIn().find("token-lock")->kind(),
                                              .owner = {"ann"},
                                              .count = 1,
                                              .node = {"127.0.0.1:6379"},
                                              .wallAt = wallNow()}}));
            VERIFY_OK(store.close(wallNow()));
        }
        QProcess process;
        process.setProcessEnvironment(environment(QStringLiteral("offscreen")));
        process.setWorkingDirectory(m_dir.path());
        process.start(programPath(),
                      {QStringLiteral("--config-dir"), m_dir.path(), QStringLiteral("locks.lockscope")});
        const auto isRemembered = [this] {
            QFile settings(m_dir.filePath(QStringLiteral("window.ini")));
            return settings.open(QIODevice::ReadOnly) &&
                   settings.readAll().contains(m_dir.filePath(QStringLiteral("locks.lockscope")).toUtf8());
        };
        QTRY_VERIFY(isRemembered());
        QCOMPARE(process.state(), QProcess::Running);
        process.terminate();
        QVERIFY(process.waitForFinished(20'000));
        QVERIFY(test::isOrderlyEnd(process.exitCode()));
    }

    void endedWhileItConnects()
    {
        QTcpServer silent; // Accepts, never answers
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        QProcess process;
        process.setProcessEnvironment(environment(QStringLiteral("offscreen")));
        process.start(programPath(), {QStringLiteral("--config-dir"), m_dir.path(), QStringLiteral("--url"),
                                      QStringLiteral("redis://127.0.0.1:%1").arg(silent.serverPort())});
        QTRY_VERIFY(silent.hasPendingConnections());
        process.terminate();
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QVERIFY(test::isOrderlyEnd(process.exitCode()));
    }

    void endedInTheSandboxItCleansUp()
    {
        const QTemporaryDir parent;
        QDir temporary(parent.filePath(QStringLiteral("a name with blanks")));
        QVERIFY(temporary.mkpath(QStringLiteral(".")));
        QProcessEnvironment own = environment(QStringLiteral("offscreen"));
        own.insert(QStringLiteral("TMPDIR"), temporary.path());
        QProcess process;
        process.setProcessEnvironment(own);
        process.start(programPath(),
                      {QStringLiteral("--config-dir"), m_dir.path(), QStringLiteral("--sandbox")});
        const auto left = [&] {
            temporary.refresh();
            return temporary.entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
        };
        QTRY_VERIFY(!left().isEmpty());
        process.terminate();
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(left(), QStringList());
    }

    // Servers of a cluster take seconds to start. The program may be ended at any time before they agree.
    void noServerOutlivesTheProgram_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("told to end") << SIGTERM;
        QTest::newRow("killed") << SIGKILL;
    }
    void noServerOutlivesTheProgram()
    {
        QFETCH(int, signal);
        const QTemporaryDir temporary;
        QProcessEnvironment own = environment(QStringLiteral("offscreen"));
        own.insert(QStringLiteral("TMPDIR"), temporary.path());
        QProcess process;
        process.setProcessEnvironment(own);
        process.start(programPath(),
                      {QStringLiteral("--config-dir"), m_dir.path(), QStringLiteral("--sandbox=cluster")});
        QTRY_VERIFY(serversIn(temporary.path()) > 0);
        ::kill(pid_t(process.processId()), signal);
        QVERIFY(process.waitForFinished(60'000));
        QTRY_COMPARE(serversIn(temporary.path()), 0);
    }
};

LOCKSCOPE_TEST(tst_Desktop)

} // namespace tst_desktop

#include "tst_desktop.moc"
