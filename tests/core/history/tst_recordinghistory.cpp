// SPDX-License-Identifier: GPL-3.0-or-later
// A recording as a window plays it: what was so at a moment, where the next change is, and a file that grows.
#include "core/history/service/recordinghistory.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/rawsql.h"
#include "tests/support/runner.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

namespace tst_recordinghistory
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestRecordingHistory : public test::HistoryStoreTest
{
    Q_OBJECT

private slots:
    void init() { start(); }

    void aMomentHasVerdictsAndWaiters();
    void aMomentHasExpiries();
    void expiriesOfSeveralHoldersAreUnknownOnceRenewed();
    void expiriesOfWhatWasHeldAreKnown();
    void whatWasNotJudgedIsUnknown();
    void waitersFromBeforeABreakAreUnknown();
    void itStopsAtEachEventVerdictAndFailover();
    void aFileWithoutVerdictsHasNoneToStopAt();
    void eventsOutOfOrderAreNotSkipped();
    void whatWasHeldAtTheEndIsNotSaidToHaveEnded();
    void aGrowingFileIsFollowed();
    void aFolderThatCannotBeWrittenIsEnough();
    void noRecordingSaysWhy();

private:
    static LockEvent taken(const QByteArray &key, milliseconds at)
    {
        return lockEvent(EventKind::Acquired, key, "owner-of-" + key, at);
    }
    static LockEvent waiting(const QByteArray &key, qint64 count, milliseconds at)
    {
        LockEvent event = lockEvent(EventKind::Waiters, key, {}, at);
        event.count = count;
        return event;
    }
    static VerdictStep verdict(const QByteArray &key, VerdictLevel level, milliseconds at)
    {
        return {.key = {key}, .at = Start + at, .level = level, .code = "renewal-overdue"};
    }
    Done write(HistoryStore &store, const std::vector<LockEvent> &events)
    {
        const Done appended = store.append(events);
        return appended.ok() ? store.commit() : appended;
    }
    HistoryMoment momentAt(milliseconds at)
    {
        RecordingReader reader(file());
        if (!reader.open().ok())
            return {};
        const auto moment = reader.judgedMoment(Start + at, 100);
        return moment ? *moment : HistoryMoment{};
    }
};

void TestRecordingHistory::aMomentHasVerdictsAndWaiters()
{
    auto store = opened();
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    QVERIFY(store->beginVerdicts({}, Start).ok());
    QVERIFY(write(*store, {taken("a", 1s), taken("b", 1s), waiting("a", 2, 2s), waiting("a", 5, 4s)}).ok());
    QVERIFY(
        store->append({verdict("a", VerdictLevel::Warning, 3s), verdict("a", VerdictLevel::Ok, 6s)}).ok());
    QVERIFY(store->commit().ok());

    const HistoryMoment early = momentAt(2s);
    QCOMPARE(early.holds.size(), size_t(2));
    QVERIFY(early.verdicts.empty() && early.unjudged.empty());
    QCOMPARE(early.waiters.size(), size_t(1));
    QCOMPARE(early.waiters.front().key, LockName{"a"});
    QCOMPARE(early.waiters.front().waiters, 2);
    const HistoryMoment late = momentAt(5s);
    QCOMPARE(late.waiters.front().waiters, 5);
    QCOMPARE(late.verdicts.size(), size_t(1));
    QCOMPARE(late.verdicts.front().level, VerdictLevel::Warning);
    QCOMPARE(late.verdicts.front().code, QByteArray("renewal-overdue"));
    QVERIFY(momentAt(6s).verdicts.empty()); // It is OK again
}

// Of the last event until then; past it, a renewal was missed.
void TestRecordingHistory::aMomentHasExpiries()
{
    auto store = opened();
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    LockEvent never = taken("never", 1s), missed = taken("missed", 1s);
    never.ttl.reset();
    LockEvent unread = lockEvent(EventKind::Renewed, "missed", "owner-of-missed", 11s);
    unread.ttl.reset();
    const LockEvent renewed = lockEvent(EventKind::Renewed, "renewed", "owner-of-renewed", 11s);
    QVERIFY(write(*store, {never, missed, taken("renewed", 1s), unread, renewed, waiting("x", 1, 60s)}).ok());
    const auto expiryAt = [this](const QByteArray &key, milliseconds at) {
        const HistoryMoment moment = momentAt(at);
        const auto found = std::ranges::find(moment.expiries, LockName{key}, &ExpiryStep::key);
        if (moment.holds.size() != 3 || found == moment.expiries.end())
            return QStringLiteral("unknown");
        return found->expires ? QString::number((*found->expires - Start) / 1s) : QStringLiteral("never");
    };
    QCOMPARE(expiryAt("never", 50s), QStringLiteral("never"));
    QCOMPARE(expiryAt("missed", 5s), QStringLiteral("31"));
    QCOMPARE(expiryAt("missed", 12s), QStringLiteral("unknown"));
    QCOMPARE(expiryAt("renewed", 5s), QStringLiteral("31"));
    QCOMPARE(expiryAt("renewed", 12s), QStringLiteral("41"));
    QCOMPARE(expiryAt("renewed", 50s), QStringLiteral("unknown"));
}

// Which of them renewed it is not seen.
void TestRecordingHistory::expiriesOfSeveralHoldersAreUnknownOnceRenewed()
{
    auto store = opened();
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    const auto at = [](EventKind kind, const char *owner, milliseconds time) {
        return lockEvent(kind, "rw", owner, time);
    };
    QVERIFY(write(*store, {at(EventKind::Acquired, "ann", 0s), at(EventKind::Acquired, "ben", 0s),
                           at(EventKind::Renewed, "", 10s), at(EventKind::Renewed, "ben", 16s),
                           at(EventKind::Changed, "ann", 18s), waiting("x", 1, 60s)})
                .ok());
    const auto expiryAt = [this](const char *owner, milliseconds time) {
        const HistoryMoment moment = momentAt(time);
        const auto found = std::ranges::find(moment.expiries, OwnerId{owner}, &ExpiryStep::owner);
        return moment.holds.size() != 2 || found == moment.expiries.end() ? -1
                                                                          : (*found->expires - Start) / 1s;
    };
    QCOMPARE(expiryAt("ann", 5s), 30);
    QCOMPARE(expiryAt("ann", 15s), -1);
    QCOMPARE(expiryAt("ben", 15s), -1);
    QCOMPARE(expiryAt("ben", 17s), 46);
    QCOMPARE(expiryAt("ann", 17s), -1);
    QCOMPARE(expiryAt("ann", 19s), 48);
    QCOMPARE(expiryAt("ben", 19s), -1); // Of several that changed at once, the event names one
}

// Where the recording begins. No expiry is not told from an unknown one there.
void TestRecordingHistory::expiriesOfWhatWasHeldAreKnown()
{
    auto store = opened();
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    LockEvent seen = taken("seen", 1s);
    seen.held = 20s;
    LockEvent never = taken("never", 1s);
    never.held = 20s;
    never.ttl.reset();
    QVERIFY(write(*store, {seen, never, waiting("x", 1, 60s)}).ok());
    const HistoryMoment moment = momentAt(5s);
    QCOMPARE(moment.holds.size(), size_t(2));
    QCOMPARE(moment.expiries.size(), size_t(1));
    QCOMPARE(moment.expiries.front().key, LockName{"seen"});
    QCOMPARE(moment.expiries.front().expires, std::optional(Start + 31s));
}

void TestRecordingHistory::whatWasNotJudgedIsUnknown()
{
    auto store = opened();
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    QVERIFY(write(*store, {taken("a", 1s)}).ok());
    const HistoryMoment before = momentAt(2s);
    QCOMPARE(before.unjudged.size(), size_t(1));
    QVERIFY(before.unjudged.front().node.isEmpty());
    QVERIFY(store->beginVerdicts({}, Start + 3s).ok());
    const Mark lost{.kind = Mark::Kind::Lost, .at = Start + 5s, .node = {"127.0.0.1:6379"}};
    QVERIFY(store->append(lost).ok() && store->commit().ok());
    QVERIFY(momentAt(4s).unjudged.empty());
    const HistoryMoment lostNode = momentAt(6s);
    QCOMPARE(lostNode.unjudged.size(), size_t(1));
    QCOMPARE(lostNode.unjudged.front().node, lost.node);
}

void TestRecordingHistory::waitersFromBeforeABreakAreUnknown()
{
    auto store = opened();
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    QVERIFY(write(*store, {taken("a", 1s), waiting("a", 3, 2s)}).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Closed, .at = Start + 3s}).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 4s}).ok());
    QVERIFY(store->commit().ok());
    QCOMPARE(momentAt(2s).waiters.size(), size_t(1));
    const HistoryMoment later = momentAt(5s);
    QCOMPARE(later.holds.size(), size_t(1));
    QVERIFY(later.waiters.empty());
}

void TestRecordingHistory::itStopsAtEachEventVerdictAndFailover()
{
    auto store = opened();
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    QVERIFY(store->beginVerdicts({}, Start).ok());
    QVERIFY(write(*store, {taken("a", 1s), taken("b", 2s), taken("c", 9s)}).ok());
    QVERIFY(store->append({verdict("a", VerdictLevel::Critical, 4s)}).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Failover, .at = Start + 7s, .node = {"x"}}).ok());
    QVERIFY(store->commit().ok());
    RecordingReader reader(file());
    QVERIFY(reader.open().ok());
    LockName of;
    LockName keyFound;
    const auto at = [&](PlaybackStop what, milliseconds from, bool forward) {
        const auto found =
            findStop(reader, {.what = what, .from = Start + from, .forward = forward, .key = of});
        keyFound = found && *found ? (*found)->key : LockName();
        return found && *found ? std::chrono::duration_cast<milliseconds>((*found)->at - Start)
                               : milliseconds(-1);
    };
    QCOMPARE(at(PlaybackStop::Event, 0s, true), milliseconds(1s));
    QCOMPARE(at(PlaybackStop::Event, 1s, true), milliseconds(2s));
    QCOMPARE(keyFound, LockName{"b"});
    QCOMPARE(at(PlaybackStop::Event, 2s, true), milliseconds(9s));
    QCOMPARE(at(PlaybackStop::Event, 9s, true), milliseconds(-1));
    QCOMPARE(at(PlaybackStop::Event, 9s, false), milliseconds(2s));
    QCOMPARE(at(PlaybackStop::Event, 1s, false), milliseconds(-1));
    QCOMPARE(at(PlaybackStop::Verdict, 1s, true), milliseconds(4s));
    QCOMPARE(keyFound, LockName{"a"});
    QCOMPARE(at(PlaybackStop::Verdict, 4s, true), milliseconds(-1));
    QCOMPARE(at(PlaybackStop::Failover, 0s, true), milliseconds(7s));
    QCOMPARE(at(PlaybackStop::Failover, 9s, false), milliseconds(7s));
    of = {"b"}; // Of one lock
    QCOMPARE(at(PlaybackStop::Event, 0s, true), milliseconds(2s));
    QCOMPARE(at(PlaybackStop::Event, 2s, true), milliseconds(-1));
    QCOMPARE(at(PlaybackStop::Verdict, 0s, true), milliseconds(-1));
    QCOMPARE(at(PlaybackStop::Failover, 0s, true), milliseconds(7s));
    const auto extent = reader.extent();
    QVERIFY(extent && *extent);
    QCOMPARE((*extent)->from, Start);
    QCOMPARE((*extent)->to, Start + 9s);
}

void TestRecordingHistory::aFileWithoutVerdictsHasNoneToStopAt()
{
    auto store = opened();
    QVERIFY(write(*store, {taken("a", 1s)}).ok());
    store.reset();
    QCOMPARE(test::sql(file(), {QStringLiteral("DROP TABLE judged")}), QString());
    RecordingReader reader(file());
    QVERIFY(reader.open().ok());
    const auto found = findStop(reader, {.what = PlaybackStop::Verdict, .from = Start});
    QVERIFY(found && !*found);
    QCOMPARE(momentAt(1s).unjudged.size(), size_t(1));
}

// More events than are looked at beside a moment, and some of them late.
void TestRecordingHistory::eventsOutOfOrderAreNotSkipped()
{
    auto store = opened();
    std::vector<LockEvent> events;
    for (int i = 0; i < 12'000; ++i)
        events.push_back(taken("a", milliseconds(10 * i)));
    events.push_back(taken("late", 119'985ms)); // Written after 119,990
    events.push_back(taken("z", 300s));
    QVERIFY(write(*store, events).ok());
    RecordingReader reader(file());
    QVERIFY(reader.open().ok());
    const auto next = [&](milliseconds from, bool forward) {
        const auto found = findStop(reader, {.from = Start + from, .forward = forward});
        return found && *found ? std::chrono::duration_cast<milliseconds>((*found)->at - Start)
                               : milliseconds(-1);
    };
    QCOMPARE(next(119'980ms, true), 119'985ms);
    QCOMPARE(next(119'990ms, false), 119'985ms);
    QCOMPARE(next(119'990ms, true), milliseconds(300s));
    QCOMPARE(next(5ms, true), 10ms);
    QCOMPARE(next(60'000ms, false), 59'990ms);
}

void TestRecordingHistory::whatWasHeldAtTheEndIsNotSaidToHaveEnded()
{
    auto store = opened();
    QVERIFY(write(*store, {taken("a", 1s), taken("b", 1s)}).ok());
    LockEvent lost = lockEvent(EventKind::Changed, "b", "owner-of-b", 3s, 2s);
    QVERIFY(write(*store, {lost, taken("c", 4s)}).ok());
    QVERIFY(store->close(Start + 5s).ok());
    store.reset();
    const HistoryMoment moment = momentAt(2s);
    QCOMPARE(moment.holds.size(), size_t(2));
    for (const Hold &hold : moment.holds) {
        QCOMPARE(hold.how, EventKind::Changed);
        QCOMPARE(hold.untilClosing, hold.key == LockName{"a"});
    }
}

void TestRecordingHistory::aGrowingFileIsFollowed()
{
    auto store = opened();
    RecordingHistory recording(file());
    QSignalSpy opened(&recording, &RecordingHistory::opened);
    QSignalSpy status(&recording, &RecordingHistory::statusChanged);
    QSignalSpy moments(&recording, &RecordingHistory::momentReady);
    recording.open();
    QCOMPARE(opened.count(), 1);
    QCOMPARE(status.count(), 1);
    QVERIFY(!status.last().at(0).value<RecordingStatus>().extent);
    QVERIFY(write(*store, {taken("a", 1s)}).ok());
    recording.look();
    QCOMPARE(status.count(), 2);
    QCOMPARE(status.last().at(0).value<RecordingStatus>().extent->to, Start + 1s);
    recording.look();
    QCOMPARE(status.count(), 2); // Nothing new
    recording.requestMoment(7, Start + 1s);
    QCOMPARE(moments.last().at(0).toULongLong(), 7ULL);
    QCOMPARE(moments.last().at(1).value<HistoryMoment>().holds.size(), size_t(1));
    QVERIFY(write(*store, {lockEvent(EventKind::Released, "a", "owner-of-a", 2s, 1s), taken("b", 2s)}).ok());
    recording.requestMoment(8, Start + 2s);
    const auto moment = moments.last().at(1).value<HistoryMoment>();
    QCOMPARE(moment.holds.size(), size_t(1));
    QCOMPARE(moment.holds.front().key, LockName{"b"});
    // Nothing is read between the queries, so that the file is whole when its writer ends.
    store.reset();
    QCOMPARE(QFileInfo(file() + QStringLiteral("-wal")).size(), 0);
}

// As of a file that came by mail, or on a disk that is mounted read-only.
void TestRecordingHistory::aFolderThatCannotBeWrittenIsEnough()
{
    auto store = opened();
    QVERIFY(write(*store, {taken("a", 1s)}).ok());
    store.reset();
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::ExeOwner));
    const bool isForbidden = !QFileInfo(m_folder->path()).isWritable();
    const size_t holds = momentAt(1s).holds.size();
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    if (!isForbidden)
        QSKIP("root can write every folder");
    QCOMPARE(holds, size_t(1));
}

void TestRecordingHistory::noRecordingSaysWhy()
{
    const auto write = [this](const char *name, const QByteArray &content) {
        QFile written(m_folder->filePath(QLatin1String(name)));
        return written.open(QIODevice::WriteOnly) && written.write(content) == content.size();
    };
    QVERIFY(write("text", "no recording, but long enough for a header\n") && write("empty", {}));
    const QString other = m_folder->filePath(QStringLiteral("other"));
    QCOMPARE(test::sql(other, {QStringLiteral("CREATE TABLE something (id INTEGER)")}), QString());
    for (const char *name : {"text", "empty", "other", "missing"}) {
        const QString path = m_folder->filePath(QLatin1String(name));
        RecordingHistory recording(path);
        QSignalSpy opened(&recording, &RecordingHistory::opened);
        QSignalSpy failed(&recording, &RecordingHistory::failed);
        recording.open();
        QCOMPARE(opened.count(), 0);
        QCOMPARE(failed.count(), 1);
        const QString why = failed.last().at(0).value<Failure>().text;
        QVERIFY2(why.contains(path), qPrintable(why));
        QCOMPARE(why.contains(QStringLiteral("is not a recording")), name != QByteArray("missing"));
    }
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("missing"))));
}

LOCKSCOPE_TEST(TestRecordingHistory)

} // namespace tst_recordinghistory

#include "tst_recordinghistory.moc"
