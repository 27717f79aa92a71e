// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli doctor --recording and nodes --recording: what a recording says of the servers at a moment.

#include "core/base/unixms.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/live/program.h"
#include "tests/support/begunrecording.h"
#include "tests/support/rawsql.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_clirecordedservers
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{std::chrono::sys_days{std::chrono::year{2026} / 6 / 12} + 14h};

qint64 statesIn(const QString &file, StateRow::Kind kind)
{
    HistoryFile reading(file);
    if (!QFile::exists(file) || !reading.openForReading().ok())
        return -1;
    const auto count =
        reading.ask(QStringLiteral("SELECT count(*) FROM state WHERE kind = %1").arg(int(kind)));
    return count ? *count : -1;
}

QByteArray codesOf(const QJsonObject &document)
{
    QByteArrayList codes;
    for (const QJsonValue finding : document[u"findings"].toArray())
        codes << finding[u"code"].toString().toUtf8();
    return codes.join(' ');
}

} // namespace

class TestCliRecordedServers : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void atAnyMoment();
    void whatWasNotRecordedIsUnknown();
    void badInputSaysWhatToDo();
    void aRealRecording_data();
    void aRealRecording();

private:
    QString path() const { return m_folder->filePath(QStringLiteral("locks.lockscope")); }
    QByteArray file() const { return QFile::encodeName(path()); }
    Ended ask(const char *command, const QByteArray &time, const QByteArrayList &more = {}) const
    {
        return runCli(QByteArrayList{command, "--recording", file(), "--at", "2026-06-12T" + time + "Z"} +
                      more);
    }
    void write() const;
    std::unique_ptr<QTemporaryDir> m_folder{};
};

// A warning from the first second on, nothing from the 60th on; a replica is lost at 30 s.
void TestCliRecordedServers::write() const
{
    std::vector<NodeStatus> nodes{{.node = {"a:1"},
                                   .role = "master",
                                   .version = "7.2.4",
                                   .connection = {.phase = ConnectionPhase::Ready}},
                                  {.node = {"b:1"},
                                   .role = "slave",
                                   .connection = {.phase = ConnectionPhase::Ready},
                                   .replica = Replication{.master = {"a:1"}, .linked = true}}};
    const std::vector<Finding> findings{{.code = "evicts-locks",
                                         .level = VerdictLevel::Warning,
                                         .node = {"a:1"},
                                         .text = QStringLiteral("locks may be evicted"),
                                         .evidence = {QStringLiteral("maxmemory-policy:allkeys-lru")},
                                         .remedy = QStringLiteral("set noeviction")}};
    HistoryStore store(path());
    VERIFY_OK(beginRecording(store, Start));
    VERIFY_OK(store.append(
        {StateRow{.kind = StateRow::Kind::Nodes, .at = Start + 1s, .bytes = packed(nodes)},
         StateRow{.kind = StateRow::Kind::Findings, .at = Start + 1s, .bytes = packed(findings)}}));
    nodes[1].connection.phase = ConnectionPhase::Waiting;
    VERIFY_OK(store.append(
        {StateRow{.kind = StateRow::Kind::Nodes, .at = Start + 30s, .bytes = packed(nodes)},
         StateRow{
             .kind = StateRow::Kind::Findings, .at = Start + 60s, .bytes = packed(std::vector<Finding>())}}));
    VERIFY_OK(store.close(Start + 90s));
    VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Opened, .at = Start + 100s}));
    VERIFY_OK(store.close(Start + 110s));
}

void TestCliRecordedServers::atAnyMoment()
{
    write();
    const Ended doctor = ask("doctor", "14:00:20");
    QVERIFY2(doctor.status == 1 && doctor.err.isEmpty(), doctor.told().constData());
    QVERIFY2(doctor.out.startsWith("findings at ") && doctor.out.contains(", as recorded at "),
             doctor.told().constData());
    QVERIFY2(doctor.out.contains("\nwarning  evicts-locks  a:1\n  locks may be evicted\n"
                                 "  maxmemory-policy:allkeys-lru\n  what to do: set noeviction\n"),
             doctor.told().constData());
    const QJsonObject found = ask("doctor", "14:00:20", {"--json"}).json();
    QCOMPARE(found[u"at"].toInteger(), unixMs(Start + 20s));
    QCOMPARE(found[u"recorded_at"].toInteger(), unixMs(Start + 1s));
    QCOMPARE(found[u"last_known"], false);
    QCOMPARE(codesOf(found), "evicts-locks");
    const Ended fine = ask("doctor", "14:01:10");
    QVERIFY2(fine.status == 0 && fine.out.contains("no findings"), fine.told().constData());

    const Ended nodes = ask("nodes", "14:00:20");
    QVERIFY2(nodes.status == 0 && nodes.out.startsWith("nodes at "), nodes.told().constData());
    QVERIFY2(nodes.out.contains("replica") && nodes.out.count("ready") == 2, nodes.told().constData());
    QVERIFY(ask("nodes", "14:00:40").out.contains("waiting"));
    const QJsonObject listed = ask("nodes", "14:00:40", {"--json"}).json();
    QCOMPARE(listed[u"recorded_at"].toInteger(), unixMs(Start + 30s));
    QCOMPARE(listed[u"nodes"][1][u"state"].toString(), QStringLiteral("waiting"));
    QCOMPARE(listed[u"nodes"][1][u"master"].toString(), QStringLiteral("a:1"));
}

void TestCliRecordedServers::whatWasNotRecordedIsUnknown()
{
    write();
    for (const char *command : {"doctor", "nodes"}) {
        const Ended before = ask(command, "14:00:00");
        QVERIFY2(before.status == 1 && before.out.endsWith(": not recorded\n"), before.told().constData());
        const QJsonObject unknown = ask(command, "14:00:00", {"--json"}).json();
        QVERIFY(unknown[u"recorded_at"].isNull() && unknown[u"text"].toString().endsWith(u"not recorded"));
        QVERIFY(!unknown.contains(u"findings") && !unknown.contains(u"nodes"));
        for (const char *time : {"14:01:35", "14:01:45"}) { // not watched; watched again, and not known yet
            const Ended later = ask(command, time);
            QVERIFY2(later.status == 1 && later.out.contains(" last known at "), later.told().constData());
            QCOMPARE(ask(command, time, {"--json"}).json()[u"last_known"], true);
        }
    }
    QCOMPARE(sql(path(), {QStringLiteral("DROP TABLE state")}), QString()); // as an older version
    const Ended older = ask("doctor", "14:00:20");
    QVERIFY2(older.status == 1 && older.out.endsWith(": not recorded\n"), older.told().constData());
}

void TestCliRecordedServers::badInputSaysWhatToDo()
{
    for (const char *command : {"doctor", "nodes"}) {
        const Ended noRecording = runCli({command, "--at", "14:05"});
        QVERIFY2(noRecording.status == 2 && noRecording.err.contains("--at requires --recording"),
                 noRecording.told().constData());
        const Ended both = runCli({"-u", "redis://a:1", command, "--recording", file()});
        QVERIFY2(both.status == 2 && both.err.contains("cannot be combined"), both.told().constData());
        const Ended none = runCli({command, "--recording", file()});
        QVERIFY2(none.status == 2 && none.err.contains("there is no recording"), none.told().constData());
    }
    const Ended acl = runCli({"doctor", "--acl", "--recording", file()});
    QVERIFY2(acl.status == 2, acl.told().constData());
}

void TestCliRecordedServers::aRealRecording_data()
{
    QTest::addColumn<bool>("isRedacted");
    QTest::newRow("with names") << false;
    QTest::newRow("redacted") << true;
}

void TestCliRecordedServers::aRealRecording()
{
    QFETCH(bool, isRedacted);
    auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    const ConnectionSpec spec = (*sandbox)->tcp();
    VERIFY_OK(redisCli(spec, {"CONFIG", "SET", "maxmemory", "100mb", "maxmemory-policy", "allkeys-lru"}));
    const QByteArray url = connectionUrl(spec).toUtf8();
    const Ended live = runCli({"-u", url, "doctor", "--json"});
    QVERIFY2(codesOf(live.json()).contains("evict"), live.told().constData());
    {
        QByteArrayList arguments{"-u", url, "record", file()};
        if (isRedacted)
            arguments << "--redact";
        Program record(arguments);
        QTRY_VERIFY(statesIn(path(), StateRow::Kind::Findings) > 0);
        ::kill(pid_t(record.process.processId()), SIGINT);
        const Ended ended = record.ended();
        QVERIFY2(ended.status == 0, ended.told().constData());
    }
    const Ended doctor = runCli({"doctor", "--recording", file()});
    const QJsonObject found = runCli({"doctor", "--recording", file(), "--json"}).json();
    QCOMPARE(found[u"last_known"], false);
    QCOMPARE(codesOf(found), codesOf(live.json()));
    QVERIFY2(doctor.status == 1 && doctor.out.contains("evict"), doctor.told().constData());
    QCOMPARE(doctor.out.contains("allkeys-lru"), !isRedacted);
    const Ended nodes = runCli({"nodes", "--recording", file()});
    QVERIFY2(nodes.status == 0 && nodes.out.contains("master") && nodes.out.contains("ready"),
             nodes.told().constData());
    for (const Ended *ended : {&doctor, &nodes})
        QVERIFY2(ended->out.contains(isRedacted ? "node-" : "127.0.0.1:"), ended->told().constData());
    QVERIFY(!isRedacted || !(doctor.out + nodes.out).contains("127.0.0.1"));
}

LOCKSCOPE_TEST(TestCliRecordedServers)

} // namespace tst_clirecordedservers

#include "tst_clirecordedservers.moc"
