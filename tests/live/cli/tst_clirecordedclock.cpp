// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli record while the clock of its computer is set: what is in the file, and what is said of it.

#include "core/history/historyreader.h"
#include "tests/live/cli/clitest.h"
#include "tests/support/runner.h"

#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_clirecordedclock
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class TestCliRecordedClock : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer(); }
    void init()
    {
        ask({"FLUSHALL"});
        m_folder = std::make_unique<QTemporaryDir>();
    }
    void aClockThatIsSetBack();
    void aClockThatIsSetAhead();
    void eventsHaveTheTimeOfTheClockThatWasSet();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    QByteArray file() const { return QFile::encodeName(path("f")); }
    bool setClock(milliseconds ahead) const;
    // With this clock.
    std::unique_ptr<Program> started(const QByteArrayList &command) const;
    std::unique_ptr<Program> record() const { return started({"record", file()}); }
    // -1: it cannot be read.
    qint64 numberIn(const QString &sql) const;
    qint64 marks(Mark::Kind kind) const
    {
        return numberIn(QStringLiteral("SELECT count(*) FROM mark WHERE kind = %1").arg(int(kind)));
    }
    QByteArray timeOf(Mark::Kind kind, milliseconds after) const;
    bool isHeldIn(const char *key) const
    {
        return numberIn(QStringLiteral("SELECT count(*) FROM open_hold WHERE key = CAST('%1' AS BLOB)")
                            .arg(QLatin1String(key))) == 1;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

// In place, because the program has mapped the file.
bool TestCliRecordedClock::setClock(milliseconds ahead) const
{
    const qint64 microseconds = ahead.count() * 1000;
    QFile clock(path("clock"));
    return clock.open(QIODevice::ReadWrite) && clock.write(reinterpret_cast<const char *>(&microseconds),
                                                           sizeof microseconds) == sizeof microseconds;
}

std::unique_ptr<Program> TestCliRecordedClock::started(const QByteArrayList &command) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // The loader splits the value at blanks, which the folder of the build may have.
    QFile::link(QStringLiteral(LOCKSCOPE_BINARY_DIR "/lockscope-clock.so"), path("clock.so"));
    environment.insert(QStringLiteral("LD_PRELOAD"), path("clock.so"));
    environment.insert(QStringLiteral("LOCKSCOPE_CLOCK"), path("clock"));
    return std::make_unique<Program>(QByteArrayList{"-u", url()} + command, environment);
}

qint64 TestCliRecordedClock::numberIn(const QString &sql) const
{
    HistoryFile reading(path("f"));
    if (!QFile::exists(path("f")) || !reading.openForReading().ok())
        return -1;
    const auto number = reading.ask(sql);
    return number ? *number : -1;
}

// Of the last mark of the kind, and so much after it.
QByteArray TestCliRecordedClock::timeOf(Mark::Kind kind, milliseconds after) const
{
    const qint64 at = numberIn(
        QStringLiteral("SELECT at FROM mark WHERE kind = %1 ORDER BY id DESC LIMIT 1").arg(int(kind)));
    return QDateTime::fromMSecsSinceEpoch(at + after.count())
        .toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss.zzz"))
        .toLatin1();
}

void TestCliRecordedClock::aClockThatIsSetBack()
{
#ifndef Q_OS_LINUX
    QSKIP("needs LD_PRELOAD");
#endif
    QVERIFY(setClock(0s));
    const auto recording = record();
    QTRY_VERIFY(marks(Mark::Kind::Opened) == 1);
    hold("lock:a", "11111111-1111-4111-8111-111111111111:1", 600'000);
    QTRY_VERIFY(isHeldIn("lock:a"));
    QVERIFY(setClock(-600s));
    QTRY_VERIFY(recording->complained("the clock was set back by "));
    QTRY_COMPARE(marks(Mark::Kind::Opened), 2);
    ask({"DEL", "lock:a"});
    QTRY_VERIFY(!isHeldIn("lock:a"));
    ::kill(pid_t(recording->process.processId()), SIGINT);
    const Ended ended = recording->ended();
    QVERIFY2(ended.status == 0 && ended.out.contains("; the clock jumped 1 time"), ended.told().constData());
    QCOMPARE(marks(Mark::Kind::Closed), 2);

    const auto show = [this](const QByteArray &at, bool json = false) {
        QByteArrayList words{"show", "lock:a", "--recording", file(), "--at", at};
        return runCli(json ? words << "--json" : words);
    };
    // All of the time that the clock was set back by, also where nothing was written.
    const QByteArray inBetween = timeOf(Mark::Kind::Opened, 300s);
    for (const QByteArray &at : {timeOf(Mark::Kind::Opened, 100ms), inBetween}) {
        const Ended then = show(at);
        QVERIFY2(then.status == 1 && then.out.contains("unknown: the recorder's clock was set back by "),
                 then.told().constData());
        const QJsonObject json = show(at, true).json();
        QVERIFY(!json[u"watched"].toBool() && json[u"clock_set_back_ms"].toInteger() > 500'000);
    }
    const Ended nodes = runCli({"nodes", "--recording", file(), "--at", inBetween});
    QVERIFY2(nodes.status == 1 && nodes.out.contains("the recorder's clock was set back by "),
             nodes.told().constData());
    const Ended blocking = runCli({"blocking", "--recording", file(), "--at", inBetween});
    QVERIFY2(blocking.told().contains("the recorder's clock was set back by "), blocking.told().constData());
    const Ended watched = runCli({"watch", "--recording", file()});
    QCOMPARE(watched.out.count("recording begins"), 2);
}

void TestCliRecordedClock::aClockThatIsSetAhead()
{
#ifndef Q_OS_LINUX
    QSKIP("needs LD_PRELOAD");
#endif
    QVERIFY(setClock(0s));
    const auto recording = record();
    QTRY_VERIFY(marks(Mark::Kind::Opened) == 1);
    hold("lock:a", "11111111-1111-4111-8111-111111111111:1", 600'000);
    QTRY_VERIFY(isHeldIn("lock:a"));
    QVERIFY(setClock(600s));
    QTRY_COMPARE(marks(Mark::Kind::Opened), 2);
    QTRY_VERIFY(recording->complained("the clock was set ahead by "));
    ask({"DEL", "lock:a"});
    QTRY_VERIFY(!isHeldIn("lock:a"));
    ::kill(pid_t(recording->process.processId()), SIGINT);
    QCOMPARE(recording->ended().status, 0);
    const auto show = [this](const QByteArray &at) {
        return runCli({"show", "lock:a", "--recording", file(), "--at", at, "--json"}).json();
    };
    const QJsonObject held = show(timeOf(Mark::Kind::Opened, 1ms));
    const QJsonObject hold = held[u"holders"].toArray().at(0).toObject();
    QVERIFY(held[u"watched"].toBool() && hold[u"held_is_lower_bound"].toBool());
    const qint64 begins =
        numberIn(QStringLiteral("SELECT max(at) FROM mark WHERE kind = %1").arg(int(Mark::Kind::Opened)));
    QCOMPARE(hold[u"since"].toInteger(), begins);
    // That time never was.
    QVERIFY(!show(timeOf(Mark::Kind::Opened, -5min))[u"watched"].toBool());
}

// Set back by two hours, right before an event.
void TestCliRecordedClock::eventsHaveTheTimeOfTheClockThatWasSet()
{
#ifndef Q_OS_LINUX
    QSKIP("needs LD_PRELOAD");
#endif
    QVERIFY(setClock(0s));
    const auto watch = started({"watch"});
    int began = 0;
    // During the first pass, a new lock is told as changed; after it, as acquired.
    const auto isFollowed = [&] {
        hold("lock:began:" + QByteArray::number(began++), "11111111-1111-4111-8111-111111111111:1", 600'000);
        return watch->said("acquired   lock:began:");
    };
    QTRY_VERIFY(watch->said("followed by") && isFollowed());
    QVERIFY(setClock(-2h));
    hold("lock:a", "11111111-1111-4111-8111-111111111111:1", 600'000);
    QTRY_VERIFY(watch->said("acquired   lock:a"));
    const QByteArray &out = watch->output();
    const qsizetype begins = out.lastIndexOf('\n', out.indexOf("acquired   lock:a")) + 1;
    const QTime shown =
        QTime::fromString(QString::fromLatin1(out.sliced(begins, 12)), QStringLiteral("HH:mm:ss.zzz"));
    QVERIFY(shown.isValid());
    const QTime there = QDateTime::currentDateTime().addSecs(-7200).time();
    const int apart = std::abs(there.secsTo(shown));
    QVERIFY2(std::min(apart, 86400 - apart) < 3600, out.constData());
}

LOCKSCOPE_TEST(TestCliRecordedClock)

} // namespace tst_clirecordedclock

#include "tst_clirecordedclock.moc"
