// SPDX-License-Identifier: GPL-3.0-or-later
// A recording of lockscope-cli record --rotate is one past for all commands, while it is written and after
// it.

#include "core/base/unixms.h"
#include "core/history/playback/recordingset.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <functional>

namespace tst_clirotated
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const QByteArray Long = "lock:held:throughout";
constexpr int LocksATime = 100;

} // namespace

class TestCliRotated : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void eachCommandReadsItWhole();
    void aFollowerOfTheEventsDelaysNothing();
    void aMissingFileIsNamed();

private:
    QByteArray ask(const CliCommand &command) const
    {
        const auto reply = redisCli(m_sandbox->tcp(), command);
        return reply ? reply->trimmed() : QByteArray();
    }
    // Acquires that many locks with long keys, numbered from m_taken on.
    void takeMany(int count)
    {
        QCOMPARE(ask({"EVAL",
                      "for i = 1, tonumber(ARGV[2]) do local key = ARGV[4] .. (tonumber(ARGV[3]) + i) .. "
                      "string.rep('k', 900) redis.call('HSET', key, ARGV[1], 1) redis.call('PEXPIRE', key, "
                      "600000) "
                      "end return ARGV[2]",
                      "0", Alice, QByteArray::number(count), QByteArray::number(m_taken), "lock:many:"}),
                 QByteArray::number(count));
        m_taken += count;
    }
    void takeUntil(const std::function<bool()> &isDone)
    {
        const QDeadlineTimer deadline(60'000);
        do {
            QVERIFY(!deadline.hasExpired());
            takeMany(LocksATime);
        } while (!QTest::qWaitFor(isDone, 500));
    }
    QString file() const { return m_folder.filePath(QStringLiteral("locks.lockscope")); }
    QString numbered(int number) const { return QStringLiteral("%1.%2").arg(file()).arg(number); }
    QByteArray word() const { return QFile::encodeName(file()); }
    static Ended run(const QByteArrayList &arguments) { return Program(arguments).ended(); }
    static qsizetype countOf(const QByteArray &events, const char *event, QSet<QString> *keys = nullptr);

    std::unique_ptr<Sandbox> m_sandbox;
    QTemporaryDir m_folder{};
    int m_taken = 0;
    HistoryRange m_acquired{}; // What is recorded is between
};

qsizetype TestCliRotated::countOf(const QByteArray &events, const char *event, QSet<QString> *keys)
{
    qsizetype count = 0;
    for (const QByteArray &line : events.split('\n')) {
        const QJsonObject json = QJsonDocument::fromJson(line).object();
        if (json[u"event"].toString() != QLatin1String(event))
            continue;
        ++count;
        if (keys)
            keys->insert(json[u"key"].toString());
    }
    return count;
}

// Records until there are three files.
void TestCliRotated::initTestCase()
{
    auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    m_sandbox = std::move(*sandbox);
    Program record({"-u", connectionUrl(m_sandbox->tcp()).toUtf8(), "record", word(), "--max-size", "1MiB",
                    "--rotate", "9"});
    QTRY_VERIFY(record.complained("recording the locks of"));
    QTRY_VERIFY(QFile::exists(file()));
    m_acquired.from = wallNow();
    ask({"HSET", Long, Alice, "1"});
    ask({"PEXPIRE", Long, "600000"});
    for (int files = 1; files <= 2; ++files) {
        takeUntil([&] { return QFile::exists(numbered(files)); });
        // Commands read it meanwhile.
        const Ended shown = run({"--json", "show", Long, "--recording", word()});
        QVERIFY2(shown.status == 0, shown.told().constData());
        QCOMPARE(shown.json()[u"holders"].toArray().size(), 1);
        if (files == 1)
            m_acquired.to = wallNow();
        QVERIFY2(shown.err.isEmpty(), shown.err.constData());
    }
    ask({"DEL", Long});
    takeMany(10);
    const QDeadlineTimer deadline(30'000);
    QByteArray events;
    while (!events.contains("\"released\"") && !events.contains("\"forced\"")) {
        QVERIFY2(!deadline.hasExpired(), events.constData());
        events = run({"--json", "watch", Long, "--recording", word()}).out;
    }
    ::kill(pid_t(record.process.processId()), SIGINT);
    const Ended ended = record.ended();
    QVERIFY2(ended.status == 0, ended.told().constData());
}

void TestCliRotated::eachCommandReadsItWhole()
{
    RecordingSet set(file());
    VERIFY_OK(set.open());
    QVERIFY(set.parts().size() >= 3);
    const WallTime first = *set.parts()[1].openedAt;
    set.close();
    const auto text = [](WallTime at) {
        return QDateTime::fromMSecsSinceEpoch(unixMs(at))
            .toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss"))
            .toUtf8();
    };
    // The hold began in the first file and ended in the last.
    const Ended shown = run({"--json", "show", Long, "--recording", word(), "--at", text(first + 1s)});
    QVERIFY2(shown.status == 0 && shown.err.isEmpty(), shown.told().constData());
    const QJsonObject holder = shown.json()[u"holders"].toArray().first().toObject();
    QVERIFY2(holder[u"ended"].isDouble() && !holder.contains(u"still_held"), shown.out.constData());
    QVERIFY(holder[u"how"].toString() == u"released" || holder[u"how"].toString() == u"forced");
    const qint64 since = holder[u"since"].toInteger();
    QVERIFY2(since > unixMs(m_acquired.from) - 5'000 && since <= unixMs(m_acquired.to),
             shown.out.constData());

    const Ended watched = run({"--json", "watch", "--recording", word()});
    QVERIFY2(watched.status == 0 && watched.err.isEmpty(), watched.told().left(2'000).constData());
    QSet<QString> keys;
    const qsizetype acquired = countOf(watched.out, "acquired", &keys) + countOf(watched.out, "seen", &keys);
    QCOMPARE(acquired, keys.size()); // none twice
    QCOMPARE(keys.size(), m_taken + 1);
    QCOMPARE(watched.out.count("recording-began"), 1);
    QCOMPARE(watched.out.count("recording-ended"), 1);
    const Ended one = run({"--json", "watch", Long, "--recording", word()});
    QCOMPARE(countOf(one.out, "acquired") + countOf(one.out, "seen"), 1);
    QCOMPARE(countOf(one.out, "unknown"), 0);

    const Ended costs = run({"--json", "contention", "--history", word()});
    QVERIFY2(costs.status == 0 && !costs.err.contains("warning"), costs.told().constData());
    const Ended alone =
        run({"--json", "show", Long, "--recording", word() + ".1", "--at", text(first - 3'600s)});
    QVERIFY2(alone.status != 0, alone.told().constData());
    QCOMPARE(alone.json()[u"watched"].toBool(true), false);
}

// A reader of watch that stops reading, as less does, keeps no file open.
void TestCliRotated::aFollowerOfTheEventsDelaysNothing()
{
    Program record({"-u", connectionUrl(m_sandbox->tcp()).toUtf8(), "record", word(), "--max-size", "1MiB",
                    "--rotate", "9"});
    QTRY_VERIFY(record.complained("recording the locks of"));
    Program slow({"--json", "watch", "--recording", word(), "--speed", "0.01"});
    QTRY_VERIFY(slow.said("recording-began"));
    RecordingSet before(file());
    VERIFY_OK(before.open());
    const size_t files = before.parts().size();
    // While a query of another program runs, the file grows instead.
    const auto bytes = [this] {
        return QFileInfo(file()).size() + QFileInfo(file() + QStringLiteral("-wal")).size();
    };
    const qint64 bytesBefore = bytes();
    takeUntil([&] { return bytes() > 2 * bytesBefore; });
    QVERIFY(!QFile::exists(numbered(int(files))));
    before.close();
    takeUntil([&] { return QFile::exists(numbered(int(files))); });
    ::kill(pid_t(record.process.processId()), SIGINT);
    const Ended ended = record.ended();
    QVERIFY2(ended.status == 0, ended.told().constData());
    QVERIFY(slow.process.state() == QProcess::Running);
    const Ended watched = run({"--json", "watch", "--recording", word()});
    QVERIFY2(watched.err.isEmpty(), watched.err.constData());
}

void TestCliRotated::aMissingFileIsNamed()
{
    QVERIFY(QFile::remove(numbered(1)));
    const QByteArray missing = "warning: locks.lockscope.1 is missing";
    for (const QByteArrayList &arguments : {QByteArrayList{"show", Long, "--recording", word()},
                                            QByteArrayList{"watch", Long, "--recording", word()},
                                            QByteArrayList{"contention", "--history", word()}}) {
        const Ended ended = run(arguments);
        QVERIFY2(ended.err.contains(missing), ended.told().left(2'000).constData());
    }
    const Ended shared = run({"share", word(), "--rotated", "--output", word() + "-copy", "--json"});
    QVERIFY2(shared.status == 0 && shared.err.contains(missing), shared.told().constData());
}

LOCKSCOPE_TEST(TestCliRotated)

} // namespace tst_clirotated

#include "tst_clirotated.moc"
