// SPDX-License-Identifier: GPL-3.0-or-later
// The history as a file: versions, size and age, other writers, folders that cannot be written.

#include "core/formats/format.h"
#include "core/history/demandrows.h"
#include "core/history/historystore.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/runner.h"

#include <QCoreApplication>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTest>

namespace tst_historyfile
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestHistoryFile : public test::HistoryStoreTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void aNewerFileIsRefused();
    void staysWithinItsSize();
    void forgetsWhatIsTooOld();
    void forgetsAllOfItOrNothing();
    void twoWritersOfOneFileAreRefused();
    void aLockFileThatAKilledWriterLeftIsTakenOver();
    void isReadWhileAnotherWritesIt();
    void tellsWhyItCannotBeOpened();
    void tellsThatTheFolderCannotBeWritten();
    void aFileOfAnOlderVersionIsRead();
};

void TestHistoryFile::aFileOfAnOlderVersionIsRead()
{
    auto store = opened();
    QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", "me", 1s)}).ok());
    QVERIFY(store->close(Start + 5s).ok());
    store.reset();
    {
        QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("older"));
        db.setDatabaseName(file());
        QVERIFY(db.open());
        QVERIFY(QSqlQuery(db).exec(QStringLiteral("DROP TABLE judged")));
        db.close();
    }
    QSqlDatabase::removeDatabase(QStringLiteral("older"));
    const HoldsQuery query{.range = {Start, Start + 10s}, .keys = {{"a"}}};
    {
        HistoryReader reader(file());
        QVERIFY(reader.openForReading().ok());
        const auto answer = reader.holds(query);
        QVERIFY(answer.ok());
        QCOMPARE(answer->holds.size(), size_t(1));
        QCOMPARE(answer->unjudged.size(), size_t(1));
        QVERIFY(answer->unjudged[0].over.from == Start && answer->unjudged[0].over.to == Start + 10s);
    }
    store = opened();
    QVERIFY(store->beginVerdicts({}, Start + 6s).ok());
    QCOMPARE(store->holds(query)->unjudged.size(), size_t(1));
}

void TestHistoryFile::aNewerFileIsRefused()
{
    {
        const auto store = opened();
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", "me", 5s)}).ok());
    }
    const auto stamp = [this](char version) { // SQLite keeps it in four bytes at offset 60
        QFile raw(file());
        QVERIFY(raw.open(QIODevice::ReadWrite));
        QVERIFY(raw.seek(60));
        QCOMPARE(raw.read(4), QByteArray("\0\0\0\3", 4));
        QVERIFY(raw.seek(63));
        QVERIFY(raw.putChar(version));
    };
    stamp(9);
    {
        HistoryStore newer(file());
        const Done done = newer.open();
        QVERIFY(!done.ok());
        QVERIFY2(done.failure().text.contains(QStringLiteral("a newer version of Lockscope")) &&
                     done.failure().text.contains(file()),
                 qPrintable(done.failure().text));
    }
}

void TestHistoryFile::staysWithinItsSize()
{
    // A busy system for a simulated year: a thousand events an hour, and a line per minute for a few hours.
    const HistorySettings limits{.keep = true, .age = 24h * 400, .bytes = 24 << 20};
    const auto store = opened();
    qint64 most = 0;
    qint64 written = 0;
    for (int day = 0; day < 365; ++day) {
        std::vector<LockEvent> events;
        const milliseconds today = 24h * day;
        for (int i = 0; i < 700; ++i) {
            const QByteArray key = "lock:order:" + QByteArray::number(day * 100 + i % 100);
            const QByteArray owner = "8f3c1e7a-0b5d-4f6e-9a2c-" + QByteArray::number(i) + ":1";
            events.push_back(lockEvent(EventKind::Acquired, key, owner, today + milliseconds(i * 60'000)));
            events.push_back(
                lockEvent(EventKind::Released, key, owner, today + milliseconds(i * 60'000 + 500), 500ms));
        }
        QVERIFY(store->append(events).ok());
        written += qint64(events.size());
        for (int i = 0; i < 60; ++i)
            QVERIFY(
                store->append(Tally{.from = Start + today + std::chrono::minutes(i), .length = 60s}).ok());
        for (;;) {
            const auto more = store->trim(limits, Start + today);
            QVERIFY(more.ok());
            most = std::max(most, store->bytes());
            if (!*more)
                break;
        }
    }
    QVERIFY2(most <= limits.bytes, qPrintable(QString::number(most)));
    QVERIFY(most > limits.bytes / 3); // The limit was really approached
    const auto since = store->since();
    QVERIFY(since.ok() && *since && **since > Start + 24h); // The oldest were deleted
    QCOMPARE(store->minutes({Start, Start + 24h * 366}, 60s)->size(), 365u * 60u);
    const auto last = store->lockEvents({QByteArray("lock:order:") + QByteArray::number(364 * 100)}, 1000);
    QCOMPARE(last->events.size(), 14u);
    qInfo("%lld events written, at most %lld bytes", written, most);
}

void TestHistoryFile::forgetsWhatIsTooOld()
{
    const HistorySettings limits{.keep = true, .age = 24h, .bytes = qint64(1) << 30};
    const auto store = opened();
    QVERIFY(store
                ->append({lockEvent(EventKind::Acquired, "old", "me", 0ms),
                          lockEvent(EventKind::Released, "old", "me", 1s, 1s),
                          lockEvent(EventKind::Acquired, "new", "me", 30h)})
                .ok());
    QVERIFY(store->append(Tally{.from = Start, .length = 60s}).ok());
    QVERIFY(store->append(Tally{.from = Start + 30h, .length = 60s}).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Gap, .at = Start}).ok());
    while (*store->trim(limits, Start + 31h)) {
    }
    QCOMPARE(*store->since(), std::optional(Start + 30h));
    QCOMPARE(store->minutes({Start, Start + 48h}, 60s)->size(), 1u);
    QVERIFY(store->holds({.range = {Start - 1s, Start + 1h}})->marks.empty());
    QVERIFY(store->lockEvents({QByteArray("old")}, 10)->events.empty());
    // A deleted key returns.
    QVERIFY(store->append({lockEvent(EventKind::Acquired, "old", "you", 31h)}).ok());
    QCOMPARE(store->lockEvents({QByteArray("old")}, 10)->events.size(), 1u);
}

void TestHistoryFile::forgetsAllOfItOrNothing()
{
    const auto exec = [this](const QString &sql) {
        bool done = false;
        {
            QSqlDatabase other =
                QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("other"));
            other.setDatabaseName(file());
            done = other.open() && QSqlQuery(other).exec(sql);
        }
        QSqlDatabase::removeDatabase(QStringLiteral("other"));
        return done;
    };
    const HistorySettings limits{.keep = true, .age = 24h, .bytes = qint64(1) << 30};
    {
        const auto store = opened();
        QVERIFY(store->append({lockEvent(EventKind::Released, "old", "me", 1s, 1s)}).ok());
        QVERIFY(store->commit().ok());
        QVERIFY(exec(QStringLiteral("CREATE TRIGGER full BEFORE DELETE ON event"
                                    " BEGIN SELECT RAISE(ABORT, 'disk is full'); END")));
        QVERIFY(!store->trim(limits, Start + 48h).ok());
    }
    QVERIFY(exec(QStringLiteral("DROP TRIGGER full")));
    const auto store = opened();
    QCOMPARE(store->lockEvents({QByteArray("old")}, 10)->events.size(), 1u);
    QCOMPARE(store->moment(Start + 500ms, 10)->holds.size(), 1u);
    while (*store->trim(limits, Start + 48h)) {
    }
    QVERIFY(store->lockEvents({QByteArray("old")}, 10)->events.empty());
}

void TestHistoryFile::twoWritersOfOneFileAreRefused()
{
    const auto first = opened();
    HistoryStore second(file());
    const Done done = second.open();
    QVERIFY(!done.ok());
    QCOMPARE(done.failure().kind, ErrorKind::Busy);
    QVERIFY(done.failure().text.contains(file()));
}

// In a container, the next writer has the process number and the machine's name of the one that was killed.
void TestHistoryFile::aLockFileThatAKilledWriterLeftIsTakenOver()
{
    const QString lockName = file() + QStringLiteral(".lock");
    const auto name = [&lockName] {
        QFile lock(lockName);
        return lock.open(QIODevice::ReadOnly) ? lock.readAll() : QByteArray();
    };
    {
        const auto writer = opened();
        const QByteArray running = name();
        QVERIFY(running.startsWith(QByteArray::number(QCoreApplication::applicationPid()) + '\n'));
        QVERIFY(QFile::copy(lockName, file() + QStringLiteral(".kept")));
        HistoryStore second(file());
        QCOMPARE(second.open().failure().kind, ErrorKind::Busy);
        QCOMPARE(name(), running);
    }
    QVERIFY(!QFile::exists(lockName));
    QVERIFY(QFile::rename(file() + QStringLiteral(".kept"), lockName));
    const auto next = opened();
    QVERIFY(next->append({lockEvent(EventKind::Acquired, "a", "me", 1s)}).ok());
    QVERIFY(next->commit().ok());
    HistoryStore second(file());
    QCOMPARE(second.open().failure().kind, ErrorKind::Busy);
}

void TestHistoryFile::isReadWhileAnotherWritesIt()
{
    HistoryStore missing(file());
    QVERIFY(!missing.openForReading().ok());
    QVERIFY(!QFile::exists(file()));
    const auto writer = opened();
    QVERIFY(writer->append(std::vector{lockEvent(EventKind::Acquired, "a", "me", 0ms)}).ok());
    QVERIFY(writer->commit().ok());
    {
        HistoryStore reader(file());
        QVERIFY(reader.openForReading().ok());
        QCOMPARE(reader.lockEvents({QByteArray("a")}, 10)->events.size(), 1u);
        QVERIFY(writer->append(std::vector{lockEvent(EventKind::Released, "a", "me", 1s, 1s)}).ok());
        QVERIFY(writer->commit().ok());
        const HoldsQuery query{.range = {Start, Start + 10s}, .keys = {{"a"}}};
        QCOMPARE(reader.lockEvents({QByteArray("a")}, 10)->events.size(), 1u); // As it was when opened
        QVERIFY(reader.holds(query)->holds.size() == 1 && !reader.holds(query)->holds[0].ended);
        HistoryStore later(file());
        QVERIFY(later.openForReading().ok());
        QCOMPARE(later.lockEvents({QByteArray("a")}, 10)->events.size(), 2u);
        QVERIFY(later.holds(query)->holds.size() == 1 && later.holds(query)->holds[0].ended);
    }
    QCOMPARE(writer->lockEvents({QByteArray("a")}, 10)->events.size(), 2u);
    QVERIFY(writer->append(std::vector{lockEvent(EventKind::Acquired, "a", "you", 2s)}).ok());
    QVERIFY(writer->commit().ok()); // Closed readers have not kept the lock
    HistoryStore second(file());
    QCOMPARE(second.open().failure().kind, ErrorKind::Busy);
}

void TestHistoryFile::tellsWhyItCannotBeOpened()
{
    QFile blocking(m_folder->filePath(QStringLiteral("file")));
    QVERIFY(blocking.open(QIODevice::WriteOnly));
    HistoryStore below(m_folder->filePath(QStringLiteral("file/history.sqlite")));
    QVERIFY(!below.open().ok());
    QFile noDatabase(file());
    QVERIFY(noDatabase.open(QIODevice::WriteOnly));
    noDatabase.write(QByteArray(8192, 'x'));
    noDatabase.close();
    HistoryStore damaged(file());
    const Done done = damaged.open();
    QVERIFY(!done.ok());
    QVERIFY2(done.failure().text.contains(file()), qPrintable(done.failure().text));
}

// Not even root can write there.
void TestHistoryFile::tellsThatTheFolderCannotBeWritten()
{
#ifdef Q_OS_LINUX
    HistoryStore store(QStringLiteral("/proc/history.sqlite"));
    const Done done = store.open();
    QVERIFY(!done.ok());
    QCOMPARE(done.failure().kind, ErrorKind::Internal);
    QVERIFY2(done.failure().text.contains(QLatin1String("/proc")), qPrintable(done.failure().text));
    QVERIFY2(!done.failure().text.contains(QLatin1String("another")), qPrintable(done.failure().text));
    QVERIFY(!done.failure().remedy.isEmpty());
#else
    QSKIP("needs a folder that root cannot write");
#endif
}

LOCKSCOPE_TEST(TestHistoryFile)

} // namespace tst_historyfile

#include "tst_historyfile.moc"
