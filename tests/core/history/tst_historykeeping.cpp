// SPDX-License-Identifier: GPL-3.0-or-later
// The history file when it cannot be written, and when it is switched on and off.
#include "core/history/history.h"
#include "tests/support/runner.h"

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

private:
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

LOCKSCOPE_TEST(TestHistoryKeeping)

} // namespace tst_historykeeping

#include "tst_historykeeping.moc"
