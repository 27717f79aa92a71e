// SPDX-License-Identifier: GPL-3.0-or-later
// The locks of DistributedLock, Symfony, sidekiq-unique-jobs and redis-semaphore in the whole engine: created
// by the commands of their libraries, found, followed, changed, read back.
#include "core/engine/engine.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_sharedlocks
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray ann = QByteArrayLiteral("WEB_1_4242_0123456789abcdef0123456789abcdef");
const QByteArray bob = QByteArrayLiteral("WEB-2_17_fedcba9876543210fedcba9876543210");
const QByteArray annToken = QByteArray(32, 'a').toBase64();
const QByteArray bobToken = QByteArray(32, 'b').toBase64();
const QByteArray digest = QByteArrayLiteral("uniquejobs:0123456789abcdef0123456789abcdef");
const QByteArray annJob = QByteArrayLiteral("0123456789abcdef01234567");
const QByteArray bobJob = QByteArrayLiteral("fedcba9876543210fedcba98");
const QByteArray json =
    R"({"worker":"MailJob","queue":"mailers","limit":2,"type":"until_executed","time":1787313600})";

} // namespace

class tst_sharedlocks : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_server.clear(); }
    void areFoundFreedOneByOneAndAsAWhole_data();
    void areFoundFreedOneByOneAndAsAWhole();
    void areFollowed_data();
    void areFollowed();
    void areTakenRenewedAndGivenBack_data();
    void areTakenRenewedAndGivenBack();
    void ordinaryKeysAreNotShown();
    void aWaitingWriterIsShownAsAWaiter();

private:
    // {ms:60000} in an argument becomes the server's time plus that.
    void make(const std::vector<Command> &commands)
    {
        const Reply time = m_server.call({"TIME"});
        const qint64 now = time.items[0].bytes.toLongLong() * 1000 + time.items[1].bytes.toLongLong() / 1000;
        for (Command command : commands) {
            for (QByteArray &argument : command) {
                if (argument.startsWith("{ms:"))
                    argument = QByteArray::number(now + argument.sliced(4).chopped(1).toLongLong());
            }
            m_server.call(std::move(command));
        }
    }
    std::unique_ptr<Engine> open(EngineOptions options)
    {
        ConnectionSpec spec = m_server.sandbox().tcp();
        spec.readOnly = false;
        auto engine = std::make_unique<Engine>();
        engine->open(spec, options);
        const Done ready = finished(engine->waitReady(20s));
        if (!ready.ok())
            qWarning("%s", qPrintable(ready.failure().line()));
        return engine;
    }
    FamilyServer m_server;
};

// Two holders each, except for the mutex.
void tst_sharedlocks::areFoundFreedOneByOneAndAsAWhole_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<std::vector<Command>>("commands");
    QTest::addColumn<QByteArrayList>("owners");
    const auto row = [](const char *kind, const QByteArray &key, const QByteArrayList &owners,
                        std::vector<Command> commands) {
        QTest::newRow(kind) << QByteArray(kind) << key << commands << owners;
    };
    row("distributed-lock", "lock:orders", {ann}, {{"SET", "lock:orders", ann, "NX", "PX", "30000"}});
    row("distributed-rw-lock", "orders.writer", {ann, bob},
        {{"SADD", "orders.readers", ann},
         {"SADD", "orders.readers", bob},
         {"PEXPIRE", "orders.readers", "30000"}});
    row("distributed-semaphore", "semaphore:printers", {ann, bob},
        {{"ZADD", "semaphore:printers", "{ms:30000}", ann},
         {"ZADD", "semaphore:printers", "{ms:31000}", bob},
         {"PEXPIRE", "semaphore:printers", "90000"}});
    row("symfony-lock", "lock:invoice", {annToken, bobToken},
        {{"ZADD", "lock:invoice", "{ms:30000}", annToken},
         {"ZADD", "lock:invoice", "{ms:60000}", bobToken},
         {"PEXPIREAT", "lock:invoice", "{ms:60000}"}});
    row("sidekiq-lock", digest + ":LOCKED", {annJob, bobJob},
        {{"HSET", digest + ":LOCKED", annJob, json},
         {"HSET", digest + ":LOCKED", bobJob, json},
         {"ZADD", "uniquejobs:digests", "1787313600", digest}});
    row("redis-semaphore", "SEMAPHORE:printers:GRABBED", {"0", "1"},
        {{"SET", "SEMAPHORE:printers:EXISTS", "1"},
         {"SET", "SEMAPHORE:printers:VERSION", "1"},
         {"RPUSH", "SEMAPHORE:printers:AVAILABLE", "2"},
         {"HSET", "SEMAPHORE:printers:GRABBED", "0", "1787313600.25"},
         {"HSET", "SEMAPHORE:printers:GRABBED", "1", "1787313600.25"}});
}

void tst_sharedlocks::areFoundFreedOneByOneAndAsAWhole()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, key);
    QFETCH(std::vector<Command>, commands);
    QFETCH(QByteArrayList, owners);
    make(commands);
    const auto engine = open({.follow = false});
    QCOMPARE(finished(engine->scan()).phase, ScanPhase::Complete);
    QCOMPARE(engine->locks().size(), 1u);
    const LockPtr lock = engine->find({key});
    QVERIFY(lock);
    QCOMPARE(QByteArray(lock->kind.name.data(), qsizetype(lock->kind.name.size())), kind);
    QByteArrayList found;
    for (const Holder &holder : lock->holders)
        found.append(holder.id.bytes);
    std::sort(found.begin(), found.end());
    std::sort(owners.begin(), owners.end());
    QCOMPARE(found, owners);

    ActRequest force{.act = ActKind::ForceRelease, .key = {key}, .reason = QStringLiteral("test")};
    force.expectedHolders.assign(lock->holders.begin(), lock->holders.end());
    if (owners.size() > 1) {
        const Holder first = lock->holders.front();
        const Receipt share = finished(
            engine->act({.act = ActKind::RemoveShare, .key = {key}, .owner = first.id, .mode = first.mode}));
        QVERIFY2(share.result == ActResult::Done, qPrintable(share.line()));
        QVERIFY(engine->find({key}) && engine->find({key})->holders.size() == 1);
        const Receipt refused = finished(engine->act(force));
        QVERIFY2(refused.result == ActResult::OwnerChanged, qPrintable(refused.line()));
        force.expectedHolders.erase(force.expectedHolders.begin());
    }
    const Receipt done = finished(engine->act(force));
    QVERIFY2(done.result == ActResult::Done, qPrintable(done.line()));
    QVERIFY(!engine->find({key}) || engine->find({key})->holders.isEmpty());
}

void tst_sharedlocks::areFollowed_data()
{
    areFoundFreedOneByOneAndAsAWhole_data();
}

void tst_sharedlocks::areFollowed()
{
    QFETCH(QByteArray, key);
    QFETCH(std::vector<Command>, commands);
    QFETCH(QByteArrayList, owners);
    m_server.call({"CONFIG", "SET", "notify-keyspace-events", "KEA"});
    const auto engine = open({});
    make(commands);
    QTRY_VERIFY(engine->find({key}) && engine->find({key})->holders.size() == owners.size());
    m_server.call({"FLUSHALL"});
    QTRY_VERIFY(!engine->find({key}));
}

void tst_sharedlocks::areTakenRenewedAndGivenBack_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<HoldMode>("mode");
    QTest::newRow("mutex") << QByteArray("distributed-lock") << QByteArray("lock:orders")
                           << HoldMode::Exclusive;
    QTest::newRow("writer") << QByteArray("distributed-rw-lock") << QByteArray("orders.writer")
                            << HoldMode::Write;
    QTest::newRow("reader") << QByteArray("distributed-rw-lock") << QByteArray("orders.writer")
                            << HoldMode::Read;
    QTest::newRow("permit") << QByteArray("distributed-semaphore") << QByteArray("semaphore:printers")
                            << HoldMode::Exclusive;
    QTest::newRow("Symfony") << QByteArray("symfony-lock") << QByteArray("lock:invoice") << HoldMode::Write;
    QTest::newRow("Symfony's reader")
        << QByteArray("symfony-lock") << QByteArray("lock:invoice") << HoldMode::Read;
    QTest::newRow("token") << QByteArray("redis-semaphore") << QByteArray("SEMAPHORE:printers:GRABBED")
                           << HoldMode::Exclusive;
}

void tst_sharedlocks::areTakenRenewedAndGivenBack()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, key);
    QFETCH(HoldMode, mode);
    if (kind == "redis-semaphore")
        make({{"SET", "SEMAPHORE:printers:EXISTS", "1"}, {"RPUSH", "SEMAPHORE:printers:AVAILABLE", "0"}});
    const auto engine = open({.follow = false});
    ActRequest request{.act = ActKind::Acquire, .key = {key}, .kind = kind, .mode = mode};
    if (kind == "distributed-semaphore")
        request.part = "1";
    const Receipt taken = finished(engine->act(request));
    QVERIFY2(taken.result == ActResult::Done && taken.foundOwner, qPrintable(taken.line()));
    const LockPtr lock = engine->find({key});
    QVERIFY(lock && lock->holders.size() == 1 && lock->holders[0].id == *taken.foundOwner);
    const bool shares = mode == HoldMode::Read;
    const Receipt second = finished(engine->act(request));
    QVERIFY2((second.result == ActResult::Done) == shares, qPrintable(second.line()));
    ActRequest mine{.act = ActKind::Renew, .key = {key}, .owner = *taken.foundOwner, .mode = mode};
    if (kind != "redis-semaphore") {
        const Receipt renewed = finished(engine->act(mine));
        QVERIFY2(renewed.result == ActResult::Done, qPrintable(renewed.line()));
    }
    mine.act = ActKind::Release;
    const Receipt released = finished(engine->act(mine));
    QVERIFY2(released.result == ActResult::Done, qPrintable(released.line()));
    const LockPtr left = engine->find({key});
    QCOMPARE(left ? left->holders.size() : 0, shares ? 1 : 0);
}

void tst_sharedlocks::ordinaryKeysAreNotShown()
{
    make({{"SADD", "book.readers", "ann", "bob"},
          {"SET", "book.writer", "Tolstoy"},
          {"ZADD", "lock:queue", "{ms:30000}", "job:1"},
          {"PEXPIRE", "lock:queue", "60000"},
          {"HSET", "account:7:LOCKED", "since", "1787313600"},
          {"HSET", "SEMAPHORE:x:GRABBED", "a", "b"},
          {"RPUSH", "order:QUEUED", "1"}});
    const auto engine = open({.follow = false});
    QCOMPARE(finished(engine->scan()).phase, ScanPhase::Complete);
    QCOMPARE(engine->locks().size(), 0u);
}

void tst_sharedlocks::aWaitingWriterIsShownAsAWaiter()
{
    make({{"SADD", "orders.readers", ann},
          {"PEXPIRE", "orders.readers", "30000"},
          {"SET", "orders.writer", bob + "_WRITERWAITING", "PX", "30000"}});
    const auto engine = open({.follow = false});
    QCOMPARE(finished(engine->scan()).phase, ScanPhase::Complete);
    const LockPtr lock = engine->find({"orders.writer"});
    QVERIFY(lock && lock->holders.size() == 1 && lock->holders[0].mode == HoldMode::Read);
    QCOMPARE(lock->waiters.queued.size(), size_t(1));
    QCOMPARE(lock->waiters.queued[0].id.bytes, bob);
}

LOCKSCOPE_TEST(tst_sharedlocks)

} // namespace tst_sharedlocks

#include "tst_sharedlocks.moc"
