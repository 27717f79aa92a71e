// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli watch --recording: what a recording has, in order, for some keys and times, and at a speed.

#include "tests/live/program.h"
#include "tests/support/begunrecording.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_cliplayback
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const QByteArray Bob = "22222222-2222-4222-8222-222222222222:7";
const WallTime Start{std::chrono::sys_days{std::chrono::year{2026} / 6 / 12} + 23h + 59min};

LockEvent lockEvent(EventKind kind, const QByteArray &key, const QByteArray &owner, milliseconds at,
                    std::optional<milliseconds> held = {})
{
    return {.kind = kind,
            .key = {key},
            .lockKind = {"rlock"},
            .owner = {owner},
            .count = kind == EventKind::Waiters ? 2 : 1,
            .ttl = kind == EventKind::Acquired ? std::optional<milliseconds>(30s) : std::nullopt,
            .held = held,
            .node = {"a:1"},
            .source = EventSource::Keyspace,
            .wallAt = Start + at};
}

LockEvent ending(EventKind kind, const QByteArray &key, const QByteArray &owner, milliseconds at,
                 milliseconds held)
{
    LockEvent end = lockEvent(kind, key, owner, at, held);
    end.count = 0;
    return end;
}

} // namespace

class TestCliPlayback : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void allOfItInOrder();
    void asText();
    void someKeysAndTimes();
    void aReconnectionIsToldOnce();
    void whatMayGoOnIsUnknown();
    void endsBeforeWhatGoesOn();
    void aLongOneIsReadInParts();
    void atASpeed();
    void endsWhenInterrupted();
    void badInputSaysWhatToDo();

private:
    QByteArrayList words(const QByteArrayList &more) const
    {
        return QByteArrayList{"watch", "--recording", file()} + more;
    }
    QByteArray file(const char *name = "locks.sqlite") const
    {
        return QFile::encodeName(m_folder.filePath(QLatin1String(name)));
    }
    static QStringList told(const Ended &ended);
    QTemporaryDir m_folder{};
};

// Two runs around midnight UTC: the first sees a lock that is held and one that is taken, loses a node and
// misses events; the second sees a failover.
void TestCliPlayback::initTestCase()
{
    HistoryStore store(QString::fromUtf8(file()));
    VERIFY_OK(beginRecording(store, Start));
    VERIFY_OK(store.append({lockEvent(EventKind::Acquired, "lock:a", Alice, 100ms, 5s)}));
    VERIFY_OK(store.append({lockEvent(EventKind::Acquired, "lock:b", Bob, 1s),
                            lockEvent(EventKind::Waiters, "lock:b", {}, 2s)}));
    VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Lost, .at = Start + 3s, .node = {"a:1"}}));
    VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Back, .at = Start + 4s, .node = {"a:1"}}));
    VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Gap, .at = Start + 4s}));
    VERIFY_OK(store.append({ending(EventKind::Expired, "lock:b", Bob, 31s, 30s)}));
    VERIFY_OK(store.close(Start + 40s)); // which also ends lock:a, in a way that is not known
    VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Opened, .at = Start + 90s}));
    VERIFY_OK(store.append(
        Mark{.kind = Mark::Kind::Failover, .at = Start + 91s, .node = {"b:2"}, .other = {"a:1"}}));
    VERIFY_OK(store.close(Start + 100s));
}

// "acquired lock:b", "node lost a:1", with the seconds since the start
QStringList TestCliPlayback::told(const Ended &ended)
{
    QStringList lines;
    for (const QByteArray &line : ended.out.split('\n')) {
        const QJsonObject json = QJsonDocument::fromJson(line).object();
        if (json.isEmpty())
            continue;
        QString said =
            QStringLiteral("%1 %2")
                .arg(json[u"at"].toInteger() / 1000 -
                     std::chrono::duration_cast<std::chrono::seconds>(Start.time_since_epoch()).count())
                .arg(json[u"event"].toString());
        for (const char *member : {"change", "key", "owner", "node", "from"}) {
            if (json.contains(QLatin1String(member)) &&
                (json.contains(u"change") || member != QByteArray("node")))
                said += u' ' + json[QLatin1String(member)].toString();
        }
        lines += said;
    }
    return lines;
}

void TestCliPlayback::allOfItInOrder()
{
    const Ended all = runCli(words({"--json"}));
    QVERIFY2(all.status == 0 && all.err.isEmpty(), all.told().constData());
    const QString alice = QString::fromLatin1(Alice);
    const QString bob = QString::fromLatin1(Bob);
    QCOMPARE(told(all), QStringList({
                            QStringLiteral("0 node recording-began"),
                            QStringLiteral("0 seen lock:a ") + alice,
                            QStringLiteral("1 acquired lock:b ") + bob,
                            QStringLiteral("2 waiters lock:b"),
                            QStringLiteral("3 node lost a:1"),
                            QStringLiteral("4 node back a:1"),
                            QStringLiteral("4 node events-missed"),
                            QStringLiteral("31 expired lock:b ") + bob,
                            QStringLiteral("40 unknown lock:a ") + alice,
                            QStringLiteral("40 node recording-ended"),
                            QStringLiteral("90 node recording-began"),
                            QStringLiteral("91 node failover b:2 a:1"),
                            QStringLiteral("100 node recording-ended"),
                        }));
    const QJsonObject seen = QJsonDocument::fromJson(all.out.split('\n')[1]).object();
    QCOMPARE(seen[u"held_ms"].toInt(), 5'000);
}

void TestCliPlayback::asText()
{
    QProcessEnvironment utc = QProcessEnvironment::systemEnvironment();
    utc.insert(QStringLiteral("TZ"), QStringLiteral("UTC"));
    const Ended all = runCli(words({}), utc);
    QCOMPARE(all.out, "2026-06-12\n"
                      "23:59:00.000  node       recording begins\n"
                      "23:59:00.100  held       lock:a  by " +
                          Alice +
                          ", 30 s left, for 5 s\n"
                          "23:59:01.000  acquired   lock:b  by " +
                          Bob +
                          ", 30 s left\n"
                          "23:59:02.000  waiters    lock:b  2 waiting\n"
                          "23:59:03.000  node       a:1  connection lost\n"
                          "23:59:04.000  node       a:1  connected again\n"
                          "23:59:04.000  node       all nodes  events were missed\n"
                          "23:59:31.000  expired    lock:b  was held by " +
                          Bob +
                          " for 30 s\n"
                          "23:59:40.000  unknown    lock:a  by " +
                          Alice +
                          ", whether it still holds the lock\n"
                          "23:59:40.000  node       recording ends\n"
                          "2026-06-13\n"
                          "00:00:30.000  node       recording begins\n"
                          "00:00:31.000  node       b:2  failover from a:1\n"
                          "00:00:40.000  node       recording ends\n");
}

void TestCliPlayback::someKeysAndTimes()
{
    const Ended key =
        runCli(words({"--json", "--from", "2026-06-12T23:59:01Z", "--to", "2026-06-12T23:59:31Z", "lock:b"}));
    QCOMPARE(told(key), QStringList({
                            QStringLiteral("1 acquired lock:b ") + QString::fromLatin1(Bob),
                            QStringLiteral("2 waiters lock:b"),
                            QStringLiteral("3 node lost a:1"),
                            QStringLiteral("4 node back a:1"),
                            QStringLiteral("4 node events-missed"),
                        }));
    QCOMPARE(told(runCli(words({"--json", "--from", "2026-06-13T00:00:31Z"}))),
             QStringList(
                 {QStringLiteral("91 node failover b:2 a:1"), QStringLiteral("100 node recording-ended")}));
    // As the events are printed: without a date, of the recording's day
    const auto local = [](milliseconds at) {
        return QDateTime::fromMSecsSinceEpoch((Start + at).time_since_epoch() / 1ms)
            .toString(QStringLiteral("HH:mm:ss.zzz"))
            .toLatin1();
    };
    QCOMPARE(told(runCli(words({"--json", "--from", local(1s), "--to", local(1'001ms)}))),
             QStringList(QStringLiteral("1 acquired lock:b ") + QString::fromLatin1(Bob)));
}

// The cause, then one line for each lock; in JSON, all that was recorded.
void TestCliPlayback::aReconnectionIsToldOnce()
{
    {
        HistoryStore store(QString::fromUtf8(file("again.sqlite")));
        VERIFY_OK(beginRecording(store, Start));
        LockEvent changed = lockEvent(EventKind::Changed, "lock:a", Bob, 1'000ms);
        LockEvent held = lockEvent(EventKind::Acquired, "lock:a", Bob, 1'001ms, 0ms);
        held.heldIsLowerBound = true;
        VERIFY_OK(store.append({lockEvent(EventKind::Acquired, "lock:a", Alice, 100ms),
                                ending(EventKind::Changed, "lock:a", Alice, 1'000ms, 900ms), changed, held}));
        VERIFY_OK(store.append(
            Mark{.kind = Mark::Kind::Failover, .at = Start + 1'001ms, .node = {"a:1"}, .other = {"a:1"}}));
        VERIFY_OK(store.close(Start + 5s));
    }
    const Ended text = runCli({"watch", "--recording", file("again.sqlite")});
    const qsizetype cause = text.out.indexOf("a:1  restarted");
    QVERIFY2(cause > 0 && cause < text.out.indexOf("held       lock:a  by " + Bob), text.told().constData());
    QVERIFY2(cause < text.out.indexOf("changed    lock:a  no longer held by " + Alice),
             text.told().constData());
    QCOMPARE(text.out.count("changed "), 1);
    const Ended json = runCli({"watch", "--recording", file("again.sqlite"), "--json"});
    QVERIFY2(json.out.contains("\"event\":\"changed\""), json.told().constData());
}

// Its owner may have released the lock and acquired it again; of the other, only how it ended is not known.
void TestCliPlayback::whatMayGoOnIsUnknown()
{
    {
        HistoryStore store(QString::fromUtf8(file("doubt.sqlite")));
        VERIFY_OK(beginRecording(store, Start));
        LockEvent again = lockEvent(EventKind::Acquired, "lock:a", Alice, 1'000ms, 0ms);
        again.heldIsLowerBound = true;
        VERIFY_OK(store.append({lockEvent(EventKind::Acquired, "lock:a", Alice, 100ms),
                                lockEvent(EventKind::Acquired, "lock:b", Bob, 100ms),
                                ending(EventKind::Changed, "lock:a", Alice, 1'000ms, 900ms), again,
                                ending(EventKind::Changed, "lock:b", Bob, 2'000ms, 1'900ms)}));
        VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Flushed, .at = Start + 3s, .node = {"a:1"}}));
        VERIFY_OK(store.close(Start + 5s));
    }
    const QStringList lines = told(runCli({"watch", "--recording", file("doubt.sqlite"), "--json"}));
    QVERIFY(lines.contains(QStringLiteral("1 unknown lock:a ") + QString::fromLatin1(Alice)));
    QVERIFY(lines.contains(QStringLiteral("2 changed lock:b ") + QString::fromLatin1(Bob)));
    QVERIFY(lines.contains(QStringLiteral("3 node flushed a:1")));
    const Ended text = runCli({"watch", "--recording", file("doubt.sqlite")});
    QVERIFY2(text.out.contains("node       a:1  flushed or reloaded\n"), text.told().constData());
    const Ended shown = runCli({"show", "lock:a", "--json", "--recording", file("doubt.sqlite"), "--at",
                                QDateTime::fromMSecsSinceEpoch((Start + 500ms).time_since_epoch() / 1ms)
                                    .toString(Qt::ISODateWithMs)
                                    .toLatin1()});
    const QJsonObject holder = shown.json()[u"holders"].toArray().first().toObject();
    QVERIFY2(holder[u"may_be_held"].toBool() && holder[u"held_ms"].toInt() == 400, shown.told().constData());
}

// After a reconnection all ends are told before what is held; a lost hold before the end of the next one.
void TestCliPlayback::endsBeforeWhatGoesOn()
{
    {
        HistoryStore store(QString::fromUtf8(file("ends.sqlite")));
        VERIFY_OK(beginRecording(store, Start));
        VERIFY_OK(store.append({lockEvent(EventKind::Acquired, "lock:a", Alice, 100ms),
                                lockEvent(EventKind::Acquired, "lock:b", Bob, 100ms),
                                lockEvent(EventKind::Acquired, "lock:c", Bob, 100ms),
                                ending(EventKind::Changed, "lock:a", Alice, 1'000ms, 900ms),
                                ending(EventKind::Changed, "lock:b", Bob, 1'001ms, 901ms),
                                lockEvent(EventKind::Acquired, "lock:a", Alice, 1'020ms, 0ms),
                                lockEvent(EventKind::Acquired, "lock:b", Bob, 1'021ms, 0ms),
                                ending(EventKind::Changed, "lock:c", Bob, 2'000ms, 1'900ms),
                                ending(EventKind::Released, "lock:c", Bob, 3'000ms, 1'000ms)}));
        VERIFY_OK(store.close(Start + 5s));
    }
    const QStringList lines = told(runCli({"watch", "--recording", file("ends.sqlite"), "--json"}));
    for (const char *const end : {"1 unknown lock:a ", "1 unknown lock:b ", "2 unknown lock:c "}) {
        const QByteArray owner = QByteArrayView(end).contains("lock:a") ? Alice : Bob;
        QVERIFY2(lines.contains(QString::fromLatin1(end + owner)), qPrintable(lines.join(u'\n')));
    }
}

void TestCliPlayback::aLongOneIsReadInParts()
{
    constexpr int Count = 2'500;
    {
        HistoryStore store(QString::fromUtf8(file("long.sqlite")));
        VERIFY_OK(store.open());
        for (int i = 0; i < Count; ++i) {
            VERIFY_OK(store.append(
                {lockEvent(EventKind::Renewed, "lock:" + QByteArray::number(i), Alice, milliseconds(i))}));
            if (i % 500 == 499)
                VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Gap, .at = Start + milliseconds(i)}));
        }
    }
    const QByteArrayList lines =
        runCli({"watch", "--recording", file("long.sqlite"), "--json"}).out.split('\n');
    int next = 0;
    int gaps = 0;
    for (const QByteArray &line : lines) {
        const QJsonObject json = QJsonDocument::fromJson(line).object();
        if (json.contains(u"key"))
            QCOMPARE(json[u"key"].toString(), QStringLiteral("lock:%1").arg(next++));
        else if (json.contains(u"change"))
            QCOMPARE(next, 500 * ++gaps);
    }
    QCOMPARE(next, Count);
    QCOMPARE(gaps, 5);
}

void TestCliPlayback::atASpeed()
{
    QElapsedTimer timer;
    timer.start();
    const Ended ended = runCli(words({"--json", "--to", "2026-06-12T23:59:05Z", "--speed", "8"}));
    QCOMPARE(told(ended).size(), 7);
    QVERIFY(timer.elapsed() >= 500); // from 0 to 4 s
}

void TestCliPlayback::endsWhenInterrupted()
{
    Program playing(words({"--speed", "0.01"}));
    QTRY_VERIFY(playing.said("recording begins"));
    ::kill(pid_t(playing.process.processId()), SIGINT);
    const Ended ended = playing.ended();
    QVERIFY2(ended.status == 0 && !ended.out.contains("lock:b"), ended.told().constData());
}

void TestCliPlayback::badInputSaysWhatToDo()
{
    const std::pair<QByteArrayList, QByteArray> refused[] = {
        {words({"--for", "1s"}), "--recording and --for cannot be combined"},
        {words({"-u", "redis://127.0.0.1:1"}), "--recording and --url cannot be combined"},
        {{"watch", "--speed", "2"}, "--speed requires --recording"},
        {words({"--speed", "0"}), "not a number from 0.01 to 10000"},
        {words({"--speed", "nan"}), "not a number from 0.01 to 10000"},
        {words({"--from", "noon"}), "--from: noon is not a time"},
        {words({"--from", "2026-06-14T00:00Z"}), "the recording ends at"},
        {words({"--from", "2026-06-12T23:59:30Z", "--to", "2026-06-12T23:59:30Z"}),
         "--to is not after --from"},
        {words({"--to", "2026-06-12T23:00Z"}), "the recording begins at"},
        {words({"--to", "2026-06-12T23:58Z"}), "the recording begins at"},
        {words({"--to", "2026-06-12T23:58Z", "--json"}), "the recording begins at"},
        {words({"--from", "2026-06-12T23:50Z", "--to", "2026-06-12T23:58Z"}), "the recording begins at"},
        {{"watch", "--recording", file("none.sqlite")}, "there is no recording"},
    };
    for (const auto &[arguments, reason] : refused) {
        const Ended ended = runCli(arguments);
        QVERIFY2(ended.status == 2 && ended.err.contains(reason) && ended.out.isEmpty(),
                 ended.told().constData());
    }
}

LOCKSCOPE_TEST(TestCliPlayback)

} // namespace tst_cliplayback

#include "tst_cliplayback.moc"
