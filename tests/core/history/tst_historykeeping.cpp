// SPDX-License-Identifier: GPL-3.0-or-later
// The history file when it cannot be written, and when it is switched on and off.
#include "core/history/history.h"
#include "core/history/historyfile.h"
#include "core/history/historyreader.h"
#include "core/history/values/historyfiles.h"
#include "tests/support/rawsql.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_historykeeping
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestHistoryKeeping : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void triesAgainWhenAnotherEnds();
    void triesAgainWhenTheFolderIsThere();
    void theSameSettingsDoNothing();
    void whatIsHeldWhenItIsSwitchedOnIsInTheFile();
    void switchingItOffAndOnEndsNoHold();
    void whoIsDisconnectedHasNoFailure();
    void aFullFileIsRotated();
    void aReaderDelaysTheRotation();
    void whatIsHeldLeavesRoomForEvents();
    void whatIsNoHistoryIsNotTouched();
    void aRenamedConnectionTakesItsFile();
    void anotherFileIsNotReplaced();

private:
    bool isThere(const char *name) const
    {
        return QFile::exists(m_folder->filePath(historyFileName(QLatin1String(name))));
    }
    static void take(History &history, const QByteArray &key, EventKind kind, bool held);
    std::vector<Hold> holdsInTheFile() const;
    std::unique_ptr<QTemporaryDir> m_folder;
};

// A change as the engine would report it now.
void TestHistoryKeeping::take(History &history, const QByteArray &key, EventKind kind, bool held)
{
    static QHash<QByteArray, Instant> since;
    auto lock = std::make_shared<Lock>();
    lock->key = {key};
    lock->kind = {"token-lock"};
    lock->readAt = now();
    if (kind == EventKind::Acquired)
        since[key] = now();
    lock->heldSince = since.value(key);
    if (held)
        lock->holders.append(Holder{.id = {QByteArray("me")}});
    LockEvent event{.kind = kind,
                    .key = {key},
                    .lockKind = {"token-lock"},
                    .owner = {QByteArray("me")},
                    .count = held ? 1 : 0,
                    .wallAt = wallNow()};
    if (!held)
        event.held = millisecondsBetween(lock->heldSince, now());
    history.take({.upserted = {lock}, .events = {event}});
}

std::vector<Hold> TestHistoryKeeping::holdsInTheFile() const
{
    History history(m_folder->path());
    history.configure({.keep = true});
    history.open(QStringLiteral("one"));
    return history.holds({.range = {wallNow() - 1h, wallNow() + 1h}}).holds;
}

void TestHistoryKeeping::triesAgainWhenAnotherEnds()
{
    auto first = std::make_unique<History>(m_folder->path());
    first->configure({.keep = true});
    first->open(QStringLiteral("one"));
    QCOMPARE(first->status().failure.text, QString());
    History second(m_folder->path());
    second.setRetryPeriod(20ms);
    second.configure({.keep = true});
    second.open(QStringLiteral("one"));
    QCOMPARE(second.status().failure.kind, ErrorKind::Busy);
    take(second, "lock:a", EventKind::Acquired, true);
    const QSignalSpy told(&second, &History::statusChanged);
    QTRY_VERIFY(told.size() >= 3);
    QCOMPARE(second.status().failure.kind, ErrorKind::Busy);
    first.reset();
    QTRY_COMPARE(second.status().failure.text, QString());
    QVERIFY(second.status().bytes > 0);
    // Now from the file, which includes earlier acquisitions.
    const HistoryMoment moment = second.moment(wallNow(), 10);
    QCOMPARE(moment.holds.size(), 1u);
    QCOMPARE(moment.holds.front().key.bytes, "lock:a");
    take(second, "lock:a", EventKind::Released, false);
    second.close();
    QCOMPARE(holdsInTheFile().size(), 1u);
}

void TestHistoryKeeping::triesAgainWhenTheFolderIsThere()
{
    QFile blocking(m_folder->filePath(QStringLiteral("folder")));
    QVERIFY(blocking.open(QIODevice::WriteOnly));
    History history(blocking.fileName());
    history.setRetryPeriod(20ms);
    history.configure({.keep = true});
    history.open(QStringLiteral("one"));
    QVERIFY2(history.status().failure.text.contains(blocking.fileName()),
             qPrintable(history.status().failure.text));
    QVERIFY(blocking.remove());
    QTRY_COMPARE(history.status().failure.text, QString());
    QVERIFY(history.status().bytes > 0);
}

void TestHistoryKeeping::theSameSettingsDoNothing()
{
    History history(m_folder->path());
    history.configure({.keep = true});
    history.open(QStringLiteral("one"));
    take(history, "lock:a", EventKind::Acquired, true);
    const QSignalSpy told(&history, &History::statusChanged);
    history.configure({.keep = true});
    QCOMPARE(told.size(), 0);
    history.configure({.keep = true, .age = 24h}); // Nor does changing limits end a hold
    const HistoryMoment moment = history.moment(wallNow(), 10);
    QCOMPARE(moment.holds.size(), 1u);
    QVERIFY(!moment.holds.front().ended);
}

void TestHistoryKeeping::whatIsHeldWhenItIsSwitchedOnIsInTheFile()
{
    {
        History history(m_folder->path());
        history.open(QStringLiteral("one"));
        for (const char *key : {"lock:a", "lock:b", "lock:c"})
            take(history, key, EventKind::Acquired, true);
        take(history, "lock:b", EventKind::Released, false);
        history.configure({.keep = true});
        const HistoryMoment moment = history.moment(wallNow(), 10);
        QCOMPARE(moment.holds.size(), 2u);
        take(history, "lock:a", EventKind::Released, false);
    }
    const std::vector<Hold> holds = holdsInTheFile();
    QCOMPARE(holds.size(), 2u);
    for (const Hold &hold : holds)
        QCOMPARE(hold.how, hold.key.bytes == "lock:a" ? EventKind::Released : EventKind::Changed);
}

void TestHistoryKeeping::switchingItOffAndOnEndsNoHold()
{
    WallTime began;
    {
        History history(m_folder->path());
        history.configure({.keep = true});
        history.open(QStringLiteral("one"));
        take(history, "lock:a", EventKind::Acquired, true);
        take(history, "lock:b", EventKind::Acquired, true);
        began = wallNow();
        history.configure({.keep = false});
        QCOMPARE(history.status().bytes, 0);
        QCOMPARE(history.moment(wallNow(), 10).holds.size(), 2u); // From memory
        take(history, "lock:b", EventKind::Released, false);
        history.configure({.keep = true});
        const HistoryMoment moment = history.moment(wallNow(), 10);
        QCOMPARE(moment.holds.size(), 1u);
        QCOMPARE(moment.holds.front().key.bytes, "lock:a");
        take(history, "lock:a", EventKind::Released, false);
    }
    const std::vector<Hold> holds = holdsInTheFile();
    QCOMPARE(holds.size(), 2u); // Each once
    for (const Hold &hold : holds) {
        QVERIFY(hold.began <= began + 1s);
        QCOMPARE(hold.how, hold.key.bytes == "lock:a" ? EventKind::Released : EventKind::Changed);
    }
}

void TestHistoryKeeping::whoIsDisconnectedHasNoFailure()
{
    QFile blocking(m_folder->filePath(QStringLiteral("folder")));
    QVERIFY(blocking.open(QIODevice::WriteOnly));
    History history(blocking.fileName());
    history.configure({.keep = true});
    history.open(QStringLiteral("one"));
    QVERIFY(!history.status().failure.text.isEmpty());
    const QSignalSpy told(&history, &History::statusChanged);
    history.close();
    QVERIFY(told.size() > 0);
    QCOMPARE(told.back().front().value<HistoryStatus>().failure.text, QString());
    history.open(QStringLiteral("one"));
    history.configure({.keep = false});
    QCOMPARE(history.status().failure.text, QString());
}

namespace
{

constexpr qint64 Small = 300'000;

// So many holds that the file, with a key of 900 bytes each, is larger than the limit.
qint64 fill(History &history)
{
    static int number = 0;
    const qint64 count = 400;
    LockDelta delta;
    for (qint64 i = 0; i < count; ++i) {
        LockEvent event{.kind = EventKind::Acquired,
                        .key = {QByteArray::number(++number) + QByteArray(900, 'k')},
                        .lockKind = {"token-lock"},
                        .owner = {"me"},
                        .count = 1,
                        .wallAt = wallNow()};
        delta.events.push_back(event);
        event.kind = EventKind::Released;
        event.count = 0;
        event.held = 0ms;
        delta.events.push_back(event);
    }
    history.take(delta);
    return count;
}

qint64 numberIn(const QString &file, const QString &statement)
{
    HistoryFile reading(file);
    if (!reading.openForReading().ok())
        return -1;
    const auto number = reading.ask(statement);
    return number ? *number : -1;
}

qint64 acquiredIn(const QString &file) // without those that were held when the file began
{
    return numberIn(
        file, QStringLiteral("SELECT count(*) FROM event WHERE kind = %1").arg(int(EventKind::Acquired)));
}

} // namespace

void TestHistoryKeeping::aFullFileIsRotated()
{
    const QString file = m_folder->filePath(QStringLiteral("locks.sqlite"));
    const auto numbered = [&file](int number) { return QStringLiteral("%1.%2").arg(file).arg(number); };
    History history(QString{});
    history.setFile(file);
    history.configure({.keep = true, .bytes = Small, .rotated = 3});
    history.open(QString());
    take(history, "lock:held", EventKind::Acquired, true);
    history.takeNodes({{.node = {"a:1"}, .role = "master", .connection = {.phase = ConnectionPhase::Ready}}});
    qint64 written = 1;
    for (int times = 1; times <= 3; ++times) {
        written += fill(history);
        QTRY_VERIFY(QFile::exists(numbered(times)));
    }
    written += fill(history);
    history.close();
    QCOMPARE(history.status().failure.text, QString());
    qint64 found = acquiredIn(file);
    for (int number = 1; number <= 3; ++number) {
        QVERIFY(!QFile::exists(numbered(number) + QStringLiteral("-wal")));
        QCOMPARE(numberIn(numbered(number), QStringLiteral("SELECT count(*) FROM open_hold")),
                 0); // All ended
        found += acquiredIn(numbered(number));
    }
    QCOMPARE(found, written);
    // What is held goes on in the next file.
    const QString held = QStringLiteral(
        "SELECT count(*) FROM event JOIN lock_key k ON k.id = key WHERE k.bytes = CAST('lock:held' AS BLOB)");
    QCOMPARE(numberIn(file, held + QStringLiteral(" AND kind = %1").arg(historyrow::Seen)), 1);
    QCOMPARE(numberIn(numbered(1), held + QStringLiteral(" AND kind = %1").arg(historyrow::Seen)), 1);
    QCOMPARE(numberIn(numbered(3), held + QStringLiteral(" AND kind = %1").arg(int(EventKind::Acquired))), 1);
    for (const QString &one : {file, numbered(1), numbered(2), numbered(3)})
        QCOMPARE(numberIn(one, QStringLiteral("SELECT count(*) FROM state")), 1);
    QVERIFY(rotateHistoryFile(file, 3).ok());
    QVERIFY(!QFile::exists(file) && !QFile::exists(numbered(4)));
}

void TestHistoryKeeping::aReaderDelaysTheRotation()
{
    const QString file = m_folder->filePath(QStringLiteral("locks.sqlite"));
    History history(QString{});
    history.setFile(file);
    history.configure({.keep = true, .bytes = Small, .rotated = 1});
    history.open(QString());
    QSignalSpy seconds(&history, &History::tallied);
    {
        HistoryReader reader(file);
        QVERIFY(reader.openForReading().ok());
        QVERIFY(reader.since().ok());
        fill(history);
        QTRY_VERIFY(history.status().bytes > Small);
        const qsizetype before = seconds.size();
        QTRY_VERIFY(seconds.size() >= before + 2);
        QVERIFY(!QFile::exists(file + QStringLiteral(".1")));
        QCOMPARE(history.status().failure.text, QString());
    }
    QTRY_VERIFY(QFile::exists(file + QStringLiteral(".1")));
    QTRY_VERIFY(history.status().bytes > 0);
}

// The locks that are held need more than the limit, and a reader delays the rotation: to delete events would
// not help.
void TestHistoryKeeping::whatIsHeldLeavesRoomForEvents()
{
    const QString file = m_folder->filePath(QStringLiteral("locks.sqlite"));
    History history(QString{});
    history.setFile(file);
    history.configure({.keep = true, .bytes = Small, .rotated = 1});
    history.open(QString());
    for (int i = 0; i < 2'000; ++i)
        take(history, QByteArray(1'000, 'k') + QByteArray::number(i), EventKind::Acquired, true);
    QTRY_VERIFY(QFile::exists(file + QStringLiteral(".1")));
    QTRY_VERIFY(history.status().bytes > 4 * Small);
    HistoryReader reader(file);
    VERIFY_OK(reader.openForReading());
    VERIFY_OK(reader.since());
    take(history, "short", EventKind::Acquired, true);
    QSignalSpy seconds(&history, &History::tallied);
    QTRY_VERIFY(seconds.size() > 10);
    QCOMPARE(acquiredIn(file), 1);
}

void TestHistoryKeeping::whatIsNoHistoryIsNotTouched()
{
    const QString text = m_folder->filePath(QStringLiteral("text"));
    const QString other = m_folder->filePath(QStringLiteral("other.sqlite"));
    {
        QFile file(text);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(5'000, 'x'));
    }
    QCOMPARE(test::sql(other, {QStringLiteral("CREATE TABLE event (id INTEGER)")}), QString());
    for (const QString &name : {text, other}) {
        QVERIFY(QFile::setPermissions(name, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther));
        QFile file(name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray before = file.readAll();
        const QFile::Permissions permissions = file.permissions();
        History history(QString{});
        history.setFile(name);
        history.configure({.keep = true});
        history.open(QString());
        QVERIFY(history.status().failure.text.startsWith(QLatin1String("cannot use the history file")));
        history.close();
        QVERIFY(file.seek(0));
        QCOMPARE(file.readAll(), before);
        QCOMPARE(file.permissions(), permissions);
        HistoryReader reader(name);
        const Done opened = reader.openForReading();
        QVERIFY(!opened.ok() && opened.failure().text == name + QStringLiteral(" is not a recording"));
    }
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 2);
}

void TestHistoryKeeping::aRenamedConnectionTakesItsFile()
{
    History history(m_folder->path());
    history.configure({.keep = true});
    const QSignalSpy failed(&history, &History::failed);
    history.open(QStringLiteral("orders"));
    take(history, "lock:a", EventKind::Acquired, true);
    history.rename(QStringLiteral("nothing"), QStringLiteral("something")); // Without a file
    history.rename(QStringLiteral("orders"), QStringLiteral("shop"));
    QVERIFY(isThere("shop") && !isThere("orders"));
    take(history, "lock:a", EventKind::Released, false);
    take(history, "lock:b", EventKind::Acquired, true);
    history.close();
    history.rename(QStringLiteral("shop"), QStringLiteral("one")); // Closed
    QVERIFY(isThere("one") && !isThere("shop") && !isThere("orders"));
    const std::vector<Hold> holds = holdsInTheFile();
    QCOMPARE(holds.size(), 2u); // The hold before goes on
    QCOMPARE(failed.size(), 0);
}

void TestHistoryKeeping::anotherFileIsNotReplaced()
{
    History history(m_folder->path());
    history.configure({.keep = true});
    for (const char *name : {"one", "two"}) {
        history.open(QLatin1String(name));
        take(history, name, EventKind::Acquired, true);
        history.close();
    }
    const QSignalSpy failed(&history, &History::failed);
    history.rename(QStringLiteral("two"), QStringLiteral("one"));
    QCOMPARE(failed.size(), 1);
    QVERIFY(isThere("one") && isThere("two"));
    QCOMPARE(holdsInTheFile().front().key.bytes, "one");
    History other(m_folder->path());
    other.configure({.keep = true});
    other.open(QStringLiteral("two"));
    history.rename(QStringLiteral("two"), QStringLiteral("three")); // In use
    QCOMPARE(failed.size(), 2);
    QVERIFY(isThere("two") && !isThere("three"));
}

LOCKSCOPE_TEST(TestHistoryKeeping)

} // namespace tst_historykeeping

#include "tst_historykeeping.moc"
