// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli compare: two recordings of a real server, and two stretches of one file.

#include "tests/live/cli/clitest.h"
#include "tests/support/begunrecording.h"
#include "tests/support/runner.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <csignal>

namespace tst_clicompare
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const WallTime Start{std::chrono::sys_days{std::chrono::year{2026} / 6 / 12} + 13h};

LockEvent eventOf(EventKind kind, const QByteArray &key, milliseconds at, qint64 count = 1)
{
    return {.kind = kind,
            .key = {key},
            .lockKind = {"rlock"},
            .owner = {Alice},
            .count = count,
            .node = {"a:1"},
            .wallAt = Start + at};
}

// Two hours. In the second one, the holds of one prefix are three times as long.
Done write(HistoryStore &store)
{
    std::vector<LockEvent> events;
    for (int second = 0; second < 7'200; second += 10) {
        const milliseconds usual = 200ms + 7ms * (second / 10 % 31);
        const milliseconds order = second < 3'600 ? usual : 3 * usual;
        for (const auto &[key, length] : {std::pair("order:1", order), std::pair("stock:1", usual)}) {
            events.push_back(eventOf(EventKind::Acquired, key, 1000ms * second));
            events.push_back(eventOf(EventKind::Released, key, 1000ms * second + length, 0));
            events.back().held = length;
        }
    }
    std::ranges::stable_sort(events, {}, &LockEvent::wallAt);
    return allDone({beginRecording(store, Start), store.append(events), store.close(Start + 2h)});
}

} // namespace

class TestCliCompare : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void twoRecordingsOfAServer();
    void beforeAndAfterAMoment();
    void twoStretches();
    void figuresForPrograms();
    void whatCannotBeCompared();

private:
    Ended compare(const QByteArrayList &arguments) const
    {
        return runCli(QByteArrayList{"compare"} + arguments);
    }
    QString path(const char *name) const { return m_dir.filePath(QLatin1String(name)); }
    QByteArray word(const char *name) const { return QFile::encodeName(path(name)); }
    // Each hold is as long as a number of commands takes here, but no standstill is multiplied.
    void work(int holds, int commands) const
    {
        for (int i = 0; i < holds; ++i) {
            QElapsedTimer timer;
            timer.start();
            hold("lock:work", Alice, 600'000);
            const qint64 command = std::clamp<qint64>(timer.elapsed(), 5, 30);
            QThread::msleep(ulong(commands * command));
            ask({"DEL", "lock:work"});
        }
    }
    void record(const char *name, int commands);

    QTemporaryDir m_dir;
};

void TestCliCompare::initTestCase()
{
    startServer();
    HistoryStore store(path("hours"));
    VERIFY_OK(write(store));
}

void TestCliCompare::record(const char *name, int commands)
{
    constexpr int Holds = 45;
    const auto acquired = [this, name](const QByteArray &key) {
        HistoryFile file(path(name));
        const auto count =
            QFile::exists(path(name)) && file.openForReading().ok()
                ? file.ask(
                      QStringLiteral("SELECT count(*) FROM event WHERE kind = %1 AND key = (SELECT id FROM"
                                     " lock_key WHERE bytes = CAST('%2' AS BLOB))")
                          .arg(int(EventKind::Acquired))
                          .arg(QString::fromLatin1(key)))
                : Outcome<qint64>(qint64(0));
        return count ? *count : 0;
    };
    Program recording({"-u", url(), "record", word(name)});
    int began = 0;
    const auto isRecording = [&] {
        hold("lock:began:" + QByteArray::number(began++), Alice, 600'000);
        HistoryFile file(path(name));
        if (!QFile::exists(path(name)) || !file.openForReading().ok())
            return false;
        const auto events = file.ask(
            QStringLiteral("SELECT count(*) FROM event WHERE kind = %1").arg(int(EventKind::Acquired)));
        return events && *events > 0;
    };
    QTRY_VERIFY(isRecording());
    // On a busy machine, a short hold may be over before it is read.
    const auto hasEnough = [&] {
        work(10, commands);
        return acquired("lock:work") >= Holds;
    };
    QTRY_VERIFY(hasEnough());
    hold("lock:last", Alice, 600'000);
    QTRY_VERIFY(acquired("lock:last") > 0);
    ::kill(pid_t(recording.process.processId()), SIGINT);
    QCOMPARE(recording.ended().status, 0);
    ask({"FLUSHALL"});
}

void TestCliCompare::twoRecordingsOfAServer()
{
    record("old", 2);
    record("new", 20);
    const Ended text = compare({word("old"), word("new"), "--prefix", "lock:work"});
    QVERIFY2(text.status == 0, text.told().constData());
    QVERIFY2(text.out.contains("\nHold times of lock:* are ") && text.out.contains(" times as long (p90 "),
             text.told().constData());
    QVERIFY2(text.out.contains("before: ") && text.out.contains(word("new")), text.told().constData());
    const QJsonObject json = compare({word("old"), word("new"), "--json", "--prefix", "lock:work"}).json();
    const QJsonObject all = json[u"groups"][0].toObject();
    QVERIFY2(all[u"before"][u"holds"].toInt() >= 30, text.told().constData());
    const QJsonObject holds = all[u"differences"][0].toObject();
    QCOMPARE(holds[u"what"].toString(), QStringLiteral("holds"));
    QCOMPARE(holds[u"finding"].toString(), QStringLiteral("significant"));
    QVERIFY2(holds[u"ratio"].toDouble() > 1.5, text.told().constData());
    QVERIFY(holds[u"p"].toDouble() < 0.05);
}

void TestCliCompare::beforeAndAfterAMoment()
{
    const Ended ended = compare({word("hours"), "--at", "2026-06-12T14:00Z"});
    QVERIFY2(ended.status == 0, ended.told().constData());
    QVERIFY2(
        ended.out.contains("\nHold times of order:* are 3 times as long (p90 389 ms → 1.1 s; 95 % interval "),
        ended.told().constData());
    QVERIFY2(ended.out.contains("\nFIGURE ") && ended.out.contains("\norder:*") &&
                 ended.out.indexOf("\norder:*") < ended.out.indexOf("\nstock:*"),
             ended.told().constData());
    QVERIFY2(ended.out.contains("Significant: p < 0.05, corrected for "), ended.told().constData());
    QVERIFY2(ended.err.contains("Before: no waiters were counted, so waiting is unknown"),
             ended.told().constData());
    const Ended quiet = compare({word("hours"), "--at", "2026-06-12T14:00Z", "--quiet", "--span", "1h"});
    QVERIFY2(quiet.err.isEmpty() && quiet.out.contains("Hold times of order:*"), quiet.told().constData());
}

void TestCliCompare::twoStretches()
{
    const Ended same = compare({word("hours"), "--before", "2026-06-12T13:00Z/2026-06-12T13:31Z", "--after",
                                "2026-06-12T13:31Z/2026-06-12T14:00Z"});
    QVERIFY2(same.status == 0 && same.out.contains("\nNo difference that is more than chance.\n"),
             same.told().constData());
    const Ended open = compare(
        {word("hours"), "--before", "/2026-06-12T14:00Z", "--after", "2026-06-12T14:00Z/", "--by", "lock"});
    QVERIFY2(open.status == 0 && open.out.contains("\nHold times of order:1 are 3 times as long"),
             open.told().constData());
}

void TestCliCompare::figuresForPrograms()
{
    const Ended ended = compare({word("hours"), "--at", "2026-06-12T14:00Z", "--json"});
    QVERIFY2(ended.status == 0, ended.told().constData());
    const QJsonObject json = ended.json();
    QCOMPARE(json[u"by"].toString(), QStringLiteral("prefix"));
    QCOMPARE(json[u"before"][u"watched_ms"].toInteger(), 3'600'000);
    QCOMPARE(json[u"findings"].toArray().size(), 2); // of all locks, and of the prefix
    const QJsonObject order = json[u"groups"][1].toObject();
    QCOMPARE(order[u"prefix"].toString(), QStringLiteral("order:"));
    QCOMPARE(order[u"after"][u"acquired"].toInt(), 360);
    QVERIFY(!order[u"after"].toObject().contains(QStringLiteral("overdue"))); // unknown
    const Ended csv = compare({word("hours"), "--at", "2026-06-12T14:00Z", "--csv"});
    QVERIFY2(csv.out.startsWith("group,name,figure,before,after,ratio,"), csv.told().constData());
    QVERIFY2(csv.out.contains("\nnamed,order:,acquired,360,360,,,,,\n"), csv.told().constData());
    QVERIFY2(csv.out.contains("\nnamed,order:,test_acquired,,,1,"), csv.told().constData());
}

void TestCliCompare::whatCannotBeCompared()
{
    const auto refused = [this](const QByteArrayList &arguments, const QByteArray &why) {
        const Ended ended = compare(arguments);
        return ended.status == 2 && ended.out.isEmpty() && ended.err.contains(why) ? QByteArray()
                                                                                   : ended.told();
    };
    QCOMPARE(refused({word("none"), "--at", "14:05"}, "compare: there is no recording "), QByteArray());
    QCOMPARE(refused({word("hours"), "--at", "noon"}, "compare: --at: noon is not a time"), QByteArray());
    QCOMPARE(refused({word("hours"), word("hours")}, "specify two periods of it, or another recording"),
             QByteArray());
    QCOMPARE(refused({word("hours"), "--before", "13:00", "--after", "14:00/15:00"}, "13:00 is not FROM/TO"),
             QByteArray());
    QCOMPARE(refused({word("hours"), "--at", "2026-06-12T18:00Z"}, "is outside of the recording"),
             QByteArray());
    QCOMPARE(refused({word("hours"), "--at", "2026-06-12T18:00Z"}, "it has 2026-06-12 "), QByteArray());
    QCOMPARE(refused({word("hours"), "--before", "2026-06-12T13:00Z/2026-06-12T14:00Z", "--after",
                      "2026-06-12T13:59Z/2026-06-12T14:30Z"},
                     "compare: the periods overlap: "),
             QByteArray());
    QCOMPARE(refused({word("hours"), "--before", "2026-06-12T13:00Z/2026-06-12T13:00Z", "--after", "/"},
                     "--before: the period is empty"),
             QByteArray());
    QFile other(path("other"));
    QVERIFY(other.open(QIODevice::WriteOnly) && other.write("no recording") > 0);
    other.close();
    const Ended ended = compare({word("other"), word("hours")});
    QVERIFY2(ended.status == 5 && ended.err.contains("is not a recording"), ended.told().constData());
}

LOCKSCOPE_TEST(TestCliCompare)

} // namespace tst_clicompare

#include "tst_clicompare.moc"
