// SPDX-License-Identifier: GPL-3.0-or-later
// History files of formats 1 and 2, and how format 3 keeps owners. version1.sql and version2.sql are
// recordings of 5 s by the last programs that wrote these formats: lock:orders is held and renewed twice,
// lock:token is released and taken again.

#include "core/history/historystore.h"
#include "core/history/playback/recordingreader.h"
#include "core/history/values/packedowner.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/rawsql.h"
#include "tests/support/runner.h"

#include <QFile>
#include <QTest>

namespace tst_historyversions
{

using namespace lockscope;
using namespace std::chrono_literals;

const QByteArray Orders = "0b0f6c2e-5a5c-4f0e-9a52-2f7d1c3b9e10:41";
const QByteArray FirstToken = "11111111-2222-3333-4444-555555555555";
const QByteArray SecondToken = "22222222-2222-3333-4444-555555555555";

class TestHistoryVersions : public test::HistoryStoreTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void anOldFileIsRead_data() { versions(); }
    void anOldFileIsRead();
    void anOldFileGoesOn_data() { versions(); }
    void anOldFileGoesOn();
    void anOldFirstSightHasNoExpiry_data() { versions(); }
    void anOldFirstSightHasNoExpiry();
    void anOwnerComesBack_data();
    void anOwnerComesBack();
    void anOwnerIsWrittenOnce();
    void ownersOutlastTheirFirstEvent();
    void ownersGoWithTheirEvents();

private:
    static void versions();
    void makeOldFile() const;
    static QByteArrayList ownersIn(HistoryReader &reader, const QByteArray &key);
};

// seen: when the second token is seen again after the recording.
void TestHistoryVersions::versions()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<qint64>("seen");
    QTest::addColumn<qint64>("heldFor");
    QTest::newRow("format 1") << "version1.sql" << qint64(1'795'697'500'000) << qint64(5'177);
    QTest::newRow("format 2") << "version2.sql" << qint64(1'795'877'753'000) << qint64(5'184);
}

void TestHistoryVersions::makeOldFile() const
{
    QFETCH(const QString, name);
    QFile statements(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/tests/core/history/") + name);
    QVERIFY(statements.open(QIODevice::ReadOnly));
    QCOMPARE(test::sql(file(), QString::fromUtf8(statements.readAll()).split(u'\n', Qt::SkipEmptyParts)),
             QString());
}

QByteArrayList TestHistoryVersions::ownersIn(HistoryReader &reader, const QByteArray &key)
{
    const auto lockEvents = reader.lockEvents({key}, 1'000'000);
    QByteArrayList owners;
    if (lockEvents) {
        for (const LockEvent &event : lockEvents->events)
            owners << event.owner.bytes;
    }
    return owners;
}

void TestHistoryVersions::anOldFileIsRead()
{
    makeOldFile();
    HistoryReader reader(file());
    QVERIFY(reader.openForReading().ok());
    QCOMPARE(ownersIn(reader, "lock:orders"), QByteArrayList({Orders, Orders, Orders, Orders}));
    QCOMPARE(ownersIn(reader, "lock:token"),
             QByteArrayList({FirstToken, FirstToken, SecondToken, SecondToken}));
}

void TestHistoryVersions::anOldFileGoesOn()
{
    makeOldFile();
    const auto store = opened();
    // The second token is still there: its end, which was written at the end of the recording, was none.
    QFETCH(const qint64, seen);
    QFETCH(const qint64, heldFor);
    const WallTime seenAgain{milliseconds(seen)};
    LockEvent sight = lockEvent(EventKind::Acquired, "lock:token", SecondToken, 0ms);
    sight.wallAt = seenAgain;
    sight.held = milliseconds(heldFor);
    QVERIFY(isFirstSight(sight));
    LockEvent renewed = lockEvent(EventKind::Renewed, "lock:token", SecondToken, 0ms);
    renewed.wallAt = seenAgain + 1s;
    QVERIFY(store->append({sight, renewed}).ok());
    QCOMPARE(ownersIn(*store, "lock:token"),
             QByteArrayList({FirstToken, FirstToken, SecondToken, SecondToken, SecondToken}));
    const auto holds = store->holds({.range = {seenAgain - 10s, seenAgain + 10s}, .keys = {{"lock:token"}}});
    QVERIFY(holds.ok());
    QCOMPARE(holds->holds.size(), size_t(2)); // the first token's, and one that goes on
    QVERIFY(!holds->holds.back().ended);
    QCOMPARE(holds->holds.back().owner.bytes, SecondToken);
}

// Its TTL was that of the beginning of the hold. That this version continues the file does not change it.
void TestHistoryVersions::anOldFirstSightHasNoExpiry()
{
    makeOldFile();
    QCOMPARE(
        test::sql(file(),
                  {QStringLiteral("UPDATE event SET ttl = 30000 WHERE kind = %1").arg(historyrow::Seen)}),
        QString());
    const auto momentAt = [this](WallTime at) {
        RecordingReader reader(file());
        if (!reader.open().ok())
            return HistoryMoment{};
        const auto moment = reader.judgedMoment(at, 100);
        return moment ? *moment : HistoryMoment{};
    };
    QFETCH(const qint64, seen);
    const WallTime seenAgain{milliseconds(seen)};
    {
        const auto store = opened();
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = seenAgain}).ok());
        LockEvent sight = lockEvent(EventKind::Acquired, "lock:new", SecondToken, 0ms);
        sight.wallAt = seenAgain;
        sight.held = 1s;
        QVERIFY(store->append({sight}).ok());
        const LockEvents lockEvents = *store->lockEvents({"lock:orders"}, 100);
        const WallTime first = lockEvents.events.front().wallAt;
        QVERIFY(store->commit().ok());
        const HistoryMoment before = momentAt(first + 1s);
        QVERIFY(!before.holds.empty());
        QVERIFY(before.expiries.empty());
    }
    const HistoryMoment after = momentAt(seenAgain);
    QCOMPARE(after.expiries.size(), size_t(1));
    QCOMPARE(after.expiries.front().key, LockName{"lock:new"});
}

void TestHistoryVersions::anOwnerComesBack_data()
{
    QTest::addColumn<QByteArray>("owner");
    QTest::addColumn<qsizetype>("stored"); // bytes
    QTest::newRow("UUID") << FirstToken << qsizetype(17);
    QTest::newRow("UUID and thread") << Orders << qsizetype(20);
    QTest::newRow("UUID in upper case")
        << QByteArray("0B0F6C2E-5A5C-4F0E-9A52-2F7D1C3B9E10") << qsizetype(36);
    QTest::newRow("part of a UUID") << QByteArray("0b0f6c2e-5a5c-4f0e-9a52-2f7d1c3b9e1") << qsizetype(35);
    QTest::newRow("other dashes") << QByteArray("0b0f6c2e5-a5c-4f0e-9a52-2f7d1c3b9e10") << qsizetype(36);
    QTest::newRow("32 hex digits") << QByteArray("0b0f6c2e5a5c4f0e9a522f7d1c3b9e10") << qsizetype(17);
    QTest::newRow("17 hex digits, a dash") << QByteArray("0b0f6c2e5a5c4f0e9-") << qsizetype(11);
    QTest::newRow("few digits") << QByteArray("4711") << qsizetype(4);
    QTest::newRow("a name") << QByteArray("worker-7") << qsizetype(8);
    QTest::newRow("like packed digits") << QByteArray("\x01 0123456789abcde\0", 18) << qsizetype(18);
}

// Also if it was read as closed, and the hold goes on.
void TestHistoryVersions::anOwnerComesBack()
{
    QFETCH(const QByteArray, owner);
    QFETCH(const qsizetype, stored);
    const PackedOwner packed = PackedOwner::of({owner});
    QCOMPARE(packed.digits.size() + packed.rest.size(), stored);
    QCOMPARE(packed.unpacked().bytes, owner);
    {
        const auto store = opened();
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", owner, 0ms)}).ok());
        QVERIFY(store->close(Start + 1s).ok());
    }
    const auto store = opened();
    QCOMPARE(ownersIn(*store, "a"), QByteArrayList({owner, owner}));
    LockEvent sight = lockEvent(EventKind::Acquired, "a", owner, 2s);
    sight.held = 2s;
    QVERIFY(store->append({sight}).ok());
    QCOMPARE(ownersIn(*store, "a"), QByteArrayList({owner, owner})); // its end was none
    const auto holds = store->holds({.range = {Start, Start + 10s}, .keys = {{"a"}}});
    QVERIFY(holds.ok());
    QCOMPARE(holds->holds.size(), size_t(1));
    QCOMPARE(holds->holds.front().owner.bytes, owner);
}

void TestHistoryVersions::anOwnerIsWrittenOnce()
{
    {
        const auto store = opened();
        std::vector<LockEvent> events;
        for (int i = 0; i < 1'000; ++i)
            events.push_back(lockEvent(EventKind::Renewed, "a", i % 2 ? "me" : "you", milliseconds(i)));
        QVERIFY(store->append(events).ok());
        QCOMPARE(ownersIn(*store, "a").count("me"), 500);
    }
    HistoryFile raw(file());
    QVERIFY(raw.openForReading().ok());
    QCOMPARE(*raw.ask(QStringLiteral("SELECT count(*) FROM owner")), 2);
    QCOMPARE(*raw.ask(QStringLiteral("SELECT count(*) FROM event WHERE typeof(owner) = 'blob'")), 0);
}

// Owners of one event each are kept no longer than it.
void TestHistoryVersions::ownersGoWithTheirEvents()
{
    constexpr qint64 Count = 3 * historyrow::OwnersKept;
    const auto store = opened();
    std::vector<LockEvent> events;
    for (qint64 i = 0; i < Count; ++i)
        events.push_back(lockEvent(EventKind::Renewed, "a", QByteArray::number(i), milliseconds(i)));
    QVERIFY(store->append(events).ok());
    const HistorySettings limits{.age = 1h};
    while (*store->trim(limits, Start + milliseconds(Count - 10) + limits.age)) {
    }
    QCOMPARE(ownersIn(*store, "a").size(), 10);
    HistoryFile raw(file());
    QVERIFY(raw.openForReading().ok());
    QCOMPARE(*raw.ask(QStringLiteral("SELECT count(*) FROM owner")), 10);
}

// Of three owners one is only at the beginning, one throughout, one only after the first owners are written
// anew. Whatever is deleted, each event that is left has its owner.
void TestHistoryVersions::ownersOutlastTheirFirstEvent()
{
    constexpr qint64 Count = 3 * historyrow::OwnerReach + 7;
    const auto ownerOf = [](qint64 i) {
        return QByteArray(i % 3 == 0 ? "throughout" : i < historyrow::OwnerReach ? "early" : "late");
    };
    const auto store = opened();
    std::vector<LockEvent> events;
    for (qint64 i = 0; i < Count; ++i)
        events.push_back(lockEvent(EventKind::Renewed, "a", ownerOf(i), milliseconds(i)));
    QVERIFY(store->append(events).ok());
    for (const qint64 gone : {qint64(1), historyrow::OwnerReach - 1, historyrow::OwnerReach,
                              historyrow::OwnerReach + 1, 2 * historyrow::OwnerReach + 1}) {
        const HistorySettings limits{.age = 1h};
        while (*store->trim(limits, Start + milliseconds(gone) + limits.age)) {
        }
        const QByteArrayList owners = ownersIn(*store, "a");
        QCOMPARE(owners.size(), Count - gone);
        for (qint64 i = gone; i < Count; ++i)
            QCOMPARE(owners[i - gone], ownerOf(i));
    }
    while (*store->trim({.age = 1h}, Start + milliseconds(Count) + 1h)) { // all of it
    }
    QVERIFY(store->append({lockEvent(EventKind::Renewed, "a", "late", milliseconds(Count))}).ok());
    QCOMPARE(ownersIn(*store, "a").last(), "late");
}

LOCKSCOPE_TEST(TestHistoryVersions)

} // namespace tst_historyversions

#include "tst_historyversions.moc"
