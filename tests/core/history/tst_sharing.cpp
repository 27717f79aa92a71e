// SPDX-License-Identifier: GPL-3.0-or-later
// A recording for others: without names, cut at both ends, joined from a rotated set.

#include "core/base/unixms.h"
#include "core/formats/families/ruleformat.h"
#include "core/history/compare/compare.h"
#include "core/history/playback/recordingreader.h"
#include "core/history/sharing/incidentfolder.h"
#include "core/history/sharing/sharedstore.h"
#include "core/history/sharing/sharing.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/begunrecording.h"
#include "tests/support/rawsql.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QFile>

#include <algorithm>

namespace tst_sharing
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const QByteArray Ann = "8743c9c0-0795-4907-87fd-6c719a6b4586";

QByteArray contentOf(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Fifty of each would be found in the same places.
QByteArray secret(const char *what, int number)
{
    return QByteArray("SECRET") + what + QByteArray::number(number);
}

QByteArrayList heldAt(RecordingReader &reader, WallTime at)
{
    QByteArrayList held;
    const auto moment = reader.moment(at, 1'000);
    if (moment) {
        for (const Hold &hold : moment->holds)
            held << hold.key.bytes + ' ' + hold.owner.bytes + ' ' + QByteArray::number(unixMs(hold.began)) +
                        (hold.beganBefore ? "+" : "");
    }
    std::ranges::sort(held);
    return held;
}

} // namespace

class TestSharing : public test::HistoryStoreTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void noNameIsLeft();
    void aCopyAnswersTheSame();
    void aBeginningAmidWatching();
    void anEndAmidWatching();
    void whatWasTrimmedIsNotKnown();
    void aTimeWithoutWatchingStays();
    void aRotatedSetIsOnePast();
    void onlySomeLocks();
    void pseudonymsStay();
    void ordersOfAStretch();
    void aRecordingThatIsWritten();
    void whatCannotBeShared();
    void cancelledNothingIsLeft();
    void anOlderFormatIsShared();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    // Beside the recording, and what SQLite leaves of reading it.
    QStringList madeFiles() const
    {
        QStringList files =
            QDir(m_folder->path()).entryList(QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
        files.removeIf([](const QString &name) { return name.startsWith(QLatin1String("history.sqlite")); });
        return files;
    }
    QString shared() const { return path("out.lockscope"); }
    ShareQuery query(QStringList files = {}) const
    {
        return {.files = files.isEmpty() ? QStringList{file()} : std::move(files),
                .output = shared(),
                .keepsNames = true};
    }
    // Two locks, one of them from 10 s to 40 s and from 50 s on, the other from 20 s to 60 s.
    void record(const QString &name);
};

void TestSharing::record(const QString &name)
{
    HistoryStore store(name);
    VERIFY_OK(test::beginRecording(store, Start));
    VERIFY_OK(store.beginVerdicts({}, Start));
    VERIFY_OK(store.append({lockEvent(EventKind::Acquired, "lock:a", "ann", 10s)}));
    LockEvent waiters = lockEvent(EventKind::Waiters, "lock:a", "ann", 15s);
    waiters.count = 3;
    VERIFY_OK(store.append({waiters}));
    VERIFY_OK(store.append(std::vector<VerdictStep>{
        {.key = {"lock:a"}, .at = Start + 16s, .level = VerdictLevel::Warning, .code = "no-expiry"}}));
    VERIFY_OK(store.append({lockEvent(EventKind::Acquired, "lock:b", "bob", 20s)}));
    VERIFY_OK(store.append(
        Mark{.kind = Mark::Kind::Lost, .at = Start + 25s, .node = {"10.0.0.1:6379"}, .other = {}}));
    VERIFY_OK(store.append({lockEvent(EventKind::Released, "lock:a", "ann", 40s, 30s)}));
    waiters.wallAt = Start + 41s;
    waiters.count = 0;
    VERIFY_OK(store.append({waiters}));
    VERIFY_OK(store.append({lockEvent(EventKind::Acquired, "lock:a", "eve", 50s),
                            lockEvent(EventKind::Released, "lock:b", "bob", 60s, 40s)}));
    VERIFY_OK(store.append(Tally{.from = Start, .length = 60s, .acquired = 3, .released = 1}));
    VERIFY_OK(store.append(Tally{.from = Start + 60s, .length = 30s, .released = 1}));
    VERIFY_OK(store.close(Start + 90s));
}

void TestSharing::noNameIsLeft()
{
    {
        const auto store = opened();
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
        for (int i = 0; i < 50; ++i) {
            LockEvent event = lockEvent(EventKind::Acquired, secret("KEY", i),
                                        i % 2 ? Ann + ':' + secret("THREAD", i) : secret("OWNER", i), 1s * i);
            if (i % 2)
                event.lockKind = {"rlock"};
            if (i == 7)
                event.lockKind = internKind(secret("RULE", i));
            event.node = {secret("HOST", i) + ':' + secret("PORT", i)};
            VERIFY_OK(store->append({event}));
            VERIFY_OK(store->append(std::vector<VerdictStep>{{.key = event.key,
                                                              .at = event.wallAt,
                                                              .level = VerdictLevel::Warning,
                                                              .code = secret("CODE", i)}}));
            VERIFY_OK(store->append(std::vector<AcquireOrder>{{.first = event.key,
                                                               .second = {secret("OTHER", i)},
                                                               .owner = {secret("USER", i)},
                                                               .node = event.node,
                                                               .at = event.wallAt}}));
            VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Failover,
                                         .at = event.wallAt,
                                         .node = event.node,
                                         .other = {secret("OLD", i) + ':' + secret("PORT", i)}}));
        }
        VERIFY_OK(store->commit()); // some stay open
    }
    QVERIFY(contentOf(file()).contains("SECRETKEY3"));
    QVERIFY(contentOf(file()).contains("SECRETRULE7"));
    ShareQuery wanted = query();
    wanted.keepsNames = false;
    const auto receipt = share(wanted);
    VERIFY_OK(receipt);
    QCOMPARE(receipt->names, ShareReceipt::Names::Replaced);
    QCOMPARE(receipt->locks, 50);
    const QByteArray content = contentOf(shared());
    QVERIFY(content.contains("key-"));
    QVERIFY(!content.contains("SECRET"));
    QVERIFY(!content.contains(Ann));
    QCOMPARE(madeFiles(), QStringList{QStringLiteral("out.lockscope")});
    // Another copy has other pseudonyms.
    wanted.output = path("other.lockscope");
    VERIFY_OK(share(wanted));
    const auto heldIn = [](const QString &name) {
        RecordingReader reader(name);
        return reader.open().ok() ? heldAt(reader, Start + 40s) : QByteArrayList();
    };
    QVERIFY(!heldIn(shared()).isEmpty());
    QVERIFY(heldIn(wanted.output) != heldIn(shared()));
}

void TestSharing::aCopyAnswersTheSame()
{
    record(file());
    const auto receipt = share(query());
    VERIFY_OK(receipt);
    QCOMPARE(receipt->names, ShareReceipt::Names::Kept);
    QCOMPARE(receipt->range.from, Start);
    QCOMPARE(receipt->range.to, Start + 90s);
    QVERIFY(receipt->hasMinutes);
    RecordingReader source(file()), copy(shared());
    VERIFY_OK(source.open());
    VERIFY_OK(copy.open());
    QCOMPARE(copy.extent()->value().from, source.extent()->value().from);
    QCOMPARE(copy.extent()->value().to, source.extent()->value().to);
    for (milliseconds at = 0s; at <= 95s; at += 5s) {
        QCOMPARE(heldAt(copy, Start + at), heldAt(source, Start + at));
        const auto of = source.judgedMoment(Start + at, 100), its = copy.judgedMoment(Start + at, 100);
        QCOMPARE(its->watched, of->watched);
        QCOMPARE(its->verdicts.size(), of->verdicts.size());
        QCOMPARE(its->waiters.size(), of->waiters.size());
        QCOMPARE(its->unjudged.size(), of->unjudged.size());
    }
    QCOMPARE(copy.minutes({Start, Start + 90s}, 1s)->size(), size_t(2));
    const auto lockEvents = copy.lockEvents({"lock:a"}, 100);
    QCOMPARE(lockEvents->events.size(), source.lockEvents({"lock:a"}, 100)->events.size());
    CompareQuery two{.before = {.file = file()}, .after = {.file = shared()}};
    two.before.range = two.after.range = {WallTime{}, WallTime::max()};
    const auto comparison = compare(two);
    VERIFY_OK(comparison);
    QCOMPARE(comparison->before.watched, comparison->after.watched);
}

void TestSharing::aBeginningAmidWatching()
{
    record(file());
    ShareQuery wanted = query();
    wanted.range.from = Start + 30s;
    VERIFY_OK(share(wanted));
    RecordingReader copy(shared());
    VERIFY_OK(copy.open());
    QCOMPARE(copy.extent()->value().from, Start + 30s);
    RecordingReader source(file());
    VERIFY_OK(source.open());
    for (milliseconds at = 31s; at < 90s; at += 7s)
        QCOMPARE(heldAt(copy, Start + at), heldAt(source, Start + at)); // with their true beginnings
    const auto moment = copy.judgedMoment(Start + 35s, 100);
    VERIFY_OK(moment);
    QCOMPARE(moment->verdicts.size(), size_t(1));
    QCOMPARE(moment->verdicts.front().code, QByteArray("no-expiry"));
    QCOMPARE(moment->waiters.size(), size_t(1));
    QCOMPARE(moment->waiters.front().waiters, 3);
    QVERIFY(std::ranges::any_of(moment->unjudged, [](const Unjudged &part) {
        return part.node == NodeId{"10.0.0.1:6379"}; // was lost before
    }));
    QVERIFY(!copy.judgedMoment(Start + 29s, 100)->watched);
    QCOMPARE(copy.minutes({Start, Start + 90s}, 1s)->size(), size_t(1)); // the other began before
}

void TestSharing::anEndAmidWatching()
{
    record(file());
    ShareQuery wanted = query();
    wanted.range.to = Start + 30s;
    VERIFY_OK(share(wanted));
    RecordingReader copy(shared());
    VERIFY_OK(copy.open());
    QCOMPARE(copy.extent()->value().to, Start + 30s);
    RecordingReader source(file());
    VERIFY_OK(source.open());
    QCOMPARE(heldAt(copy, Start + 29s), heldAt(source, Start + 29s));
    const auto moment = copy.moment(Start + 29s, 100);
    VERIFY_OK(moment);
    QCOMPARE(moment->holds.size(), size_t(2));
    for (const Hold &hold : moment->holds)
        QVERIFY(hold.untilClosing && hold.ended == Start + 30s);
    QVERIFY(!copy.moment(Start + 31s, 100)->watched);
    QVERIFY(copy.lockEvents({"lock:a"}, 100)->events.size() <
            source.lockEvents({"lock:a"}, 100)->events.size());
}

// A hold of which only the end is left is known, also where the stretch ends before it does.
void TestSharing::whatWasTrimmedIsNotKnown()
{
    record(file());
    QCOMPARE(test::sql(file(), {QStringLiteral("DELETE FROM event WHERE id <= 3")}), QString());
    ShareQuery wanted = query();
    wanted.range.to = Start + 45s;
    VERIFY_OK(share(wanted));
    RecordingReader copy(shared());
    VERIFY_OK(copy.open());
    QCOMPARE(copy.extent()->value().from, Start + 25s); // of a mark that came after what was deleted
    QCOMPARE(heldAt(copy, Start + 30s),
             (QByteArrayList{"lock:a ann 1700000010000", "lock:b bob 1700000020000"}));
    QCOMPARE(heldAt(copy, Start + 42s), (QByteArrayList{"lock:b bob 1700000020000"}));
}

void TestSharing::aTimeWithoutWatchingStays()
{
    record(file());
    {
        HistoryStore store(file());
        VERIFY_OK(test::beginRecording(store, Start + 200s));
        VERIFY_OK(store.append({lockEvent(EventKind::Acquired, "lock:c", "cid", 210s)}));
        VERIFY_OK(store.close(Start + 220s));
    }
    ShareQuery wanted = query();
    wanted.range = {Start + 100s, Start + 215s};
    VERIFY_OK(share(wanted));
    RecordingReader copy(shared());
    VERIFY_OK(copy.open());
    QCOMPARE(copy.extent()->value().from, Start + 200s);
    QVERIFY(heldAt(copy, Start + 205s).isEmpty());
    QCOMPARE(heldAt(copy, Start + 212s), (QByteArrayList{"lock:c cid 1700000210000"}));
}

void TestSharing::aRotatedSetIsOnePast()
{
    record(path("r.1"));
    {
        HistoryStore store(path("r"));
        HistoryFile earlier(path("r.1"));
        VERIFY_OK(earlier.openForReading());
        VERIFY_OK(store.open(earlier.place()->value().next()));
        VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Opened, .at = Start + 90s}));
        LockEvent seen = lockEvent(EventKind::Acquired, "lock:a", "eve", 90s, 40s); // as it goes on
        seen.count = 1;
        VERIFY_OK(store.append({seen}));
        VERIFY_OK(store.append({lockEvent(EventKind::Released, "lock:a", "eve", 100s, 50s)}));
        VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Closed, .at = Start + 120s}));
        VERIFY_OK(store.commit());
    }
    QCOMPARE(rotatedFiles(path("r")), QStringList{path("r.1")});
    const auto receipt = share(query({path("r"), path("r.1"), path("r")}));
    VERIFY_OK(receipt);
    QCOMPARE(receipt->recordings, size_t(2));
    QCOMPARE(receipt->range.to, Start + 120s);
    RecordingReader copy(shared());
    VERIFY_OK(copy.open());
    const auto holds = copy.holds({.range = {Start, Start + 120s}, .keys = {{"lock:a"}}});
    VERIFY_OK(holds);
    QCOMPARE(holds->holds.size(), size_t(2)); // one of them is in both files
    QCOMPARE(holds->holds.back().length(Start), 50s);
    QCOMPARE(holds->holds.back().how, EventKind::Released);
    QVERIFY(copy.moment(Start + 95s, 100)->watched);
    QCOMPARE(copy.moment(Start + 95s, 100)->holds.size(), size_t(1));
}

void TestSharing::onlySomeLocks()
{
    record(file());
    ShareQuery wanted = query();
    wanted.keys = {"*:a"};
    const auto receipt = share(wanted);
    VERIFY_OK(receipt);
    QCOMPARE(receipt->locks, 1);
    QVERIFY(!receipt->hasMinutes);
    QVERIFY(!contentOf(shared()).contains("lock:b"));
    QVERIFY(!contentOf(shared()).contains("bob"));
    RecordingReader copy(shared());
    VERIFY_OK(copy.open());
    QVERIFY(*copy.isSelection());
    wanted.keys = {"*:c"};
    wanted.output = path("none.lockscope");
    QVERIFY(!share(wanted).ok());
    QVERIFY(!QFile::exists(wanted.output));
    QCOMPARE(heldAt(copy, Start + 30s), (QByteArrayList{"lock:a ann 1700000010000"}));
}

void TestSharing::pseudonymsStay()
{
    record(file());
    ShareQuery first = query();
    first.keepsNames = false;
    VERIFY_OK(share(first));
    ShareQuery second = query({shared()});
    second.keepsNames = false;
    second.output = path("second.lockscope");
    const auto receipt = share(second);
    VERIFY_OK(receipt);
    QCOMPARE(receipt->names, ShareReceipt::Names::WereReplaced);
    QByteArrayList held;
    {
        RecordingReader one(shared()), other(second.output);
        VERIFY_OK(one.open());
        VERIFY_OK(other.open());
        held = heldAt(one, Start + 30s);
        QCOMPARE(held.size(), 2);
        QVERIFY(held.front().startsWith("key-"));
        QCOMPARE(heldAt(other, Start + 30s), held);
    }
    // One name among them, and all are replaced.
    {
        HistoryStore store(shared());
        VERIFY_OK(store.open());
        VERIFY_OK(store.append({lockEvent(EventKind::Acquired, "lock:named", "x", 200s)}));
        VERIFY_OK(store.commit());
    }
    second.replaces = true;
    const auto mixed = share(second);
    VERIFY_OK(mixed);
    QCOMPARE(mixed->names, ShareReceipt::Names::Replaced);
    QVERIFY(!contentOf(second.output).contains("lock:named"));
    QVERIFY(!contentOf(second.output).contains(held.front().split(' ').front()));
}

void TestSharing::ordersOfAStretch()
{
    {
        const auto store = opened();
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
        const auto order = [](const char *first, const char *second, milliseconds at) {
            return AcquireOrder{.first = {first}, .second = {second}, .owner = {"ann"}, .at = Start + at};
        };
        VERIFY_OK(
            store->append(std::vector{order("a", "b", 10s), order("a", "b", 20s), order("a", "b", 70s),
                                      order("b", "a", 20s), order("b", "a", 30s), order("a", "c", 5s)}));
        VERIFY_OK(store->close(Start + 90s));
    }
    ShareQuery wanted = query();
    wanted.range = {Start + 15s, Start + 80s};
    VERIFY_OK(share(wanted));
    HistoryReader copy(shared());
    VERIFY_OK(copy.openForReading());
    const auto orders = copy.orders({});
    VERIFY_OK(orders);
    QCOMPARE(orders->orders, 2); // a before c was seen earlier
    QCOMPARE(orders->inversions.size(), size_t(1));
    const Inversion &found = orders->inversions.front();
    const OrderSeen &cut = found.usual.first == LockName{"a"} ? found.usual : found.opposite;
    const OrderSeen &whole = found.usual.first == LockName{"a"} ? found.opposite : found.usual;
    QVERIFY(cut.count == 1 && cut.began == Start + 70s && cut.last == Start + 70s);
    QCOMPARE(whole.count, 2);
}

void TestSharing::aRecordingThatIsWritten()
{
    const auto store = opened();
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
    VERIFY_OK(store->append({lockEvent(EventKind::Acquired, "lock:a", "ann", 10s)}));
    VERIFY_OK(store->append({lockEvent(EventKind::Renewed, "lock:a", "ann", 20s)}));
    VERIFY_OK(store->commit());
    VERIFY_OK(share(query()));
    RecordingReader copy(shared());
    VERIFY_OK(copy.open());
    const auto moment = copy.moment(Start + 15s, 10);
    VERIFY_OK(moment);
    QCOMPARE(moment->holds.size(), size_t(1));
    QVERIFY(moment->holds.front().untilClosing);
    // The source is as it was.
    VERIFY_OK(store->append({lockEvent(EventKind::Released, "lock:a", "ann", 30s, 20s)}));
    VERIFY_OK(store->commit());
    QCOMPARE(store->moment(Start + 15s, 10)->holds.front().how, EventKind::Released);
}

void TestSharing::whatCannotBeShared()
{
    record(file());
    record(path("twin"));
    const auto why = [](const ShareQuery &wanted) {
        const auto receipt = share(wanted);
        return receipt ? QString() : receipt.failure().text;
    };
    QVERIFY(why(query({path("none")})).contains(QStringLiteral("there is no recording")));
    QVERIFY(why(query({file(), path("twin")})).contains(QStringLiteral("cover the same time")));
    ShareQuery outside = query();
    outside.range.from = Start + 1h;
    QVERIFY(why(outside).contains(QStringLiteral("is outside of the recording")));
    ShareQuery itself = query();
    itself.output = file();
    itself.replaces = true;
    QVERIFY(why(itself).contains(QStringLiteral("is the recording itself")));
    VERIFY_OK(share(query()));
    QVERIFY(why(query()).contains(QStringLiteral("exists")));
    ShareQuery again = query();
    again.replaces = true;
    VERIFY_OK(share(again));
    QFile text(path("text"));
    QVERIFY(text.open(QIODevice::WriteOnly) && text.write("no recording") > 0);
    text.close();
    QVERIFY(!why(query({path("text")})).isEmpty());
}

void TestSharing::cancelledNothingIsLeft()
{
    record(file());
    ShareQuery wanted = query();
    wanted.progress = [](double part) { return part > 1; };
    const auto receipt = share(wanted);
    QVERIFY(!receipt);
    QCOMPARE(receipt.failure().kind, ErrorKind::Cancelled);
    QCOMPARE(madeFiles(), QStringList());
}

void TestSharing::anOlderFormatIsShared()
{
    QFile statements(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/tests/core/history/version1.sql"));
    QVERIFY(statements.open(QIODevice::ReadOnly));
    QCOMPARE(test::sql(file(), QString::fromUtf8(statements.readAll()).split(u'\n', Qt::SkipEmptyParts)),
             QString());
    ShareQuery wanted = query();
    VERIFY_OK(share(wanted));
    RecordingReader source(file()), copy(shared());
    VERIFY_OK(source.open());
    VERIFY_OK(copy.open());
    const auto lockEvents = source.lockEvents({"lock:orders"}, 100),
               its = copy.lockEvents({"lock:orders"}, 100);
    QCOMPARE(its->events.size(), lockEvents->events.size());
    QCOMPARE(its->events.back().owner, lockEvents->events.back().owner);
}

LOCKSCOPE_TEST(TestSharing)

} // namespace tst_sharing

#include "tst_sharing.moc"
