// SPDX-License-Identifier: GPL-3.0-or-later
// No command prints a control, bidirectional or C1 character that a key, an owner, a server, an announced
// address, a rule file, a profile or a reason has. The server is a real one; a proxy changes some of what it
// says.

#include "core/config/profileimport.h"
#include "core/config/profilestore.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDirIterator>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

namespace tst_clihostile
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Evil = "\x1b[31m\xc2\x9b\xe2\x80\xae"; // ten bytes
const QByteArray Lines = "\r\n\x1b]0;title\x07";
const QByteArray EvilLock = "lock:" + Evil + Lines;
const QByteArray EvilOwner = "owner" + Evil + Lines;

// Replaces what a server says by something as long. Lives on a thread of its own.
class LyingProxy
{
public:
    explicit LyingProxy(quint16 target)
    {
        m_listener = new QTcpServer;
        m_listener->listen(QHostAddress::LocalHost);
        m_port = m_listener->serverPort();
        m_listener->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_listener, &QObject::deleteLater);
        QObject::connect(m_listener, &QTcpServer::newConnection, m_listener, [this, target] {
            QTcpSocket *client = m_listener->nextPendingConnection();
            auto *server = new QTcpSocket(client);
            server->connectToHost(QHostAddress::LocalHost, target);
            QObject::connect(client, &QTcpSocket::readyRead, server,
                             [client, server] { server->write(client->readAll()); });
            QObject::connect(server, &QTcpSocket::readyRead, client,
                             [client, server] { client->write(lies(server->readAll())); });
            QObject::connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
        });
        m_thread.start();
    }
    ~LyingProxy()
    {
        m_thread.quit();
        m_thread.wait();
    }
    quint16 port() const { return m_port; }

private:
    static QByteArray lies(QByteArray reply)
    {
        reply.replace("maxmemory_policy:noeviction", "maxmemory_policy:" + Evil);
        reply.replace("-NOSCRIPT", "-ERR \x1b[1m");
        const qsizetype version = reply.indexOf("redis_version:");
        if (version >= 0)
            reply.replace(version + 14, 5, "\x1b[32m");
        return reply;
    }

    QThread m_thread;
    QTcpServer *m_listener = nullptr;
    quint16 m_port = 0;
};

// The place of the first byte that may move the cursor, colour, reorder or forge a line; -1: none.
qsizetype firstControl(const QByteArray &bytes)
{
    const QString text = QString::fromUtf8(bytes);
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t c = text[i].unicode();
        const bool isBidi =
            (c >= 0x200e && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        if (c != u'\n' && (text[i].category() == QChar::Other_Control || isBidi))
            return i;
    }
    return -1;
}

} // namespace

class tst_CliHostile : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void nothingPassesThrough_data();
    void nothingPassesThrough();
    void theAuditKeepsIt_data();
    void theAuditKeepsIt();
    void anIncidentIsPlain();
    void aWatchIsPlain_data();
    void aWatchIsPlain();
    void anImportedConfigurationIsShownFirst();

private:
    QByteArrayList arguments(const QByteArrayList &command) const
    {
        if (command.front() == "--profile")
            return QByteArrayList{"--config-dir", QFile::encodeName(m_config.path())} + command;
        return QByteArrayList{"--config-dir", QFile::encodeName(m_config.path()), "--url",
                              "redis://127.0.0.1:" + QByteArray::number(m_proxy->port())} +
               command;
    }
    Ended run(const QByteArrayList &command) const { return runCli(arguments(command)); }

    std::unique_ptr<SandboxDeployment> m_servers;
    std::unique_ptr<LyingProxy> m_proxy;
    QTemporaryDir m_config;
};

void tst_CliHostile::initTestCase()
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(SandboxTopology::Replica));
    const ConnectionSpec master = m_servers->node(0).spec();
    m_proxy = std::make_unique<LyingProxy>(quint16(master.port));
    VERIFY_OK(redisCli(master, {"SET", EvilLock, EvilOwner, "PX", "600000"}));
    VERIFY_OK(redisCli(master, {"HSET", "lock:h" + Evil, EvilOwner + ":1", "1"}));
    VERIFY_OK(redisCli(master, {"PEXPIRE", "lock:h" + Evil, "600000"}));
    VERIFY_OK(redisCli(master, {"HSET", "lock:plain", "8743c9c0-0795-4907-87fd-6c719a6b4586:57", "1"}));
    VERIFY_OK(redisCli(master, {"CONFIG", "SET", "maxmemory", "1gb"}));
    // Announced by the replica to its master, which tells us.
    const ConnectionSpec replica = m_servers->node(1).spec();
    VERIFY_OK(redisCli(replica, {"CONFIG", "SET", "replica-announce-ip", "evil" + Evil}));
    VERIFY_OK(redisCli(replica, {"REPLICAOF", "NO", "ONE"}));
    VERIFY_OK(redisCli(replica, {"REPLICAOF", "127.0.0.1", QByteArray::number(master.port)}));
    QTRY_VERIFY(redisCli(master, {"INFO", "replication"})->contains("ip=evil"));

    QFile rules(m_config.filePath(QStringLiteral("rules.json")));
    QVERIFY(rules.open(QIODevice::WriteOnly));
    rules.write(
        R"({"version": 1, "rules": [{"pattern": "x", "kind": "a\u001b[31m\u202e\n\udc05b", "\u009b31m": 1}]})");
    ConnectionSpec profile = master;
    profile.name = QStringLiteral("p\u001b[31m\u202e\n");
    static_cast<void>(ProfileStore(m_config.path()).save({profile}));
}

void tst_CliHostile::nothingPassesThrough_data()
{
    QTest::addColumn<QByteArrayList>("command");
    QTest::addColumn<bool>("showsIt");
    const auto row = [](const QByteArrayList &command, bool showsIt = true) {
        QTest::newRow(command.join(' ').left(60).replace('\x1b', 'E').replace('\n', 'N').constData())
            << command << showsIt;
    };
    row({"scan"});
    row({"scan", "--json"});
    row({"--verbose", "scan", "--settle", "300ms"});
    row({"show", EvilLock});
    row({"show", EvilLock, "--json"});
    row({"show", "lock:" + Evil + "none"});
    row({"nodes"});
    row({"nodes", "--json"});
    row({"doctor"});
    row({"doctor", "--json"});
    row({"rules", "list"});
    row({"force-release", EvilLock, "--any-owner", "--reason", "because " + Evil});
    row({"force-release", EvilLock, "--any-owner", "--reason", "x", "--dry-run"});
    row({"force-release", EvilLock, "--expect-owner", Evil, "--reason", Evil, "--json"}, false);
    row({"acquire", EvilLock, "--owner", EvilOwner});
    row({"scan", "--kind", Evil});
    row({"scan", "--verdict", Evil});
    row({"--profile", Evil, "scan"});
    row({Evil});
    row({"scan", "--" + Evil});
    row({"--rules", QFile::encodeName(m_config.filePath(QStringLiteral("rules.json"))), "scan"});
}

void tst_CliHostile::nothingPassesThrough()
{
    QFETCH(QByteArrayList, command);
    QFETCH(bool, showsIt);
    const Ended ended = run(command);
    QVERIFY2(ended.status >= 0 && ended.status <= 5, ended.told().constData());
    const QByteArray all = ended.out + ended.err;
    QVERIFY2(firstControl(all) < 0,
             all.mid(std::max(qsizetype(0), firstControl(all) - 60), 120).toHex(' ').constData());
    // It was there to be printed.
    QVERIFY2(!showsIt || all.contains("\\x1b") || all.contains("\\u001b") || all.contains("\\xc2"),
             ended.told().constData());
}

void tst_CliHostile::theAuditKeepsIt_data()
{
    QTest::addColumn<QByteArray>("as");
    QTest::newRow("table") << QByteArray();
    QTest::newRow("csv") << QByteArray("--csv");
    QTest::newRow("json") << QByteArray("--json");
}

// The acts before it were refused by the server, in words of its own.
void tst_CliHostile::theAuditKeepsIt()
{
    QFETCH(QByteArray, as);
    QByteArrayList command{"--config-dir", QFile::encodeName(m_config.path()), "audit"};
    if (!as.isEmpty())
        command << as;
    const Ended ended = runCli(command);
    QVERIFY2(ended.status == 0 && !ended.out.isEmpty(), ended.told().constData());
    QVERIFY2(firstControl(ended.out) < 0,
             ended.out.mid(std::max(qsizetype(0), firstControl(ended.out) - 60), 120).toHex(' ').constData());
    QVERIFY2(ended.out.contains("x1b") || ended.out.contains("u001b"), ended.told().constData());
    QCOMPARE(as == "--csv" ? ended.out.count('\n') : 4, 4); // a head, and a line an act
}

void tst_CliHostile::anIncidentIsPlain()
{
    QTemporaryDir folder;
    const Ended ended = run({"incident", EvilLock, "--output", QFile::encodeName(folder.path())});
    QVERIFY2(ended.status == 0, ended.told().constData());
    QVERIFY2(firstControl(ended.out + ended.err) < 0, ended.told().constData());
    QDirIterator files(folder.path(), QDir::Files, QDirIterator::Subdirectories);
    int count = 0;
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY2(firstControl(bytes) < 0, qPrintable(file.fileName()));
        ++count;
    }
    QVERIFY(count >= 6);
}

void tst_CliHostile::aWatchIsPlain_data()
{
    QTest::addColumn<bool>("json");
    QTest::newRow("lines") << false;
    QTest::newRow("json") << true;
}

// The announced replica cannot be reached, and a lock comes and goes.
void tst_CliHostile::aWatchIsPlain()
{
    QFETCH(bool, json);
    const ConnectionSpec master = m_servers->node(0).spec();
    Program watch(arguments(json ? QByteArrayList{"watch", "--json"} : QByteArrayList{"watch"}));
    QTRY_VERIFY(watch.said(json ? "\"state\":\"waiting\"" : "waiting: "));
    int began = 0;
    const auto isFollowed = [&] { // During the first pass, a new lock is told as changed
        const QByteArray key = "lock:began:" + QByteArray::number(began++);
        return redisCli(master, {"SET", key, "token", "PX", "600000"}).ok() &&
               watch.said(json ? R"("event":"acquired","key":"lock:began:)" : "acquired   lock:began:");
    };
    QTRY_VERIFY(isFollowed());
    const QByteArray key = "lock:watched" + Evil;
    VERIFY_OK(redisCli(master, {"SET", key, EvilOwner, "PX", "600000"}));
    QTRY_VERIFY(watch.said("lock:watched"));
    const qsizetype then = watch.output().size();
    VERIFY_OK(redisCli(master, {"DEL", key}));
    QTRY_VERIFY(watch.said("lock:watched") && watch.output().indexOf("lock:watched", then) >= 0);
    watch.process.terminate();
    const Ended ended = watch.ended();
    const QByteArray all = watch.output() + ended.out + watch.errors() + ended.err;
    QVERIFY2(firstControl(all) < 0,
             all.mid(std::max(qsizetype(0), firstControl(all) - 60), 120).toHex(' ').constData());
}

// What its file runs is seen by what it leaves behind.
void tst_CliHostile::anImportedConfigurationIsShownFirst()
{
    QTemporaryDir folder;
    const QString trace = folder.filePath(QStringLiteral("trace"));
    QFile config(folder.filePath(QStringLiteral("ssh_config")));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write("Host *\n  ProxyCommand touch " + QFile::encodeName(trace) + "\n");
    config.close();
    const QByteArray url =
        "redis://127.0.0.1:1?ssh=nowhere&sshconfig=" + QFile::encodeName(config.fileName());
    const auto imported = importProfiles(url);
    VERIFY_OK(imported);
    ConnectionSpec profile = imported->profiles.front();
    QVERIFY(profile.ssh.unconfirmed);
    profile.name = QStringLiteral("gift");
    VERIFY_OK(ProfileStore(folder.path()).save({profile}));
    const auto scan = [&folder](const QByteArrayList &options) {
        return runCli(QByteArrayList{"--config-dir", QFile::encodeName(folder.path()), "--profile", "gift",
                                     "--timeout", "5s"} +
                      options + QByteArrayList{"scan"});
    };
    const Ended asked = scan({});
    QVERIFY2(asked.status == 2 && asked.err.contains("ProxyCommand touch"), asked.told().constData());
    QVERIFY2(asked.err.contains("--trust-sshconfig"), asked.told().constData());
    QVERIFY(!QFile::exists(trace));
    QCOMPARE(scan({"--trust-sshconfig"}).status, 3);
    QVERIFY(QFile::exists(trace));
    QVERIFY(QFile::remove(trace));
    QCOMPARE(scan({}).status, 3); // remembered
    QVERIFY(QFile::exists(trace));
}

LOCKSCOPE_TEST(tst_CliHostile)

} // namespace tst_clihostile

#include "tst_clihostile.moc"
