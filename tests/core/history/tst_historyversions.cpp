// SPDX-License-Identifier: GPL-3.0-or-later
// A history file of format 1, and how format 2 keeps owners. version1.sql is a recording of 5 s by the last
// program that wrote format 1: lock:orders is held and renewed twice, lock:token is released and taken again.

#include "core/history/historystore.h"
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
    void aFileOfVersion1IsRead();
    void aFileOfVersion1GoesOn();
    void anOwnerIsWrittenOnce();
    void ownersOutlastTheirFirstEvent();

private:
    void makeVersion1() const;
    static QByteArrayList ownersIn(HistoryReader &reader, const QByteArray &key);
};

void TestHistoryVersions::makeVersion1() const
{
    QFile statements(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/tests/core/history/version1.sql"));
    QVERIFY(statements.open(QIODevice::ReadOnly));
    QCOMPARE(test::sql(file(), QString::fromUtf8(statements.readAll()).split(u'\n', Qt::SkipEmptyParts)),
             QString());
}

QByteArrayList TestHistoryVersions::ownersIn(HistoryReader &reader, const QByteArray &key)
{
    const auto story = reader.story({key}, 1'000'000);
    QByteArrayList owners;
    if (story) {
        for (const LockEvent &event : story->events)
            owners << event.owner.bytes;
    }
    return owners;
}

void TestHistoryVersions::aFileOfVersion1IsRead()
{
    makeVersion1();
    HistoryReader reader(file());
    QVERIFY(reader.openForReading().ok());
    QCOMPARE(ownersIn(reader, "lock:orders"), QByteArrayList({Orders, Orders, Orders, Orders}));
    QCOMPARE(ownersIn(reader, "lock:token"),
             QByteArrayList({FirstToken, FirstToken, SecondToken, SecondToken}));
}

void TestHistoryVersions::aFileOfVersion1GoesOn()
{
    makeVersion1();
    const auto store = opened();
    // The second token is still there: its end, which was written at the end of the recording, was none.
    const WallTime seenAgain{1'795'697'500'000ms};
    LockEvent seen = lockEvent(EventKind::Acquired, "lock:token", SecondToken, 0ms);
    seen.wallAt = seenAgain;
    seen.held = 5'177ms;
    QVERIFY(isFirstSight(seen));
    LockEvent renewed = lockEvent(EventKind::Renewed, "lock:token", SecondToken, 0ms);
    renewed.wallAt = seenAgain + 1s;
    QVERIFY(store->append({seen, renewed}).ok());
    QCOMPARE(ownersIn(*store, "lock:token"),
             QByteArrayList({FirstToken, FirstToken, SecondToken, SecondToken, SecondToken}));
    const auto holds = store->holds({.range = {seenAgain - 10s, seenAgain + 10s}, .keys = {{"lock:token"}}});
    QVERIFY(holds.ok());
    QCOMPARE(holds->holds.size(), size_t(2)); // the first token's, and one that goes on
    QVERIFY(!holds->holds.back().ended);
    QCOMPARE(holds->holds.back().owner.bytes, SecondToken);
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
