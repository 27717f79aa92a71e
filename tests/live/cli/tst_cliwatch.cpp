// SPDX-License-Identifier: GPL-3.0-or-later
// The live stream of lockscope-cli: events arrive in order, and the program ends when it should.

#include "core/lab/sandbox/sandbox.h"
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <functional>

namespace tst_cliwatch
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const QByteArray Bob = "22222222-2222-4222-8222-222222222222:7";

// The stream so far, one document per line.
struct Stream {
    explicit Stream(const QByteArrayList &arguments) : program(arguments) {}

    const QList<QJsonObject> &events()
    {
        bytes += program.process.readAllStandardOutput();
        for (qsizetype end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n')) {
            all += QJsonDocument::fromJson(bytes.left(end)).object();
            bytes.remove(0, end + 1);
        }
        return all;
    }
    bool following()
    {
        for (const QJsonObject &event : events()) {
            if (event[u"event"] == QLatin1String("node") && event[u"live"] != QLatin1String("off"))
                return true;
        }
        return false;
    }
    // The words for one key, in order; without waiters, whose count depends on timing.
    QByteArrayList words(const QByteArray &key)
    {
        QByteArrayList list;
        for (const QJsonObject &event : events()) {
            if (event[u"key"].toString().toUtf8() == key && event[u"event"] != QLatin1String("waiters"))
                list += event[u"event"].toString().toUtf8();
        }
        return list;
    }
    QJsonObject last(const char *word, const QByteArray &key = {}) // of any key, if none
    {
        QJsonObject found;
        for (const QJsonObject &event : events()) {
            if (event[u"event"] == QLatin1String(word) &&
                (key.isEmpty() || event[u"key"].toString().toUtf8() == key))
                found = event;
        }
        return found;
    }

    // The last reported state of the node; a failover is reported too, but is not a state.
    QString state()
    {
        QString state;
        for (const QJsonObject &event : events()) {
            if (event[u"event"] == QLatin1String("node") && event.contains(u"state"))
                state = event[u"state"].toString();
        }
        return state;
    }

    Program program;
    QByteArray bytes;
    QList<QJsonObject> all;
};

} // namespace

class tst_CliWatch : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void tellsTheLifeOfALock();
    void tellsThatALeaseRanOut();
    void onlyTheKeysAskedFor();
    void linesForPeople();
    void endsAfterItsTime();
    void endsWhenInterrupted_data();
    void endsWhenInterrupted();
    void endsWhenNobodyReads();
    void tellsThatTheServerWentAway();
    void tellsThatTheServerIsFrozen();
    void needsAServer();
    void tellsOfAlertsOnly();
    void aLostServerEndsNoAlert();
    void alertsForPeople();
    void writesMetrics();
    void aShortRunWritesMetrics();
    void wrongRulesAndFilesAreRefused();

private:
    // During the first pass, a new lock is told as changed; after it, as acquired. `isTold`: one was.
    bool isFollowed(const std::function<bool(const QByteArray &key)> &isTold)
    {
        m_began += "lock:began:" + QByteArray::number(m_began.size());
        ask({"SET", m_began.back(), "token-of-somebody-0123456789abcdef", "PX", "600000"});
        return std::ranges::any_of(m_began, isTold);
    }
    bool isFollowed(Stream &stream)
    {
        return stream.following() &&
               isFollowed([&](const QByteArray &key) { return stream.words(key).startsWith("acquired"); });
    }

    QByteArrayList m_began;
};

void tst_CliWatch::initTestCase()
{
    startServer();
}

void tst_CliWatch::init()
{
    ask({"FLUSHALL"});
    m_began.clear();
}

void tst_CliWatch::tellsTheLifeOfALock()
{
    Stream stream({"-u", url(), "watch", "--json"});
    QTRY_VERIFY(isFollowed(stream));
    // Wait for each step: changes faster than the stream are merged.
    QCOMPARE(cli({"acquire", "lock:a", "--owner", Alice, "--lease", "30s"}).status, 0);
    QTRY_VERIFY(stream.words("lock:a") == QByteArrayList({"acquired"}));
    QCOMPARE(cli({"acquire", "lock:a", "--owner", Alice, "--lease", "30s"}).status, 0);
    QTRY_VERIFY(stream.words("lock:a").contains("reentered"));
    QCOMPARE(cli({"renew", "lock:a", "--owner", Alice, "--lease", "60s"}).status, 0);
    QTRY_VERIFY(stream.words("lock:a").contains("renewed"));
    QCOMPARE(cli({"release", "lock:a", "--owner", Alice}).status, 0);
    QTRY_VERIFY(stream.words("lock:a").contains("released"));
    QCOMPARE(cli({"release", "lock:a", "--owner", Alice}).status, 0);
    const QByteArrayList expected{"acquired", "reentered", "renewed", "released", "released"};
    QTRY_VERIFY(stream.words("lock:a").size() >= expected.size());
    QCOMPARE(stream.words("lock:a"), expected);

    const QJsonObject acquired = stream.last("acquired", "lock:a");
    QCOMPARE(acquired[u"owner"].toString().toUtf8(), Alice);
    QCOMPARE(acquired[u"count"].toInt(), 1);
    QVERIFY(acquired[u"ttl_ms"].toInt() > 20000);
    QVERIFY(acquired[u"at"].toDouble() > 1.6e12);
    QCOMPARE(acquired[u"node"].toString().toUtf8(), m_sandbox->tcp().node().bytes);
    QVERIFY(
        (QStringList{QStringLiteral("tracking"), QStringLiteral("keyspace"), QStringLiteral("poll")}.contains(
            acquired[u"source"].toString())));
    QCOMPARE(stream.last("reentered", "lock:a")[u"count"].toInt(), 2);
    QCOMPARE(stream.last("released", "lock:a")[u"count"].toInt(-1), 0);
}

void tst_CliWatch::tellsThatALeaseRanOut()
{
    Stream stream({"-u", url(), "watch", "--json"});
    QTRY_VERIFY(isFollowed(stream));
    QCOMPARE(cli({"acquire", "lock:short", "--owner", Bob, "--lease", "15s"}).status, 0);
    const QByteArrayList expected{"acquired", "expired"};
    QTRY_VERIFY(stream.words("lock:short") == expected);
    QCOMPARE(stream.last("expired", "lock:short")[u"owner"].toString().toUtf8(), Bob);
    QVERIFY(!stream.last("expired", "lock:short").contains(QStringLiteral("ttl_ms")));
}

void tst_CliWatch::onlyTheKeysAskedFor()
{
    Stream stream({"-u", url(), "watch", "odd name", "began", "--json"});
    const auto isFollowed = [&] { // During the first pass, a new lock is told as changed
        if (ask({"DEL", "began"}) == "0")
            hold("began", Alice, 600000);
        return stream.words("began").contains("acquired");
    };
    QTRY_VERIFY(stream.following() && isFollowed());
    QCOMPARE(cli({"acquire", "lock:other", "--owner", Bob}).status, 0);
    // No pattern matches this key; only its name was given.
    QCOMPARE(cli({"acquire", "odd name", "--owner", Alice}).status, 0);
    QTRY_VERIFY(stream.words("odd name") == QByteArrayList({"acquired"}));
    QVERIFY(stream.words("lock:other").isEmpty());
}

void tst_CliWatch::linesForPeople()
{
    Program watch({"-u", url(), "watch"});
    QTRY_VERIFY(watch.said("followed by"));
    QTRY_VERIFY(isFollowed([&](const QByteArray &key) { return watch.said("acquired   " + key); }));
    QCOMPARE(cli({"acquire", "lock:a", "--owner", Alice}).status, 0);
    QTRY_VERIFY(watch.said("acquired   lock:a  by " + Alice));
    QVERIFY(!watch.said("\x1b"));
}

void tst_CliWatch::endsAfterItsTime()
{
    QElapsedTimer timer;
    timer.start();
    const Ended ended = cli({"watch", "--for", "10s", "--json"}); // In which it must have connected
    QCOMPARE(ended.status, 0);
    QVERIFY(timer.elapsed() >= 10'000);
    QVERIFY2(ended.err.isEmpty(), ended.told().constData());
}

void tst_CliWatch::endsWhenInterrupted_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
}

void tst_CliWatch::endsWhenInterrupted()
{
    QFETCH(int, signal);
    Stream stream({"-u", url(), "watch", "--json"});
    QTRY_VERIFY(stream.following());
    ::kill(pid_t(stream.program.process.processId()), signal);
    const Ended ended = stream.program.ended();
    QCOMPARE(ended.status, 0);
    QVERIFY2(ended.err.isEmpty(), ended.told().constData());
}

void tst_CliWatch::endsWhenNobodyReads()
{
    QProcess shell;
    // Reports the exit status of the first program in the pipe separately.
    shell.start(QStringLiteral("sh"),
                {QStringLiteral("-c"),
                 QStringLiteral("{ \"$0\" -u \"$1\" watch --json; echo ended with $? >&2; } | head -n 1"),
                 programPath(), QString::fromUtf8(url())});
    QVERIFY(shell.waitForFinished(30'000));
    QCOMPARE(shell.readAllStandardError(), "ended with 0\n");
    QVERIFY(shell.readAllStandardOutput().contains("\"event\":\"node\""));
}

// Long before a connection is given up. What is followed by polling is no server that does not answer.
void tst_CliWatch::tellsThatTheServerIsFrozen()
{
    auto own = Sandbox::start();
    VERIFY_OK(own);
    Stream stream({"-u", connectionUrl((*own)->tcp()).toUtf8(), "--timeout", "60s", "watch", "--json"});
    QTRY_VERIFY(stream.following());
    const qsizetype before = stream.events().size();
    (*own)->pause();
    QTRY_VERIFY(stream.state() == QLatin1String("waiting"));
    QVERIFY(stream.last("node")[u"text"].toString().startsWith(QLatin1String("not responding since ")));
    QCOMPARE(stream.last("node")[u"live"].toString(), QStringLiteral("off"));
    QCOMPARE(stream.events().size(), before + 1);
    (*own)->resume();
    QTRY_VERIFY(stream.state() == QLatin1String("ready"));
    for (const QJsonObject &event : stream.events())
        QVERIFY(event[u"live"] != QLatin1String("polling"));
}

void tst_CliWatch::tellsThatTheServerWentAway()
{
    auto own = Sandbox::start();
    VERIFY_OK(own);
    Stream stream({"-u", connectionUrl((*own)->tcp()).toUtf8(), "watch", "--json"});
    QTRY_VERIFY(stream.following());
    (*own)->stop();
    QTRY_VERIFY(stream.state() == QLatin1String("waiting"));
    QVERIFY(stream.program.process.state() == QProcess::Running);
    VERIFY_OK((*own)->restart());
    QTRY_VERIFY(stream.state() == QLatin1String("ready"));
    const auto isWaiting = [](const QJsonObject &event) {
        return event[u"state"] == QLatin1String("waiting");
    };
    const QList<QJsonObject> &events = stream.events();
    QCOMPARE(std::count_if(events.begin(), events.end(), isWaiting), 1); // Reported once
    QCOMPARE(std::find_if(events.begin(), events.end(), isWaiting)->value(u"live").toString(),
             QStringLiteral("off"));
    // Locks that the scan after the loss finds first count as found, not as acquired, so take further ones.
    int taken = 0;
    const auto followsAgain = [&] {
        const QByteArray key = "lock:after:" + QByteArray::number(taken++);
        return redisCli((*own)->tcp(), {"HSET", key, Alice, "1"}).ok() &&
               stream.last("acquired")[u"key"].toString().startsWith(QLatin1String("lock:after:"));
    };
    QTRY_VERIFY(followsAgain());
}

void tst_CliWatch::needsAServer()
{
    const Ended ended = runCli({"-u", "redis://127.0.0.1:1", "watch", "--json"});
    QCOMPARE(ended.status, 3);
    QCOMPARE(ended.err.count('\n'), 1);
}

void tst_CliWatch::tellsOfAlertsOnly()
{
    ask({"SET", "lock:bare", "1"});
    ask({"SET", "lock:fine", "token-of-somebody-0123456789abcdef", "PX", "600000"});
    Stream stream({"-u", url(), "--json", "watch", "--alert", "ttl:none", "--alert", "count>1 for 100ms"});
    QTRY_COMPARE(stream.words("lock:bare"), QByteArrayList{"alert"});
    QJsonObject alert = stream.last("alert");
    QCOMPARE(alert[u"what"].toString(), QStringLiteral("began"));
    QCOMPARE(alert[u"rule"].toString(), QStringLiteral("ttl:none"));
    QCOMPARE(alert[u"verdict"].toString(), QStringLiteral("no-expiry"));
    QVERIFY(alert[u"at"].toDouble() > 1.7e12);
    ask({"EVAL", // In one step, for the other rule
         "redis.call('HSET', KEYS[1], ARGV[1], 3) return redis.call('PEXPIRE', KEYS[1], 600000)", "1",
         "lock:again", Alice});
    QTRY_COMPARE(stream.last("alert")[u"key"].toString(), QStringLiteral("lock:again"));
    QCOMPARE(stream.last("alert")[u"rule"].toString(), QStringLiteral("count>1 for 100ms"));
    ask({"PEXPIRE", "lock:bare", "600000"});
    QTRY_COMPARE(stream.last("alert")[u"what"].toString(), QStringLiteral("over"));
    QCOMPARE(stream.words("lock:bare"), (QByteArrayList{"alert", "alert"}));
    QVERIFY(stream.words("lock:fine").isEmpty());
}

// A lock on a frozen server has an unknown state, so its alert does not end.
void tst_CliWatch::aLostServerEndsNoAlert()
{
    auto own = Sandbox::start();
    VERIFY_OK(own);
    const ConnectionSpec spec = (*own)->tcp();
    VERIFY_OK(redisCli(spec, {"SET", "lock:bare", "1"}));
    Stream stream({"-u", connectionUrl(spec).toUtf8(), "--json", "watch", "--alert", "verdict>=warning",
                   "--alert", "verdict:stale"});
    // "began" and "over", in order.
    const auto told = [&stream](const char *rule) {
        QStringList all;
        for (const QJsonObject &event : stream.events()) {
            if (event[u"event"] == QLatin1String("alert") && event[u"rule"] == QLatin1String(rule))
                all += event[u"what"].toString();
        }
        return all;
    };
    const QStringList began{QStringLiteral("began")};
    QTRY_COMPARE(told("verdict>=warning"), began);
    (*own)->pause();
    QTRY_COMPARE(told("verdict:stale"), began);
    QCOMPARE(told("verdict>=warning"), began);
    (*own)->resume();
    const QStringList over = began + QStringList{QStringLiteral("over")};
    QTRY_COMPARE(told("verdict:stale"), over);
    QCOMPARE(told("verdict>=warning"), began);
    VERIFY_OK(redisCli(spec, {"PEXPIRE", "lock:bare", "600000"}));
    QTRY_COMPARE(told("verdict>=warning"), over);
    QCOMPARE(told("verdict:stale"), over);
}

void tst_CliWatch::alertsForPeople()
{
    ask({"SET", "lock:fine", "token-of-somebody-0123456789abcdef", "PX", "600000"});
    ask({"SET", "lock:bare", "token-of-somebody-0123456789abcdef"});
    Program watch({"-u", url(), "watch", "--alert", "held>1s"});
    QTRY_VERIFY(watch.said("lock:fine  began  held>1s (held "));
    QTRY_VERIFY(watch.said("lock:bare  began  held>1s (held "));
    QVERIFY(!watch.said("OK: held"));
    QVERIFY(watch.said(" s): ")); // The problem of the other one
    ask({"DEL", "lock:fine"});
    QTRY_VERIFY(watch.said("lock:fine  over  held>1s\n"));
}

void tst_CliWatch::writesMetrics()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("lockscope.prom"));
    const auto metrics = [&file] {
        QFile written(file);
        return written.open(QIODevice::ReadOnly) ? written.readAll() : QByteArray();
    };
    ask({"SET", "lock:a", "token-of-somebody-0123456789abcdef", "PX", "600000"});
    Stream stream({"-u", url(), "--json", "watch", "--metrics", file.toUtf8()});
    QTRY_VERIFY(stream.following());
    // With lock:a: the first pass, whose finds are no events, has ended
    QTRY_VERIFY(metrics().contains("\nlockscope_locks_held 1\n"));
    QVERIFY(metrics().contains("# TYPE lockscope_locks gauge"));
    ask({"SET", "lock:b", "token-of-somebody-0123456789abcdef", "PX", "600000"});
    QTRY_COMPARE(stream.words("lock:b"), QByteArrayList{"acquired"});
    ask({"DEL", "lock:b"});
    QTRY_COMPARE(stream.words("lock:b"), (QByteArrayList{"acquired", "released"}));
    // Both are counted only after a second; the last file is written at the end.
    QTRY_VERIFY(stream.last("released").contains(u"held_ms"));
    QTRY_VERIFY(metrics().contains("\nlockscope_ended_total{how=\"released\"} 1\n"));
    QVERIFY(metrics().contains("\nlockscope_acquired_total 1\n"));
    QVERIFY(metrics().contains("\nlockscope_locks_held 1\n"));
    QVERIFY(metrics().contains(",role=\"master\"} 1\n"));
    QVERIFY(metrics().contains("\nlockscope_following{mode=\"tracking"));
}

void tst_CliWatch::aShortRunWritesMetrics()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("lockscope.prom")));
    // Usually it has run for less than the second after which the file is written otherwise.
    Program watch({"-u", url(), "watch", "--metrics", file.fileName().toUtf8()});
    QTRY_VERIFY(watch.said("followed by"));
    watch.process.terminate();
    QCOMPARE(watch.ended().status, 0);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains(",role=\"master\"} 1\n"));
}

void tst_CliWatch::wrongRulesAndFilesAreRefused()
{
    const Ended rule = cli({"watch", "--alert", "waiters>many"});
    QCOMPARE(rule.status, 2);
    QVERIFY2(rule.err.contains("--alert") && rule.err.contains("column 9"), rule.err.constData());
    for (const char *slip : {"verdct>=warning for 30s", "verdict:criticl", "kind:rlok", "verdct:critical"}) {
        const Ended ended = cli({"watch", "--for", "100ms", "--alert", slip});
        QCOMPARE(ended.status, 2);
        QVERIFY2(ended.err.contains("did you mean"), ended.err.constData());
    }
    const Ended kind = cli({"watch", "--for", "100ms", "--alert", "-kind:zz"});
    QCOMPARE(kind.status, 2);
    QVERIFY2(kind.err.contains("unknown kind zz") && kind.err.contains("rlock"), kind.err.constData());
    // Checked before connecting: no server listens there.
    for (const char *bad : {"/no/such/folder/a.prom", "/", "/proc/version/a.prom"}) {
        const Ended file = runCli({"-u", "redis://127.0.0.1:1", "watch", "--metrics", bad});
        QCOMPARE(file.status, 2);
        QVERIFY2(file.err.contains(bad), file.err.constData());
    }
}

LOCKSCOPE_TEST(tst_CliWatch)

} // namespace tst_cliwatch

#include "tst_cliwatch.moc"
