// SPDX-License-Identifier: GPL-3.0-or-later
// What the history file keeps and answers.

#include "core/formats/format.h"
#include "core/history/demandrows.h"
#include "core/history/historystore.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/runner.h"

#include <QDir>
#include <QProcess>
#include <QTest>

#include <set>

namespace tst_historystore
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestHistoryStore : public test::HistoryStoreTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void keepsEventsAsTheyWere();
    void keepsManyEventsAtOnce();
    void doesNotKeepEveryKindOfAFile();
    void findsHoldsOfAnyLengthAtAMoment();
    void aHoldBeginsWithItsEvent();
    void answersForSomeLocks();
    void keepsMinutes();
    void tellsWhichLocksWereInDemand();
    void whoWaitedBeforeCountsOn();
    void demandIsThatOfTheNewestEvents();
    void tooManyHoldsAreLeftOutFromTheOldest();
    void tellsThatTheDiskIsFull();
    void keepsVerdictsAndWaiters();
};

void TestHistoryStore::keepsVerdictsAndWaiters()
{
    const auto step = [](const char *key, milliseconds at, VerdictLevel level) {
        return VerdictStep{.key = {key}, .at = Start + at, .level = level, .code = "no-expiry"};
    };
    const HoldsQuery query{.range = {Start, Start + 100s}, .keys = {{"a"}, {"b"}}};
    auto store = opened();
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start - 20s}).ok());
    QVERIFY(store->beginVerdicts({step("a", -30s, VerdictLevel::Warning)}, Start - 20s).ok());
    QVERIFY(store->append({step("b", 5s, VerdictLevel::Critical), step("a", 6s, VerdictLevel::Ok)}).ok());
    LockEvent waiters = lockEvent(EventKind::Waiters, "a", "me", -1s);
    waiters.count = 4;
    QVERIFY(store->append({waiters}).ok());
    waiters.wallAt = Start + 7s;
    waiters.count = 9;
    QVERIFY(store->append({waiters}).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Lost, .at = Start + 8s, .node = {"a:1"}}).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Back, .at = Start + 9s, .node = {"a:1"}}).ok());
    QVERIFY(store->close(Start + 50s).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 60s}).ok());
    QVERIFY(store->beginVerdicts({}, Start + 61s).ok());
    QVERIFY(store->commit().ok());
    const auto answer = store->holds(query);
    QVERIFY(answer.ok());
    QByteArrayList verdicts;
    for (const VerdictStep &one : answer->verdicts)
        verdicts << one.key.bytes + QByteArray::number(qint64((one.at - Start) / 1s)) + name(one.level);
    // At the beginning of verdicts, all are OK but those that follow.
    QCOMPARE(verdicts, QByteArrayList({"a0warning", "b0ok", "b5critical", "a6ok", "a61ok", "b61ok"}));
    QCOMPARE(answer->waiters.size(), size_t(3));
    QVERIFY(answer->waiters[0].at == Start && answer->waiters[0].waiters == 4);
    QVERIFY(answer->waiters[1].at == Start + 7s && answer->waiters[1].waiters == 9);
    QVERIFY(answer->waiters[2].at == Start + 50s && answer->waiters[2].waiters == 0); // Nobody looked
    QCOMPARE(answer->unjudged.size(), size_t(2));
    QVERIFY(answer->unjudged[0].node == NodeId{"a:1"} && answer->unjudged[0].over.from == Start + 8s);
    QVERIFY(answer->unjudged[1].over.from == Start + 50s && answer->unjudged[1].over.to == Start + 61s);
}

// 1.2 ms long, with both times cut to milliseconds.
void TestHistoryStore::aHoldBeginsWithItsEvent()
{
    auto store = opened();
    LockEvent taken = lockEvent(EventKind::Acquired, "a", "me", 0s);
    taken.wallAt = Start + std::chrono::microseconds(900);
    LockEvent released = lockEvent(EventKind::Released, "a", "me", 0s);
    released.wallAt = Start + std::chrono::microseconds(2'100);
    released.held = 1ms;
    released.count = 0;
    QVERIFY(store->append({taken, released}).ok());
    QVERIFY(store->commit().ok());
    const auto then = store->holds({.range = {Start, Start + 1ms}});
    QVERIFY(then.ok());
    QCOMPARE(then->holds.size(), size_t(1));
    QVERIFY(then->holds[0].began == Start);
}

// More than one statement takes, with owners that the file has, that it gets, and that are none.
void TestHistoryStore::keepsManyEventsAtOnce()
{
    std::vector<LockEvent> events;
    for (int i = 0; i < 4000; ++i) {
        const QByteArray owner = i % 5 == 0 ? QByteArray() : "owner" + QByteArray::number(i / 7 % 300);
        events.push_back(lockEvent(EventKind::Renewed, "lock", owner, milliseconds(i)));
        events.back().count = i;
        if (i % 3 == 0)
            events.back().ttl.reset();
    }
    const auto middle = events.begin() + 1500;
    for (const auto &part : {std::vector(events.begin(), middle), std::vector(middle, events.end())}) {
        const auto store = opened();
        QVERIFY(store->append(part).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "other", "owner1", 0ms, 1s)}).ok());
        QVERIFY(store->commit().ok());
    }
    const auto lockEvents = opened()->lockEvents({"lock"}, events.size());
    QVERIFY(lockEvents.ok());
    QCOMPARE(lockEvents->events.size(), events.size());
    for (size_t i = 0; i < events.size(); ++i) {
        const LockEvent &kept = lockEvents->events[i];
        QCOMPARE(kept.owner, events[i].owner);
        QCOMPARE(kept.count, events[i].count);
        QCOMPARE(kept.ttl, events[i].ttl);
        QCOMPARE(kept.wallAt, events[i].wallAt);
        QCOMPARE(kept.kind, EventKind::Renewed);
    }
}

void TestHistoryStore::keepsEventsAsTheyWere()
{
    const QByteArray key("lock:\x00\xff", 7);
    LockEvent taken = lockEvent(EventKind::Acquired, key, "me", 0ms);
    LockEvent end = lockEvent(EventKind::Expired, key, "me", 30s, 30s);
    end.heldIsLowerBound = true;
    end.sampled = true;
    end.source = EventSource::Tracking;
    {
        const auto store = opened();
        QVERIFY(store->append({taken, end, lockEvent(EventKind::Acquired, "other", "me", 31s)}).ok());
        QVERIFY(store->commit().ok());
    }
    const auto store = opened();
    const auto lockEvents = store->lockEvents({key}, 100);
    QVERIFY(lockEvents.ok());
    QCOMPARE(lockEvents->events.size(), 2u);
    QVERIFY(!lockEvents->truncated);
    QCOMPARE(lockEvents->since, std::optional(Start));
    QCOMPARE(lockEvents->events.front().kind, EventKind::Acquired);
    QCOMPARE(lockEvents->events.front().ttl, std::optional<milliseconds>(30s));
    QVERIFY(!lockEvents->events.front().held && !lockEvents->events.front().sampled);
    const LockEvent &last = lockEvents->events.back();
    QCOMPARE(last.key.bytes, key);
    QCOMPARE(last.owner, end.owner);
    QCOMPARE(last.node, end.node);
    QCOMPARE(last.source, EventSource::Tracking);
    QCOMPARE(last.wallAt, end.wallAt);
    QCOMPARE(last.held, end.held);
    QVERIFY(last.heldIsLowerBound && last.sampled);
    QCOMPARE(last.lockKind.name, std::string_view("token-lock"));
    QCOMPARE(*store->since(), std::optional(Start));
    QCOMPARE(store->lockEvents({key}, 1)->events.front().kind, EventKind::Expired);
    QVERIFY(store->lockEvents({key}, 1)->truncated);
    QVERIFY(store->lockEvents({QByteArray("no such")}, 1)->events.empty());
    const QFile::Permissions others =
        QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther;
    QCOMPARE(QFile::permissions(file()) & others, QFile::Permissions());
}

// The names of kinds are never freed, and a file may have any number of them.
void TestHistoryStore::doesNotKeepEveryKindOfAFile()
{
    QByteArrayList names;
    for (int i = 0; i < 1500; ++i)
        names << "made-up-" + QByteArray::number(i);
    names << QByteArray(101, 'x') << "rlock"
          << "made-up-0";
    std::vector<LockEvent> events;
    for (const QByteArray &name : std::as_const(names)) {
        events.push_back(lockEvent(EventKind::Acquired, "lock", "me", milliseconds(events.size())));
        events.back().lockKind = {std::string_view(name.constData(), size_t(name.size()))};
    }
    {
        const auto store = opened();
        QVERIFY(store->append(events).ok());
        QVERIFY(store->commit().ok());
    }
    const auto store = opened();
    const auto lockEvents = store->lockEvents({"lock"}, 10'000);
    QVERIFY(lockEvents.ok());
    QCOMPARE(lockEvents->events.size(), size_t(names.size()));
    std::set<std::string_view> kinds;
    for (const LockEvent &event : lockEvents->events)
        kinds.insert(event.lockKind.name);
    QCOMPARE(kinds.size(), size_t(1002)); // of the names above, rlock and unknown
    QVERIFY(kinds.contains("unknown"));
    QCOMPARE(lockEvents->events.at(lockEvents->events.size() - 2).lockKind.name, std::string_view("rlock"));
    QCOMPARE(lockEvents->events.back().lockKind.name, std::string_view("made-up-0"));
}

void TestHistoryStore::findsHoldsOfAnyLengthAtAMoment()
{
    const auto store = opened();
    std::vector<LockEvent> events;
    // All end at different times after the moment, and every second one began before it.
    const WallTime moment = Start + 1000h;
    qint64 expected = 0;
    qint64 length = 1;
    for (int i = 0; i < 60; ++i, length = length * 3 / 2 + 1) {
        const milliseconds at = 1000h + milliseconds(i % 2 == 0 ? length / 2 : length + 1);
        events.push_back(
            lockEvent(EventKind::Released, "lock:" + QByteArray::number(i), "me", at, milliseconds(length)));
        expected += i % 2 == 0 ? 1 : 0;
    }
    events.front().wallAt = moment; // Ends at the moment: no longer held
    QVERIFY(store->append(events).ok());
    const auto there = store->moment(moment, 1000);
    QVERIFY(there.ok());
    QCOMPARE(qint64(there->holds.size()), expected - 1);
    for (const Hold &hold : there->holds)
        QVERIFY(hold.began <= moment && *hold.ended > moment);
    QVERIFY(!there->truncated);
    QVERIFY(store->moment(moment, 5)->truncated);
    QCOMPARE(store->moment(moment, 5)->holds.size(), 5u);
}

void TestHistoryStore::answersForSomeLocks()
{
    const auto store = opened();
    QVERIFY(store
                ->append({lockEvent(EventKind::Released, "a", "me", 10s, 5s),
                          lockEvent(EventKind::Renewed, "a", "me", 8s),
                          lockEvent(EventKind::Released, "b", "me", 10s, 5s),
                          lockEvent(EventKind::Acquired, "a", "you", 12s),
                          lockEvent(EventKind::Released, "a", "old", 1s, 500ms)})
                .ok());
    QVERIFY(store
                ->append(Mark{.kind = Mark::Kind::Failover,
                              .at = Start + 11s,
                              .node = {QByteArray("new")},
                              .other = {QByteArray("old")}})
                .ok());
    const auto answer = store->holds({.range = {Start + 5s, Start + 60s}, .keys = {{QByteArray("a")}}});
    QVERIFY(answer.ok());
    QCOMPARE(answer->holds.size(), 2u);
    QCOMPARE(answer->holds[0].owner.bytes, QByteArray("me"));
    QCOMPARE(answer->holds[0].began, Start + 5s);
    QVERIFY(!answer->holds[1].ended);
    QCOMPARE(answer->renewals.size(), 1u);
    QCOMPARE(answer->marks.size(), 1u);
    QCOMPARE(answer->marks[0].other.bytes, QByteArray("old"));
    QCOMPARE(store->holds({.range = {Start + 5s, Start + 60s}})->holds.size(), 3u);
}

void TestHistoryStore::keepsMinutes()
{
    Tally minute{
        .from = Start, .length = 60s, .acquired = 5, .expired = 2, .waiterSeconds = 1.5, .mostWaiters = 3};
    minute.totals = {.locks = 7, .held = 6, .waiters = 2, .levels = {1, 2, 3, 4}};
    minute.holds.add(30s);
    minute.sampled = true;
    {
        const auto store = opened();
        QVERIFY(store->append(minute).ok());
    }
    const auto store = opened();
    const auto minutes = store->minutes({Start, Start + 1h}, 60s);
    QVERIFY(minutes.ok());
    QCOMPARE(minutes->size(), 1u);
    const Tally &read = minutes->front();
    QCOMPARE(read.from, Start);
    QCOMPARE(read.acquired, 5);
    QCOMPARE(read.expired, 2);
    QCOMPARE(read.totals, minute.totals);
    QCOMPARE(read.waiterSeconds, 1.5);
    QCOMPARE(read.mostWaiters, 3);
    QCOMPARE(read.holds, minute.holds);
    QVERIFY(read.sampled && !read.blind);
}

void TestHistoryStore::tellsWhichLocksWereInDemand()
{
    const auto store = opened();
    const auto waiters = [](milliseconds at, qint64 count) {
        LockEvent event = lockEvent(EventKind::Waiters, "wanted", "me", at);
        event.count = count;
        return event;
    };
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    QVERIFY(store
                ->append({lockEvent(EventKind::Acquired, "wanted", "me", 10s), waiters(20s, 3),
                          lockEvent(EventKind::Acquired, "busy", "me", 21s),
                          lockEvent(EventKind::Released, "busy", "me", 22s, 1s),
                          lockEvent(EventKind::Acquired, "busy", "me", 23s),
                          lockEvent(EventKind::Released, "busy", "me", 24s, 1s), waiters(30s, 0),
                          lockEvent(EventKind::Released, "wanted", "me", 70s, 60s),
                          lockEvent(EventKind::Acquired, "later", "me", 80s)})
                .ok());
    const auto demand = store->contention({Start - 1h, Start + 60s}, 10);
    QVERIFY(demand.ok());
    QCOMPARE(demand->size(), 2u);
    const Contention &wanted = (*demand)[0];
    QCOMPARE(wanted.key.bytes, QByteArray("wanted"));
    QCOMPARE(wanted.kind, QByteArray("token-lock"));
    QCOMPARE(wanted.acquired, 1);
    QCOMPARE(wanted.mostWaiters, 3);
    QCOMPARE(wanted.waiterSeconds, 30.0);
    QCOMPARE(wanted.heldFor, 50s); // it ended after the range
    QCOMPARE(wanted.over.from, Start);
    QCOMPARE(wanted.over.to, Start + 60s);
    const Contention &busy = (*demand)[1];
    QCOMPARE(busy.acquired, 2);
    QCOMPARE(busy.heldFor, 2s);
    QCOMPARE(store->contention({Start - 1h, Start + 60s}, 1)->size(), 1u);
    // Held all the time, without other waiters.
    const auto open = store->contention({Start + 90s, Start + 100s}, 10);
    QCOMPARE(open->size(), 1u);
    QCOMPARE(open->front().heldFor, 10s);
    QCOMPARE(open->front().acquired, 0);
}

void TestHistoryStore::whoWaitedBeforeCountsOn()
{
    const auto store = opened();
    const auto waiters = [](const QByteArray &key, milliseconds at, qint64 count) {
        LockEvent event = lockEvent(EventKind::Waiters, key, "me", at);
        event.count = count;
        return event;
    };
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    QVERIFY(store->append({waiters("before", 10s, 7)}).ok()); // What became of them is unknown
    QVERIFY(store->close(Start + 20s).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 30s}).ok());
    QVERIFY(store
                ->append({waiters("wanted", 35s, 5), waiters("wanted", 40s, 2), waiters("fewer", 40s, 3),
                          waiters("free", 40s, 3), waiters("free", 50s, 0),
                          lockEvent(EventKind::Acquired, "stuck", "me", 40s), waiters("stuck", 45s, 4),
                          lockEvent(EventKind::Renewed, "wanted", "me", 55s),
                          lockEvent(EventKind::Renewed, "wanted", "me", 65s), waiters("fewer", 70s, 0),
                          lockEvent(EventKind::Renewed, "free", "me", 75s),
                          lockEvent(EventKind::Renewed, "before", "me", 75s)})
                .ok());
    const auto demand = store->contention({Start + 60s, Start + 80s}, 10);
    QVERIFY(demand.ok());
    QCOMPARE(demand->size(), 3u);
    QCOMPARE((*demand)[0].key.bytes, QByteArray("stuck")); // No event in that time
    QCOMPARE((*demand)[0].waiterSeconds, 80.0);
    QCOMPARE((*demand)[0].mostWaiters, 4);
    QCOMPARE((*demand)[0].heldFor, 20s);
    QCOMPARE((*demand)[1].key.bytes, QByteArray("wanted"));
    QCOMPARE((*demand)[1].waiterSeconds, 40.0);
    QCOMPARE((*demand)[1].mostWaiters, 2);
    QCOMPARE((*demand)[1].kind, QByteArray("token-lock"));
    QCOMPARE((*demand)[2].key.bytes, QByteArray("fewer"));
    QCOMPARE((*demand)[2].waiterSeconds, 30.0); // Until 70 s
    QCOMPARE((*demand)[2].mostWaiters, 3);
    QCOMPARE(store->contention({Start + 60s, Start + 80s}, 1)->size(), 1u);
    QVERIFY(store->close(Start + 100s).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 1h}).ok());
    QVERIFY(store->append({waiters("wanted", 1h + 5s, 1), waiters("stuck", 1h + 5s, 0)}).ok());
    const auto night = store->contention({Start + 60s, Start + 1h + 10s}, 10);
    QVERIFY(night.ok());
    QCOMPARE((*night)[0].key.bytes, QByteArray("stuck"));
    QCOMPARE((*night)[0].waiterSeconds, 160.0); // Until observation ended
    QCOMPARE((*night)[1].waiterSeconds, 85.0);  // And again since it resumed
}

// The newest ones are kept, and the answer says from when they are complete.
void TestHistoryStore::tooManyHoldsAreLeftOutFromTheOldest()
{
    const auto store = opened();
    std::vector<LockEvent> events;
    for (int i = 1; i <= 10; ++i) {
        events.push_back(lockEvent(EventKind::Released, "a", "me", i * 10s, 1s));
        events.push_back(lockEvent(EventKind::Released, "b", "me", i * 10s + 5s, 1s));
    }
    QVERIFY(store->append(events).ok());
    const HistoryRange range{Start, Start + 200s};
    const auto all = store->holds({.range = range, .keys = {{"a"}, {"b"}}, .most = 20});
    QVERIFY(!all->truncated && !all->leftOutBefore);
    const auto some = store->holds({.range = range, .keys = {{"a"}, {"b"}}, .most = 6});
    QVERIFY(some->truncated);
    QCOMPARE(some->holds.size(), 6u);
    QCOMPARE(some->leftOutBefore, std::optional(Start + 75s)); // Three of each are present
    const auto any = store->holds({.range = range, .most = 6});
    QCOMPARE(any->leftOutBefore, some->leftOutBefore);
    for (int i = 1; i <= 10; ++i)
        QVERIFY(store->append({lockEvent(EventKind::Renewed, "c", "me", 110s + i * 1s)}).ok());
    const auto renewed = store->holds({.range = range, .keys = {{"a"}, {"c"}}, .most = 7});
    QCOMPARE(renewed->leftOutBefore, std::optional(Start + 113s)); // "a" has older ones
}

void TestHistoryStore::demandIsThatOfTheNewestEvents()
{
    const auto store = opened();
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    std::vector<LockEvent> events{lockEvent(EventKind::Acquired, "first", "me", 0s),
                                  lockEvent(EventKind::Released, "first", "me", 1ms, 1ms)};
    for (int i = 1; i <= demandrows::EventsRead / 2; ++i) {
        events.push_back(lockEvent(EventKind::Acquired, "busy", "me", i * 10ms));
        events.push_back(lockEvent(EventKind::Released, "busy", "me", i * 10ms + 5ms, 5ms));
    }
    QVERIFY(store->append(events).ok());
    const auto demand = store->contention({Start, Start + 24h}, 10);
    QCOMPARE(demand->size(), 1u);
    QCOMPARE(demand->front().acquired, demandrows::EventsRead / 2);
    QCOMPARE(demand->front().over.from, Start + 10ms);
}

void TestHistoryStore::tellsThatTheDiskIsFull()
{
    const QString disk = m_folder->filePath(QStringLiteral("disk"));
    QVERIFY(QDir().mkpath(disk));
    const auto isDone = [](const QString &program, const QStringList &arguments) {
        return QProcess::execute(program, arguments) == 0;
    };
    if (!isDone(QStringLiteral("mount"), {QStringLiteral("-t"), QStringLiteral("tmpfs"), QStringLiteral("-o"),
                                          QStringLiteral("size=1m"), QStringLiteral("tmpfs"), disk}))
        QSKIP("a small disk cannot be mounted here: that takes root");
    const auto unmount = qScopeGuard([&] { isDone(QStringLiteral("umount"), {QStringLiteral("-l"), disk}); });
    HistoryStore store(disk + QStringLiteral("/history.sqlite"));
    QVERIFY(store.open().ok());
    Done written = Nothing{};
    for (int i = 0; written.ok() && i < 10'000; ++i) {
        written = store.append({lockEvent(EventKind::Acquired, QByteArray(900, 'k') + QByteArray::number(i),
                                          QByteArray(900, 'o'), milliseconds(i))});
        if (written.ok())
            written = store.commit();
    }
    QVERIFY(!written.ok());
    const QString text = written.failure().text;
    QVERIFY2(text.endsWith(QStringLiteral(": database or disk is full")), qPrintable(text));
}

LOCKSCOPE_TEST(TestHistoryStore)

} // namespace tst_historystore

#include "tst_historystore.moc"
