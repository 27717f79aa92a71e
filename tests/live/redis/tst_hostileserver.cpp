// SPDX-License-Identifier: GPL-3.0-or-later
// Servers that mean harm, and files that are none: the programs end, say why, and take little memory.

#include "core/redis/codec.h"
#include "tests/live/program.h"
#include "tests/support/finished.h"
#include "tests/support/hostileserver.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"
#include "tests/support/verify.h"

#include <sys/stat.h>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_hostileserver
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class TestHostileServer final : public QObject
{
    Q_OBJECT
private slots:
    void anEndlessScanIsStopped_data();
    void anEndlessScanIsStopped();
    void theRepliesOfABatchHaveOneBound();
    void theBoundIsASetting_data();
    void theBoundIsASetting();
    void onlyRegularFilesAreRead_data();
    void onlyRegularFilesAreRead();
};

void TestHostileServer::anEndlessScanIsStopped_data()
{
    QTest::addColumn<bool>("isSame");
    QTest::addColumn<int>("names");
    QTest::newRow("the same cursor") << true << 0;
    QTest::newRow("always another cursor") << false << 0;
    QTest::newRow("always other names") << false << 1000;
}

void TestHostileServer::anEndlessScanIsStopped()
{
    QFETCH(bool, isSame);
    QFETCH(int, names);
    qint64 cursor = 0;
    const HostileServer server([&](const QByteArrayList &command, const QString &) {
        if (command.front() != "SCAN")
            return QByteArray();
        ++cursor;
        QByteArrayList page;
        for (int i = 0; i < names; ++i)
            page += HostileServer::bulk("key:" + QByteArray::number(cursor * 1000 + i));
        return HostileServer::array(
            {HostileServer::bulk(isSame ? "17" : QByteArray::number(cursor)), HostileServer::array(page)});
    });
    Program program({"-u", server.url(), "scan", "--pattern", "lock:*"});
    program.process.waitForFinished(120'000); // It computes a lot, and sanitizers make it slow
    const Ended scan = program.ended();
    QVERIFY2(scan.status == 3 || scan.status == 4 || scan.status == 5, scan.told().constData());
    QVERIFY2(scan.err.contains("SCAN does not finish"), scan.told().constData());
    QVERIFY2(server.commands("SCAN") < 50'000, QByteArray::number(server.commands("SCAN")).constData());
}

// Each is small enough by itself.
void TestHostileServer::theRepliesOfABatchHaveOneBound()
{
    const QByteArray value = HostileServer::bulk(QByteArray(10'000'000, 'x'));
    const HostileServer server([&](const QByteArrayList &command, const QString &) {
        return command.front() == "GET" ? value : QByteArray();
    });
    ConnectionSpec spec;
    spec.host = HostileServer::host(0);
    spec.port = server.port();
    Session session(spec);
    session.open();
    Batch few;
    for (int i = 0; i < 5; ++i)
        few.add({"GET", "key"});
    VERIFY_OK(finished([](Session *session, Batch batch) -> QCoro::Task<Outcome<Replies>> {
        co_return co_await session->send(std::move(batch), 20s);
    }(&session, few)));
    for (int i = 0; i < 5; ++i)
        few.add({"GET", "key"});
    const auto replies = finished([](Session *session, Batch batch) -> QCoro::Task<Outcome<Replies>> {
        co_return co_await session->send(std::move(batch), 20s);
    }(&session, few));
    VERIFY_OK(replies);
    QCOMPARE(replies->items.size(), size_t(10));
    const auto areWhole = std::ranges::count(replies->items, QByteArray(10'000'000, 'x'), &Reply::bytes);
    QVERIFY2(areWhole >= 5 && areWhole <= 6, QByteArray::number(qint64(areWhole)).constData()); // of 64 MiB
    QVERIFY(replies->items.back().bytes.startsWith(ReplyReader::TooLarge));
    QVERIFY(session.isReady());
}

void TestHostileServer::theBoundIsASetting_data()
{
    QTest::addColumn<int>("names"); // Of 10 MB each, in one page
    QTest::addColumn<QByteArray>("option");
    QTest::addColumn<QByteArray>("profile");
    QTest::addColumn<QByteArray>("exceeded"); // Empty: it fits
    QTest::newRow("by default") << 8 << QByteArray() << QByteArray() << QByteArray("64MiB");
    QTest::newRow("raised by the option") << 8 << QByteArray("256MiB") << QByteArray() << QByteArray();
    QTest::newRow("lowered by the option") << 2 << QByteArray("16MiB") << QByteArray() << QByteArray("16MiB");
    QTest::newRow("raised by the profile") << 8 << QByteArray() << QByteArray("256MiB") << QByteArray();
    QTest::newRow("the option precedes the profile")
        << 8 << QByteArray("32MiB") << QByteArray("256MiB") << QByteArray("32MiB");
}

void TestHostileServer::theBoundIsASetting()
{
    QFETCH(int, names);
    QFETCH(QByteArray, option);
    QFETCH(QByteArray, profile);
    QFETCH(QByteArray, exceeded);
    QByteArrayList page;
    for (int i = 0; i < names; ++i)
        page += HostileServer::bulk(QByteArray(10'000'000, char('a' + i)));
    const QByteArray answer = HostileServer::array({HostileServer::bulk("0"), HostileServer::array(page)});
    const HostileServer server([&](const QByteArrayList &command, const QString &) {
        return command.front() == "SCAN" ? answer : QByteArray();
    });
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("profiles.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray member = profile.isEmpty() ? QByteArray() : ", \"max_memory\": \"" + profile + '"';
    file.write(
        R"({"version": 2, "profiles": [{"name": "p", "topology": "standalone", "host": "127.0.0.1", "port": )" +
        QByteArray::number(server.port()) + member + "}]}");
    file.close();
    QByteArrayList arguments{"--config-dir", QFile::encodeName(folder.path()), "--profile", "p"};
    if (!option.isEmpty())
        arguments += {"--max-memory", option};
    const Ended scan = runCli(arguments + QByteArrayList{"scan", "--pattern", "lock:*"});
    if (exceeded.isEmpty()) {
        QVERIFY2(scan.status == 0, scan.told().constData());
        return;
    }
    QVERIFY2(scan.status == 3, scan.told().constData());
    QVERIFY2(scan.err.contains("more memory than this connection may use (" + exceeded + ')'),
             scan.told().constData());
    QVERIFY2(scan.err.contains("--max-memory") && scan.err.contains("max_memory"), scan.told().constData());
}

void TestHostileServer::onlyRegularFilesAreRead_data()
{
    QTest::addColumn<bool>("isPipe");
    QTest::addColumn<bool>("isRules");
    QTest::newRow("rules from a device") << false << true;
    QTest::newRow("rules from a pipe") << true << true;
    QTest::newRow("authorities from a device") << false << false;
    QTest::newRow("authorities from a pipe") << true << false;
}

void TestHostileServer::onlyRegularFilesAreRead()
{
    QFETCH(bool, isPipe);
    QFETCH(bool, isRules);
    const QTemporaryDir folder;
    const QByteArray pipe = QFile::encodeName(folder.filePath(QStringLiteral("pipe")));
    QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
    const QByteArray file = isPipe ? pipe : QByteArray("/dev/zero");
    const HostileServer server;
    const QByteArray secure = "rediss://127.0.0.1:" + QByteArray::number(server.port()) + "?cacert=" + file;
    const Ended ended =
        isRules ? runCli({"-u", server.url(), "--rules", file, "scan"}) : runCli({"-u", secure, "scan"});
    QVERIFY2(ended.status > 0, ended.told().constData());
    QVERIFY2(ended.err.contains("is not a regular file"), ended.told().constData());
}

LOCKSCOPE_TEST(TestHostileServer)

} // namespace tst_hostileserver

#include "tst_hostileserver.moc"
