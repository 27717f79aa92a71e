// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli record: what is in the file while it is written and afterwards, when the program is killed,
// when the disk is full, and without names.

#include "core/base/unixms.h"
#include "core/history/historyreader.h"
#include "core/history/playback/lockthen.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/live/program.h"
#include "tests/support/rawsql.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <csignal>

namespace tst_clirecord
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const QByteArray Bob = "22222222-2222-4222-8222-222222222222:7";

// -1: it cannot be read.
qint64 numberIn(const QString &file, const QString &statement)
{
    HistoryFile reading(file);
    if (!QFile::exists(file) || !reading.openForReading().ok())
        return -1;
    const auto number = reading.ask(statement);
    return number ? *number : -1;
}

qint64 eventsIn(const QString &file, EventKind kind)
{
    return numberIn(file, QStringLiteral("SELECT count(*) FROM event WHERE kind = %1").arg(int(kind)));
}

qint64 marksIn(const QString &file, Mark::Kind kind)
{
    return numberIn(file, QStringLiteral("SELECT count(*) FROM mark WHERE kind = %1").arg(int(kind)));
}

qint64 seenIn(const QString &file) // holds that existed when they were first seen
{
    return numberIn(file, QStringLiteral("SELECT count(*) FROM event WHERE kind = %1").arg(historyrow::Seen));
}

qint64 openIn(const QString &file, const char *key)
{
    return numberIn(file, QStringLiteral("SELECT count(*) FROM open_hold WHERE key = CAST('%1' AS BLOB)")
                              .arg(QLatin1String(key)));
}

qint64 keysIn(const QString &file, int round) // of locks that were acquired in that round
{
    return numberIn(
        file,
        QStringLiteral("SELECT count(*) FROM lock_key WHERE substr(bytes, 1, %1) = CAST('lock:%2:' AS BLOB)")
            .arg(QByteArray::number(round).size() + 6)
            .arg(round));
}

QByteArray contentOf(const QString &fileName)
{
    QFile file(fileName);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class tst_CliRecord : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void whatHappensIsInTheFile();
    void aRecordingIsContinued();
    void aSummaryForPrograms();
    void whatIsNoRecordingIsRefused();
    void namesAndPseudonymsDoNotMix();
    void anotherSubjectIsAnotherRecording();
    void aLostConnectionIsAGap();
    void aStuckLockWasHeldBeforeTheGap();
    void readersWithoutTimeLeftStillHold();
    void noSecretIsInARedactedRecording();
    void killedAtAnyMoment();

private:
    QByteArray ask(const CliCommand &command)
    {
        const auto reply = redisCli(m_sandbox->tcp(), command);
        if (!reply)
            qWarning("%s", qPrintable(reply.failure().line()));
        return reply ? reply->trimmed() : QByteArray();
    }
    bool take(const QByteArray &key, const QByteArray &owner)
    {
        return ask({"EVAL",
                    "redis.call('HSET', KEYS[1], ARGV[1], 1) return redis.call('PEXPIRE', KEYS[1], 600000)",
                    "1", key, owner}) == "1";
    }
    // Until the program follows, the scan may find a lock that is then no acquisition.
    bool isRecording(const QString &file)
    {
        return take("lock:began:" + QByteArray::number(m_began++), Alice) &&
               eventsIn(file, EventKind::Acquired) > 0;
    }
    QByteArray url() const { return connectionUrl(m_sandbox->tcp()).toUtf8(); }
    QByteArrayList arguments(const QByteArrayList &own) const
    {
        return QByteArrayList{"-u", url(), "record"} + own;
    }
    QString path(const char *name = "locks.sqlite") const { return m_folder->filePath(QLatin1String(name)); }
    QByteArray file() const { return QFile::encodeName(path()); }
    static void killWriterOf(const QString &recorded, Program &record, qint64 *atLeast);
    static Ended interrupted(Program &program, int signal = SIGINT)
    {
        ::kill(pid_t(program.process.processId()), signal);
        return program.ended();
    }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<QTemporaryDir> m_folder;
    int m_began = 0;
};

// atLeast: how many keys another program had read in the file; then how many there are.
void tst_CliRecord::killWriterOf(const QString &recorded, Program &record, qint64 *atLeast)
{
    const QString allKeys = QStringLiteral("SELECT count(*) FROM lock_key");
    const qint64 read = numberIn(recorded, allKeys);
    record.process.kill();
    QVERIFY(record.process.waitForFinished());
    QVERIFY(read >= *atLeast);
    *atLeast = numberIn(recorded, allKeys);
    QVERIFY2(*atLeast >= read, "what another program had read is gone");
    QCOMPARE(numberIn(recorded, QStringLiteral("SELECT count(*) FROM pragma_integrity_check"
                                               " WHERE integrity_check = 'ok'")),
             1);
    QCOMPARE(numberIn(recorded, QStringLiteral(
                                    "SELECT count(*) FROM event WHERE key NOT IN (SELECT id FROM lock_key)")),
             0);
    const Ended contention =
        runCli({"contention", "--history", QFile::encodeName(recorded), "--since", "1h"});
    QVERIFY2(contention.status == 0, contention.told().constData());
}

void tst_CliRecord::initTestCase()
{
    auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    m_sandbox = std::move(*sandbox);
}

void tst_CliRecord::init()
{
    ask({"FLUSHALL"});
    m_folder = std::make_unique<QTemporaryDir>();
}

void tst_CliRecord::whatHappensIsInTheFile()
{
    Program record(arguments({file()}));
    QTRY_VERIFY(isRecording(path()));
    QTRY_VERIFY(record.complained("recording the locks of redis://"));
    QVERIFY(take("lock:a", Alice));
    QTRY_COMPARE(openIn(path(), "lock:a"), 1);
    ask({"DEL", "lock:a"});
    const qint64 known = eventsIn(path(), EventKind::Acquired);
    QVERIFY(take("lock:b", Bob));
    QTRY_VERIFY(eventsIn(path(), EventKind::Acquired) > known);
    // Also while it is written, by another program.
    const Ended contention = runCli({"contention", "--history", file(), "--since", "1h"});
    QVERIFY2(contention.status == 0, contention.told().constData());
    const Ended second = runCli(arguments({file(), "--for", "1s"}));
    QVERIFY2(second.status == 5 && second.err.contains("another Lockscope is writing " + file()) &&
                 second.err.contains("use another file") && !second.err.contains("history"),
             second.told().constData());

    const Ended ended = interrupted(record);
    QVERIFY2(ended.status == 0, ended.told().constData());
    QVERIFY2(ended.out.contains(" events with 0 gaps") && ended.out.count('\n') == 1,
             ended.told().constData());
    QVERIFY(!QFile::exists(path("locks.sqlite-wal")) && !QFile::exists(path("locks.sqlite.lock")));
    QCOMPARE(marksIn(path(), Mark::Kind::Closed), 1);
    QCOMPARE(numberIn(path(), QStringLiteral("SELECT count(*) FROM open_hold")), 0);
    QCOMPARE(QFile(path()).permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());

    HistoryReader reader(path());
    VERIFY_OK(reader.openForReading());
    const auto lockEvents = reader.lockEvents({"lock:a"}, 10);
    VERIFY_OK(lockEvents);
    QVERIFY(lockEvents->events.size() == 2 && lockEvents->events[0].kind == EventKind::Acquired &&
            isEnd(lockEvents->events[1]));
    QCOMPARE(lockEvents->events[0].owner.bytes, Alice);
}

void tst_CliRecord::aRecordingIsContinued()
{
    QVERIFY(take("lock:a", Alice));
    for (int run = 1; run <= 2; ++run) {
        Program record(arguments({file(), "--quiet"}));
        // Held when first seen in both runs, and not known in between.
        QTRY_COMPARE(seenIn(path()), run);
        const Ended ended = interrupted(record);
        QVERIFY2(ended.status == 0 && ended.err.isEmpty() && ended.out.isEmpty(), ended.told().constData());
        QCOMPARE(marksIn(path(), Mark::Kind::Opened), run);
        QCOMPARE(marksIn(path(), Mark::Kind::Closed), run);
    }
}

void tst_CliRecord::aSummaryForPrograms()
{
    QVERIFY(take("lock:a", Alice));
    Program record(arguments({file(), "--json", "--redact"}));
    QTRY_COMPARE(seenIn(path()), 1);
    const Ended ended = interrupted(record);
    QVERIFY2(ended.status == 0, ended.told().constData());
    const QJsonObject summary = ended.json();
    QCOMPARE(summary[u"file"].toString(), path());
    QCOMPARE(summary[u"redacted"], true);
    QCOMPARE(summary[u"gaps"].toInt(-1), 0);
    QCOMPARE(summary[u"locks"].toInt(-1), 1);
    QCOMPARE(summary[u"bytes"].toInteger(), QFile(path()).size());
    QVERIFY(summary[u"events"].isDouble());
    const Ended timed = runCli(arguments({file() + "2", "--for", "100ms"}));
    QVERIFY2(timed.status == 0, timed.told().constData());
    const Ended unreachable = runCli({"-u", "redis://127.0.0.1:1", "record", file() + "3"});
    QVERIFY2(unreachable.status == 3 && unreachable.err.count('\n') == 1, unreachable.told().constData());
}

void tst_CliRecord::whatIsNoRecordingIsRefused()
{
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("folder")));
    QFile text(path("text"));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write("remember the milk\n");
    text.close();
    QCOMPARE(sql(path("other.sqlite"), {QStringLiteral("CREATE TABLE event (id INTEGER)")}), QString());
    for (const char *name : {"text", "other.sqlite", "folder", "absent/locks.sqlite"}) {
        const QByteArray before = contentOf(path(name));
        const Ended ended = runCli(arguments({QFile::encodeName(path(name)), "--for", "1s"}));
        const bool isFile = QFileInfo(path(name)).isFile();
        QVERIFY2(ended.status == (isFile ? 5 : 2) && ended.err.count('\n') == 1, ended.told().constData());
        QCOMPARE(contentOf(path(name)), before);
    }
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 2);
}

void tst_CliRecord::namesAndPseudonymsDoNotMix()
{
    const QByteArray other = file() + "2";
    QCOMPARE(runCli(arguments({file(), "--for", "100ms"})).status, 0);
    QCOMPARE(runCli(arguments({other, "--for", "100ms", "--redact"})).status, 0);
    const QByteArray before = contentOf(path());
    const Ended names = runCli(arguments({file(), "--for", "100ms", "--redact"}));
    QVERIFY2(names.status == 2 && names.err.contains("without --redact"), names.told().constData());
    QCOMPARE(contentOf(path()), before);
    const Ended pseudonyms = runCli(arguments({other, "--for", "100ms"}));
    QVERIFY2(pseudonyms.status == 2 && pseudonyms.err.contains("is redacted"), pseudonyms.told().constData());
    QCOMPARE(runCli(arguments({other, "--for", "100ms", "--redact"})).status, 0);
}

// A lock that nobody watched in one of the runs would be said to be free then.
void tst_CliRecord::anotherSubjectIsAnotherRecording()
{
    const QByteArray redacted = file() + "2";
    QCOMPARE(runCli(arguments({file(), "--for", "100ms"})).status, 0);
    QCOMPARE(runCli(arguments({redacted, "--for", "100ms", "--redact"})).status, 0);
    ConnectionSpec otherDb = m_sandbox->tcp();
    otherDb.db = 1;
    ConnectionSpec otherWay = m_sandbox->tcp();
    otherWay.proxy.kind = ProxyKind::Socks5;
    otherWay.proxy.host = QStringLiteral("127.0.0.1");
    for (const QByteArrayList &target : {QByteArrayList{"-u", url(), "--pattern", "pay:*"},
                                         QByteArrayList{"-u", connectionUrl(otherDb).toUtf8()},
                                         QByteArrayList{"-u", connectionUrl(otherWay).toUtf8()}}) {
        const Ended named = runCli(target + QByteArrayList{"record", file(), "--for", "100ms"});
        QVERIFY2(named.status == 2 && named.err.contains("is a recording of " + url() + ", not of"),
                 named.told().constData());
        const Ended hidden =
            runCli(target + QByteArrayList{"record", redacted, "--for", "100ms", "--redact"});
        QVERIFY2(hidden.status == 2 && hidden.err.contains("of other servers or patterns"),
                 hidden.told().constData());
    }
    QCOMPARE(runCli(arguments({file(), "--for", "100ms"})).status, 0);
    QCOMPARE(runCli(arguments({redacted, "--for", "100ms", "--redact"})).status, 0);
}

void tst_CliRecord::aLostConnectionIsAGap()
{
    auto own = Sandbox::start();
    VERIFY_OK(own);
    Program record(
        {"-u", connectionUrl((*own)->tcp()).toUtf8(), "record", file(), "--metrics", file() + ".prom"});
    QTRY_VERIFY(record.complained("recording the locks"));
    QTRY_VERIFY(marksIn(path(), Mark::Kind::Opened) == 1);
    (*own)->stop();
    QTRY_VERIFY(record.complained("connection lost"));
    VERIFY_OK((*own)->restart());
    QTRY_VERIFY(record.complained("connected again"));
    QTRY_COMPARE(marksIn(path(), Mark::Kind::Back), 1);
    QCOMPARE(marksIn(path(), Mark::Kind::Lost), 1);
    const Ended ended = interrupted(record, SIGTERM);
    QVERIFY2(ended.status == 0 && !ended.out.contains(" 0 gaps"), ended.told().constData());
    const auto gaps =
        QRegularExpression(QStringLiteral(" with (\\d+) gap")).match(QString::fromUtf8(ended.out));
    const QByteArray counted = "\nlockscope_gaps_total " + gaps.captured(1).toLatin1() + '\n';
    QVERIFY2(contentOf(path("locks.sqlite.prom")).contains(counted), ended.told().constData());
}

// Whether it was acquired again in the gap, no reading shows.
void tst_CliRecord::aStuckLockWasHeldBeforeTheGap()
{
    Program record(arguments({file()}));
    QTRY_VERIFY(isRecording(path()));
    QCOMPARE(ask({"HSET", "lock:stuck", Alice, "1"}), QByteArray("1"));
    QTRY_COMPARE(openIn(path(), "lock:stuck"), 1);
    for (const char *connections : {"normal", "pubsub"})
        ask({"CLIENT", "KILL", "TYPE", connections});
    QTRY_VERIFY(marksIn(path(), Mark::Kind::Gap) + marksIn(path(), Mark::Kind::Lost) > 0);
    const qint64 known = eventsIn(path(), EventKind::Acquired);
    QTRY_VERIFY(isRecording(path()) && eventsIn(path(), EventKind::Acquired) > known);
    ask({"DEL", "lock:stuck"});
    QTRY_COMPARE(openIn(path(), "lock:stuck"), 0);
    QCOMPARE(interrupted(record).status, 0);
    HistoryReader reader(path());
    VERIFY_OK(reader.openForReading());
    const WallTime taken = reader.lockEvents({"lock:stuck"}, 10)->events.front().wallAt;
    const QDateTime next = QDateTime::fromMSecsSinceEpoch(taken.time_since_epoch() / 1ms + 1);
    const QByteArray at = next.toString(QStringLiteral("HH:mm:ss.zzz")).toLatin1();
    const Ended shown = runCli({"show", "lock:stuck", "--recording", file(), "--at", at});
    QVERIFY2(shown.status == 0 && shown.out.contains("held by " + Alice), shown.told().constData());
}

// A reader was paused for longer than its lease, and its watchdog renews the hash alone.
void tst_CliRecord::readersWithoutTimeLeftStillHold()
{
    Program record(arguments({file()}));
    QTRY_VERIFY(isRecording(path()));
    ask({"EVAL",
         "redis.call('HSET', KEYS[1], 'mode', 'read', ARGV[1], 1, ARGV[2], 1)"
         " redis.call('PEXPIRE', KEYS[1], 600000)"
         " redis.call('SET', '{lock:doc}:' .. ARGV[1] .. ':rwlock_timeout:1', 1, 'PX', 1500)"
         " return redis.call('SET', '{lock:doc}:' .. ARGV[2] .. ':rwlock_timeout:1', 1, 'PX', 3000)",
         "1", "lock:doc", Alice, Bob});
    const auto judgedAt = [this] {
        return numberIn(path(), QStringLiteral("SELECT coalesce(max(at), -1) FROM judged"
                                               " WHERE CAST(code AS TEXT) = 'reads-expired'"));
    };
    QTRY_VERIFY(judgedAt() > 0);
    const WallTime judged = wallTimeOf(judgedAt());
    QTRY_COMPARE(openIn(path(), "lock:doc"), 2);
    QVERIFY(eventsIn(path(), EventKind::Expired) <= 1); // the first one alone, until both were over
    ask({"DEL", "lock:doc"});
    QTRY_COMPARE(openIn(path(), "lock:doc"), 0);
    QCOMPARE(interrupted(record).status, 0);
    RecordingReader reader(path());
    VERIFY_OK(reader.open());
    const LockName key{"lock:doc"};
    const auto events = reader.lockEvents(key, 100);
    VERIFY_OK(events);
    const LockEvent &last = events->events.back();
    QVERIFY(isEnd(last) && last.kind == EventKind::Released); // its time was not over: the key was deleted
    const auto then = lockThen(reader, key, last.wallAt - 1ms);
    VERIFY_OK(then);
    QVERIFY(last.wallAt > judged && then->verdict && then->verdict->code == "reads-expired");
    QCOMPARE(then->holds.size(), size_t(2));
    QVERIFY(
        std::ranges::all_of(then->holds, [&last](const Hold &hold) { return hold.ended == last.wallAt; }));
}

// In the bytes of the file, its log, and whatever else there is, while it is written and afterwards.
void tst_CliRecord::noSecretIsInARedactedRecording()
{
    constexpr int Secrets = 10; // of five sorts each
    QByteArrayList secrets{"127.0.0.1", QByteArray::number(m_sandbox->port())};
    const auto planted = [&secrets](QByteArray secret) {
        secrets += secret;
        return secret;
    };
    Program record(arguments({file(), "--redact"}));
    QTRY_VERIFY(isRecording(path()));
    for (int i = 0; i < Secrets; ++i) {
        const QByteArray number = QByteArray::number(10'000 + i);
        const QByteArray tenant = planted("tenant" + number);
        const QByteArray uuid =
            planted("5ec2e7" + number.last(2) + "-aaaa-4bbb-8ccc-ddddeeee" + number.last(4));
        const QByteArray host = planted("pod-secret-" + number);
        QVERIFY(take("lock:" + tenant + ":stock", uuid + ":1"));
        QVERIFY(take("lock:order:" + planted("customer-" + number), uuid + ":2"));
        ask({"SET", "lock:host:" + tenant, host + ":" + planted("token-" + number), "PX", "600000"});
    }
    const qint64 known = Secrets * 3;
    QTRY_VERIFY(eventsIn(path(), EventKind::Acquired) >= known);
    const auto leaks = [&] {
        QByteArrayList found;
        for (const QFileInfo &info : QDir(m_folder->path()).entryInfoList(QDir::Files)) {
            const QByteArray bytes = contentOf(info.filePath());
            if (info.suffix() == QLatin1String("lock")) // has its process and this machine; gone at the end
                continue;
            for (const QByteArray &secret : std::as_const(secrets)) {
                const QByteArrayList forms{secret, secret.toHex(), secret.toBase64().chopped(4),
                                           secret.toUpper()};
                const auto isIn = [&bytes](const QByteArray &form) { return bytes.contains(form); };
                if (std::ranges::any_of(forms, isIn))
                    found += secret + " in " + info.fileName().toUtf8();
            }
        }
        return found.join(", ");
    };
    QVERIFY(secrets.size() >= 50);
    QVERIFY(QFile::exists(path("locks.sqlite-wal")));
    QCOMPARE(leaks(), QByteArray());
    ask({"FLUSHALL"});
    const Ended ended = interrupted(record);
    QVERIFY2(ended.status == 0, ended.told().constData());
    QCOMPARE(leaks(), QByteArray());
    QVERIFY(contentOf(path()).contains("client-"));                    // It is no empty file
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 2); // With the salt
    const Ended clients =
        runCli({"contention", "--history", file(), "--since", "1h", "--by", "client", "--json"});
    QVERIFY2(clients.status == 0, clients.told().constData());
}

// What could be read before is still there, the file is whole, and the next run continues it. Several
// recorders are killed in turn, as each needs a second to write.
void tst_CliRecord::killedAtAnyMoment()
{
    constexpr int Recorders = 5;
    constexpr int Rounds = 10; // 50 moments
    QRandomGenerator dice(20'261'126);
    std::array<qint64, Recorders> atLeast{};
    const auto nameOf = [&](int recorder) { return path() + QString::number(recorder); };
    for (int round = 0; round < Rounds; ++round) {
        std::vector<std::unique_ptr<Program>> records;
        for (int i = 0; i < Recorders; ++i)
            records.push_back(std::make_unique<Program>(arguments({QFile::encodeName(nameOf(i))})));
        for (const auto &record : records)
            QTRY_VERIFY(record->complained("recording the locks"));
        const int locks = dice.bounded(1, 30);
        for (int n = 0; n < locks; ++n)
            QVERIFY(take("lock:" + QByteArray::number(round) + ':' + QByteArray::number(n), Alice));
        for (int i = 0; i < Recorders; ++i) {
            // All kinds of moments: nothing of this run is written yet, some, or all of it.
            const int kind = (round + i) % 3;
            const qint64 wanted = kind == 0 ? 0 : kind == 1 ? 1 : locks;
            QTRY_VERIFY(keysIn(nameOf(i), round) >= wanted);
            QThread::usleep(ulong(dice.bounded(kind == 0 ? 1'100'000 / Recorders : 200'000)));
            killWriterOf(nameOf(i), *records[size_t(i)], &atLeast[size_t(i)]);
            if (QTest::currentTestFailed())
                return;
        }
    }
    for (int i = 0; i < Recorders; ++i) {
        const QString recorded = nameOf(i);
        const Ended ended = runCli(arguments({QFile::encodeName(recorded), "--for", "1s"}));
        QVERIFY2(ended.status == 0, ended.told().constData());
        // Each crash was closed when the file was opened next.
        QCOMPARE(marksIn(recorded, Mark::Kind::Opened), Rounds + 1);
        QCOMPARE(marksIn(recorded, Mark::Kind::Closed), Rounds + 1);
        QCOMPARE(numberIn(recorded, QStringLiteral("SELECT count(*) FROM open_hold")), 0);
    }
}

LOCKSCOPE_TEST(tst_CliRecord)

} // namespace tst_clirecord

#include "tst_clirecord.moc"
