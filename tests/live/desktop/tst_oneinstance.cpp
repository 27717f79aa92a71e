// SPDX-License-Identifier: GPL-3.0-or-later
// The real program, started again while a window exists. The raised window answers; the sockets in the shared
// folder show how many windows exist.

#include "core/config/profilestore.h"
#include "core/values/connection/connection.h"
#include "tests/support/orderlyend.h"
#include "tests/support/runner.h"

#include <QDir>
#include <QFile>
#include <QLocalServer>
#include <QLocalSocket>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <memory>

namespace tst_oneinstance
{

using namespace lockscope;

namespace
{

QString programPath()
{
    return QStringLiteral(LOCKSCOPE_BINARY_DIR "/lockscope");
}

const QString Url = QStringLiteral("redis://127.0.0.1:1"); // No server listens: only the request matters

} // namespace

class tst_OneInstance : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_dir;
    std::vector<std::unique_ptr<QProcess>> m_windows;

    // patience: by which factor it waits longer than a user for a window, which may stand still for seconds.
    QProcess *start(const QStringList &arguments, int patience = 8)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), m_dir->path());
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("XDG_ACTIVATION_TOKEN"), QStringLiteral("token-1"));
        environment.insert(QStringLiteral("LOCKSCOPE_PATIENCE"), QString::number(patience));
        environment.remove(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"));
        m_windows.push_back(std::make_unique<QProcess>());
        QProcess *process = m_windows.back().get();
        process->setProcessEnvironment(environment);
        process->start(programPath(), QStringList{QStringLiteral("--config-dir"),
                                                  m_dir->filePath(QStringLiteral("config"))} +
                                          arguments);
        return process;
    }
    // A window that answers requests.
    QProcess *open(const QStringList &arguments = {})
    {
        const QStringList before = sockets();
        QProcess *window = start(arguments);
        return QTest::qWaitFor([&] { return sockets().size() > before.size(); }, test::Patience) &&
                       newOnesAnswer(before)
                   ? window
                   : nullptr;
    }
    bool isElsewhere(const QStringList &arguments = {}, int patience = 8)
    {
        const QStringList before = sockets();
        QProcess *second = start(arguments, patience);
        const bool settled = QTest::qWaitFor(
            [&] { return second->state() == QProcess::NotRunning || sockets().size() > before.size(); },
            test::Patience);
        return settled && newOnesAnswer(before) && second->state() == QProcess::NotRunning &&
               second->exitStatus() == QProcess::NormalExit && second->exitCode() == 0;
    }
    QString folder() const
    {
        const QStringList folders =
            QDir(m_dir->path()).entryList({QStringLiteral("lockscope-*")}, QDir::Dirs);
        return folders.size() == 1 ? m_dir->filePath(folders.front()) : QString();
    }
    QStringList sockets() const
    {
        const QString there = folder();
        if (there.isEmpty())
            return {};
        return QDir(there).entryList({QStringLiteral("*.window")}, QDir::System | QDir::Files);
    }
    QByteArray answerTo(const QByteArray &question, const QString &window) const
    {
        QLocalSocket socket;
        socket.connectToServer(QDir(folder()).filePath(window));
        if (!socket.waitForConnected())
            return "not connected";
        socket.write(question);
        const bool answered = QTest::qWaitFor(
            [&] { return socket.canReadLine() || socket.state() == QLocalSocket::UnconnectedState; },
            test::Patience);
        return answered ? socket.readLine() : QByteArray("no answer");
    }
    // A window listens before it is built, and answers only afterwards. A further start waits seconds only.
    bool newOnesAnswer(const QStringList &before) const
    {
        const QStringList all = sockets();
        return std::ranges::all_of(all, [&](const QString &window) {
            return before.contains(window) || answerTo("[1]\n", window) == "no\n";
        });
    }
    static bool ended(QProcess *process)
    {
        process->terminate();
        return process->waitForFinished(test::Patience) && test::isOrderlyEnd(process->exitCode());
    }

private slots:
    void initTestCase()
    {
        if (!QFile::exists(programPath()))
            QSKIP("built without the desktop");
    }
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void cleanup()
    {
        for (const auto &process : m_windows) {
            process->kill();
            process->waitForFinished();
        }
        m_windows.clear();
    }

    void anUnconnectedWindowIsEnough()
    {
        QProcess *first = open();
        QVERIFY(first);
        QVERIFY(isElsewhere());
        QVERIFY(!isElsewhere({QStringLiteral("--new-window")}));
        QCOMPARE(sockets().size(), 2);
        QVERIFY(!isElsewhere({QStringLiteral("--url"), Url})); // No window shows that
        QCOMPARE(sockets().size(), 3);
        QVERIFY(ended(first));
        QCOMPARE(sockets().size(), 2);
        const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup |
                                          QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
        QVERIFY(!(QFile::permissions(folder()) & others));
        QVERIFY(!(QFile::permissions(QDir(folder()).filePath(sockets().front())) & others));
    }

    void oneWindowForOneConnection()
    {
        QVERIFY(open({QStringLiteral("--url"), QStringLiteral("redis://:geheim@127.0.0.1:1")}));
        QVERIFY(isElsewhere({QStringLiteral("--url"), Url}));
        QVERIFY(isElsewhere({Url})); // As a link
        QVERIFY(
            !isElsewhere({QStringLiteral("--url"), Url, QStringLiteral("--pattern"), QStringLiteral("a*")}));
        QVERIFY(
            isElsewhere({QStringLiteral("--url"), Url, QStringLiteral("--pattern"), QStringLiteral("a*")}));
        QVERIFY(!isElsewhere()); // Both are connected
        QVERIFY(isElsewhere());
    }

    void oneWindowForOneProfile()
    {
        ConnectionSpec spec = *parseConnectionUrl(Url);
        spec.name = QStringLiteral("prod");
        ConnectionSpec other = spec;
        other.name = QStringLiteral("other");
        spec.readOnly = false;
        QVERIFY(QDir().mkpath(m_dir->filePath(QStringLiteral("config"))));
        QVERIFY(ProfileStore(m_dir->filePath(QStringLiteral("config"))).save({spec, other}).ok());
        QVERIFY(open({QStringLiteral("--profile"), QStringLiteral("prod")}));
        QVERIFY(isElsewhere({QStringLiteral("--profile"), QStringLiteral("prod")}));
        const QStringList readOnly{QStringLiteral("--profile"), QStringLiteral("prod"),
                                   QStringLiteral("--read-only")};
        QVERIFY(!isElsewhere(readOnly)); // The first one is writable
        QVERIFY(isElsewhere(readOnly));
        QVERIFY(!isElsewhere({QStringLiteral("--profile"), QStringLiteral("other")}));
        QCOMPARE(sockets().size(), 3);
    }

    void twoStartsAtTheSameMoment()
    {
        QProcess *first = start({QStringLiteral("--url"), Url});
        QProcess *second = start({QStringLiteral("--url"), Url});
        QTRY_VERIFY(first->state() == QProcess::NotRunning || second->state() == QProcess::NotRunning);
        QProcess *left = first->state() == QProcess::NotRunning ? second : first;
        QVERIFY(left->state() == QProcess::Running);
        QTRY_COMPARE(sockets().size(), 1);
        QVERIFY(ended(left));
    }

    void aLinkDoesNotConnect()
    {
        QVERIFY(open({QStringLiteral("redis://:geheim@127.0.0.1:1")}));
        QVERIFY(!isElsewhere({QStringLiteral("--url"), Url})); // It does not show that
        QVERIFY(isElsewhere());                                // And shows nothing else
    }

    // A link has no terminal for errors, and another window cannot report this one.
    void aLinkThatSaysNothingOpensAWindow()
    {
        QVERIFY(open());
        QVERIFY(!isElsewhere({QStringLiteral("redis://:geheim@x:nix")}));
        QCOMPARE(sockets().size(), 2);
    }

    void onlyItsOwnFolderIsAsked()
    {
        QVERIFY(open());
        QProcess *stranger =
            start({QStringLiteral("--config-dir"), m_dir->filePath(QStringLiteral("other"))});
        const auto folders = [&] {
            return QDir(m_dir->path()).entryList({QStringLiteral("lockscope-*")}, QDir::Dirs).size();
        };
        QTRY_COMPARE(folders(), 2);
        QVERIFY(stranger->state() == QProcess::Running);
    }

    void whatCrashedOrHangsIsNoWindow()
    {
        QProcess *crashed = open();
        QVERIFY(crashed);
        crashed->kill();
        QVERIFY(crashed->waitForFinished());
        const QStringList left = sockets();
        QCOMPARE(left.size(), 1);
        QLocalServer hanging; // Accepts the request, never answers
        QVERIFY(hanging.listen(QDir(folder()).filePath(QStringLiteral("hanging.window"))));
        QLocalServer chatting; // Answers out of turn
        QVERIFY(chatting.listen(QDir(folder()).filePath(QStringLiteral("chatting.window"))));
        connect(&chatting, &QLocalServer::newConnection, &chatting,
                [&] { chatting.nextPendingConnection()->write("maybe\n"); });
        // Less, because it waits for the hanging one, too.
        QProcess *next = start({}, 3);
        QTRY_VERIFY(sockets().size() == 3 && !sockets().contains(left.front()));
        QVERIFY(next->state() == QProcess::Running);
        QVERIFY(newOnesAnswer({QStringLiteral("chatting.window"), QStringLiteral("hanging.window")}));
        QVERIFY(isElsewhere({}, 3));
        QVERIFY(ended(next));
        QCOMPARE(sockets(),
                 (QStringList{QStringLiteral("chatting.window"), QStringLiteral("hanging.window")}));
    }

    void nonsenseIsAnsweredWithNo()
    {
        QProcess *window = open();
        QVERIFY(window);
        const QString own = sockets().value(0);
        QCOMPARE(answerTo("\n", own), QByteArray("no\n"));
        // No name: asks for an unconnected window.
        QCOMPARE(answerTo("{\"connection\":7}\n", own), QByteArray("yes\n"));
        QCOMPARE(answerTo("[1]\n", own), QByteArray("no\n"));
        QCOMPARE(answerTo(QByteArray(200'000, 'x'), own), QByteArray()); // Without a line end
        QVERIFY(isElsewhere());
    }
};

LOCKSCOPE_TEST(tst_OneInstance)

} // namespace tst_oneinstance

#include "tst_oneinstance.moc"
