// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli share: a recording of a real server without its secrets, and that a copy answers as the
// recording does.

#include "core/base/unixms.h"
#include "core/history/recording/attachedfiles.h"
#include "tests/live/cli/clitest.h"
#include "tests/support/begunrecording.h"
#include "tests/support/runner.h"

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>

namespace tst_clishare
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const QByteArray Bob = "22222222-2222-4222-8222-222222222222:7";
const WallTime Start{std::chrono::sys_days{std::chrono::year{2026} / 6 / 12} + 13h};

LockEvent eventOf(EventKind kind, const QByteArray &key, const QByteArray &owner, milliseconds at)
{
    return {.kind = kind,
            .key = {key},
            .lockKind = {"rlock"},
            .owner = {owner},
            .count = kind == EventKind::Released ? 0 : 1,
            .node = {"cache-1:6379"},
            .wallAt = Start + at};
}

// Two hours; two owners in turn, with waiters and a verdict.
Done write(HistoryStore &store)
{
    std::vector<LockEvent> events;
    for (int second = 0; second < 7'200; second += 20) {
        const QByteArray &owner = second / 20 % 2 ? Bob : Alice;
        for (const char *key : {"order:1", "stock:1"}) {
            events.push_back(eventOf(EventKind::Acquired, key, owner, 1000ms * second));
            events.push_back(eventOf(EventKind::Waiters, key, owner, 1000ms * second + 1s));
            events.back().count = second / 20 % 3;
            events.push_back(eventOf(EventKind::Released, key, owner, 1000ms * second + 12s));
            events.back().held = 12s;
        }
    }
    std::ranges::stable_sort(events, {}, &LockEvent::wallAt);
    return allDone(
        {beginRecording(store, Start), store.beginVerdicts({}, Start), store.append(events),
         store.append(std::vector<VerdictStep>{
             {.key = {"order:1"}, .at = Start + 1h, .level = VerdictLevel::Warning, .code = "long-held"}}),
         store.append(Mark{.kind = Mark::Kind::Failover,
                           .at = Start + 90min,
                           .node = {"cache-1:6379"},
                           .other = {"cache-2:6379"}}),
         store.close(Start + 2h)});
}

// Without names: those of a shared recording are others.
QByteArray nameless(const QByteArray &json)
{
    static const QRegularExpression names(
        QStringLiteral("(key|client|owner|node)-[0-9a-f]{16}(:[0-9a-f]{16})?|(order|stock):1|cache-[12]:6379"
                       "|[12]{8}-[0-9a-f-]{27}(:[17])?|[^\" ]*\\.lockscope|order:|stock:"));
    QString text = QString::fromUtf8(json);
    return text.replace(names, QStringLiteral("?")).toUtf8();
}

} // namespace

class TestCliShare : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void answersAreTheSame();
    void namesMayBeReplaced();
    void noSecretIsInACopy();
    void rotatedFilesAreNamed();
    void aReceipt();
    void badInputIsRefused();
    void aFullDisk();

private:
    QString path(const char *name) const { return m_dir.filePath(QLatin1String(name)); }
    QByteArray word(const char *name) const { return QFile::encodeName(path(name)); }
    Ended share(const QByteArrayList &arguments) const { return runCli(QByteArrayList{"share"} + arguments); }
    QByteArray firstKey(const char *name) const
    {
        HistoryReader reader(path(name));
        if (!reader.openForReading().ok())
            return {};
        const auto moment = reader.moment(Start + 5s, 10);
        return moment && !moment->holds.empty() ? moment->holds.front().key.bytes : QByteArray();
    }

    QTemporaryDir m_dir;
};

void TestCliShare::initTestCase()
{
    startServer();
    HistoryStore store(path("whole.lockscope"));
    VERIFY_OK(write(store));
}

void TestCliShare::answersAreTheSame()
{
    const Ended made = share({word("whole.lockscope"), "--keep-names", "--output", word("kept.lockscope")});
    QVERIFY2(made.status == 0, made.told().constData());
    QVERIFY(made.out.startsWith(word("kept.lockscope")));
    for (const QByteArrayList &question :
         {QByteArrayList{"show", "order:1", "--at", "2026-06-12T14:00:05Z", "--recording", "FILE"},
          {"show", "stock:1", "--at", "2026-06-12T13:30:15Z", "--recording", "FILE"},
          {"watch", "--from", "2026-06-12T14:29:00Z", "--to", "2026-06-12T14:31:00Z", "--recording", "FILE"},
          {"contention", "--history", "FILE"},
          {"contention", "--changed-at", "2026-06-12T14:30:00Z", "--history", "FILE"},
          {"compare", "FILE", "--at", "2026-06-12T14:00:00Z", "--by", "lock"}}) {
        const auto answer = [&](const char *name) {
            QByteArrayList words = question;
            words.replace(words.indexOf("FILE"), word(name));
            return runCli(QByteArrayList{"--json"} + words);
        };
        const Ended of = answer("whole.lockscope"), its = answer("kept.lockscope");
        QVERIFY2(of.status <= 1, of.told().constData());
        QVERIFY(!of.out.isEmpty());
        QCOMPARE(nameless(its.out), nameless(of.out));
        QCOMPARE(its.status, of.status);
    }
}

void TestCliShare::namesMayBeReplaced()
{
    const Ended made = share({word("whole.lockscope"), "--output", word("safe.lockscope")});
    QVERIFY2(made.status == 0, made.told().constData());
    QVERIFY(made.out.contains("pseudonyms") || made.err.contains("pseudonyms"));
    const QByteArray key = firstKey("safe.lockscope"); // there are two
    QVERIFY(key.startsWith("key-"));
    const QByteArrayList when{"--at", "2026-06-12T13:30:05Z"};
    const Ended of =
        runCli(QByteArrayList{"--json", "show", "stock:1", "--recording", word("whole.lockscope")} + when);
    const Ended its =
        runCli(QByteArrayList{"--json", "show", key, "--recording", word("safe.lockscope")} + when);
    QCOMPARE(nameless(its.out), nameless(of.out));
    const auto compared = [&](const char *name) {
        return nameless(
            runCli({"--json", "compare", word(name), "--at", "2026-06-12T14:00:00Z", "--prefix", "none"})
                .out);
    };
    QCOMPARE(compared("safe.lockscope").isEmpty(), compared("whole.lockscope").isEmpty());
    const auto events = [&](const char *name) {
        return nameless(runCli({"--json", "watch", "--from", "2026-06-12T14:29:00Z", "--to",
                                "2026-06-12T14:31:00Z", "--recording", word(name)})
                            .out);
    };
    QVERIFY(events("whole.lockscope").contains("failover"));
    QCOMPARE(events("safe.lockscope"), events("whole.lockscope"));
}

// Keys, owners, hosts in owners, client names, users, the server's address.
void TestCliShare::noSecretIsInACopy()
{
    QByteArrayList secrets{"127.0.0.1"};
    const auto planted = [&secrets](const QByteArray &secret) {
        secrets += secret;
        return secret;
    };
    const auto acquired = [this] {
        HistoryFile file(path("live.lockscope"));
        if (!QFile::exists(path("live.lockscope")) || !file.openForReading().ok())
            return qint64(0);
        const auto count = file.ask(
            QStringLiteral("SELECT count(*) FROM event WHERE kind = %1").arg(int(EventKind::Acquired)));
        return count ? *count : 0;
    };
    Program record({"-u", url(), "record", word("live.lockscope")});
    int began = 0;
    const auto isRecording = [&] {
        hold("lock:began:" + QByteArray::number(began++), Alice, 600'000);
        return acquired() > 0;
    };
    QTRY_VERIFY(isRecording());
    const qint64 before = acquired();
    for (int i = 0; i < 10; ++i) {
        const QByteArray number = QByteArray::number(10'000 + i);
        const QByteArray uuid =
            planted("5ec2e7" + number.last(2) + "-aaaa-4bbb-8ccc-ddddeeee" + number.last(4));
        hold("lock:" + planted("tenant" + number) + ":stock", uuid + ":1", 600'000);
        hold("lock:order:" + planted("customer-" + number), uuid + ":2", 600'000);
        ask({"SET", "lock:host:" + planted("user-" + number),
             planted("pod-secret-" + number) + ":" + planted("token-" + number), "PX", "600000"});
    }
    QTRY_VERIFY(acquired() >= before + 30);
    QVERIFY(secrets.size() >= 50);
    const Ended incident = cli({"incident", "lock:order:customer-10001", "--output", word("incidents")});
    QVERIFY2(incident.status == 0, incident.told().constData());
    // While it is written.
    const Ended made = share({word("live.lockscope"), "--output", word("given.lockscope")});
    QVERIFY2(made.status == 0, made.told().constData());
    const Ended full = share(
        {word("live.lockscope"), "--output", word("full.lockscope"), "--incident", incident.out.trimmed()});
    QVERIFY2(full.status == 0, full.told().constData());
    QVERIFY2(full.told().contains("attached as saved, with names of locks"), full.told().constData());
    ::kill(pid_t(record.process.processId()), SIGINT);
    QCOMPARE(record.ended().status, 0);
    ask({"FLUSHALL"});
    QFile file(path("given.lockscope"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.contains("client-"));
    for (const QByteArray &secret : std::as_const(secrets)) {
        for (const QByteArray &form :
             {secret, secret.toHex(), secret.toBase64().chopped(4), secret.toUpper()})
            QVERIFY2(!bytes.contains(form), secret.constData());
    }
    const auto files = attachedFiles(path("full.lockscope"));
    VERIFY_OK(files);
    QCOMPARE(files->size(), size_t(10));
    QCOMPARE(QDir(m_dir.path()).entryList({QStringLiteral("given*")}, QDir::Files | QDir::Hidden).size(), 1);
}

void TestCliShare::rotatedFilesAreNamed()
{
    QVERIFY(QFile::copy(path("whole.lockscope"), path("old.lockscope.1")));
    {
        HistoryStore store(path("old.lockscope"));
        HistoryFile earlier(path("old.lockscope.1"));
        VERIFY_OK(earlier.openForReading());
        VERIFY_OK(store.open(earlier.place()->value().next()));
        VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Opened, .at = Start + 2h}));
        VERIFY_OK(store.append({eventOf(EventKind::Acquired, "order:1", Alice, 2h + 10s)}));
        VERIFY_OK(store.close(Start + 2h + 60s));
    }
    const Ended one = share({word("old.lockscope"), "--output", word("one.lockscope"), "--json"});
    QVERIFY2(one.status == 0, one.told().constData());
    QVERIFY(one.err.contains("add --rotated to include " + word("old.lockscope.1")));
    const auto receipt = [](const Ended &ended) { return QJsonDocument::fromJson(ended.out).object(); };
    QCOMPARE(receipt(one)[QLatin1String("recordings")].toInt(), 1);
    const Ended both =
        share({word("old.lockscope"), "--rotated", "--output", word("one.lockscope"), "--json", "--force"});
    QVERIFY2(both.status == 0, both.told().constData());
    QVERIFY(!both.err.contains("--rotated"));
    QCOMPARE(receipt(both)[QLatin1String("recordings")].toInt(), 2);
    QVERIFY(receipt(both)[QLatin1String("events")].toInt() > receipt(one)[QLatin1String("events")].toInt());
}

void TestCliShare::aReceipt()
{
    const Ended made =
        share({word("whole.lockscope"), "--from", "2026-06-12T13:30Z", "--to", "2026-06-12T14:00Z", "--key",
               "order:*", "--output", word("part.lockscope"), "--json"});
    QVERIFY2(made.status == 0, made.told().constData());
    const QJsonObject receipt = QJsonDocument::fromJson(made.out).object();
    QCOMPARE(receipt.keys(),
             (QStringList{QStringLiteral("attached"), QStringLiteral("bytes"), QStringLiteral("events"),
                          QStringLiteral("file"), QStringLiteral("from"), QStringLiteral("locks"),
                          QStringLiteral("minutes"), QStringLiteral("names"), QStringLiteral("recordings"),
                          QStringLiteral("to")}));
    QCOMPARE(receipt[QLatin1String("locks")].toInt(), 1);
    QCOMPARE(receipt[QLatin1String("names")].toString(), QStringLiteral("replaced"));
    QCOMPARE(receipt[QLatin1String("minutes")].toBool(), false);
    QCOMPARE(receipt[QLatin1String("to")].toDouble() - receipt[QLatin1String("from")].toDouble(),
             1'800'000.0);
    const Ended other = runCli({"show", "left:out", "--recording", word("part.lockscope"), "--json"});
    const QJsonObject shown = QJsonDocument::fromJson(other.out).object();
    QVERIFY2(!shown[QLatin1String("watched")].toBool(true), other.told().constData());
}

void TestCliShare::badInputIsRefused()
{
    const auto refused = [this](const QByteArrayList &arguments, const char *why) {
        const Ended ended = share(arguments);
        return ended.status == 2 && ended.err.contains(why);
    };
    QVERIFY(refused({}, "FILE"));
    QVERIFY(refused({word("whole.lockscope")}, "--output is required"));
    QVERIFY(refused({word("none"), "--output", word("x")}, "there is no recording"));
    QVERIFY(refused({word("whole.lockscope"), "--output", word("x"), "--from", "soon"}, "is not a time"));
    const auto local = [](WallTime at) {
        return QDateTime::fromMSecsSinceEpoch(unixMs(at)).toString(QStringLiteral("HH:mm")).toLatin1();
    };
    QVERIFY(refused({word("whole.lockscope"), "--output", word("x"), "--from", local(Start + 70min), "--to",
                     local(Start + 60min)},
                    "--to is not after --from"));
    QVERIFY(refused({word("whole.lockscope"), "--output", word("x"), "--from", "2026-06-12T16:00Z"},
                    "is outside"));
    QVERIFY(refused({word("whole.lockscope"), "--output", word("whole.lockscope"), "--force"},
                    "is the recording itself"));
    QVERIFY(refused({word("whole.lockscope"), "--output", word("x"), "--incident", word("none")},
                    "cannot attach"));
    QVERIFY(refused({word("whole.lockscope"), "--output", word("x"), "--key", "nothing:*"}, "no lock"));
    const Ended made = share({word("whole.lockscope"), "--output", word("twice")});
    QCOMPARE(made.status, 0);
    QVERIFY(refused({word("whole.lockscope"), "--output", word("twice")}, "add --force"));
    QVERIFY(!QFile::exists(path("x")));
}

void TestCliShare::aFullDisk()
{
    QProcess shell;
    shell.start(QStringLiteral("unshare"),
                {QStringLiteral("-rm"), QStringLiteral("sh"), QStringLiteral("-c"),
                 QStringLiteral("mkdir -p '%1' && mount -t tmpfs -o size=256k none '%1' || exit 77\n"
                                "'%2' share '%3' --output '%1/out'; status=$?; ls -A '%1'; exit $status")
                     .arg(path("disk"), programPath(), path("whole.lockscope"))});
    if (!shell.waitForFinished(60'000) || shell.exitCode() == 77 || shell.error() == QProcess::FailedToStart)
        QSKIP("mounting a small disk is not allowed here");
    QCOMPARE(shell.exitCode(), 5);
    const QByteArray err = shell.readAllStandardError();
    QVERIFY2(err.contains("full"), err.constData());
    QCOMPARE(shell.readAllStandardOutput(), QByteArray()); // nothing is left
}

LOCKSCOPE_TEST(TestCliShare)

} // namespace tst_clishare

#include "tst_clishare.moc"
