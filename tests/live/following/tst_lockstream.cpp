// SPDX-License-Identifier: GPL-3.0-or-later
// A scan that gives its locks away: what it gives is what a scan keeps, each lock once, and the engine keeps
// none.
#include "core/engine/engine.h"
#include "core/values/kindname.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/mixedkeyspace.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

#include <map>

namespace tst_lockstream
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

// All but times, which differ between two scans.
QByteArray described(const Lock &lock)
{
    QByteArray text = kindName(lock.kind) + ' ' + name(lock.confidence) + ' ' +
                      QByteArray(lock.verdict.code.data(), qsizetype(lock.verdict.code.size())) +
                      " waiters " + QByteArray::number(lock.waiters.subscribed.value_or(-1)) + ',' +
                      QByteArray::number(qsizetype(lock.waiters.queued.size()));
    for (const Holder &holder : lock.holders)
        text += ' ' + holder.id.bytes + ':' + QByteArray::number(holder.count);
    return text + (lock.expiresAt ? " expires" : " stays");
}

std::map<QByteArray, QByteArray> describedByKey(const std::vector<LockPtr> &locks)
{
    std::map<QByteArray, QByteArray> all;
    for (const LockPtr &lock : locks)
        all.emplace(lock->key.bytes, described(*lock));
    return all;
}

} // namespace

class tst_LockStream : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_server.clear(); }
    void givesWhatAScanKeeps_data();
    void givesWhatAScanKeeps();
    void keepsNone();
    void waitersThatShowALock();
    void waitersForAnotherDatabase();
    void companionsThatMayNotBeRead();
    void whatIsMissingIsNotAskedForKeyByKey();
    void aServerThatDies();

private:
    std::unique_ptr<Engine> opened(const ConnectionSpec &spec, bool allKeys = false)
    {
        auto engine = std::make_unique<Engine>();
        engine->open(spec, {.allKeys = allKeys, .follow = false});
        if (!finished(engine->waitReady(20s)).ok())
            qFatal("no connection");
        return engine;
    }
    FamilyServer m_server;
};

void tst_LockStream::givesWhatAScanKeeps_data()
{
    QTest::addColumn<bool>("allKeys");
    QTest::newRow("default patterns") << false;
    QTest::newRow("all keys") << true;
}

void tst_LockStream::givesWhatAScanKeeps()
{
    QFETCH(bool, allKeys);
    const auto session = m_server.connected();
    fillMixed(*session, {.keys = 6000, .lockShare = 0.5});
    const auto keeps = opened(m_server.spec(), allKeys);
    QCOMPARE(finished(keeps->scan()).phase, ScanPhase::Complete);
    const auto kept = describedByKey(keeps->locks());
    QVERIFY(kept.size() > 1000);

    std::vector<LockPtr> given;
    const auto gives = opened(m_server.spec(), allKeys);
    const ScanProgress progress = finished(gives->scanInto(
        [&](const std::vector<LockPtr> &locks) { given.insert(given.end(), locks.begin(), locks.end()); }));
    QCOMPARE(progress.phase, ScanPhase::Complete);
    QCOMPARE(progress.locksFound, qint64(given.size()));
    QCOMPARE(gives->locks().size(), size_t(0));
    const auto streamed = describedByKey(given);
    QCOMPARE(streamed.size(), given.size()); // Each once
    for (const auto &[key, text] : kept) {
        QVERIFY2(streamed.contains(key), key.constData());
        if (streamed.at(key) == text)
            continue;
        // The stream reads all companion keys, as an inspection does
        const auto inspected = finished(keeps->inspect({key}));
        VERIFY_OK(inspected);
        QVERIFY2(inspected->lock, key.constData());
        QCOMPARE(key + ' ' + streamed.at(key), key + ' ' + described(*inspected->lock));
    }
    QCOMPARE(streamed.size(), kept.size());
}

void tst_LockStream::keepsNone()
{
    constexpr int Locks = 15'000;
    std::vector<std::vector<QByteArray>> commands;
    for (int i = 0; i < Locks; ++i)
        commands.push_back(
            {"SET", "lock:job:" + QByteArray::number(i), "token-of-one-0123456789", "PX", "900000"});
    const auto session = m_server.connected();
    sendAll(*session, commands);

    size_t most = 0;
    std::vector<size_t> portions;
    const auto engine = opened(m_server.spec());
    const ScanProgress progress = finished(engine->scanInto([&](const std::vector<LockPtr> &locks) {
        portions.push_back(locks.size());
        most = std::max(most, engine->locks().size());
    }));
    QCOMPARE(progress.locksFound, Locks);
    QVERIFY(portions.size() >= 3); // The first are there before the last are read
    QVERIFY2(most < Locks / 2, qPrintable(QString::number(most)));
}

// A counter is nothing until somebody waits for it.
void tst_LockStream::waitersThatShowALock()
{
    m_server.call({"SET", "shop:seats", "0"});
    const auto waiter = m_server.connected();
    waiter->subscribe({"SUBSCRIBE", "redisson_sc:{shop:seats}"});
    QTRY_COMPARE(m_server.number({"PUBSUB", "NUMPAT"}), 0);
    QTRY_COMPARE(m_server.call({"PUBSUB", "NUMSUB", "redisson_sc:{shop:seats}"}).items.at(1).integer, 1);
    std::vector<LockPtr> given;
    const auto engine = opened(m_server.spec());
    finished(engine->scanInto(
        [&](const std::vector<LockPtr> &locks) { given.insert(given.end(), locks.begin(), locks.end()); }));
    QCOMPARE(given.size(), size_t(1));
    QCOMPARE(kindName(given.front()->kind), QByteArray("semaphore"));
    QCOMPARE(given.front()->waiters.subscribed, 1);
}

// Channels are common to all databases: nobody waits for a lock of an empty one.
void tst_LockStream::waitersForAnotherDatabase()
{
    m_server.call({"HSET", "lock:order:1", "6d2f4c1e-8d3c-4a52-9d0e-3f6f1c7e8d3c:1", "1"});
    const auto waiter = m_server.connected();
    waiter->subscribe({"SUBSCRIBE", "redisson_lock__channel:{lock:order:1}"});
    QTRY_COMPARE(
        m_server.call({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:order:1}"}).items.at(1).integer, 1);
    ConnectionSpec spec = m_server.spec();
    spec.db = 9;
    for (const bool keeps : {true, false}) {
        size_t found = 0;
        const auto engine = opened(spec);
        if (keeps) {
            QCOMPARE(finished(engine->scan()).locksFound, 0);
            found = engine->locks().size();
        } else {
            finished(
                engine->scanInto([&found](const std::vector<LockPtr> &locks) { found += locks.size(); }));
        }
        QCOMPARE(found, size_t(0));
    }
    const auto engine = opened(m_server.spec());
    finished(engine->scan());
    QCOMPARE(engine->find({"lock:order:1"})->waiters.subscribed, 1);
}

// Then a lock is as its main key shows it.
void tst_LockStream::companionsThatMayNotBeRead()
{
    m_server.call({"HSET", "lock:order:1", "6d2f4c1e-8d3c-4a52-9d0e-3f6f1c7e8d3c:1", "1"});
    m_server.call({"PEXPIRE", "lock:order:1", "900000"});
    m_server.call({"ACL", "SETUSER", "reader", "on", ">secret", "~lock:*", "+@all"});
    ConnectionSpec spec = m_server.spec();
    spec.user = QStringLiteral("reader");
    spec.password = QStringLiteral("secret");
    std::vector<LockPtr> given;
    const auto engine = opened(spec);
    const ScanProgress progress = finished(engine->scanInto(
        [&](const std::vector<LockPtr> &locks) { given.insert(given.end(), locks.begin(), locks.end()); }));
    QCOMPARE(progress.phase, ScanPhase::Complete);
    QCOMPARE(given.size(), size_t(1));
    QCOMPARE(kindName(given.front()->kind), QByteArray("rlock"));
    QVERIFY(given.front()->held());
}

// Nearly no companion key exists, and nearly no channel has subscribers.
void tst_LockStream::whatIsMissingIsNotAskedForKeyByKey()
{
    constexpr int Locks = 6000;
    const QByteArray owner = "6d2f4c1e-8d3c-4a52-9d0e-3f6f1c7e8d3c:1";
    const QByteArray waiting = "0b7c1f2a-1111-4222-8333-944455556666:5";
    std::vector<std::vector<QByteArray>> commands;
    for (int i = 0; i < Locks; ++i)
        commands.push_back({"HSET", "lock:order:" + QByteArray::number(i), owner, "1"});
    commands.push_back({"RPUSH", "redisson_lock_queue:{lock:order:7}", waiting});
    commands.push_back({"ZADD", "redisson_lock_timeout:{lock:order:7}", "4102444800000", waiting});
    const auto session = m_server.connected();
    sendAll(*session, commands);
    const auto waiter = m_server.connected();
    waiter->subscribe({"SUBSCRIBE", "redisson_lock__channel:{lock:order:9}"});
    QTRY_COMPARE(
        m_server.call({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:order:9}"}).items.at(1).integer, 1);
    const auto calls = [this](const QByteArray &command) {
        const QByteArray stats = m_server.call({"INFO", "commandstats"}).bytes;
        const QByteArray start = "cmdstat_" + command + ":calls=";
        const qsizetype at = stats.indexOf(start);
        return at < 0 ? 0 : stats.mid(at + start.size(), 9).split(',').front().toInt();
    };
    m_server.call({"CONFIG", "RESETSTAT"});
    std::map<QByteArray, LockPtr> given;
    const auto engine = opened(m_server.spec());
    finished(engine->scanInto([&](const std::vector<LockPtr> &locks) {
        for (const LockPtr &lock : locks)
            given.emplace(lock->key.bytes, lock);
    }));
    QCOMPARE(given.size(), size_t(Locks));
    for (const auto &[key, lock] : given) {
        QCOMPARE(lock->waiters.queued.size(), size_t(key == "lock:order:7" ? 1 : 0));
        QCOMPARE(lock->waiters.subscribed, key == "lock:order:9" ? 1 : 0);
    }
    QCOMPARE(kindName(given["lock:order:7"]->kind), QByteArray("fair-lock"));
    QVERIFY2(calls("type") < 2 * Locks, QByteArray::number(calls("type")).constData());

    m_server.call({"CONFIG", "RESETSTAT"});
    const auto keeps = opened(m_server.spec());
    finished(keeps->scan());
    QCOMPARE(keeps->find({"lock:order:9"})->waiters.subscribed, 1);
    QCOMPARE(keeps->find({"lock:order:8"})->waiters.subscribed, 0);
    QVERIFY2(calls("pubsub|numsub") < 5, QByteArray::number(calls("pubsub|numsub")).constData());
}

// What was given stays given; the pass says that it failed.
void tst_LockStream::aServerThatDies()
{
    std::unique_ptr<Sandbox> server;
    VERIFY_INTO(server, Sandbox::start({}));
    const auto session = connectedTo(server->tcp());
    std::vector<std::vector<QByteArray>> commands;
    for (int i = 0; i < 15'000; ++i)
        commands.push_back(
            {"SET", "lock:job:" + QByteArray::number(i), "token-of-one-0123456789", "PX", "900000"});
    sendAll(*session, commands);
    int portions = 0;
    const auto engine = opened(server->tcp());
    const ScanProgress progress = finished(engine->scanInto([&](const std::vector<LockPtr> &) {
        if (portions++ == 0)
            server->stop();
    }));
    QVERIFY(portions >= 1);
    QCOMPARE(progress.phase, ScanPhase::Failed);
    QVERIFY(!progress.failure.text.isEmpty());
}

LOCKSCOPE_TEST(tst_LockStream)

} // namespace tst_lockstream

#include "tst_lockstream.moc"
