// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/history/demandrows.h"
#include "core/history/historystore.h"
#include "tests/support/runner.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <set>

namespace tst_historystore
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{1'700'000'000s};

LockEvent lockEvent(EventKind kind, const QByteArray &key, const QByteArray &owner, milliseconds at,
                    std::optional<milliseconds> held = {})
{
    return {.kind = kind,
            .key = {key},
            .lockKind = Registry::builtIn().find("token-lock")->kind(),
            .owner = {owner},
            .count = held ? 0 : 1,
            .ttl = held ? std::nullopt : std::optional<milliseconds>(30s),
            .held = held,
            .node = {QByteArrayLiteral("127.0.0.1:6379")},
            .source = EventSource::Keyspace,
            .wallAt = Start + at};
}

} // namespace

class TestHistoryStore : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void keepsEventsAsTheyWere();
    void doesNotKeepEveryKindOfAFile();
    void findsHoldsOfAnyLengthAtAMoment();
    void answersForSomeLocks();
    void keepsMinutes();
    void whatWasHeldAtTheCloseEndsThere();
    void whatWasHeldAtACrashEndsWithTheLastEvent();
    void aCrashCostsNoMoreThanASecond();
    void openingAfterACrashLooksAtNoEvent();
    void whatWasTakenTwiceAndGivenBackIsOver();
    void whatHasNoOwnerGoesOn();
    void saysWhenNobodyLooked();
    void tellsWhichLocksWereInDemand();
    void whoWaitedBeforeCountsOn();
    void demandIsThatOfTheNewestEvents();
    void aNewerFileIsRefused();
    void staysWithinItsSize();
    void tooManyHoldsAreLeftOutFromTheOldest();
    void forgetsWhatIsTooOld();
    void forgetsAllOfItOrNothing();
    void twoWritersOfOneFileAreRefused();
    void isReadWhileAnotherWritesIt();
    void tellsWhyItCannotBeOpened();
    void tellsThatTheFolderCannotBeWritten();
    void tellsThatTheDiskIsFull();
    void keepsVerdictsAndWaiters();
    void aFileOfAnOlderVersionIsRead();

private:
    QString file() const { return m_folder->filePath(QStringLiteral("history.sqlite")); }
    std::unique_ptr<HistoryStore> opened()
    {
        auto store = std::make_unique<HistoryStore>(file());
        if (const Done done = store->open(); !done.ok())
            qWarning("%s", qPrintable(done.failure().line()));
        return store;
    }
    std::unique_ptr<QTemporaryDir> m_folder;
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

void TestHistoryStore::aFileOfAnOlderVersionIsRead()
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
    const auto story = store->story({key}, 100);
    QVERIFY(story.ok());
    QCOMPARE(story->events.size(), 2u);
    QVERIFY(!story->truncated);
    QCOMPARE(story->since, std::optional(Start));
    QCOMPARE(story->events.front().kind, EventKind::Acquired);
    QCOMPARE(story->events.front().ttl, std::optional<milliseconds>(30s));
    QVERIFY(!story->events.front().held && !story->events.front().sampled);
    const LockEvent &last = story->events.back();
    QCOMPARE(last.key.bytes, key);
    QCOMPARE(last.owner, end.owner);
    QCOMPARE(last.node, end.node);
    QCOMPARE(last.source, EventSource::Tracking);
    QCOMPARE(last.wallAt, end.wallAt);
    QCOMPARE(last.held, end.held);
    QVERIFY(last.heldIsLowerBound && last.sampled);
    QCOMPARE(last.lockKind.name, std::string_view("token-lock"));
    QCOMPARE(*store->since(), std::optional(Start));
    QCOMPARE(store->story({key}, 1)->events.front().kind, EventKind::Expired);
    QVERIFY(store->story({key}, 1)->truncated);
    QVERIFY(store->story({QByteArray("no such")}, 1)->events.empty());
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
    const auto story = store->story({"lock"}, 10'000);
    QVERIFY(story.ok());
    QCOMPARE(story->events.size(), size_t(names.size()));
    std::set<std::string_view> kinds;
    for (const LockEvent &event : story->events)
        kinds.insert(event.lockKind.name);
    QCOMPARE(kinds.size(), size_t(1002)); // of the names above, rlock and unknown
    QVERIFY(kinds.contains("unknown"));
    QCOMPARE(story->events.at(story->events.size() - 2).lockKind.name, std::string_view("rlock"));
    QCOMPARE(story->events.back().lockKind.name, std::string_view("made-up-0"));
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

void TestHistoryStore::whatWasHeldAtTheCloseEndsThere()
{
    Lock there;
    there.key = {QByteArray("there")};
    there.kind = {"rlock"};
    there.holders.append(Holder{.id = {QByteArray("old")}});
    there.readAt = there.heldSince + 5s;
    {
        const auto store = opened();
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", "me", 1s)}).ok());
        QVERIFY(store->append(OpenHolds().firstSights(there, Start + 10s)).ok());
        QCOMPARE(store->moment(Start + 20s, 10)->holds.size(), 2u);
        QVERIFY(store->close(Start + 60s).ok());
    }
    const auto store = opened();
    const auto held = store->moment(Start + 20s, 10);
    QCOMPARE(held->holds.size(), 2u);
    for (const Hold &hold : held->holds) {
        QCOMPARE(hold.how, EventKind::Changed);
        QCOMPARE(*hold.ended, Start + 60s);
        QCOMPARE(hold.began, hold.key == there.key ? Start + 5s : Start + 1s);
        QCOMPARE(hold.beganBefore, hold.key == there.key);
    }
    const auto story = store->story(there.key, 10);
    QCOMPARE(story->events.size(), 2u);
    QVERIFY(isFirstSight(story->events[0]) && isEnd(story->events[1]));
    QVERIFY(store->moment(Start + 61s, 10)->holds.empty());
}

void TestHistoryStore::whatWasHeldAtACrashEndsWithTheLastEvent()
{
    {
        const auto store = opened();
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "before", "me", 1s)}).ok());
        QVERIFY(store->close(Start + 2s).ok());
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 3s}).ok());
        QVERIFY(store
                    ->append({lockEvent(EventKind::Acquired, "a", "me", 4s),
                              lockEvent(EventKind::Acquired, "b", "me", 5s),
                              lockEvent(EventKind::Released, "b", "me", 9s, 4s)})
                    .ok());
        QVERIFY(store->commit().ok());
    } // Without close(), like a crash
    const auto store = opened();
    const auto held = store->holds({.range = {Start + 3s, Start + 100s}});
    QCOMPARE(held->holds.size(), 2u);
    for (const Hold &hold : held->holds)
        QCOMPARE(*hold.ended, Start + 9s);
    const auto story = store->story({QByteArray("a")}, 10);
    QCOMPARE(story->events.size(), 2u);
    QCOMPARE(story->events.back().kind, EventKind::Changed);
    QCOMPARE(story->events.back().held, std::optional<milliseconds>(5s));
}

void TestHistoryStore::aCrashCostsNoMoreThanASecond()
{
    {
        const auto store = opened();
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", "", 1s)}).ok());
        QVERIFY(store->append(Tally{.from = Start, .length = 2s, .acquired = 1}).ok());
        QVERIFY(store->commit().ok());
        QVERIFY(store->append(Tally{.from = Start, .length = 20s, .acquired = 1}).ok());
        QVERIFY(store->commit().ok());
    }
    const auto store = opened();
    const auto minutes = store->minutes({Start, Start + 1h}, 60s);
    QCOMPARE(minutes->size(), 1u);
    QCOMPARE(minutes->front().length, 20s);
    QCOMPARE(minutes->front().acquired, 1);
    // Nothing happened for a while, and that was observed.
    const auto held = store->holds({.range = {Start, Start + 1h}});
    QCOMPARE(held->holds.size(), 1u);
    QCOMPARE(*held->holds[0].ended, Start + 20s);
}

// Opening reads only the open holds, however many events there are: the last events are truncated here.
void TestHistoryStore::openingAfterACrashLooksAtNoEvent()
{
    {
        const auto store = opened();
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "long", "me", 1s)}).ok());
        QVERIFY(store->commit().ok());
        std::vector<LockEvent> events;
        for (int i = 0; i < 30'000; ++i) {
            const QByteArray key = "lock:" + QByteArray::number(i % 100);
            events.push_back(lockEvent(EventKind::Acquired, key, "me", 2s + i * 2ms));
            events.push_back(lockEvent(EventKind::Released, key, "me", 2s + i * 2ms + 1ms, 1ms));
        }
        QVERIFY(store->append(events).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "taken again", "me", 90s)}).ok());
        QVERIFY(store->commit().ok());
        QVERIFY(store
                    ->append({lockEvent(EventKind::Released, "taken again", "me", 91s, 1s),
                              lockEvent(EventKind::Acquired, "taken again", "me", 92s)})
                    .ok());
        QVERIFY(store->commit().ok());
        const HistorySettings limits{.keep = true, .age = 50s, .bytes = qint64(1) << 30};
        while (*store->trim(limits, Start + 100s)) { // The event that began the long hold is gone
        }
        QVERIFY(*store->since() > Start + 2s);
        QVERIFY(store->append(Tally{.from = Start + 90s, .length = 5s}).ok());
    }
    const auto store = opened();
    const auto held = store->moment(Start + 93s, 10);
    QCOMPARE(held->holds.size(), 2u);
    for (const Hold &hold : held->holds) {
        QCOMPARE(hold.how, EventKind::Changed);
        QCOMPARE(*hold.ended, Start + 95s);
        QCOMPARE(hold.began, hold.key.bytes == "long" ? Start + 1s : Start + 92s);
    }
}

void TestHistoryStore::whatWasTakenTwiceAndGivenBackIsOver()
{
    {
        const auto store = opened();
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", "me", 1s)}).ok());
        QVERIFY(store->commit().ok());
        QVERIFY(store
                    ->append({lockEvent(EventKind::Acquired, "a", "me", 2s),
                              lockEvent(EventKind::Released, "a", "me", 3s, 1s)})
                    .ok());
        QVERIFY(store->commit().ok());
        QVERIFY(store->append(Tally{.from = Start, .length = 50s}).ok());
    } // Without close(), like a crash
    const auto store = opened();
    const auto story = store->story({QByteArray("a")}, 10);
    QCOMPARE(story->events.size(), 3u);
    QCOMPARE(story->events.back().kind, EventKind::Released);
    QVERIFY(store->moment(Start + 10s, 10)->holds.empty());
}

// The key alone names the hold: the lock's value says nothing.
void TestHistoryStore::whatHasNoOwnerGoesOn()
{
    const auto store = opened();
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", {}, 1s)}).ok());
    QVERIFY(store->close(Start + 60s).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 70s}).ok());
    QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", {}, 71s, 70s)}).ok()); // since 1 s
    const auto held = store->moment(Start + 20s, 10);
    QCOMPARE(held->holds.size(), 1u);
    QCOMPARE(held->holds.front().began, Start + 1s);
    QVERIFY(!held->holds.front().ended);
}

void TestHistoryStore::saysWhenNobodyLooked()
{
    const auto store = opened();
    QVERIFY(!*store->since());
    QVERIFY(!store->moment(Start, 10)->watched);
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", "me", 5s)}).ok());
    QVERIFY(store->close(Start + 60s).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 100s}).ok());
    QCOMPARE(*store->since(), std::optional(Start));
    const auto answer = store->holds({.range = {Start - 10s, Start + 200s}});
    QCOMPARE(answer->unseen.size(), 2u);
    QCOMPARE(answer->unseen[0].from, Start - 10s);
    QCOMPARE(answer->unseen[0].to, Start);
    QCOMPARE(answer->unseen[1].from, Start + 60s);
    QCOMPARE(answer->unseen[1].to, Start + 100s);
    QVERIFY(!store->moment(Start - 1s, 10)->watched);
    QVERIFY(store->moment(Start + 1s, 10)->watched); // nothing was held
    QVERIFY(!store->moment(Start + 80s, 10)->watched);
    QVERIFY(store->moment(Start + 120s, 10)->watched);
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

void TestHistoryStore::aNewerFileIsRefused()
{
    {
        const auto store = opened();
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", "me", 5s)}).ok());
    }
    const auto stamp = [this](char version) { // SQLite keeps it in four bytes at offset 60
        QFile raw(file());
        QVERIFY(raw.open(QIODevice::ReadWrite));
        QVERIFY(raw.seek(60));
        QCOMPARE(raw.read(4), QByteArray("\0\0\0\1", 4));
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

void TestHistoryStore::staysWithinItsSize()
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
    const auto last = store->story({QByteArray("lock:order:") + QByteArray::number(364 * 100)}, 1000);
    QCOMPARE(last->events.size(), 14u);
    qInfo("%lld events written, at most %lld bytes", written, most);
}

void TestHistoryStore::forgetsWhatIsTooOld()
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
    QVERIFY(store->story({QByteArray("old")}, 10)->events.empty());
    // A deleted key returns.
    QVERIFY(store->append({lockEvent(EventKind::Acquired, "old", "you", 31h)}).ok());
    QCOMPARE(store->story({QByteArray("old")}, 10)->events.size(), 1u);
}

void TestHistoryStore::forgetsAllOfItOrNothing()
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
    QCOMPARE(store->story({QByteArray("old")}, 10)->events.size(), 1u);
    QCOMPARE(store->moment(Start + 500ms, 10)->holds.size(), 1u);
    while (*store->trim(limits, Start + 48h)) {
    }
    QVERIFY(store->story({QByteArray("old")}, 10)->events.empty());
}

void TestHistoryStore::twoWritersOfOneFileAreRefused()
{
    const auto first = opened();
    HistoryStore second(file());
    const Done done = second.open();
    QVERIFY(!done.ok());
    QCOMPARE(done.failure().kind, ErrorKind::Busy);
    QVERIFY(done.failure().text.contains(file()));
}

void TestHistoryStore::isReadWhileAnotherWritesIt()
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
        QCOMPARE(reader.story({QByteArray("a")}, 10)->events.size(), 1u);
        QVERIFY(writer->append(std::vector{lockEvent(EventKind::Released, "a", "me", 1s, 1s)}).ok());
        QVERIFY(writer->commit().ok());
        const HoldsQuery query{.range = {Start, Start + 10s}, .keys = {{"a"}}};
        QCOMPARE(reader.story({QByteArray("a")}, 10)->events.size(), 1u); // As it was when opened
        QVERIFY(reader.holds(query)->holds.size() == 1 && !reader.holds(query)->holds[0].ended);
        HistoryStore later(file());
        QVERIFY(later.openForReading().ok());
        QCOMPARE(later.story({QByteArray("a")}, 10)->events.size(), 2u);
        QVERIFY(later.holds(query)->holds.size() == 1 && later.holds(query)->holds[0].ended);
    }
    QCOMPARE(writer->story({QByteArray("a")}, 10)->events.size(), 2u);
    QVERIFY(writer->append(std::vector{lockEvent(EventKind::Acquired, "a", "you", 2s)}).ok());
    QVERIFY(writer->commit().ok()); // Closed readers have not kept the lock
    HistoryStore second(file());
    QCOMPARE(second.open().failure().kind, ErrorKind::Busy);
}

void TestHistoryStore::tellsWhyItCannotBeOpened()
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
void TestHistoryStore::tellsThatTheFolderCannotBeWritten()
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
