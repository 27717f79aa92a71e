// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli audit: acts of other runs as table, CSV and JSON, without a server.
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/datagrams.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cliaudit
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Ann = "8743c9c0-0795-4907-87fd-6c719a6b4586:57";
const QByteArray Odd = QByteArray("lock:\xff\n,\"", 9);

} // namespace

class tst_CliAudit : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theTableIsInOrder();
    void whoIsNotKnownIsADash();
    void theDocumentHasAllOfIt();
    void theDocumentCanBePutBack();
    void csvHasOneLineAnAct();
    void itIsFiltered_data();
    void itIsFiltered();
    void theNewestAreKept();
    void anotherProgramsFileIsRefused();
    void nothingYet();
    void aChangedRowIsNamed();
    void theSystemLogGetsEachRow();

private:
    Ended run(const QByteArrayList &arguments)
    {
        return runCli(QByteArrayList{"--config-dir", QFile::encodeName(m_config.path())} + arguments);
    }
    Ended act(const QByteArrayList &arguments) { return run(QByteArrayList{"-u", url()} + arguments); }
    QJsonArray audit(const QByteArrayList &options = {})
    {
        const Ended ended = run(QByteArrayList{"audit", "--json"} + options);
        if (ended.status != 0)
            qWarning("%s", ended.told().constData());
        return ended.json()[u"audit"].toArray();
    }

    QTemporaryDir m_config;
};

void tst_CliAudit::initTestCase()
{
    startServer();
    VERIFY_OK(redisCli(m_sandbox->tcp(), {"HSET", "lock:a", Ann, "2"}));
    VERIFY_OK(redisCli(m_sandbox->tcp(), {"PEXPIRE", "lock:a", "600000"}));
    VERIFY_OK(redisCli(m_sandbox->tcp(), {"SET", Odd, "\xfe token", "PX", "600000"}));
    QCOMPARE(act({"force-release", "lock:a", "--expect-owner", "nobody", "--reason", "first try"}).status, 1);
    QCOMPARE(act({"force-release", "lock:a", "--expect-owner", Ann, "--reason", "OPS-17: 50% stuck"}).status,
             0);
    QCOMPARE(act({"force-release", Odd, "--any-owner", "--reason", "two\nlines"}).status, 0);
    QCOMPARE(act({"--read-only", "wake", "lock:a", "--kind", "rlock"}).status, 4);
    QCOMPARE(act({"acquire", "lock:b", "--owner", Ann, "--lease", "60s"}).status, 0);
    QCOMPARE(act({"force-release", "lock:b", "--any-owner", "--reason", "x", "--dry-run"}).status, 0);
}

void tst_CliAudit::theSystemLogGetsEachRow()
{
    const QTemporaryDir config;
    const QByteArrayList here{"--config-dir", QFile::encodeName(config.path())};
    QFile settings(config.filePath(QStringLiteral("observe.json")));
    QVERIFY(settings.open(QIODevice::WriteOnly));
    const QString socket = config.filePath(QStringLiteral("log"));
    settings.write(R"({"version": 1, "audit": {"syslog": ")" + QFile::encodeName(socket) + "\"}}");
    settings.close();
    const auto acquire = [&] {
        return runCli(here +
                      QByteArrayList{"-u", url(), "acquire", "lock:c", "--owner", Ann, "--lease", "60s"});
    };
    {
        const Datagrams syslog(socket);
        const Ended ended = acquire();
        QVERIFY2(ended.status == 0 && ended.err.isEmpty(), ended.told().constData());
        const QByteArrayList lines = syslog.received();
        QCOMPARE(lines.size(), 3);
        QVERIFY2(lines[0].contains("act=1 row=asked do=\"acquire\" key=\"lock:c\""), lines[0].constData());
        QVERIFY2(lines[2].contains("act=1 row=answer result=\"done\""), lines[2].constData());
        const Ended check =
            runCli(here + QByteArrayList{"audit", "--verify", "--expect-hash", lines[2].right(64)});
        QVERIFY2(check.status == 0, check.told().constData());
    }
    const Ended unheard = acquire(); // A closed socket takes nothing
    QVERIFY2(unheard.status == 0, unheard.told().constData());
    QVERIFY2(unheard.err.count("did not get a row of the audit") == 1, unheard.told().constData());
    QCOMPARE(runCli(here + QByteArrayList{"audit", "--verify"}).status, 0);
}

void tst_CliAudit::theTableIsInOrder()
{
    const Ended table = run({"audit"});
    QVERIFY2(table.status == 0, table.told().constData());
    const QByteArrayList lines = table.out.trimmed().split('\n');
    QVERIFY2(lines.size() == 6, table.told().constData()); // A dry run is not recorded
    QVERIFY(lines[0].contains("TIME") && lines[0].contains("RESULT") && lines[0].contains("REASON"));
    QVERIFY(lines[1].contains("owner-changed") && lines[1].contains("nobody") && lines[1].contains(Ann));
    QVERIFY(lines[2].contains("done") && lines[2].contains("OPS-17: 50% stuck"));
    QVERIFY2(lines[3].contains("lock:\\xff") && lines[3].contains("two lines"), lines[3].constData());
    QVERIFY(lines[4].contains("refused") && lines[4].contains("wake"));
    QVERIFY(lines[5].contains("acquire") && lines[5].contains("lock:b"));
    QVERIFY2(table.err.isEmpty(), table.told().constData());
}

// Entries as another program may have written them.
void tst_CliAudit::whoIsNotKnownIsADash()
{
    QTemporaryDir config;
    const QByteArrayList here{"--config-dir", QFile::encodeName(config.path())};
    QCOMPARE(
        runCli(here + QByteArrayList{"-u", url(), "--read-only", "wake", "lock:a", "--kind", "rlock"}).status,
        4);
    const auto who = [&](const char *user, const char *host) {
        {
            auto db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("edit"));
            db.setDatabaseName(config.filePath(QStringLiteral("audit.sqlite")));
            const QString rest = QStringLiteral("at, program, profile, act, key, kind, expected_owner, "
                                                "expected_count, reason");
            db.open();
            QSqlQuery query(db); // Existing entries cannot be changed, so add one
            if (!query.exec(
                    QStringLiteral("INSERT INTO act (user, host, %1) SELECT '%2', '%3', %1 FROM act LIMIT 1")
                        .arg(rest, QLatin1String(user), QLatin1String(host))))
                qWarning("%s", qPrintable(query.lastError().text()));
        }
        QSqlDatabase::removeDatabase(QStringLiteral("edit"));
        const QByteArrayList lines = runCli(here + QByteArrayList{"audit"}).out.trimmed().split('\n');
        return lines.last().mid(lines.first().indexOf("USER")).split(' ').first();
    };
    QCOMPARE(who("ann", "ops-3"), QByteArray("ann@ops-3"));
    QCOMPARE(who("ann", ""), QByteArray("ann"));
    QCOMPARE(who("", "ops-3"), QByteArray("ops-3"));
    QCOMPARE(who("", ""), QByteArray("-"));
}

void tst_CliAudit::theDocumentHasAllOfIt()
{
    const QJsonArray all = audit();
    QCOMPARE(all.size(), 5);
    const QJsonObject done = all[1].toObject();
    QVERIFY(done[u"at"].toInteger() > 1'700'000'000'000 &&
            done[u"ended_at"].toInteger() >= done[u"at"].toInteger());
    QVERIFY(!done[u"user"].toString().isEmpty() && !done[u"host"].toString().isEmpty());
    QVERIFY(done[u"program"].toString().startsWith(QLatin1String("lockscope-cli ")));
    QVERIFY(!done[u"profile"].toString().contains(QLatin1String("clientname")));
    QCOMPARE(done[u"act"].toString(), QStringLiteral("force-release"));
    QCOMPARE(done[u"key"].toString(), QStringLiteral("lock:a"));
    QCOMPARE(done[u"kind"].toString(), QStringLiteral("rlock"));
    QCOMPARE(done[u"expected_owner"].toString().toUtf8(), Ann);
    QCOMPARE(done[u"found_owner"].toString().toUtf8(), Ann);
    QVERIFY(!done.contains(u"owner_after"));
    QCOMPARE(done[u"result"].toString(), QStringLiteral("done"));
    QVERIFY(!done[u"commands"].toArray().isEmpty());
    const QJsonObject sent = done[u"sent"].toArray()[0].toObject();
    QVERIFY(!sent[u"script"].toString().isEmpty());
    const QJsonObject before = sent[u"before"].toArray()[0].toObject();
    QCOMPARE(before[u"key"].toString(), QStringLiteral("lock:a"));
    QVERIFY(before[u"existed"].toBool());
    QVERIFY(before[u"ttl_ms"].toInteger() > 500'000 && before[u"ttl_ms"].toInteger() <= 600'000);
    QVERIFY(!QByteArray::fromBase64(before[u"dump_base64"].toString().toLatin1()).isEmpty());
    QCOMPARE(all[2].toObject()[u"key_base64"].toString().toLatin1(), Odd.toBase64());
    QVERIFY(!all[2].toObject().contains(u"key"));
    QCOMPARE(all[2].toObject()[u"reason"].toString(), QStringLiteral("two\nlines"));
    QVERIFY(all[3].toObject()[u"sent"].toArray().isEmpty());
    QVERIFY(!all[3].toObject()[u"failure"].toString().isEmpty());
}

void tst_CliAudit::theDocumentCanBePutBack()
{
    const QJsonArray all = audit({"--result", "done", "--act", "force-release"});
    QCOMPARE(all.size(), 2);
    for (const auto &[index, command, value] :
         {std::tuple(0, CliCommand{"HGET", "lock:a", Ann}, QByteArray("2")),
          std::tuple(1, CliCommand{"GET", Odd}, QByteArray("\xfe token"))}) {
        const QJsonObject sent = all[index].toObject()[u"sent"].toArray()[0].toObject();
        const QString line = sent[u"before"].toArray()[0].toObject()[u"restore"].toString();
        QProcess shell;
        shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), line});
        QVERIFY(shell.waitForFinished());
        const QByteArray said = shell.readAllStandardOutput() + shell.readAllStandardError();
        QVERIFY2(said.trimmed() == "OK", (said + line.toUtf8()).constData());
        const auto there = redisCli(m_sandbox->tcp(), command);
        VERIFY_OK(there);
        QCOMPARE(there->trimmed(), value);
    }
}

void tst_CliAudit::csvHasOneLineAnAct()
{
    const Ended csv = run({"audit", "--csv", "--key", "lock:a"});
    QVERIFY2(csv.status == 0, csv.told().constData());
    const QByteArrayList lines = csv.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines[0].startsWith("at,user,host,profile,act,key,kind,node,expected_owner,found_owner,"));
    QVERIFY2(lines[2].contains(",force-release,lock:a,rlock,") && lines[2].contains(",done,"),
             lines[2].constData());
    QVERIFY(run({"audit", "--csv", "--key", Odd}).out.contains("\"lock:\\xff\\x0a,\"\"\""));
}

void tst_CliAudit::itIsFiltered_data()
{
    QTest::addColumn<QByteArrayList>("options");
    QTest::addColumn<int>("count");
    const auto row = [](const char *name, const QByteArrayList &options, int count) {
        QTest::newRow(name) << options << count;
    };
    const QByteArray url = "redis://127.0.0.1:1";
    row("all", {}, 5);
    row("by key", {"--key", "lock:a"}, 3);
    row("by a key of bytes", {"--key", Odd}, 1);
    row("by act", {"--act", "force-release"}, 3);
    row("by acts", {"--act", "wake", "--act", "acquire"}, 2);
    row("by result", {"--result", "refused"}, 1);
    row("by results", {"--result", "refused", "--result", "owner-changed"}, 2);
    row("by text", {"--find", "ops-17"}, 1);
    row("by percent", {"--find", "%"}, 1);
    row("by act and result", {"--act", "wake", "--result", "done"}, 0);
    row("since", {"--since", "1h"}, 5);
    row("until", {"--until", "1h"}, 0);
    row("another server", {"--url", url}, 0);
    row("another profile", {"--profile", "none"}, 0);
}

void tst_CliAudit::itIsFiltered()
{
    QFETCH(QByteArrayList, options);
    QFETCH(int, count);
    QCOMPARE(audit(options).size(), count);
    QCOMPARE(audit({"--url", url()}).size(), 5);
}

void tst_CliAudit::theNewestAreKept()
{
    const QJsonArray newest = audit({"--last", "2"});
    QCOMPARE(newest.size(), 2);
    QCOMPARE(newest[0].toObject()[u"act"].toString(), QStringLiteral("wake"));
    QCOMPARE(newest[1].toObject()[u"act"].toString(), QStringLiteral("acquire"));
}

void tst_CliAudit::anotherProgramsFileIsRefused()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("audit.sqlite")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("these are no acts, but a text of a few words, long enough to be looked at by SQLite at all; "
               "it has a header of a hundred bytes");
    file.close();
    const Ended ended = runCli({"--config-dir", QFile::encodeName(folder.path()), "audit"});
    QVERIFY2(ended.status == 5, ended.told().constData());
    QVERIFY2(ended.err.contains("audit.sqlite") && ended.err.contains("move the file away"),
             ended.told().constData());
}

void tst_CliAudit::nothingYet()
{
    QTemporaryDir folder;
    const QByteArrayList where{"--config-dir", QFile::encodeName(folder.path())};
    const Ended table = runCli(where + QByteArrayList{"audit"});
    QVERIFY2(table.status == 0 &&
                 table.out.contains("no audit log yet in " + QFile::encodeName(folder.path())),
             table.told().constData());
    const Ended json = runCli(where + QByteArrayList{"audit", "--json"});
    QVERIFY2(json.status == 0 && json.json().contains(u"audit"), json.told().constData());
    QCOMPARE(json.json()[u"audit"].toArray().size(), 0);
    const Ended none = runCli(where + QByteArrayList{"audit", "--verify"});
    QVERIFY2(none.status == 5 && none.out.isEmpty() && none.err.contains("there is no audit log"),
             none.told().constData());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 0);
    QFile empty(folder.filePath(QStringLiteral("audit.sqlite")));
    QVERIFY(empty.open(QIODevice::WriteOnly));
    empty.close();
    const Ended verified = runCli(where + QByteArrayList{"audit", "--verify", "--json"});
    QVERIFY2(verified.status == 5 && verified.err.contains("is empty"), verified.told().constData());
    const Ended still = runCli(where + QByteArrayList{"audit"});
    QVERIFY2(still.status == 0 && still.out.contains("no matching actions"), still.told().constData());
    QCOMPARE(QFileInfo(empty).size(), 0); // reading writes nothing
}

void tst_CliAudit::aChangedRowIsNamed()
{
    const Ended whole = run({"audit", "--verify"});
    QVERIFY2(whole.status == 0 && whole.out.contains(" rows intact\n"), whole.told().constData());
    const QByteArray hash = run({"audit", "--verify", "--json"}).json()[u"newest_hash"].toString().toLatin1();
    QCOMPARE(hash.size(), 64);
    QVERIFY(whole.out.contains("newest hash " + hash + "\n"));
    QCOMPARE(run({"audit", "--verify", "--expect-hash", hash}).status, 0);
    const Ended other = run({"audit", "--verify", "--expect-hash", QByteArray(64, '0')});
    QVERIFY2(other.status == 1 && other.err.contains("expected hash"), other.told().constData());
    QCOMPARE(run({"audit", "--expect-hash", hash}).status, 2);
    const Ended cut = run({"audit", "--verify", "--expect-hash", hash.left(12) + "…"});
    QVERIFY2(cut.status == 2 && cut.err.contains("is not a hash"), cut.told().constData());
    {
        QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("tamper"));
        db.setDatabaseName(m_config.filePath(QStringLiteral("audit.sqlite")));
        QVERIFY(db.open());
        QSqlQuery query(db);
        QVERIFY(query.exec(QStringLiteral("DROP TRIGGER act_UPDATE")));
        QVERIFY(query.exec(QStringLiteral("UPDATE act SET reason = 'another' WHERE id = 2")));
    }
    QSqlDatabase::removeDatabase(QStringLiteral("tamper"));
    const Ended changed = run({"audit", "--verify"});
    QVERIFY2(changed.status == 1 && changed.out.isEmpty(), changed.told().constData());
    QVERIFY2(changed.err.contains("action 2, request") && changed.err.contains("changed"),
             changed.told().constData());
    const QJsonObject fault = run({"audit", "--verify", "--json"}).json()[u"fault"].toObject();
    QCOMPARE(fault[u"what"].toString(), QStringLiteral("changed"));
    QCOMPARE(fault[u"act"].toInt(), 2);
}

LOCKSCOPE_TEST(tst_CliAudit)

} // namespace tst_cliaudit

#include "tst_cliaudit.moc"
