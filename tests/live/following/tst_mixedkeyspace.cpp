// SPDX-License-Identifier: GPL-3.0-or-later
// Locks of every format among the keys of applications: what is found, what is wrongly taken for a lock, and
// which values are read. bench_mixed measures the same at scale.
#include "core/engine/engine.h"
#include "core/values/kindname.h"
#include "tests/support/decoys.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/mixedkeyspace.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QMap>
#include <QSignalSpy>
#include <QTest>

namespace tst_mixedkeyspace
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

#define VERIFY_AT_MOST(actual, most)                                                                         \
    QVERIFY2((actual) <= (most), qPrintable(QStringLiteral("%1, not at most %2").arg(actual).arg(most)))

class tst_mixedkeyspace : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_server.clear(); }
    void everyFormatIsFoundAndNothingElse_data();
    void everyFormatIsFoundAndNothingElse();
    void ordinaryKeysAreNoLocks_data() { everyFormatIsFoundAndNothingElse_data(); }
    void ordinaryKeysAreNoLocks();
    void valuesThatNamesRuleOutAreNotRead();
    void valuesThatTypesAndSizesRuleOutAreNotRead();
    void countersThatOutliveTheirLocksCostNothing();
    void whereNothingHappensNothingIsTold();

private:
    std::unique_ptr<Engine> scanned(bool allKeys)
    {
        auto engine = std::make_unique<Engine>();
        engine->open(m_server.sandbox().tcp(), {.allKeys = allKeys, .follow = false});
        if (!finished(engine->waitReady(20s)).ok())
            qFatal("no connection");
        const ScanProgress progress = finished(engine->scan());
        if (progress.phase != ScanPhase::Complete)
            qFatal("the scan did not end");
        return engine;
    }
    FamilyServer m_server;
};

void tst_mixedkeyspace::everyFormatIsFoundAndNothingElse_data()
{
    QTest::addColumn<bool>("allKeys");
    QTest::newRow("default patterns") << false;
    QTest::newRow("all keys") << true;
}

void tst_mixedkeyspace::everyFormatIsFoundAndNothingElse()
{
    QFETCH(bool, allKeys);
    const auto session = m_server.connected();
    const MixedKeyspace made = fillMixed(*session, {.keys = 5000, .lockShare = 0.2});
    QSet<QByteArray> sorts;
    for (const MixedLock &lock : made.locks)
        sorts.insert(lock.sort);
    QVERIFY(sorts.size() >= 40); // Every format is present

    const auto engine = scanned(allKeys);
    QStringList wrong;
    QSet<QByteArray> expected;
    for (const MixedLock &lock : made.locks) {
        const bool findable =
            lock.findable == Findable::ByName || (allKeys && lock.findable == Findable::ByShape);
        const LockPtr found = engine->find({lock.key});
        const QByteArray kind = found
                                    ? QByteArray(found->kind.name.data(), qsizetype(found->kind.name.size()))
                                    : QByteArray("missed");
        if (kind != (findable ? lock.kind : QByteArray("missed")))
            wrong << QString::fromLatin1(lock.sort + ": " + lock.key + " is " + kind);
        expected.insert(lock.key);
    }
    for (const LockPtr &lock : engine->locks()) {
        if (!expected.contains(lock->key.bytes))
            wrong << QString::fromLatin1("foreign: " + lock->key.bytes + " taken for " +
                                         lock->kind.name.data());
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(QString::number(wrong.size()) + QStringLiteral("\n") +
                                         wrong.mid(0, 60).join(QStringLiteral("\n"))));
}

// Among the keys of well-known applications: what is recognised as likely or better is a lock, and nearly all
// locks are found.
void tst_mixedkeyspace::ordinaryKeysAreNoLocks()
{
    QFETCH(bool, allKeys);
    const auto session = m_server.connected();
    const MixedKeyspace made = fillMixed(*session, {.keys = 6000, .lockShare = 0.5});
    const QByteArrayList decoys = fillDecoys(*session);
    QVERIFY(decoys.size() >= 200);

    const auto engine = scanned(allKeys);
    QByteArrayList wrong, guesses;
    for (const QByteArray &key : decoys) {
        const LockPtr lock = engine->find({key});
        if (lock)
            (lock->confidence == Confidence::Guess ? guesses : wrong) << key + " as " + kindName(lock->kind);
        if (lock)
            QVERIFY2(lock->verdict.level <= VerdictLevel::Info || lock->confidence != Confidence::Guess,
                     key.constData());
    }
    qsizetype findable = 0, found = 0, sure = 0;
    QMap<QByteArray, qsizetype> unsure;
    for (const MixedLock &lock : made.locks) {
        if (lock.findable != Findable::ByName && !(allKeys && lock.findable == Findable::ByShape))
            continue;
        ++findable;
        const LockPtr seen = engine->find({lock.key});
        found += seen ? 1 : 0;
        sure += seen && seen->confidence != Confidence::Guess ? 1 : 0;
        if (!seen || seen->confidence == Confidence::Guess)
            ++unsure[lock.sort];
    }
    qInfo("%lld decoys: %lld likely or better, %lld guesses", qlonglong(decoys.size()),
          qlonglong(wrong.size()), qlonglong(guesses.size()));
    qInfo("%lld locks: recall %.4f, %.4f at likely or better", qlonglong(findable),
          double(found) / double(findable), double(sure) / double(findable));
    for (auto sort = unsure.cbegin(); sort != unsure.cend(); ++sort)
        qInfo("only guessed or missed: %lld of %s", qlonglong(sort.value()), sort.key().constData());
    qInfo("guesses among decoys: %s", guesses.join(", ").constData());
    QVERIFY2(wrong.isEmpty(), wrong.join(", ").constData());
    QVERIFY(double(found) >= 0.995 * double(findable));
}

// Only foreign keys: every read is wasted. By default a scan reads nothing of keys that match no pattern.
void tst_mixedkeyspace::valuesThatNamesRuleOutAreNotRead()
{
    const auto session = m_server.connected();
    const MixedKeyspace made = fillMixed(*session, {.keys = 5000, .lockShare = 0});
    QVERIFY(made.nearlyNamed > 300 && made.readersSets > 100);
    resetCounts(*session);
    QCOMPARE(scanned(false)->locks().size(), size_t(0));
    QVERIFY(countOf(*session, {"scan"}) > 0);
    // A readers set leads to its missing writer, and to the keys that a lock of that name may have left.
    VERIFY_AT_MOST(countOf(*session, {"type"}), made.nearlyNamed + 5 * made.readersSets);
    VERIFY_AT_MOST(countOf(*session, {"sscan"}), made.readersSets);
    QCOMPARE(countOf(*session, {"lrange", "zrange", "smembers", "get"}), 0);
    VERIFY_AT_MOST(countOf(*session, {"getrange", "hgetall"}), made.nearlyNamed);
}

// In an "all keys" scan, these are not read: lists, streams, sorted sets, hashes larger than a lock or with
// several fields and no expiry, strings that do not expire or are too short or too long for a token.
void tst_mixedkeyspace::valuesThatTypesAndSizesRuleOutAreNotRead()
{
    const auto session = m_server.connected();
    const MixedKeyspace made = fillMixed(*session, {.keys = 5000, .lockShare = 0});
    resetCounts(*session);
    QCOMPARE(scanned(true)->locks().size(), size_t(0));
    QVERIFY(countOf(*session, {"type"}) >= made.foreignKeys);
    QCOMPARE(countOf(*session, {"lrange", "zrange", "xrange", "smembers", "get"}), 0);
    VERIFY_AT_MOST(countOf(*session, {"sscan"}), made.readersSets);
    VERIFY_AT_MOST(countOf(*session, {"getrange"}), made.openStrings);
    VERIFY_AT_MOST(countOf(*session, {"hgetall"}), made.smallHashes);
}

// Fencing tokens never expire: after a year there are far more of them than locks.
void tst_mixedkeyspace::countersThatOutliveTheirLocksCostNothing()
{
    const auto session = m_server.connected();
    constexpr int gone = 3000;
    Command counters{"MSET", "redisson_lock_token:{lock:held}", "42"};
    for (int i = 0; i < gone; ++i) {
        counters.push_back("redisson_lock_token:{lock:gone:" + QByteArray::number(i) + '}');
        counters.push_back("7");
    }
    m_server.call(counters);
    m_server.call({"HSET", "lock:held", "8743c9c0-0795-4907-87fd-6c719a6b4586:57", "1"});
    m_server.call({"PEXPIRE", "lock:held", "60000"});
    resetCounts(*session);
    const auto engine = scanned(false);
    QCOMPARE(engine->locks().size(), size_t(1));
    QCOMPARE(engine->find({"lock:held"})->kind.name, std::string_view("fenced-lock"));
    QCOMPARE(engine->find({"lock:held"})->extras->fencingToken, std::optional<qint64>(42));
    VERIFY_AT_MOST(countOf(*session, {"type"}), 20); // The held lock with its possible companions
}

// Only the test writes, and only a mark: any other event would be invented.
void tst_mixedkeyspace::whereNothingHappensNothingIsTold()
{
    const auto session = m_server.connected();
    fillMixed(*session, {.keys = 2000, .lockShare = 0.3});
    QByteArrayList told;
    Engine engine;
    connect(&engine, &Engine::tableChanged, this, [&told](const LockDelta &delta) {
        for (const LockEvent &event : delta.events)
            told << QByteArray(name(event.kind)) + ' ' + event.key.bytes;
    });
    QSignalSpy scans(&engine, &Engine::scanChanged);
    const auto passes = [&scans] {
        return std::count_if(scans.begin(), scans.end(), [](const QList<QVariant> &told) {
            return told.front().value<ScanProgress>().phase == ScanPhase::Complete;
        });
    };
    engine.open(m_server.sandbox().tcp(), {});
    VERIFY_OK(finished(engine.waitReady(20s)));
    QTRY_VERIFY(passes() > 0);
    const auto before = passes();
    engine.rescan();
    QTRY_VERIFY(passes() > before);
    QVERIFY(engine.locks().size() > 400);
    // When the mark ends, waiters were counted and locks already expired at the first read were read again.
    m_server.call({"SET", "lock:mark", "8d1b1f3e5a7c4b2d9e0f1a2b3c4d5e6f", "PX", "6000"});
    QTRY_VERIFY(told.contains("expired lock:mark"));
    QCOMPARE(told, QByteArrayList({"acquired lock:mark", "expired lock:mark"}));
}

LOCKSCOPE_TEST(tst_mixedkeyspace)

} // namespace tst_mixedkeyspace

#include "tst_mixedkeyspace.moc"
