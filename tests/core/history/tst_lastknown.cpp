// SPDX-License-Identifier: GPL-3.0-or-later
// How long a hold was certainly held whose end was not seen: until its server was lost, or its TTL was over.

#include "core/history/compare/compare.h"
#include "core/history/memory/eventring.h"
#include "core/history/playback/recordingreader.h"
#include "core/history/playback/verdictthen.h"
#include "core/history/recording/redactedfeed.h"
#include "core/history/sharing/sharing.h"
#include "core/history/values/historyfiles.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_lastknown
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestLastKnown : public test::HistoryStoreTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void untilTheServerIsLost();
    void notBeyondItsExpiry();
    void whatGoesOnIsHeldThroughout();
    void aReplacedMasterIsLost();
    void theSameOwnerAfterwards();
    void whatAReconnectionShowsIsWrittenWithinIt();
    void asTheNextEventOfItsOwnerSays();
    void onlyTheEndIsUnknown();
    void comparedByWhatIsCertain();
    void lostBeforeTheFile();
    void lostBeforeTheRotation();
    void aMemberOfAGroupIsLost();
    void theNewMasterIsLost();
    void seenAfterALoss();
    void notBeyondAGap();
    void judgedWhereItWas();
    void judgedWhereItIs();
    void unreadableMeanwhile();
    void unreadableUntilWatchingEnds();
    void nothingIsToldOfAnUnreadableKey();
    void sharedAmidALoss();

private:
    static LockEvent acquired(std::optional<milliseconds> ttl)
    {
        LockEvent event = lockEvent(EventKind::Acquired, "lock:a", "me", 1s);
        event.ttl = ttl;
        return event;
    }
    static Mark mark(Mark::Kind kind, milliseconds at)
    {
        return {.kind = kind, .at = Start + at, .node = {"127.0.0.1:6379"}};
    }
    // Lost at 10 s, connected again at 20 s.
    void write(std::optional<milliseconds> ttl, const std::vector<LockEvent> &after)
    {
        const auto store = opened();
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
        VERIFY_OK(store->append({acquired(ttl)}));
        VERIFY_OK(store->append(mark(Mark::Kind::Lost, 10s)));
        VERIFY_OK(store->append(mark(Mark::Kind::Back, 20s)));
        VERIFY_OK(store->append(after));
        VERIFY_OK(store->close(Start + 60s));
    }
    Hold heldAt(milliseconds at) const
    {
        RecordingReader reader(file());
        const Done done = reader.open();
        const auto then = reader.moment(Start + at, 10);
        return done.ok() && then && then->holds.size() == 1 ? then->holds.front() : Hold{};
    }
    static LockEvent unseenEnd() { return lockEvent(EventKind::Changed, "lock:a", "me", 20s, 19s); }
};

void TestLastKnown::untilTheServerIsLost()
{
    write(30s, {unseenEnd()});
    const Hold hold = heldAt(15s);
    QCOMPARE(hold.began, Start + 1s);
    QCOMPARE(hold.knownLength(Start + 15s), 9s);
    QVERIFY(hold.isLengthAtLeast(Start + 15s));
    QCOMPARE(heldAt(5s).knownLength(Start + 5s), 4s);
    QVERIFY(!heldAt(5s).isLengthAtLeast(Start + 5s));
}

// A server that hangs is noticed later.
void TestLastKnown::notBeyondItsExpiry()
{
    write(3s, {unseenEnd()});
    QCOMPARE(heldAt(15s).knownLength(Start + 15s), 3s);
    QVERIFY(heldAt(15s).isLengthAtLeast(Start + 15s));
}

void TestLastKnown::whatGoesOnIsHeldThroughout()
{
    write(30s, {lockEvent(EventKind::Released, "lock:a", "me", 25s, 24s)});
    for (const milliseconds at : {15s, 22s}) {
        QCOMPARE(heldAt(at).knownLength(Start + at), at - 1s);
        QVERIFY(!heldAt(at).isLengthAtLeast(Start + at));
    }
    start();
    write(50s, {}); // until the recording ends
    QCOMPARE(heldAt(40s).knownLength(Start + 40s), 39s);
}

void TestLastKnown::aReplacedMasterIsLost()
{
    const auto store = opened();
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
    VERIFY_OK(store->append({acquired(30s)}));
    VERIFY_OK(store->append(mark(Mark::Kind::Lost, 10s)));
    LockEvent end = unseenEnd();
    end.node = {"b:1"};
    VERIFY_OK(store->append(Mark{
        .kind = Mark::Kind::Failover, .at = Start + 20s, .node = end.node, .other = {"127.0.0.1:6379"}}));
    VERIFY_OK(store->append({end}));
    VERIFY_OK(store->close(Start + 60s));
    QCOMPARE(heldAt(15s).knownLength(Start + 15s), 9s);
}

// Nothing shows that it is the same hold, nor that it is another.
void TestLastKnown::theSameOwnerAfterwards()
{
    LockEvent again = lockEvent(EventKind::Acquired, "lock:a", "me", 20s, 0s);
    again.count = 1;
    again.heldIsLowerBound = true;
    write({}, {unseenEnd(), again});
    QVERIFY(heldAt(15s).mayGoOn);
    QCOMPARE(heldAt(15s).knownLength(Start + 15s), 9s);
    QVERIFY(!heldAt(30s).mayGoOn);
    QVERIFY(heldAt(30s).beganBefore);
}

// All ends first, then what is held, of however many holders.
void TestLastKnown::whatAReconnectionShowsIsWrittenWithinIt()
{
    constexpr int Others = 120;
    std::vector<LockEvent> events{unseenEnd()};
    for (int i = 0; i < Others; ++i)
        events.push_back(lockEvent(EventKind::Changed, "lock:a", "o" + QByteArray::number(i), 20s, 0s));
    for (int i = 0; i < Others; ++i) {
        events.push_back(lockEvent(EventKind::Acquired, "lock:a", "n" + QByteArray::number(i), 20s, 0s));
        events.push_back(lockEvent(EventKind::Released, "lock:a", "n" + QByteArray::number(i), 20s, 0s));
    }
    LockEvent again = lockEvent(EventKind::Acquired, "lock:a", "me", 20s + 80ms, 0s);
    again.count = 1;
    again.heldIsLowerBound = true;
    events.push_back(again);
    write({}, events);
    QVERIFY(heldAt(15s).mayGoOn);
}

void TestLastKnown::asTheNextEventOfItsOwnerSays()
{
    // The release at 26 s tells that its owner had the lock twice, since 20 s for the second time
    write({}, {unseenEnd(), lockEvent(EventKind::Released, "lock:a", "me", 26s, 6s)});
    QVERIFY(heldAt(15s).mayGoOn);
    QVERIFY(!heldAt(23s).mayGoOn && heldAt(23s).ended);
    start();
    LockEvent later = lockEvent(EventKind::Acquired, "lock:a", "me", 21s, 0s);
    later.count = 1;
    write({}, {unseenEnd(), later});
    QVERIFY(!heldAt(15s).mayGoOn && heldAt(15s).ended);
}

// The engine knows such a hold until its last reading only, and calls that a lower bound.
void TestLastKnown::onlyTheEndIsUnknown()
{
    EventRing ring;
    ring.clear(Start);
    ring.add(std::vector{acquired(30s)});
    LockEvent end = lockEvent(EventKind::Changed, "lock:a", "me", 20s, 4s);
    end.heldIsLowerBound = true;
    const LockEvent kept = ring.add(std::vector{end}).front();
    QCOMPARE(holdOf(kept).began, Start + 1s);
    QVERIFY(!holdOf(kept).beganBefore);
}

void TestLastKnown::comparedByWhatIsCertain()
{
    write(3s, {unseenEnd(), lockEvent(EventKind::Acquired, "lock:b", "me", 30s)});
    const auto comparison = compare({.before = {file(), {Start, Start + 25s}},
                                     .after = {file(), {Start + 25s, Start + 60s}},
                                     .by = CompareBy::Lock});
    VERIFY_OK(comparison);
    const ComparedGroup &all = comparison->groups.front();
    QCOMPARE(all.before.longestPartlySeen, std::optional<milliseconds>(3s));
}

// A copy of a part of a recording does not say since when.
void TestLastKnown::lostBeforeTheFile()
{
    const auto store = opened();
    LockEvent seen = lockEvent(EventKind::Acquired, "lock:a", "me", 100s, 99s);
    seen.count = 1;
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 100s}));
    VERIFY_OK(store->append({seen}));
    VERIFY_OK(store->append(mark(Mark::Kind::Lost, 100s)));
    VERIFY_OK(store->close(Start + 200s));
    QCOMPARE(heldAt(150s).began, Start + 1s);
    QCOMPARE(heldAt(150s).knownLength(Start + 150s), 0s);
    QVERIFY(heldAt(150s).isLengthAtLeast(Start + 150s));
}

void TestLastKnown::lostBeforeTheRotation()
{
    auto store = opened();
    RecordingPlace place = store->place().next();
    place.isGapless = true;
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
    VERIFY_OK(store->append({acquired({})}));
    VERIFY_OK(store->append(mark(Mark::Kind::Lost, 10s)));
    VERIFY_OK(store->commit());
    QVERIFY(store->endLog());
    VERIFY_OK(store->close(Start + 100s));
    store.reset();
    VERIFY_OK(rotateHistoryFile(file(), 1));
    store = std::make_unique<HistoryStore>(file());
    VERIFY_OK(store->open(place));
    LockEvent seen = lockEvent(EventKind::Acquired, "lock:a", "me", 100s + 5ms, 99s + 5ms);
    seen.count = 1;
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 100s + 5ms}));
    VERIFY_OK(store->append(mark(Mark::Kind::Lost, 100s + 5ms)));
    VERIFY_OK(store->append({seen}));
    VERIFY_OK(store->beginVerdicts({}, Start + 100s + 5ms));
    VERIFY_OK(store->close(Start + 200s));
    for (const milliseconds at : {50s, 150s}) {
        const Hold hold = heldAt(at);
        QCOMPARE(hold.began, Start + 1s);
        QVERIFY(hold.knownLength(Start + at) <= 9s);
        QVERIFY(hold.isLengthAtLeast(Start + at));
    }
    QCOMPARE(heldAt(50s).knownLength(Start + 50s), 9s);
}

// Locks are hidden only while no majority answers.
void TestLastKnown::aMemberOfAGroupIsLost()
{
    std::vector<NodeStatus> nodes(5);
    for (int i = 0; i < 5; ++i) {
        nodes[size_t(i)].node = {QByteArray("n" + QByteArray::number(i))};
        nodes[size_t(i)].member = i;
    }
    const auto store = opened();
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
    VERIFY_OK(store->append(
        std::vector{StateRow{.kind = StateRow::Kind::Nodes, .at = Start, .bytes = packed(nodes)}}));
    LockEvent began = acquired({});
    LockEvent end = lockEvent(EventKind::Changed, "lock:a", "me", 200s, 199s);
    began.node = end.node = nodes[0].node;
    VERIFY_OK(store->append({began}));
    const auto lost = [&](size_t node, milliseconds at) {
        return Mark{.kind = Mark::Kind::Lost, .at = Start + at, .node = nodes[node].node};
    };
    VERIFY_OK(store->append(lost(0, 10s)));
    VERIFY_OK(store->append(Tally{.from = Start, .length = 60s}));
    VERIFY_OK(store->append(lost(3, 80s)));
    VERIFY_OK(store->append(Tally{.from = Start + 60s, .length = 30s}));
    VERIFY_OK(store->append(lost(4, 90s)));
    VERIFY_OK(store->append(Tally{.from = Start + 90s, .length = 30s, .blind = true}));
    VERIFY_OK(store->append({end}));
    VERIFY_OK(store->close(Start + 300s));
    QCOMPARE(heldAt(70s).knownLength(Start + 70s), 69s);
    QVERIFY(!heldAt(70s).isLengthAtLeast(Start + 70s));
    QCOMPARE(heldAt(150s).knownLength(Start + 150s), 89s);
    QVERIFY(heldAt(150s).isLengthAtLeast(Start + 150s));
}

void TestLastKnown::theNewMasterIsLost()
{
    const auto store = opened();
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
    VERIFY_OK(store->append({acquired({})}));
    VERIFY_OK(store->append(
        Mark{.kind = Mark::Kind::Failover, .at = Start + 20s, .node = {"b:1"}, .other = {"127.0.0.1:6379"}}));
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Lost, .at = Start + 30s, .node = {"b:1"}}));
    VERIFY_OK(store->commit());
    QCOMPARE(heldAt(40s).knownLength(Start + 40s), 29s);
    QVERIFY(heldAt(40s).isLengthAtLeast(Start + 40s));
}

void TestLastKnown::seenAfterALoss()
{
    write({}, {lockEvent(EventKind::Renewed, "lock:a", "me", 90s),
               lockEvent(EventKind::Changed, "lock:a", "me", 100s, 99s)});
    QCOMPARE(heldAt(95s).knownLength(Start + 95s), 94s);
    QVERIFY(!heldAt(95s).isLengthAtLeast(Start + 95s));
}

// Events were missed then, perhaps the end.
void TestLastKnown::notBeyondAGap()
{
    for (const bool isSeenAgain : {false, true}) {
        start();
        const auto store = opened();
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
        VERIFY_OK(store->append({acquired({})}));
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Gap, .at = Start + 10s}));
        if (isSeenAgain)
            VERIFY_OK(store->append({lockEvent(EventKind::Renewed, "lock:a", "me", 15s)}));
        VERIFY_OK(store->append({unseenEnd()}));
        VERIFY_OK(store->close(Start + 60s));
        QCOMPARE(heldAt(18s).knownLength(Start + 18s), isSeenAgain ? 17s : 9s);
        QCOMPARE(heldAt(18s).isLengthAtLeast(Start + 18s), !isSeenAgain);
    }
}

// The answer about the time before a failover does not change when the hold ends on the new master.
void TestLastKnown::judgedWhereItWas()
{
    const auto store = opened();
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
    VERIFY_OK(store->beginVerdicts({}, Start));
    VERIFY_OK(store->append({acquired(60s)}));
    VERIFY_OK(store->append(mark(Mark::Kind::Lost, 10s)));
    VERIFY_OK(store->append(
        Mark{.kind = Mark::Kind::Failover, .at = Start + 20s, .node = {"b:1"}, .other = {"127.0.0.1:6379"}}));
    LockEvent end = lockEvent(EventKind::Released, "lock:a", "me", 40s, 39s);
    end.node = {"b:1"};
    VERIFY_OK(store->append({end}));
    VERIFY_OK(store->close(Start + 60s));
    RecordingReader reader(file());
    VERIFY_OK(reader.open());
    for (const auto &[at, isKnown] : {std::pair(5s, true), std::pair(15s, false), std::pair(30s, true)}) {
        const HistoryRange range{Start + at, Start + at + 1ms};
        const auto answer = reader.holds({.range = range, .keys = {end.key}});
        QVERIFY(answer && answer->holds.size() == 1);
        QCOMPARE(verdictThen(*answer, end.key, answer->holds, range.from).has_value(), isKnown);
    }
}

// Nothing was read of it on the new master.
void TestLastKnown::judgedWhereItIs()
{
    const NodeId other{"b:1"};
    const auto store = opened();
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
    VERIFY_OK(store->beginVerdicts({}, Start));
    VERIFY_OK(store->append({acquired(60s)}));
    VERIFY_OK(store->append(
        Mark{.kind = Mark::Kind::Failover, .at = Start + 20s, .node = other, .other = {"127.0.0.1:6379"}}));
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Lost, .at = Start + 30s, .node = other}));
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Back, .at = Start + 40s, .node = other}));
    VERIFY_OK(store->commit());
    for (const bool isClosed : {false, true}) {
        if (isClosed)
            VERIFY_OK(store->close(Start + 60s));
        RecordingReader reader(file());
        VERIFY_OK(reader.open());
        for (const auto &[at, isKnown] :
             {std::pair(15s, true), std::pair(35s, false), std::pair(45s, true)}) {
            const HistoryRange range{Start + at, Start + at + 1ms};
            const auto answer = reader.holds({.range = range, .keys = {{"lock:a"}}});
            QVERIFY(answer && answer->holds.size() == 1);
            QCOMPARE(verdictThen(*answer, {"lock:a"}, answer->holds, range.from).has_value(), isKnown);
        }
    }
}

// The key may have been deleted meanwhile; what is hidden later is told again.
void TestLastKnown::unreadableUntilWatchingEnds()
{
    {
        const auto store = opened();
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
        VERIFY_OK(store->append({LockEvent{.key = {"lock:a"}, .unreadable = true, .wallAt = Start + 10s}}));
        VERIFY_OK(store->close(Start + 20s));
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 30s}));
        VERIFY_OK(store->close(Start + 60s));
    }
    const QString copy = m_folder->filePath(QStringLiteral("copy"));
    QVERIFY(
        share({.files = {file()}, .output = copy, .range = {Start + 35s, Start + 50s}, .keepsNames = true})
            .ok());
    for (const QString &name : {file(), copy}) {
        RecordingReader reader(name);
        VERIFY_OK(reader.open());
        const auto answer = reader.holds({.range = {Start + 36s, Start + 40s}, .keys = {{"lock:a"}}});
        QVERIFY(answer && answer->unreadable.empty());
    }
    RecordingReader reader(file());
    VERIFY_OK(reader.open());
    const auto answer = reader.holds({.range = {Start, Start + 60s}, .keys = {{"lock:a"}}});
    QVERIFY(answer && answer->unreadable.size() == 1);
    QCOMPARE(answer->unreadable.front().from, Start + 10s);
    QCOMPARE(answer->unreadable.front().to, Start + 20s);
}

// From the refusal of the server until the key is read again, also in a shared copy that begins amid it.
void TestLastKnown::unreadableMeanwhile()
{
    {
        const auto store = opened();
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
        LockEvent end = lockEvent(EventKind::Changed, "lock:a", "me", 10s, 9s);
        end.unreadable = true;
        LockEvent unreadable{.key = end.key, .unreadable = true, .wallAt = end.wallAt};
        VERIFY_OK(store->append({acquired(60s), end, unreadable}));
        VERIFY_OK(store->append({LockEvent{.key = end.key, .wallAt = Start + 20s}}));
        VERIFY_OK(store->close(Start + 60s));
    }
    const QString copy = m_folder->filePath(QStringLiteral("copy"));
    QVERIFY(
        share({.files = {file()}, .output = copy, .range = {Start + 15s, Start + 50s}, .keepsNames = true})
            .ok());
    for (const QString &name : {file(), copy}) {
        RecordingReader reader(name);
        VERIFY_OK(reader.open());
        const auto watchedAt = [&](milliseconds at) {
            const auto answer = reader.holds({.range = {Start + at, Start + at + 1ms}, .keys = {{"lock:a"}}});
            return answer && answer->unseen.empty() && answer->unreadable.empty();
        };
        QCOMPARE(watchedAt(5s), name == file());
        QVERIFY(!watchedAt(16s));
        QVERIFY(watchedAt(25s));
    }
    QVERIFY(heldAt(5s).untilUnreadable);
}

void TestLastKnown::nothingIsToldOfAnUnreadableKey()
{
    OpenHolds open;
    open.note(acquired(30s));
    UnreadableKeys keys;
    const LockName key{"lock:a"};
    auto lock = std::make_shared<Lock>();
    lock->key = key;
    lock->holders.append(Holder{.id = {"me"}});
    const LockDelta refusal{.upserted = {lock}, .refused = {{.key = key}}};
    const std::vector<LockEvent> events = keys.take(refusal, open, Start + 10s);
    QCOMPARE(events.size(), 2U);
    QVERIFY(isEnd(events.front()) && events.front().unreadable);
    QVERIFY(!isEnd(events.back()) && events.back().unreadable && events.back().owner.isEmpty());
    open.note(events.front());
    QVERIFY(keys.firstSights(refusal, open, Start + 10s).empty()); // It is shown as it was last
    const std::vector<LockEvent> heard{lockEvent(EventKind::Changed, "lock:a", "me", 12s, 11s)};
    QVERIFY(keys.readable(heard, {}, Start + 12s).empty());
    QCOMPARE(keys.present(Start + 13s).size(), 1U);
    const std::vector<LockEvent> again = keys.readable(heard, {.readAgain = {key}}, Start + 14s);
    QCOMPARE(again.size(), 1U);
    QVERIFY(!again.front().unreadable && !isEnd(again.front()));
    QVERIFY(!keys.has(key));
    Pseudonyms names(QByteArray(Pseudonyms::SaltBytes, 's'));
    QCOMPARE(redacted(refusal, names).refused.front().key, names.key(key));
    QCOMPARE(redacted({.readAgain = {key}}, names).readAgain.front(), names.key(key));
}

// Only the time until the loss is certain, and the file that begins later has no mark of it.
void TestLastKnown::sharedAmidALoss()
{
    write(60s, {unseenEnd()});
    const QString copy = m_folder->filePath(QStringLiteral("copy"));
    QVERIFY(
        share({.files = {file()}, .output = copy, .range = {Start + 15s, Start + 50s}, .keepsNames = true})
            .ok());
    RecordingReader reader(copy);
    VERIFY_OK(reader.open());
    const auto then = reader.judgedMoment(Start + 16s, 10);
    QVERIFY(then && then->holds.size() == 1 && then->expiries.size() == 1);
    QCOMPARE(then->holds.front().knownLength(Start + 16s), 9s);
    QVERIFY(then->holds.front().isLengthAtLeast(Start + 16s));
    QCOMPARE(*then->expiries.front().expires, Start + 61s);
    const auto lockEvents = reader.lockEvents({"lock:a"}, 10);
    QVERIFY(lockEvents && lockEvents->events.front().heldIsLowerBound);
    QCOMPARE(*lockEvents->events.front().held, 9s);
}

LOCKSCOPE_TEST(TestLastKnown)

} // namespace tst_lastknown

#include "tst_lastknown.moc"
