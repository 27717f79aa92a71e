// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli blocking --recording: which clients blocked others at a moment.

#include "core/base/unixms.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/live/program.h"
#include "tests/support/begunrecording.h"
#include "tests/support/listener.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QJsonArray>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_clirecordedblocking
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const QByteArray Bob = "22222222-2222-4222-8222-222222222222:7";
const WallTime Start{std::chrono::sys_days{std::chrono::year{2026} / 6 / 12} + 12h};
constexpr int Many = 12'000;

LockEvent lockEvent(EventKind kind, const QByteArray &key, const QByteArray &owner, milliseconds at,
                    qint64 count = 1, const char *lockKind = "rlock")
{
    return {.kind = kind,
            .key = {key},
            .lockKind = {lockKind},
            .owner = {owner},
            .count = count,
            .node = {"a:1"},
            .wallAt = Start + at};
}

LockEvent released(const QByteArray &key, const QByteArray &owner, milliseconds at, milliseconds held)
{
    LockEvent end = lockEvent(EventKind::Released, key, owner, at, 0);
    end.held = held;
    return end;
}

LockEvent waiters(const QByteArray &key, milliseconds at, qint64 count)
{
    return lockEvent(EventKind::Waiters, key, {}, at, count);
}

} // namespace

class TestCliRecordedBlocking : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void whoHeldWhatOthersWaitedFor();
    void atAnyMoment_data();
    void atAnyMoment();
    void aLockWithoutARecordedHolderIsCounted();
    void valuesThatManyUseNameNoClient();
    void whatWasNotRecordedIsUnknown();
    void badInputSaysWhatToDo();
    void aRealRecording();

private:
    QByteArray file(const char *name = "locks.sqlite") const
    {
        return QFile::encodeName(m_folder.filePath(QLatin1String(name)));
    }
    static QByteArray text(WallTime at)
    {
        return QDateTime::fromMSecsSinceEpoch(unixMs(at), Qt::UTC)
                   .toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss"))
                   .toLatin1() +
               'Z';
    }
    Ended blocking(milliseconds at, const QByteArrayList &more = {"--json"}) const
    {
        return runCli(QByteArrayList{"blocking", "--recording", file(), "--at", text(Start + at)} + more);
    }
    QTemporaryDir m_folder{};
};

// Alice holds a and b, which others wait for, and many more. Bob holds c for five seconds, and d.
void TestCliRecordedBlocking::initTestCase()
{
    HistoryStore store(QString::fromUtf8(file()));
    VERIFY_OK(beginRecording(store, Start));
    std::vector<LockEvent> events{lockEvent(EventKind::Acquired, "lock:a", Alice, 1s)};
    for (int i = 0; i < Many; ++i)
        events.push_back(lockEvent(EventKind::Acquired, "lock:more:" + QByteArray::number(i), Alice, 1s));
    const std::vector<LockEvent> more{
        lockEvent(EventKind::Acquired, "lock:b", Alice, 2s),
        lockEvent(EventKind::Acquired, "lock:c", Bob, 3s),
        waiters("lock:a", 4s, 2),
        waiters("lock:b", 4s, 1),
        waiters("lock:c", 4s, 5),
        lockEvent(EventKind::Acquired, "flag:1", "1", 5s, 1, "untokened-lock"),
        lockEvent(EventKind::Acquired, "flag:2", "1", 5s, 1, "untokened-lock"),
        waiters("lock:a", 6s, 3),
        waiters("lock:c", 8s, 0),
        released("lock:c", Bob, 8s, 5s),
        waiters("flag:1", 10s, 1),
        waiters("flag:2", 10s, 1),
        lockEvent(EventKind::Reentered, "lock:a", Alice, 20s, 2), // of a later time
        waiters("lock:a", 20s, 9),
        waiters("lock:free", 25s, 2),
    };
    events.insert(events.end(), more.begin(), more.end());
    VERIFY_OK(store.append(events));
    VERIFY_OK(store.close(Start + 30s));
    VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Opened, .at = Start + 60s}));
    VERIFY_OK(store.close(Start + 90s));
}

void TestCliRecordedBlocking::whoHeldWhatOthersWaitedFor()
{
    const Ended ended = blocking(7s);
    QVERIFY2(ended.status == 0 && ended.err.isEmpty(), ended.told().constData());
    const QJsonObject json = ended.json();
    QCOMPARE(json[u"watched"].toBool(), true);
    QCOMPARE(json[u"waiters"].toInt(), 9);
    QCOMPARE(json[u"waiters_identified"].toInt(-1), 0);
    const QJsonArray blockers = json[u"blockers"].toArray();
    QCOMPARE(blockers.size(), 2);
    QCOMPARE(blockers[0][u"owner"].toString().toLatin1(), Bob); // five waiters
    QCOMPARE(blockers[0][u"waiters"].toInt(), 5);
    QCOMPARE(blockers[1][u"owner"].toString().toLatin1(), Alice);
    QCOMPARE(blockers[1][u"waiters"].toInt(), 4);
    QCOMPARE(blockers[1][u"holds"].toArray().size(), 2);
    const QJsonArray locks = json[u"locks"].toArray();
    QCOMPARE(locks.size(), 3);
    QCOMPARE(locks[0][u"key"].toString(), QStringLiteral("lock:a"));
    QCOMPARE(locks[0][u"waiters_not_identified"].toInt(), 3);
    QCOMPARE(locks[2][u"holders"][0][u"ended"].toInteger(), unixMs(Start + 8s));
    QCOMPARE(locks[2][u"holders"][0][u"how"].toString(), QStringLiteral("released"));
    QVERIFY(!json.contains(u"locks_without_holder"));

    const Ended asText = blocking(7s, {});
    QVERIFY2(asText.out.contains(Bob + "  5 waiters\n  lock:c, held since ") &&
                 asText.out.contains(Alice + "  4 waiters\n  lock:a, held since "),
             asText.told().constData());
    QVERIFY(asText.out.contains("(4 s); released at "));
    QVERIFY2((asText.out + asText.err)
                 .contains("9 waiters for 3 locks when last counted; which clients waited is not recorded"),
             asText.told().constData());
}

void TestCliRecordedBlocking::aLockWithoutARecordedHolderIsCounted()
{
    const Ended ended = blocking(26s);
    QCOMPARE(ended.json()[u"locks"].toArray().size(), 4);
    QCOMPARE(ended.json()[u"locks_without_holder"].toInt(), 1);
    const Ended text = blocking(26s, {});
    QVERIFY2(text.told().contains("clients waited for 1 more lock of which the recording has no holder"),
             text.told().constData());
}

void TestCliRecordedBlocking::atAnyMoment_data()
{
    QTest::addColumn<int>("seconds");
    QTest::addColumn<int>("waiters");
    QTest::addColumn<int>("locks");
    QTest::newRow("before any waited") << 3 << 0 << 0;
    QTest::newRow("as counted then") << 5 << 8 << 3;
    QTest::newRow("one was released") << 9 << 4 << 2;
    QTest::newRow("later") << 21 << 12 << 4;
    QTest::newRow("of another run") << 70 << 0 << 0; // what was so before may have ended
}

void TestCliRecordedBlocking::atAnyMoment()
{
    QFETCH(int, seconds);
    const Ended ended = blocking(milliseconds(seconds * 1000));
    QVERIFY2(ended.status == 0, ended.told().constData());
    QTEST(ended.json()[u"waiters"].toInt(-1), "waiters");
    QTEST(int(ended.json()[u"locks"].toArray().size()), "locks");
}

void TestCliRecordedBlocking::valuesThatManyUseNameNoClient()
{
    QSet<QString> keys;
    for (const QJsonValue &blocker : blocking(12s).json()[u"blockers"].toArray()) {
        if (blocker[u"holds"][0][u"key"].toString().startsWith(u"flag:")) {
            QCOMPARE(blocker[u"holds"].toArray().size(), 1);
            keys.insert(blocker[u"holds"][0][u"key"].toString());
        }
    }
    QCOMPARE(keys, (QSet<QString>{QStringLiteral("flag:1"), QStringLiteral("flag:2")}));
}

void TestCliRecordedBlocking::whatWasNotRecordedIsUnknown()
{
    for (const milliseconds at : {-10'000ms, 45'000ms}) {
        const Ended ended = blocking(at);
        QVERIFY2(ended.status == 1, ended.told().constData());
        QCOMPARE(ended.json()[u"watched"].toBool(true), false);
        QVERIFY(!ended.json().contains(u"waiters") && !ended.json().contains(u"locks"));
        const Ended asText = blocking(at, {});
        QVERIFY((asText.out + asText.err).contains("unknown: nothing was recorded then"));
    }
}

void TestCliRecordedBlocking::badInputSaysWhatToDo()
{
    QCOMPARE(runCli({"blocking", "--at", "14:05"}).err.trimmed(),
             QByteArray("lockscope-cli: blocking: --at requires --recording: lockscope-cli record FILE "
                        "makes one"));
    for (const char *option : {"--probe", "--dot", "--sandbox", "--settle=1s"}) {
        const Ended ended = blocking(7s, {option});
        QVERIFY2(ended.status == 2 && ended.err.contains("blocking: --recording and --"),
                 ended.told().constData());
    }
    QVERIFY(runCli({"blocking", "--recording", file("absent")}).err.contains("there is no recording"));
    QVERIFY(blocking(1h).err.contains("blocking: the recording ends at "));
}

void TestCliRecordedBlocking::aRealRecording()
{
    auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    const ConnectionSpec server = (*sandbox)->tcp();
    const auto ask = [&server](const CliCommand &command) { VERIFY_OK(redisCli(server, command)); };
    Program record({"-u", connectionUrl(server).toUtf8(), "record", file("real")});
    QTRY_VERIFY(record.complained("recording the locks of"));
    const Listener first(server, "redisson_lock__channel:{lock:a}");
    const Listener second(server, "redisson_lock__channel:{lock:a}");
    ask({"HSET", "lock:a", Alice, "1"});
    ask({"PEXPIRE", "lock:a", "600000"});
    const QDeadlineTimer deadline(30'000);
    QJsonObject then;
    while (then[u"waiters"].toInt() != 2) { // counted within seconds
        QVERIFY2(!deadline.hasExpired(), QJsonDocument(then).toJson().constData());
        then = runCli({"blocking", "--json", "--recording", file("real")}).json();
    }
    QCOMPARE(then[u"locks"][0][u"key"].toString(), QStringLiteral("lock:a"));
    QCOMPARE(then[u"blockers"][0][u"owner"].toString().toLatin1(), Alice);
    ask({"DEL", "lock:a"});
    const auto isFree = [this] {
        const QJsonObject now = runCli({"blocking", "--json", "--recording", file("real")}).json();
        return now[u"watched"].toBool() && now[u"locks"].toArray().isEmpty();
    };
    const QDeadlineTimer freed(30'000);
    while (!isFree())
        QVERIFY(!freed.hasExpired());
    ::kill(pid_t(record.process.processId()), SIGINT);
    QCOMPARE(record.ended().status, 0);
}

LOCKSCOPE_TEST(TestCliRecordedBlocking)

} // namespace tst_clirecordedblocking

#include "tst_clirecordedblocking.moc"
