// SPDX-License-Identifier: GPL-3.0-or-later
// How lockscope-cli reaches a server: sockets, TLS, saved profiles, passwords.

#include "core/config/profilestore.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/live/cli/clilocks.h"
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cliways
{

using namespace lockscope;
using namespace lockscope::test;
using clilocks::Alice;
using clilocks::lockIn;

class tst_CliWays : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer({.tls = true}); }
    void init() { ask({"FLUSHALL"}); }
    void wayToTheServer_data();
    void wayToTheServer();
    void profiles();
    void passwords();
    void passwordsStayOutOfTheProcessList();
};

void tst_CliWays::wayToTheServer_data()
{
    QTest::addColumn<QByteArray>("url");
    const ConnectionSpec tls = m_sandbox->tls();
    QTest::newRow("unix socket") << connectionUrl(m_sandbox->unixSocket()).toUtf8();
    QTest::newRow("tls") << connectionUrl(tls).toUtf8();
    ConnectionSpec second = m_sandbox->tcp();
    second.db = 5;
    QTest::newRow("another db") << connectionUrl(second).toUtf8();
}

void tst_CliWays::wayToTheServer()
{
    QFETCH(QByteArray, url);
    const bool second = url.endsWith("/5");
    ConnectionSpec spec = m_sandbox->tcp();
    spec.db = second ? 5 : 0;
    VERIFY_OK(redisCli(spec, {"SET", "lock:here", "0123456789abcdef0123456789abcdef", "PX", "30000"}));
    const Ended ended = runCli({"scan", "--json", "--url", url});
    QVERIFY2(ended.status == 0, ended.told().constData());
    const QJsonObject lock = lockIn(ended.json(), "lock:here");
    QCOMPARE(lock[u"db"].toInt(-1), second ? 5 : 0);
}

void tst_CliWays::profiles()
{
    QTemporaryDir dir;
    ConnectionSpec spec = m_sandbox->tcp();
    spec.name = QStringLiteral("mine");
    spec.readOnly = true;
    spec.patterns = {"mine:*"};
    VERIFY_OK(ProfileStore(dir.path()).save({spec}));
    hold("lock:a", Alice, 600000);
    hold("mine:a", Alice, 600000);
    const QByteArray path = QFile::encodeName(dir.path());
    const Ended scan = runCli({"--config-dir", path, "--profile", "mine", "scan", "--json"});
    QVERIFY2(scan.status == 0, scan.told().constData());
    QCOMPARE(scan.json()[u"locks"].toArray().size(), 1);
    // No option overrides what a profile forbids.
    QCOMPARE(
        runCli({"--config-dir", path, "--profile", "mine", "release", "mine:a", "--owner", Alice}).status, 4);
    QCOMPARE(ask({"EXISTS", "mine:a"}), "1");
    const Ended unknown = runCli({"--config-dir", path, "--profile", "mien", "scan"});
    QCOMPARE(unknown.status, 2);
    QVERIFY2(unknown.err.contains("mine"), unknown.told().constData());
}

void tst_CliWays::passwords()
{
    auto guarded = Sandbox::start({.password = QStringLiteral("s3cr:t")});
    VERIFY_OK(guarded);
    ConnectionSpec spec = (*guarded)->tcp();
    QTemporaryDir dir;
    QFile file(dir.filePath(QStringLiteral("password")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("s3cr:t\n");
    file.close();
    file.setPermissions(QFile::ReadOwner);
    const QByteArray inUrl = "redis://:s3cr%3At@127.0.0.1:" + QByteArray::number(spec.port);
    const QByteArray bare = "redis://127.0.0.1:" + QByteArray::number(spec.port);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LOCKSCOPE_PASSWORD"), spec.password);

    QCOMPARE(runCli({"-u", inUrl, "scan"}).status, 0);
    QCOMPARE(runCli({"-u", bare, "scan"}, environment).status, 0);
    QCOMPARE(runCli({"-u", bare, "scan", "--password-file", QFile::encodeName(file.fileName())}).status, 0);
    const Ended none = runCli({"-u", bare, "scan"});
    QCOMPARE(none.status, 3);
    const Ended wrong =
        runCli({"-u", "redis://:hunter2@127.0.0.1:" + QByteArray::number(spec.port), "scan", "-v"});
    QCOMPARE(wrong.status, 3);
    QVERIFY2(!wrong.err.contains("hunter2"), wrong.told().constData());
}

void tst_CliWays::passwordsStayOutOfTheProcessList()
{
    QTcpServer mute; // The kernel accepts connections, and there is no answer
    QVERIFY(mute.listen(QHostAddress::LocalHost));
    const Program watch({"-u", "redis://:hunter2@127.0.0.1:" + QByteArray::number(mute.serverPort()),
                         "--timeout", "60s", "watch"});
    const QString list = QStringLiteral("/proc/%1/cmdline").arg(watch.process.processId());
    const auto shown = [&list] {
        QFile file(list);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QTRY_VERIFY(shown().contains("redis://:*******@"));
    QVERIFY(!shown().contains("hunter2"));
}

LOCKSCOPE_TEST(tst_CliWays)

} // namespace tst_cliways

#include "tst_cliways.moc"
